#include "run/begin_from.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/input_error.h"
#include "io/checkpoint.h"
#include "io/frames_file.h"
#include "run/load.h"
#include "run/stages.h"
#include "step/state.h"

namespace drystone {

namespace {

constexpr std::size_t most_named = 20;

/// DIR@TIME; a folder may have the sign in its own name.
struct Moment {
    std::string folder;
    std::optional<double> at;  // [s]; none: the end
};

Moment moment_of(const std::string& from) {
    const std::size_t sign = from.rfind('@');
    if (sign == std::string::npos || std::filesystem::is_directory(from)) return {from, std::nullopt};
    double at = 0.0;
    const char *begin = from.data() + sign + 1, *end = from.data() + from.size();
    const auto [stop, error] = std::from_chars(begin, end, at);
    if (error != std::errc() || stop != end || begin == end || !std::isfinite(at))
        throw InputError("--from " + from,
                         "what stands behind the @ must be a time in seconds: --from DIR@1.5");
    return {from.substr(0, sign), at};
}

/// The world of that run as its last checkpoint has it, with the length of its steps.
template <int D>
struct LastState {
    World<D> world;
    double step = 0.0;
};

template <int D>
LastState<D> last_state(const std::string& from, const std::string& folder, const LawReaders& laws) {
    const CheckpointFile checkpoint = open_checkpoint(folder, DRYSTONE_VERSION);
    if (checkpoint.mark.dimension != D)
        throw InputError("--from " + from, fmt::format("that run is in {}D, and the scene in {}D",
                                                       checkpoint.mark.dimension, D));
    Scene scene = scene_of_run(folder, checkpoint.mark, laws);
    LastState<D> last{
        build_world(std::get<WorldDescription<D>>(std::move(scene.world)), folder + "/scene.toml"),
        settings_in(scene, checkpoint.mark.stages).step};
    ThreadPool alone(1);
    const State<D> state = checkpoint.state(last.world);
    put_state(state, last.world, alone);
    return last;
}

int nearest_frame(const FramesFile& file, double at) {
    int best = 0;
    for (int k = 1; k < file.frames(); ++k) {
        if (std::abs(file.time(k) - at) < std::abs(file.time(best) - at)) best = k;
    }
    return best;
}

/// Places and velocities of a frame; of bodies that are still there at the end, whose shapes are known.
template <int D>
EarlierState<D> state_at(const Moment& moment, const EarlierState<D>& last) {
    const FramesFile file(moment.folder + "/frames.h5");
    if (file.frames() == 0) throw InputError(moment.folder + "/frames.h5", "has no frames");
    const Frame frame = file.read(nearest_frame(file, *moment.at));
    const std::vector<std::string>& names = file.geometry().name;
    std::map<std::string, std::size_t> rows;
    for (std::size_t k = 0; k < names.size(); ++k) rows[names[k]] = k;
    EarlierState<D> state;
    state.step = last.step;
    state.has_cell = last.has_cell;
    for (std::size_t k = 0; state.has_cell && k < D * D; ++k) {
        state.edges[static_cast<int>(k / D)][static_cast<int>(k % D)] = frame.cell_edges[k];
        state.edge_velocity[static_cast<int>(k / D)][static_cast<int>(k % D)] = frame.cell_velocity[k];
    }
    for (const auto& body : last.bodies) {
        const auto found = rows.find(body.name);
        if (found == rows.end()) continue;
        const std::size_t k = found->second;
        if (!body.x.empty())
            throw InputError(moment.folder,
                             "the body '" + body.name +
                                 "' deforms: --from takes such bodies from the end of a run, without @");
        typename EarlierState<D>::Body one{.name = body.name};
        for (int i = 0; i < D; ++i) {
            one.position[i] = frame.position[k * D + static_cast<std::size_t>(i)];
            one.velocity.v[i] = frame.velocity[k * D + static_cast<std::size_t>(i)];
        }
        if (!std::isfinite(one.position[0])) continue;  // it was not there
        if constexpr (D == 2) {
            one.rotation = {frame.orientation[k]};
            one.velocity.w[0] = frame.angular_velocity[k];
        } else {
            const double* q = frame.orientation.data() + 4 * k;
            one.rotation = {q[0], {{q[1], q[2], q[3]}}};
            for (int i = 0; i < 3; ++i)
                one.velocity.w[i] = frame.angular_velocity[3 * k + static_cast<std::size_t>(i)];
        }
        state.bodies.push_back(one);
    }
    return state;
}

/// Places of one cell mean nothing in another kind of cell, or in none.
template <int D>
void expect_same_cell(const std::string& from, const CellModel<D>& was, const CellModel<D>& is) {
    if (!was.is_there || (is.is_there && was.periodic == is.periodic && was.origin == is.origin)) return;
    throw InputError("--from " + from, is.is_there ? "that run's cell repeats in other directions, or has another origin"
                                                   : "that run was in a cell that repeats, and the scene has no [cell]");
}

std::string listed(const std::vector<std::string>& names) {
    const std::vector<std::string> some(
        names.begin(), names.begin() + static_cast<long>(std::min(names.size(), most_named)));
    return fmt::format("\"{}\"", fmt::join(some, "\", \"")) +
           (names.size() > most_named ? fmt::format(" and {} more", names.size() - most_named) : "");
}

}  // namespace

std::string folder_of(const std::string& from) { return moment_of(from).folder; }

template <int D>
EarlierState<D> earlier_run(const std::string& from, const World<D>& world, const LawReaders& laws) {
    const Moment moment = moment_of(from);
    const LastState<D> last = last_state<D>(from, moment.folder, laws);
    expect_same_shapes(last.world, world);
    expect_same_cell(from, last.world.cell_model, world.cell_model);
    const EarlierState<D> end = earlier_state(last.world, last.step);
    return moment.at ? state_at(moment, end) : end;
}

template <int D>
std::vector<char> begin_from(const std::string& from, const EarlierState<D>& earlier, World<D>& world,
                             Scene& scene) {
    ThreadPool alone(1);
    const TakenOver taken = take_over(earlier, world, scene.settings.step, alone);
    if (taken.missing.size() == earlier.bodies.size())
        throw InputError("--from " + from, "no body of the scene has the name of one of that run's");
    if (!taken.missing.empty())
        scene.warnings.push_back(fmt::format(
            "--from {}: {} of that run's bodies {} not in the scene: {}", from, taken.missing.size(),
            taken.missing.size() == 1 ? "is" : "are", listed(taken.missing)));
    if (earlier.remembers && !taken.remembers)
        scene.warnings.push_back(fmt::format(
            "--from {}: the laws of the scene remember other things than those of that run: contacts "
            "begin as new ones",
            from));
    return taken.taken;
}

#define DRYSTONE_BEGIN_FROM(D)                                                                    \
    template EarlierState<D> earlier_run(const std::string&, const World<D>&, const LawReaders&); \
    template std::vector<char> begin_from(const std::string&, const EarlierState<D>&, World<D>&, Scene&);
DRYSTONE_BEGIN_FROM(2)
DRYSTONE_BEGIN_FROM(3)
#undef DRYSTONE_BEGIN_FROM

}  // namespace drystone

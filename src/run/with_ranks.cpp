#include "run/with_ranks.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "core/index.h"
#include "core/input_error.h"
#include "devices/rank_device.h"
#include "devices/what_it_can.h"
#include "ranks/mirror.h"
#include "ranks/what_it_can.h"
#include "run/choose_device.h"
#include "run/interrupt.h"
#include "run/put_rows.h"
#include "run/say.h"
#include "step/missing.h"

namespace drystone {

namespace {

constexpr int least_bodies = 1000;  // of a rank, for domains to be worth their halos
constexpr int least_reproducible = 2000;  // of the whole: what takes the steps must not depend on the number of ranks

/// Of all stages.
template <int D>
std::optional<Missing> ranks_lack(const Scene& scene, const World<D>& world) {
    for (const StagePlan& stage : scene.stages) {
        if (auto missing = ranks::what_is_missing(stage.settings)) return Missing{stage.place, missing->what};
    }
    if (auto missing = ranks::what_is_missing(scene.settings)) return missing;
    if (auto missing = ranks::what_is_missing(world)) return missing;
    return scene.device == DeviceWish::cuda ? devices::what_is_missing(world, scene.settings) : std::nullopt;
}

/// How far such a plane may come depends on the bodies that a process knows.
template <int D>
bool has_turning_plane(const World<D>& world) {
    for (int p = 0; p < world.parts.size(); ++p) {
        if (world.parts.kind[at(p)] != PartKind::plane) continue;
        const int body = world.parts.body[at(p)];
        const auto turns = [&](const Motion<D>& motion) { return motion.rotates && motion.body == body; };
        const auto& motions = world.description.motions;
        if (world.matter.freedom[at(body)] != Freedom::immovable || std::any_of(motions.begin(), motions.end(), turns)) return true;
    }
    return false;
}

/// What domains may know, but not with the same bits for any number of them: tests have none of it.
template <int D>
std::optional<Missing> reproducible_lacks(const Scene& scene, const World<D>& world) {
    const auto missing = [](const Place& place, const std::string& what) { return Missing{place, what + ", with reproducible = true"}; };
    if (!scene.stages.empty()) return missing(scene.stages[0].place, "stages");
    if (scene.settle.wanted) return missing(scene.ranks_place, "settle");
    if (const auto one = missing_elsewhere(scene.settings)) return missing(one->place, one->what);
    if (const auto one = missing_elsewhere(world)) return missing(one->place, one->what);
    if (!world.description.sources.empty()) return missing(world.description.sources[0].place, "sources");
    if (!world.description.sinks.empty()) return missing(world.description.sinks[0].place, "sinks");
    if (has_turning_plane(world)) return missing(scene.ranks_place, "planes that turn");
    return std::nullopt;
}

/// Those that sources say they will bring included.
template <int D>
long movable_bodies(const World<D>& world) {
    long count = std::count_if(world.matter.freedom.begin(), world.matter.freedom.end(), [](Freedom f) { return f != Freedom::immovable; });
    for (const Source<D>& source : world.description.sources) {
        if (source.most < std::numeric_limits<long>::max()) count += source.most;
    }
    return count;
}

}  // namespace

RanksOfRun::RanksOfRun() {
    if (ranks::launched_ranks() > 1 && !ranks::built_with_mpi())
        throw InputError("mpirun", fmt::format("began {} processes, and this drystone was built without MPI: install libopenmpi-dev and openmpi-bin "
                                               "and build it again (docs/ranks.md), or run it without mpirun",
                                               ranks::launched_ranks()));
}

RanksOfRun::~RanksOfRun() { release(); }

void RanksOfRun::release() {
    if (others_wait_) team.tell(0, true);
    others_wait_ = false;
}

namespace {

enum Answer { ready, wrong, nothing_to_do };  // of a rank, when all are asked before the steps

/// The first rank that answers so; the number of ranks where none does.
std::ptrdiff_t first_of(const std::vector<double>& answers, Answer answer) {
    return std::find(answers.begin(), answers.end(), static_cast<double>(answer)) - answers.begin();
}

/// Where something is wrong, the first who found it complains before anybody goes on: a process that ended first would have mpirun end the others.
/// Those who have only read the scene sleep while rank 0 makes its world.
std::vector<double> answers_of_all(Answer here, ranks::Team& team, const std::function<void()>& complain = {}) {
    team.tell(0, true);
    const double number = here;
    const std::vector<double> answers = team.all({&number, 1});
    const std::ptrdiff_t first = first_of(answers, wrong);
    if (first == team.rank()) complain();
    if (first < team.size()) team.any(false);
    return answers;
}

}  // namespace

ExitStatus RanksOfRun::complain(const std::exception& error) {
    ExitStatus status = ExitStatus::done;  // of those who say nothing
    answers_of_all(wrong, team, [&] {
        const bool is_input = dynamic_cast<const InputError*>(&error) != nullptr;
        warn((is_input ? "" : "drystone: ") + std::string(error.what()) + '\n');
        status = is_input ? ExitStatus::input_wrong : ExitStatus::internal_error;
    });
    return status;
}

void RanksOfRun::dismiss() {
    if (team.size() > 1) answers_of_all(nothing_to_do, team);
}

int threads_of(int asked, const ranks::Team& team) {
    if (asked > 0 || team.size() == 1) return asked;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / team.on_this_machine());
}

template <int D>
RanksOfRun::Way RanksOfRun::choose(const Scene& scene, const World<D>& world, std::string& why_not) const {
    if (scene.device == DeviceWish::cuda) device_of_rank(scene, world);
    if (scene.ranks == RanksWish::gathered) why_not = "ranks = \"gathered\"";
    if (scene.device == DeviceWish::cuda && team.size() == 1) why_not = "device = \"cuda\"";
    if (!why_not.empty()) return Way::gathered;
    const bool insists = scene.ranks == RanksWish::domains;
    auto missing = ranks_lack(scene, world);
    if (!missing && scene.reproducible) missing = reproducible_lacks(scene, world);
    if (missing) {
        why_not = missing->what + ", which domains do not know yet";
        if (!insists) return Way::gathered;
        refuse(missing->place.source ? missing->place : scene.ranks_place,
               "[solver] ranks = \"domains\" does not know this yet: " + missing->what + ". Take \"gathered\", or \"auto\" (docs/ranks.md)");
    }
    if (!insists && world.book.anchors) why_not = "joints, which sweeps do not suit";
    if (!insists && scene.reproducible && movable_bodies(world) < least_reproducible)
        why_not = fmt::format("fewer than {} movable bodies", least_reproducible);
    if (!insists && !scene.reproducible && movable_bodies(world) < static_cast<long>(least_bodies) * team.size())
        why_not = fmt::format("fewer than {} movable bodies a rank", least_bodies);
    if (!why_not.empty()) return Way::gathered;
    const bool can_tell = scene.device != DeviceWish::cuda && !begins_elsewhere && ranks::can_be_told(world);
    return can_tell ? Way::told_domains : Way::domains;
}

template <int D>
std::unique_ptr<ranks::RankStep<D>> RanksOfRun::steps_of(const Scene& scene, World<D>& world, int threads) {
    const StepSettings& settings = scene.stages.empty() ? scene.settings : scene.stages[static_cast<std::size_t>(world.staging.number)].settings;
    const auto made = way_ == Way::told_domains ? ranks::MadeBy::rank_0 : ranks::MadeBy::all;
    auto steps = std::make_unique<ranks::RankStep<D>>(world, settings, team, threads, made);
    const bool in_cell = world.cell_model.is_there;
    steps->use([in_cell](const ranks::RowsOfRank<D>& rows, ranks::Team& all, const MakeRoom* make) { return put_rows(rows, in_cell, all, make); });
    if (scene.device == DeviceWish::cuda) {
        device_ = device_of_rank(scene, world);
        auto pipeline = device::pipeline_on_cuda<D>(team.number_on_this_machine());
        steps->use(std::make_unique<devices::RankDevice<D>>(steps->share(), team, std::move(pipeline)));
    }
    return steps;
}

template <int D>
std::unique_ptr<StepsElsewhere<D>> RanksOfRun::lead(const Scene& scene, World<D>& world, int threads) {
    if (team.size() == 1 && !scene.reproducible) return nullptr;
    why_not_.clear();
    way_ = choose(scene, world, why_not_);
    is_ready = true;
    if (first_of(answers_of_all(ready, team), wrong) < team.size()) throw InputError("mpirun", "another rank could not begin: see its message");
    team.tell(static_cast<int>(way_), false);
    others_wait_ = way_ == Way::gathered && team.size() > 1;
    if (way_ == Way::gathered) return nullptr;
    return steps_of(scene, world, threads);
}

template <int D>
void RanksOfRun::follow(const Scene& scene, WorldDescription<D> description, const Make<D>& make, int threads) {
    std::optional<World<D>> world;
    if (scene.device == DeviceWish::cuda) {  // this rank's may be missing
        world = make(std::move(description));
        device_of_rank(scene, *world);
    }
    is_ready = true;
    const std::vector<double> answers = answers_of_all(ready, team);
    if (first_of(answers, nothing_to_do) < team.size() || first_of(answers, wrong) < team.size()) return;
    catch_interrupts();  // rank 0 decides
    way_ = static_cast<Way>(team.tell(0, false));
    if (way_ == Way::gathered) {
        description = {};
        ranks::give_back_memory();
        team.tell(0, true);
        return;
    }
    if (way_ == Way::told_domains) {
        world.emplace();
        world->description = std::move(description);
    } else if (!world) {
        world = make(std::move(description));
    }
    steps_of(scene, *world, threads)->follow();
}

void RanksOfRun::tell(RunFacts& facts) const {
    facts.ranks = team.size();
    facts.ranks_way = way_ == Way::gathered ? "gathered" : "domains";
    const std::string warning = why_gathered();
    if (!warning.empty() && std::find(facts.warnings.begin(), facts.warnings.end(), warning) == facts.warnings.end()) facts.warnings.push_back(warning);
}

std::string RanksOfRun::why_gathered() const {
    if (team.size() == 1 || way_ != Way::gathered) return "";
    return fmt::format("of {} ranks the first takes all steps while the others wait: {} (docs/ranks.md)", team.size(), why_not_);
}

template std::unique_ptr<StepsElsewhere<2>> RanksOfRun::lead(const Scene&, World<2>&, int);
template std::unique_ptr<StepsElsewhere<3>> RanksOfRun::lead(const Scene&, World<3>&, int);
template void RanksOfRun::follow(const Scene&, WorldDescription<2>, const Make<2>&, int);
template void RanksOfRun::follow(const Scene&, WorldDescription<3>, const Make<3>&, int);

}  // namespace drystone

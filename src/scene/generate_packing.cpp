#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "scene/check_sizes.h"
#include "scene/generate.h"
#include "scene/pack_balls.h"
#include "scene/radius_law.h"
#include "scene/require_memory.h"

namespace drystone {

namespace {

int read_count(const Table& table, std::size_t bodies_before) {
    const std::int64_t most = std::numeric_limits<int>::max() - static_cast<std::int64_t>(bodies_before);
    const auto count = static_cast<int>(whole_number_of(table.at("count"), "count", 1, most));
    require_memory_for_bodies(count, table.at("count").place);
    return count;
}

template <int D>
double volume_of(const std::vector<double>& radii) {
    double sum = 0.0;
    for (double r : radii) sum += std::pow(r, D);
    return unit_ball_volume<D>() * sum;
}

template <int D>
void check_width(const Region<D>& region, const std::vector<double>& radii, const Table& table) {
    const auto [least, most] = std::minmax_element(radii.begin(), radii.end());
    for (const double radius : {*least, *most}) check_size(radius, table.at("radius").place, "a ball");
    const double width = std::visit([](const auto& one) { return one.least_width(); }, region);
    const double largest = *most;
    if (2.0 * largest <= width) return;
    refuse(
        table.at("inside").place,
        fmt::format("a ball of radius {:.6g} m does not fit in a region only {:.6g} m wide", largest, width));
}

/// The balls fit if they are few enough for a fraction the generator is sure to reach.
template <int D>
[[noreturn]] void refuse_count(const PackingSpace<D>& space, const std::vector<double>& radii, double room,
                               const Table& table) {
    const double whole = std::visit([](const auto& one) { return one.volume(); }, space.region);
    const double solid = volume_of<D>(radii);
    const double fraction = trusted_fraction<D>;
    const auto count = static_cast<double>(radii.size());
    const double fits = std::min(std::floor(count * fraction * room / solid), count - 1.0);
    refuse(table.at("count").place,
           fmt::format(
               "{} balls do not fit: about {:.0f} do, at a solid fraction of {}. {} would need a region of "
               "{:.4g} {unit}; this one has {:.4g} {unit}, of which other bodies leave {:.4g} free",
               radii.size(), fits, fraction, radii.size(),
               solid / fraction * whole / std::max(room, 1e-3 * whole), whole, room,
               fmt::arg("unit", D == 2 ? "m2" : "m3")));
}

template <int D>
std::vector<PlacedBall<D>> pack(const PackingSpace<D>& space, const std::vector<double>& radii,
                                const Table& table, Random& random) {
    const double room = free_volume(space, random);
    // Beyond the densest lattice of equal balls trying is in vain; a few balls can be lucky with a round
    // region.
    const double densest = D == 2 ? 0.9069 : 0.7405;
    constexpr std::size_t few = 50;
    if (room == 0.0 || (radii.size() > few && volume_of<D>(radii) > densest * room)) {
        refuse_count(space, radii, room, table);
    }
    std::vector<PlacedBall<D>> balls;
    for (double r : radii) balls.push_back({{}, r});
    if (!pack_balls(space, random, balls)) refuse_count(space, radii, room, table);
    return balls;
}

}  // namespace

template <int D>
void generate_packing(const Node& node, Draft<D>& draft, int number) {
    const Table table(node, "a packing", with_crowd_keys({"count", "radius", "inside"}));
    const Crowd<D> crowd = read_crowd(table, draft);
    const int count = read_count(table, draft.world.bodies.size());
    const RadiusLaw law = read_radius_law(table.at("radius"), draft.folder);
    Random random(draft.seed, generator_stream(number));
    const PackingSpace<D> space{read_region<D>(table.at("inside")), obstacles_of(draft.world)};
    const std::vector<double> radii = draw_radii(law, count, D, random);
    check_width<D>(space.region, radii, table);
    add_crowd(crowd, pack(space, radii, table, random), draft);
}

template void generate_packing<2>(const Node&, Draft<2>&, int);
template void generate_packing<3>(const Node&, Draft<3>&, int);

}  // namespace drystone

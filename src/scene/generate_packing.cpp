#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "core/index.h"
#include "scene/check_sizes.h"
#include "scene/generate.h"
#include "scene/grain_shapes.h"
#include "scene/pack_balls.h"
#include "scene/radius_law.h"
#include "scene/read_shape.h"
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
    const Place& place = table.at(table.has("radius") ? "radius" : table.has("shape") ? "shape" : "shapes").place;
    for (const double radius : {*least, *most}) check_size(radius, place, "a ball");
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

/// Grains in the balls that hold them: those of one reach are as good as each other, so the k-th of them in the order of drawing goes into
/// the k-th in space.
template <int D>
std::vector<PlacedGeometry<D>> in_balls(const std::vector<GrainShape<D>>& shapes, const std::vector<Grain>& grains,
                                        const std::vector<PlacedBall<D>>& balls, Random& random) {
    const auto reach = [&](std::size_t k) { return grains[k].scale * shapes[at(grains[k].shape)].around.radius; };
    std::vector<std::size_t> by_reach(grains.size()), by_radius(balls.size());
    std::iota(by_reach.begin(), by_reach.end(), std::size_t{0});
    std::iota(by_radius.begin(), by_radius.end(), std::size_t{0});
    std::stable_sort(by_reach.begin(), by_reach.end(), [&](std::size_t i, std::size_t j) { return reach(i) < reach(j); });
    std::stable_sort(by_radius.begin(), by_radius.end(),
                     [&](std::size_t i, std::size_t j) { return balls[i].radius < balls[j].radius; });
    std::vector<PlacedGeometry<D>> placed(balls.size());
    std::map<std::pair<int, double>, Geometry<D>> known;  // grains of one size share their shape
    for (std::size_t k = 0; k < balls.size(); ++k) {
        const Grain& grain = grains[by_reach[k]];
        PlacedGeometry<D>& one = placed[by_radius[k]];
        Geometry<D>& geometry = known[{grain.shape, grain.scale}];
        if (geometry.empty()) geometry = scaled(shapes[at(grain.shape)].geometry, grain.scale);
        one.geometry = geometry;
        one.orientation = random_rotation<D>(random);
        one.position = balls[by_radius[k]].centre - rotate(one.orientation, grain.scale * shapes[at(grain.shape)].around.centre);
    }
    return placed;
}

}  // namespace

template <int D>
void generate_packing(const Node& node, Draft<D>& draft, int number) {
    const Table table(node, "a packing", with_crowd_keys({"shapes", "count", "radius", "inside"}));
    const std::vector<GrainShape<D>> shapes = read_grain_shapes<D>(table, draft.folder);
    if (shapes.empty()) expect_ball_word<D>(table.at("shape"), "the shape of " + table.title());
    const Crowd<D> crowd = read_crowd(table, draft);
    const int count = read_count(table, draft.world.bodies.size());
    const bool as_given = !shapes.empty() && !table.has("radius");
    const RadiusLaw law = as_given ? RadiusLaw{EqualRadii{1.0}} : read_radius_law(table.at("radius"), draft.folder);
    Random random(draft.seed, generator_stream(number));
    const PackingSpace<D> space{read_region<D>(table.at("inside")), obstacles_of(draft.world)};
    const std::vector<double> radii = as_given ? std::vector<double>{} : draw_radii(law, count, D, random);
    if (shapes.empty()) {
        check_width<D>(space.region, radii, table);
        return add_crowd(crowd, pack(space, radii, table, random), draft);
    }
    const std::vector<Grain> grains = draw_grains(shapes, radii, count, random);
    std::vector<double> reach;
    for (const Grain& grain : grains) reach.push_back(grain.scale * shapes[at(grain.shape)].around.radius);
    check_width<D>(space.region, reach, table);
    const std::vector<PlacedBall<D>> balls = pack(space, reach, table, random);
    std::vector<PlacedGeometry<D>> placed = in_balls(shapes, grains, balls, random);
    add_crowd<D>(crowd, placed.size(), [&](std::size_t i) { return std::move(placed[i]); }, draft);
}

template void generate_packing<2>(const Node&, Draft<2>&, int);
template void generate_packing<3>(const Node&, Draft<3>&, int);

}  // namespace drystone

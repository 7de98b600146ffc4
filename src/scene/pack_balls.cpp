#include "scene/pack_balls.h"

#include <algorithm>
#include <limits>

#include "scene/relax_overlaps.h"
#include "scene/spatial_order.h"

namespace drystone {

namespace {

template <int D>
BoxRegion<D> bounds_of(const Region<D>& region) {
    return std::visit([](const auto& one) { return one.bounds(); }, region);
}

/// Obstacle balls that reach into the region's bounding box.
template <int D>
void add_obstacles(const PackingSpace<D>& space, Crush<D>& crush) {
    const BoxRegion<D> box = bounds_of<D>(space.region);
    for (const auto& ball : space.obstacles.balls) {
        const Vec<D> out = ball.centre - box.nearest(ball.centre, 0.0);
        if (dot(out, out) > ball.radius * ball.radius) continue;
        crush.x.push_back(ball.centre);
        crush.r.push_back(ball.radius);
    }
}

/// Distance from a ball to the nearest of those already in place, negative for an overlap; stops looking
/// below `enough`.
template <int D>
double clearance(const Crush<D>& crush, const BallLevels<D>& levels, const Vec<D>& x, double r,
                 double enough) {
    double least = std::numeric_limits<double>::infinity();
    for (int level = 0; level < levels.levels() && least > enough; ++level) {
        levels.visit_level(level, x, r, [&](int ball) {
            const auto n = static_cast<std::size_t>(ball);
            const Vec<D> apart = x - crush.x[n];
            const double sum = r + crush.r[n], squared = dot(apart, apart);
            if (squared < sum * sum) least = std::min(least, std::sqrt(squared) - sum);
            return least > enough;
        });
    }
    return least;
}

/// A random place in the region, clear of walls where one is found.
template <int D>
Vec<D> draw_place(const PackingSpace<D>& space, double r, Random& random) {
    constexpr int most_draws = 200;
    Vec<D> x{};
    for (int draw = 0; draw < most_draws; ++draw) {
        x = std::visit([&](const auto& region) { return region.sample(r, random); }, space.region);
        if (space.clears_walls(x, r)) return x;
    }
    return space.pushed_inside(x, r);
}

template <int D>
void scatter(const PackingSpace<D>& space, Random& random, BallLevels<D>& levels, Crush<D>& crush) {
    constexpr int most_tries = 12;  // more was slower than leaving the rest to the relaxation
    for (std::size_t n = crush.movable; n < crush.x.size(); ++n)
        levels.insert(static_cast<int>(n), crush.x[n]);
    for (std::size_t n = 0; n < crush.movable; ++n) {
        double best = -std::numeric_limits<double>::infinity();
        for (int tries = 0; tries < most_tries && best < 0.0; ++tries) {
            const Vec<D> x = draw_place(space, crush.r[n], random);
            const double clear = clearance(crush, levels, x, crush.r[n], best);
            if (clear <= best) continue;
            best = clear;
            crush.x[n] = x;
        }
        levels.insert(static_cast<int>(n), crush.x[n]);
    }
}

template <int D>
void sort_in_space(const BoxRegion<D>& box, std::vector<PlacedBall<D>>& balls) {
    std::vector<Vec<D>> centres;
    double mean = 0.0;
    for (const auto& ball : balls) {
        centres.push_back(ball.centre);
        mean += ball.radius / static_cast<double>(balls.size());
    }
    std::vector<PlacedBall<D>> sorted;
    sorted.reserve(balls.size());
    for (int n : spatial_order(centres, box, 2.0 * mean))
        sorted.push_back(balls[static_cast<std::size_t>(n)]);
    balls = std::move(sorted);
}

template <int D>
Crush<D> crush_of(const PackingSpace<D>& space, const std::vector<PlacedBall<D>>& balls) {
    Crush<D> crush;
    for (const auto& ball : balls) {
        crush.x.push_back(ball.centre);
        crush.r.push_back(ball.radius);
    }
    crush.movable = balls.size();
    add_obstacles(space, crush);
    return crush;
}

template <int D>
void take_places(const Crush<D>& crush, std::vector<PlacedBall<D>>& balls) {
    for (std::size_t n = 0; n < balls.size(); ++n) balls[n].centre = crush.x[n];
}

}  // namespace

template <int D>
bool PackingSpace<D>::clears_walls(const Vec<D>& x, double r) const {
    if (!std::visit([&](const auto& one) { return one.holds(x, r); }, region)) return false;
    return std::all_of(obstacles.walls.begin(), obstacles.walls.end(),
                       [&](const PackingWall<D>& wall) { return wall.clears(x, r); });
}

template <int D>
Vec<D> PackingSpace<D>::pushed_inside(const Vec<D>& x, double r) const {
    Vec<D> y = std::visit([&](const auto& one) { return one.nearest(x, r); }, region);
    for (const PackingWall<D>& wall : obstacles.walls) y = wall.pushed(y, r);
    return y;
}

template <int D>
bool pack_balls(const PackingSpace<D>& space, Random& random, std::vector<PlacedBall<D>>& balls) {
    const BoxRegion<D> box = bounds_of<D>(space.region);
    std::stable_sort(balls.begin(), balls.end(),
                     [](const auto& a, const auto& b) { return a.radius > b.radius; });
    {
        Crush<D> scattered = crush_of(space, balls);
        BallLevels<D> levels(box, scattered.r);
        scatter(space, random, levels, scattered);
        take_places(scattered, balls);
    }
    sort_in_space(box, balls);

    Crush<D> crush = crush_of(space, balls);
    BallLevels<D> levels(box, crush.r);
    if (all_clear(space, levels, crush)) return true;
    if (!relax_overlaps(space, levels, crush)) return false;
    take_places(crush, balls);
    sort_in_space(box, balls);
    return true;
}

template <int D>
double free_volume(const PackingSpace<D>& space, Random& random) {
    constexpr int samples = 20000;
    Crush<D> crush = crush_of(space, {});
    BallLevels<D> levels(bounds_of<D>(space.region), crush.r);
    for (std::size_t n = 0; n < crush.x.size(); ++n) levels.insert(static_cast<int>(n), crush.x[n]);
    int free = 0;
    for (int n = 0; n < samples; ++n) {
        const Vec<D> x = std::visit([&](const auto& one) { return one.sample(0.0, random); }, space.region);
        if (space.clears_walls(x, 0.0) && clearance(crush, levels, x, 0.0, 0.0) >= 0.0) ++free;
    }
    const double whole = std::visit([](const auto& one) { return one.volume(); }, space.region);
    return whole * free / samples;
}

template struct PackingSpace<2>;
template struct PackingSpace<3>;
template bool pack_balls<2>(const PackingSpace<2>&, Random&, std::vector<PlacedBall<2>>&);
template bool pack_balls<3>(const PackingSpace<3>&, Random&, std::vector<PlacedBall<3>>&);
template double free_volume<2>(const PackingSpace<2>&, Random&);
template double free_volume<3>(const PackingSpace<3>&, Random&);

}  // namespace drystone

// Bodies due, docs/theory.md (15.1): number k of a source is due at
//
//     t_k = from + k / rate,      from + (k div n) T  in batches of n,      M(k) = mass of those before it <= mass_rate (t - from)
//
// and comes in at the first t >= t_k at which a place drawn from the source's region is clear: of places that are drawn from the seed by
// the source, the number and the step, so that neither threads nor a restart change them.

#include "step/sources.h"

#include <cmath>

#include "bodies/move.h"
#include "core/index.h"
#include "geometry/mass.h"
#include "geometry/scaled.h"
#include "step/population.h"

namespace drystone {

namespace {

constexpr int tries = 40;  // places that a body tries in a step
constexpr double between_grains =
    1e-9;  // of a time between two: what is due at the end of a step, but for rounding, is due

/// Beyond what counts in ints.
constexpr double most_due = 1e9;

template <int D>
double grain_mass(const WorldDescription<D>& description, const BodyDescription<D>& body) {
    return mass_properties(body.geometry, description.materials[at(body.material)].density).mass;
}

/// A place for the ball that holds a grain, or false.
template <int D>
bool find_place(const Source<D>& source, long number, long step, ClearSpace<D>& space, PlacedBall<D>& ball) {
    Random random(source.seed, (static_cast<std::uint64_t>(number) << 32) ^ static_cast<std::uint64_t>(step));
    for (int k = 0; k < tries; ++k) {
        ball.centre = sample<D>(source.region, ball.radius, random);
        if (space.is_clear(ball)) return true;
    }
    return false;
}

}  // namespace

template <int D>
long due(const Source<D>& source, const Passed& came, double t) {
    const double since = t - source.open.origin - source.open.from;
    if (since < 0.0) return 0;
    double count = 0.0;
    if (source.rate > 0.0) count = std::floor(source.rate * since + between_grains) + 1.0;
    if (source.batch > 0)
        count = (std::floor(since / source.every + between_grains) + 1.0) * static_cast<double>(source.batch);
    if (source.mass_rate > 0.0)
        count = static_cast<double>(came.bodies) +
                (came.mass <= source.mass_rate * since * (1.0 + between_grains) ? 1.0 : 0.0);
    return std::min(static_cast<long>(std::min(count, most_due)), source.most);
}

template <int D>
bool is_due(const World<D>& world, std::size_t s) {
    const Source<D>& source = world.description.sources[s];
    const Passed& came = world.census.by_source[s];
    return source.open.at(world.time) && due(source, came, world.time) > came.bodies;
}

template <int D>
Arrivals<D> arrivals(const World<D>& world, std::size_t s, ClearSpace<D>& space) {
    const Source<D>& source = world.description.sources[s];
    Arrivals<D> arriving{.came = world.census.by_source[s]};
    Passed& came = arriving.came;
    while (came.bodies < due(source, came, world.time)) {
        BodyDescription<D> body = source.grains->grain(came.bodies);
        PlacedBall<D> ball = surrounding_ball(body.geometry);
        const Vec<D> middle = rotate(body.orientation, ball.centre);
        if (!find_place(source, came.bodies, world.steps, space, ball)) break;
        space.add(ball);
        body.position = ball.centre - middle;
        arriving.origins.push_back({.source = static_cast<int>(s), .number = came.bodies, .position = body.position});
        ++came.bodies;
        came.mass += grain_mass(world.description, body);
        arriving.bodies.push_back(std::move(body));
    }
    return arriving;
}

template <int D>
void let_in(World<D>& world) {
    bool placed = false;
    for (std::size_t s = 0; s < world.description.sources.size(); ++s) {
        if (!is_due(world, s)) continue;
        if (!placed) {
            ThreadPool alone(1);
            place_parts(world.bodies, alone, world.parts);
            placed = true;
        }
        const Source<D>& source = world.description.sources[s];
        ClearSpace<D> space(world, bounds<D>(source.region), source.grains->largest());
        const Arrivals<D> arriving = arrivals(world, s, space);
        insert_bodies<D>(world, arriving.bodies, arriving.origins);
        world.census.by_source[s] = arriving.came;
    }
}

#define DRYSTONE_SOURCES(D)                                                              \
    template long due(const Source<D>&, const Passed&, double);                          \
    template bool is_due(const World<D>&, std::size_t);                                  \
    template Arrivals<D> arrivals(const World<D>&, std::size_t, ClearSpace<D>&);         \
    template void let_in(World<D>&);
DRYSTONE_SOURCES(2)
DRYSTONE_SOURCES(3)
#undef DRYSTONE_SOURCES

}  // namespace drystone

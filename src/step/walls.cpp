#include "step/walls.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drystone {

namespace {

/// What impulses can change of a body's motion: so many displacements, so many rotations.
struct Free {
    int ways = 0, turns = 0;
};

/// The dimension of the space that a projector leads to.
template <int N>
int rank_of(const Mat<N>& projector) {
    double trace = 0.0;
    for (int k = 0; k < N; ++k) trace += projector[k][k];
    return static_cast<int>(std::lround(trace));
}

/// A deformable body is held by some of its nodes, and is as free as any.
template <int D>
Free freedom_of(const Matter<D>& matter, std::size_t i) {
    if (matter.freedom[i] == Freedom::elastic) return {D, spin_dim<D>};
    return {rank_of(matter.free_directions[i]), rank_of(matter.free_rotations[i])};
}

/// (bodies)  1: has a plane or a drum.
template <int D>
std::vector<std::uint8_t> endless_bodies(const World<D>& world) {
    std::vector<std::uint8_t> endless(world.bodies.position.size(), 0);
    for (int p = 0; p < world.parts.size(); ++p) {
        if (world.parts.is_wall(p)) endless[static_cast<std::size_t>(world.parts.body[p])] = 1;
    }
    return endless;
}

/// (bodies)  1: one ball about its own centre.
template <int D>
std::vector<std::uint8_t> single_balls(const World<D>& world) {
    std::vector<int> parts(world.bodies.position.size(), 0);
    std::vector<std::uint8_t> ball(parts.size(), 1);
    for (int p = 0; p < world.parts.shapes(); ++p) {
        const auto body = static_cast<std::size_t>(world.parts.body[p]);
        if (++parts[body] > 1 || world.parts.kind[p] != PartKind::ball) ball[body] = 0;
    }
    return ball;
}

}  // namespace

template <int D>
std::vector<std::uint8_t> walls_of(const World<D>& world) {
    assert(world.description.bodies.size() == static_cast<std::size_t>(world.bodies.size()));
    const Matter<D>& matter = world.matter;
    const std::vector<std::uint8_t> ball = single_balls(world);
    std::vector<std::uint8_t> wall = endless_bodies(world);
    std::vector<Free> free(wall.size());
    Free most;
    for (std::size_t i = 0; i < wall.size(); ++i) {
        if (matter.freedom[i] == Freedom::immovable) wall[i] = 1;
        if (wall[i]) continue;
        free[i] = freedom_of(matter, i);
        most = {std::max(most.ways, free[i].ways), std::max(most.turns, free[i].turns)};
    }
    for (std::size_t i = 0; i < wall.size(); ++i)
        wall[i] = wall[i] || free[i].ways < most.ways || (!ball[i] && free[i].turns < most.turns);
    return wall;
}

template std::vector<std::uint8_t> walls_of(const World<2>&);
template std::vector<std::uint8_t> walls_of(const World<3>&);

}  // namespace drystone

#include "compare/cost_case.h"
#include "step/world.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

namespace drystone {

namespace {

constexpr double spacing = 1.02;  // of neighbours in a row, in diameters

template <int D>
WorldDescription<D> empty_world(double stiffness, const PileUnits& units) {
    WorldDescription<D> world;
    world.gravity = -units.gravity * Vec<D>::axis(D - 1);
    world.materials = {{"grain", 1000.0}};
    Spring law;
    law.normal_stiffness = stiffness;
    law.normal_damping = 0.0;  // then the time of a collision is pi sqrt(m / 2K)
    world.interactions = {{Interaction::any, Interaction::any, law}};
    return world;
}

template <int D>
int add_ball(WorldDescription<D>& world, const Vec<D>& position, bool fixed, const PileUnits& units) {
    BodyDescription<D> body;
    body.mass = units.mass;
    body.geometry = {{Ball<D>{units.radius}, {}, {}}};
    body.position = position;
    body.fixed = fixed;
    world.bodies.push_back(body);
    return static_cast<int>(world.bodies.size()) - 1;
}

/// Balls above a lowest row of n balls a side.
template <int D>
long balls_above(long n) {
    return D == 2 ? n * (n - 1) / 2 : (n - 1) * n * (n + 1) / 6;
}

template <int D>
long side_for(int size) {
    long n = 2;
    while (balls_above<D>(n + 1) <= size) ++n;
    return size - balls_above<D>(n) > balls_above<D>(n + 1) - size ? n + 1 : n;
}

/// A place in the lattice: (i) or (i, j) within row `l`, counted from below.
template <int D>
using Index = std::array<long, D>;  // i, (j,) l

template <int D>
Vec<D> place_of(const Index<D>& at, double r) {
    const double a = 2.0 * spacing * r;
    const auto i = static_cast<double>(at[0]), l = static_cast<double>(at[D - 1]);
    if constexpr (D == 2) return {{a * (i + 0.5 * l), l * std::sqrt(4.0 * r * r - 0.25 * a * a)}};
    if constexpr (D == 3) {
        const auto j = static_cast<double>(at[1]);
        return {{a * (i + 0.5 * j + 0.5 * l), a * (0.5 * std::sqrt(3.0) * j + 0.5 / std::sqrt(3.0) * l),
                 l * std::sqrt(4.0 * r * r - a * a / 3.0)}};
    }
}

/// The D balls below one, and how many balls of their line press on each contact.
template <int D>
std::vector<std::pair<Index<D>, long>> supports_of(const Index<D>& at, long n) {
    std::vector<std::pair<Index<D>, long>> list;
    Index<D> below = at;
    --below[D - 1];
    long left = n;
    for (const long k : at) left -= k;
    list.emplace_back(below, left);
    for (std::size_t axis = 0; axis + 1 < D; ++axis) {
        Index<D> shifted = below;
        ++shifted[axis];
        list.emplace_back(shifted, at[axis] + 1);
    }
    return list;
}

/// Rows from below, so that bodies are numbered upwards.
template <int D>
std::vector<Index<D>> lattice(long n) {
    std::vector<Index<D>> list;
    for (long l = 0; l < n; ++l) {
        for (long j = 0; j < (D == 3 ? n - l : 1); ++j) {
            for (long i = 0; i + j < n - l; ++i) {
                if constexpr (D == 2) list.push_back({i, l});
                if constexpr (D == 3) list.push_back({i, j, l});
            }
        }
    }
    return list;
}

}  // namespace

double PileUnits::speed() const { return std::sqrt(gravity * radius); }
double PileUnits::step() const { return 0.1 * radius / speed(); }
double PileUnits::reduced(double stiffness) const { return stiffness * radius / (mass * gravity); }
double PileUnits::stiffness_of(double reduced) const { return reduced * mass * gravity / radius; }

Pile<3> stack_of(int size, double stiffness, double squeeze, const PileUnits& units) {
    assert(size > 0 && stiffness > 0.0);
    Pile<3> pile{empty_world<3>(stiffness, units), {}, size};
    BodyDescription<3> floor;
    floor.fixed = true;
    floor.geometry = {{Plane<3>{Vec<3>::axis(2)}, {}, {}}};
    pile.description.bodies.push_back(floor);
    for (int k = 0; k < size; ++k) {
        const double height = (2.0 * k + 1.0) * units.radius * (1.0 - squeeze);
        const int ball = add_ball<3>(pile.description, height * Vec<3>::axis(2), false, units);
        pile.forces.push_back({ball - 1, ball, (size - k) * units.mass * units.gravity});
    }
    return pile;
}

template <int D>
Pile<D> pile_of(int size, double stiffness, double squeeze, const PileUnits& units) {
    assert(size > 0 && stiffness > 0.0);
    Pile<D> pile{empty_world<D>(stiffness, units), {}, 0};
    const long n = side_for<D>(size);
    const double r = units.radius;
    const double slope = place_of<D>(lattice<D>(2).back(), r)[D - 1] / (2.0 * r);  // cos phi
    std::map<Index<D>, int> body;
    for (const Index<D>& at : lattice<D>(n)) {
        const bool lowest = at[D - 1] == 0;
        const int ball = add_ball<D>(pile.description, (1.0 - squeeze) * place_of<D>(at, r), lowest, units);
        body[at] = ball;
        pile.movable += !lowest;
        if (lowest) continue;
        for (const auto& [below, pressing] : supports_of<D>(at, n))
            pile.forces.push_back({body.at(below), ball,
                                   static_cast<double>(pressing) * units.mass * units.gravity / (D * slope)});
    }
    return pile;
}

template Pile<2> pile_of(int, double, double, const PileUnits&);
template Pile<3> pile_of(int, double, double, const PileUnits&);

}  // namespace drystone

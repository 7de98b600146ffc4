#pragma once

#include <limits>

#include "core/random.h"
#include "geometry/parts.h"

namespace drystone {

constexpr bool held = false;  // impulses do not move it

/// Adds one part that is a body of its own, where it stands in the world; returns its index.
template <int D>
int add_part(Parts<D>& parts, PartKind kind, const Vec<D>& centre, double radius, bool movable = true) {
    const int index = parts.size();
    parts.body.push_back(index);
    parts.kind.push_back(kind);
    parts.movable.push_back(movable ? 1 : 0);
    parts.radius.push_back(radius);
    parts.length.push_back(0.0);
    parts.solid.push_back(-1);
    parts.surface.push_back(-1);
    parts.local_centre.push_back({});
    parts.local_axis.push_back({});
    parts.centre.push_back(centre);
    parts.axis.push_back({});
    return index;
}

template <int D>
int add_ball(Parts<D>& parts, const Vec<D>& centre, double radius, bool movable = true) {
    return add_part(parts, PartKind::ball, centre, radius, movable);
}

template <int D>
int add_plane(Parts<D>& parts, const Vec<D>& place, const Vec<D>& normal, bool movable = held) {
    const int index = add_part(parts, PartKind::plane, place, 0.0, movable);
    parts.axis.set(parts.size() - 1, (1.0 / norm(normal)) * normal);
    return index;
}

template <int D>
int add_drum(Parts<D>& parts, const Vec<D>& place, double radius, const Vec<D>& axis = {},
             double length = std::numeric_limits<double>::infinity()) {
    const int index = add_part(parts, PartKind::drum, place, radius, held);
    if (D == 3) parts.axis.set(parts.size() - 1, (1.0 / norm(axis)) * axis);
    if (D == 3) parts.length.set(parts.size() - 1, length);
    return index;
}

template <int D>
Vec<D> random_point(Random& random, double low, double high) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = random.uniform(low, high);
    return x;
}

template <int D>
Vec<D> random_direction(Random& random) {
    for (;;) {
        const Vec<D> x = random_point<D>(random, -1.0, 1.0);
        if (norm(x) > 0.1 && norm(x) < 1.0) return (1.0 / norm(x)) * x;
    }
}

/// Balls thrown at random into a box, radii between r and ratio r with equal numbers per octave; every tenth
/// is held, and every seventh belongs to the body of the one before if both can move. In the middle of the
/// list a floor, at its end a drum about them all.
template <int D>
Parts<D> random_cloud(int balls, double box, double r, double ratio, std::uint64_t seed) {
    Random random(seed);
    Parts<D> parts;
    for (int i = 0; i < balls; ++i) {
        const double radius = r * std::pow(ratio, random.uniform());
        add_ball(parts, random_point<D>(random, -0.5 * box, 0.5 * box), radius, i % 10 != 3);
        const std::size_t last = parts.body.size() - 1;
        if (i % 7 == 6 && parts.movable[last] && parts.movable[last - 1])
            parts.body[last] = parts.body[last - 1];
        if (i == balls / 2) add_plane(parts, -0.45 * box * Vec<D>::axis(D - 1), Vec<D>::axis(D - 1));
    }
    add_drum(parts, Vec<D>{}, 0.6 * box, Vec<D>::axis(0), box);
    return parts;
}

}  // namespace drystone

#pragma once

// Grains of every kind as curved shapes see them, and the gap of two of them by brute force.

#include <algorithm>
#include <numbers>

#include "core/motion.h"
#include "core/random.h"
#include "geometry/curved_samples.h"
#include "narrowphase/curved_contact.h"

namespace drystone::samples {

/// Something that stands somewhere; keeps what its Supported looks at.
template <int D>
struct Grain {
    std::string name;
    Core<D> core;
    std::shared_ptr<const Convex<D>> block;
    Vec<D> middle{};
    double radius = 0.0, size = 0.0, rounding = 0.0;

    /// At a pose of its frame.
    Supported<D> at(const Pose<D>& pose) const {
        Supported<D> out;
        out.core = &core;
        out.pose = pose;
        out.middle = pose.position + pose.turn * middle;
        out.radius = radius - rounding;
        out.size = size;
        out.rounding = rounding;
        return out;
    }
};

template <int D>
Grain<D> grain(const std::string& name, const Curved<D>& shape) {
    return {name, shape.core, shape.hull, shape.middle, shape.radius, shape.inner_radius, shape.rounding};
}
template <int D>
Grain<D> ball_grain(double radius) {
    return {"ball", Dot<D>{}, {}, {}, radius, radius, radius};
}
template <int D>
Grain<D> block_grain(const Convex<D>& convex) {
    const auto kept = std::make_shared<const Convex<D>>(convex);
    return {"block", Hull<D>{kept.get()}, kept, kept->middle, kept->radius, kept->inner_radius, 0.0};
}

template <int D>
std::vector<Grain<D>> all_grains() {
    std::vector<Grain<D>> all;
    for (const auto& one : curved_samples(Vec<D>{})) all.push_back(grain(one.name, *one.shape));
    all.push_back(ball_grain<D>(0.3));
    Vec<D> size;
    for (int i = 0; i < D; ++i) size[i] = 0.5 + 0.3 * i;
    all.push_back(block_grain(box<D>(size)));
    return all;
}

template <int D>
Vec<D> any_unit(Random& random) {
    Vec<D> d;
    for (int i = 0; i < D; ++i) d[i] = random.normal();
    return (1.0 / norm(d)) * d;
}

inline Rotation<2> any_turn(Random& random, Vec<2>) { return {random.uniform(-3.2, 3.2)}; }
inline Rotation<3> any_turn(Random& random, Vec<3>) {
    return normalised(Rotation<3>{random.normal(), {{random.normal(), random.normal(), random.normal()}}});
}

/// s(n) - r_A - r_B
template <int D>
double left_along(const Supported<D>& a, const Supported<D>& b, const Vec<D>& n) {
    return dot(n, b.support(-n) - a.support(n)) - a.rounding - b.rounding;
}

/// The largest over many directions, the best of them improved at random.
template <int D>
double gap_by_force(const Supported<D>& a, const Supported<D>& b, Random& random) {
    std::vector<std::pair<double, Vec<D>>> tried;
    for (int k = 0; k < (D == 2 ? 720 : 3000); ++k) {
        const Vec<D> n = any_unit<D>(random);
        tried.push_back({left_along(a, b, n), n});
    }
    std::sort(tried.begin(), tried.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
    tried.resize(4);
    double best = tried[0].first;
    for (auto& [here, n] : tried) {
        double width = 0.1;
        for (int k = 0, fails = 0; k < 600; ++k) {
            const Vec<D> m = n + width * any_unit<D>(random), u = (1.0 / norm(m)) * m;
            const double there = left_along(a, b, u);
            if (there > here)
                here = there, n = u, fails = 0;
            else if (++fails > 6)
                width *= 0.6, fails = 0;
        }
        best = std::max(best, here);
    }
    return best;
}

}  // namespace drystone::samples

#pragma once

// Loads on bodies and damping where the arrays are: step/loads.cpp, step/damping.cpp.

#include <vector>

#include "device/body_motion.h"
#include "device/kernel.h"
#include "step/damping.h"

namespace drystone::device {

/// A load on a body, docs/theory.md (7.7), at its full value.
template <int D>
struct LoadOn {
    Vec<D> force{};
    Spin<D> torque{};
    Vec<D> weight{};  // in proportion to its mass [N]
    Vec<D> arm{};     // of the point where it acts, body frame [m]
    Rotation<D> shape_rotation{};
    bool follows = false, has_point = false;
    int scale = 0;  // which of the multipliers

    /// Force and torque, its body turned by `rotation`.
    DRYSTONE_ON_DEVICE Twist<D> at(const Rotation<D>& rotation) const {
        Twist<D> f{force, torque};
        if (follows) {
            const Rotation<D> shape = rotation * shape_rotation;
            f.v = rotate(shape, force);
            if constexpr (D == 3) f.w = rotate(shape, torque);
        }
        if (has_point) f.w += moment(rotate(rotation, arm), f.v);
        f.v += weight;
        return f;
    }
};

/// Loads by body, and bodies that are damped.
template <int D>
struct Loads {
    std::vector<LoadOn<D>> load;
    std::vector<int> body, first;  // bodies with loads, and their first one; one more at the end
    std::vector<int> damped, rate;  // bodies, and which of the rates is theirs
    std::vector<DampedBody> rates;  // one body of each rate
};

template <int D, class B>
struct LoadsOn {
    template <class T>
    using Buffer = typename B::template Buffer<T>;

    Buffer<LoadOn<D>> load;
    Buffer<int> body, first, damped, rate;
    Buffer<double> scale, growth_of;
    Buffer<Twist<D>> applied;  // (bodies, or none)
    Buffer<double> growth;     // (bodies, or none)

    void begin(B& on, const Loads<D>& given, std::size_t bodies) {
        const auto up = [&](const auto& from, auto& to) { on.upload(std::span(from), to); };
        up(given.load, load), up(given.body, body), up(given.first, first), up(given.damped, damped), up(given.rate, rate);
        on.fill(applied, given.body.empty() ? 0 : bodies, Twist<D>{});
        on.fill(growth, given.damped.empty() ? 0 : bodies, 1.0);
    }

    void apply(B& on, std::span<const double> scales, const Rotation<D>* rotation) {
        if (body.size() == 0) return;
        on.upload(scales, scale);
        const LoadOn<D>* loads = load.data();
        const int *bodies = body.data(), *firsts = first.data();
        const double* by = scale.data();
        Twist<D>* out = applied.data();
        on.for_each(body.size(), [=] DRYSTONE_KERNEL(int k) {
            Twist<D> sum{};
            for (int j = firsts[k]; j < firsts[k + 1]; ++j) {
                const Twist<D> f = loads[j].at(rotation[bodies[k]]);
                sum.v += by[loads[j].scale] * f.v;
                sum.w += by[loads[j].scale] * f.w;
            }
            out[bodies[k]] = sum;
        });
    }

    void grow(B& on, std::span<const double> growths) {
        if (damped.size() == 0) return;
        on.upload(growths, growth_of);
        const int *bodies = damped.data(), *which = rate.data();
        const double* from = growth_of.data();
        double* out = growth.data();
        on.for_each(damped.size(), [=] DRYSTONE_KERNEL(int k) { out[bodies[k]] = from[which[k]]; });
    }

    /// Of the step, once velocities are those of its end [J].                                      docs/theory.md (8.5)
    double work(B& on, const BodyView<D>& all, double h) {
        const int* bodies = body.data();
        return on.template sum<Amount>(body.size(), [=] DRYSTONE_KERNEL(int k) {
            const int i = bodies[k];
            const Twist<D> was = all.free_part(i, all.before[i]), is = all.free_part(i, all.velocity[i]);
            return Amount{all.counted(i, 0.5 * h * (dot(all.applied[i].v, was.v + is.v) + dot(all.applied[i].w, was.w + is.w)))};
        }).value;
    }

    double damped_away(B& on, const BodyView<D>& all) {
        const int* bodies = damped.data();
        return on.template sum<Amount>(damped.size(), [=] DRYSTONE_KERNEL(int k) {
            const int i = bodies[k];
            return Amount{all.growth[i] == 1.0 ? 0.0 : all.counted(i, (all.growth[i] - 1.0) * mean_power(all, i))};
        }).value;
    }
};

}  // namespace drystone::device

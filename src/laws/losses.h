#pragma once

#include "core/motion.h"
#include "laws/approach.h"
#include "laws/local_law.h"

namespace drystone {

/// Energy that contacts and materials took out of the motion, by what took it [J]. docs/theory.md section 8.
struct Dissipation {
    double friction = 0.0;  // sliding, rolling, spinning
    double impact = 0.0;    // normal velocity lost
    double damage = 0.0;    // joints torn, sheared off, crushed
    double cohesion = 0.0;  // cohesive bridges pulled open
    double damping = 0.0;   // inside deformable bodies

    double total() const { return friction + impact + damage + cohesion + damping; }
    Dissipation& operator+=(const Dissipation& other) {
        friction += other.friction;
        impact += other.impact;
        damage += other.damage;
        cohesion += other.cohesion;
        damping += other.damping;
        return *this;
    }
    bool operator==(const Dissipation&) const = default;
};

/// What became of a contact in a step, contact frame.
template <int D>
struct Outcome {
    const Approach<D>& in;
    const LocalLaw<D>& law;
    Vec<D> r{};               // impulse [N s]
    Spin<D> m{};              // moment [N m s]
    Vec<D> after{};           // u+ [m/s]
    double turning_loss = 0;  // - m . (spin before + after) / 2 [J]

    Vec<D> mean() const { return 0.5 * (in.velocity + after); }
    double normal_loss() const { return -r[0] * mean()[0]; }
    double shear_loss() const {
        Vec<D> shear = r;
        shear[0] = 0.0;
        return -dot(shear, mean());
    }

    /// v_t + C_t r_t: the slip that is not elastic [m/s].
    Vec<D> plastic_slip() const {
        Vec<D> v = after + law.velocity_shift + law.yields.slip * r;
        v[0] = 0.0;
        return v;
    }

    static constexpr double at_the_limit = 1.0 - 1e-9;
    bool shear_at_limit() const {
        const double limit = law.shear_limit(r[0]);
        return limit > 0.0 && tangential_norm(r) >= at_the_limit * limit;
    }
    bool pull_at_limit() const {
        return r[0] <= -at_the_limit * law.tension && after[0] + law.velocity_shift[0] > 0.0;
    }
};

/// Of a contact without a joint: what shear and moments took is friction, the rest impact.
template <int D>
Dissipation dry_losses(const Outcome<D>& out) {
    return {.friction = out.shear_loss() + out.turning_loss, .impact = out.normal_loss()};
}

}  // namespace drystone

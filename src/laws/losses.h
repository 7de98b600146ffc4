#pragma once

#include "core/motion.h"
#include "core/on_device.h"
#include "laws/approach.h"
#include "laws/local_law.h"

namespace drystone {

/// Energy that contacts and materials took out of the motion, by what took it [J]. docs/theory.md section 8.
struct Dissipation {
    double friction = 0.0;  // sliding, rolling, spinning
    double impact = 0.0;    // normal velocity lost
    double damage = 0.0;    // joints torn, sheared off, crushed
    double cohesion = 0.0;  // cohesive bridges pulled open
    double damping = 0.0;   // inside deformable bodies, of rigid ones against the world, by coming to rest

    DRYSTONE_ON_DEVICE double total() const { return friction + impact + damage + cohesion + damping; }
    DRYSTONE_ON_DEVICE Dissipation& operator+=(const Dissipation& other) {
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
    Spin<D> spin{};           // relative spin after the step [rad/s]
    Spin<D> spin_before{};    // .. and before it: of links
    double mass = 0.0;        // what it takes to change u, 1 / mean diagonal of W_ii [kg]
    double inertia = 0.0;     // likewise for the spin [kg m2]
    double doubt = 0.0;       // impulses smaller than this the solver does not vouch for [N s]

    DRYSTONE_ON_DEVICE Vec<D> mean() const { return 0.5 * (in.velocity + after); }
    DRYSTONE_ON_DEVICE double normal_loss() const { return -r[0] * mean()[0]; }
    DRYSTONE_ON_DEVICE double shear_loss() const {
        Vec<D> shear = r;
        shear[0] = 0.0;
        return -dot(shear, mean());
    }

    /// v_t + C_t r_t: the slip that is not elastic [m/s].
    DRYSTONE_ON_DEVICE Vec<D> plastic_slip() const {
        Vec<D> v = after + law.velocity_shift + law.yields.slip * r;
        v[0] = 0.0;
        return v;
    }

    // Forces of rigid bodies are not unique: a contact may stand at its limit in one admissible set and within it in the next.
    // It gives way when it moves there: when what was missing to hold it exceeds a share of the limit and what the solver
    // vouches for, or when it has moved by a length that shows.                                      docs/theory.md (3.21)
    static constexpr double given = 1e-6;    // of the limit, or of the smaller body's size
    static constexpr double at_limit = 0.9;  // of the limit: what moves is there but for the solver's error

    DRYSTONE_ON_DEVICE bool slides() const {
        const double limit = law.shear_limit(r[0]);
        return limit > 0.0 && tangential_norm(r) + doubt >= at_limit * limit &&
               moves(norm(plastic_slip()), limit);
    }
    /// Whether its bodies rub past each other: it slides, or could hold nothing (a point that others leave without force, no friction
    /// once it moves) and is passed.
    DRYSTONE_ON_DEVICE bool rubs() const {
        if (law.shear_limit(r[0]) > 0.0) return slides();
        return in.closed && moves(norm(plastic_slip()), 0.0);
    }
    DRYSTONE_ON_DEVICE bool opens() const {
        return r[0] <= doubt - at_limit * law.tension && moves(after[0] + law.velocity_shift[0], law.tension);
    }
    DRYSTONE_ON_DEVICE bool is_crushed() const {
        return r[0] + doubt >= at_limit * law.yields.gives_at &&
               moves(-(after[0] + law.velocity_shift[0]), law.yields.gives_at);
    }
    DRYSTONE_ON_DEVICE bool turns() const {
        if constexpr (D == 2)
            return turns(std::abs(m[0]), std::abs(spin[0]), law.turning.bending);
        else
            return turns(tangential_norm(m), tangential_norm(spin), law.turning.bending) ||
                   turns(std::abs(m[0]), std::abs(spin[0]), law.turning.twisting);
    }

  private:
    DRYSTONE_ON_DEVICE bool moves(double v, double limit) const {
        return mass * v > given * limit + doubt || in.step * v > given * in.least_radius;
    }
    /// A part with a limit of zero turns freely.
    DRYSTONE_ON_DEVICE bool turns(double moment, double rate, double limit) const {
        const double unsure = doubt * in.least_radius;
        return limit > 0.0 && moment + unsure >= at_limit * limit &&
               (inertia * rate > given * limit + unsure || in.step * rate > given);
    }
};

/// Of a contact without a joint: what shear and moments took is friction, the rest impact.
template <int D>
DRYSTONE_ON_DEVICE Dissipation dry_losses(const Outcome<D>& out) {
    return {.friction = out.shear_loss() + out.turning_loss, .impact = out.normal_loss()};
}

}  // namespace drystone

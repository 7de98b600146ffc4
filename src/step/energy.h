#pragma once

namespace drystone {

/// The work-energy balance since time 0, docs/theory.md section 8:
///
///     kinetic + potential - (both at time 0) = work - dissipated - scheme + balance_error
///
/// Kinetic and potential energy come from the state, the other three are summed step by step from forces and
/// impulses; the balance error is therefore rounding, whatever the solver's convergence. [J]
struct Energy {
    double kinetic = 0.0;
    double potential = 0.0;
    double initial = 0.0;     // kinetic + potential at time 0
    double work = 0.0;        // of drives and applied loads
    double dissipated = 0.0;  // by contacts: - sum r . (u- + u+) / 2
    double scheme = 0.0;  // lost by the integrator itself: euler's first-order damping, gyroscopic splitting

    double balance_error() const { return kinetic + potential - initial - work + dissipated + scheme; }
};

/// What contact impulses did in a step [J].
struct ContactWork {
    double dissipated = 0.0;  // - sum r . (u- + u+) / 2
    double driven = 0.0;      // work of what moves the driven bodies: - (contact impulse) . (driven velocity)

    ContactWork& operator+=(const ContactWork& other) {
        dissipated += other.dissipated;
        driven += other.driven;
        return *this;
    }
};

template <int D>
struct World;
class ThreadPool;

/// Sets kinetic and potential energy from the state of the world.
template <int D>
void measure_energy(World<D>& world);

/// Adds the step's work and losses to world.energy, once bodies.velocity holds u+ and contacts.impulse the
/// step's impulses. `end_of_step`: positions advance with u+ alone (euler), not with (u- + u+) / 2.
template <int D>
void account_energy(World<D>& world, double h, bool end_of_step, ThreadPool& pool);

}  // namespace drystone

#pragma once

#include "bodies/bodies.h"
#include "core/parallel.h"
#include "laws/losses.h"

namespace drystone {

/// The work-energy balance since time 0, docs/theory.md section 8:
///
///     kinetic + potential + stored + strain - (the sum at time 0)
///         = work - dissipated - scheme + projected + entered - left + changed + balance_error
///
/// Kinetic and potential energy come from the state, the others are summed step by step from forces and impulses;
/// the balance error is therefore rounding, whatever the solver's convergence. [J]
struct Energy {
    double kinetic = 0.0;
    double potential = 0.0;
    double stored = 0.0;   // elastic energy of joints: what the laws' memories hold
    double strain = 0.0;   // of deformable bodies
    double initial = 0.0;  // kinetic + potential + stored + strain at time 0
    double work = 0.0;     // of drives and applied loads
    Dissipation losses{};  // in contacts, and by damping
    double scheme =
        0.0;  // lost by the integrator itself: euler's first-order damping, gyroscopic splitting, stiff
              // joints
    double projected = 0.0;  // gained by bodies that were moved out of overlaps, mostly raised
    double entered = 0.0;    // that bodies had when they came into the world
    double left = 0.0;       // .. when they left it
    double changed = 0.0;    // gained where stages begin: other gravity, other springs, bodies released and held

    double dissipated() const { return losses.total(); }
    double balance_error() const {
        return kinetic + potential + stored + strain - initial - work + dissipated() + scheme - projected - entered + left -
               changed;
    }
};

/// What contact impulses did in a step [J].
struct ContactWork {
    Dissipation losses{};
    double stored = 0.0;  // change
    double scheme = 0.0;  // rest of - sum r . (u- + u+) / 2 - m . (w- + w+) / 2
    double driven = 0.0;  // work of what moves the driven bodies: - (contact impulse) . (driven velocity)

    ContactWork& operator+=(const ContactWork& other) {
        losses += other.losses;
        stored += other.stored;
        scheme += other.scheme;
        driven += other.driven;
        return *this;
    }
};

template <int D>
struct World;

/// Velocity of what is driven of body i.
template <int D>
Twist<D> driven_part(const Matter<D>& matter, int i, const Twist<D>& t);

/// Kinetic and potential energy of what is free of rigid body i, in a cell that deforms against it [J].
template <int D>
double kinetic_energy_of(const World<D>& world, int i);
template <int D>
double potential_energy_of(const World<D>& world, int i);

/// Of what is free of rigid bodies [J].
template <int D>
double rigid_kinetic_energy(World<D>& world, ThreadPool& pool);

/// Sets kinetic and potential energy from the places and velocities.
template <int D>
void measure_energy(World<D>& world, ThreadPool& pool);

/// The same, on one thread.
template <int D>
void measure_energy(World<D>& world);

/// Adds the step's work of loads and loss of the scheme to world.energy, once bodies.velocity holds u+.
/// `end_of_step`: positions advance with u+ alone (euler), not with (u- + u+) / 2.
template <int D>
void account_energy(World<D>& world, double h, bool end_of_step, ThreadPool& pool);

}  // namespace drystone

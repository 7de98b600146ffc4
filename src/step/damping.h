#pragma once

namespace drystone {

template <int D>
struct Model;
template <int D>
struct World;

/// A rigid body whose motion dies out.
struct DampedBody {
    int body = 0;
    double rate = 0.0;    // alpha of its material [1/s]
    int entry = -1;       // of the description's dampings, which then has the rate
    double growth = 1.0;  // of the step: e^(alpha h)
    bool books = true;    // what it loses is this process's to book, and not another's
};

/// Fills world.damped. Throws InputError where an entry of the description is about a body that deforms.
template <int D>
void list_damped_bodies(World<D>& world);

/// A rigid body that came later joins the list, if it is damped.
template <int D>
void damp_newcomer(Model<D>& model, int body);

/// Mass-proportional damping, implicit in the velocity: between begin_damping and end_damping a damped body is e^(alpha h)
/// times as heavy and as slow; end_damping, once bodies.velocity holds u+, books what was lost. docs/theory.md (8.10), (8.11).
template <int D>
void begin_damping(World<D>& world, double h, double t);
template <int D>
void end_damping(World<D>& world);

/// The same for methods without a contact problem: velocities fall by e^(-alpha h) between their steps.
template <int D>
void damp_between_steps(World<D>& world, double h, double t);

}  // namespace drystone

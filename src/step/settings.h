#pragma once

#include "md/settings.h"
#include "solvers/solver.h"
#include "step/abilities.h"

namespace drystone {

enum class Integrator { moreau, euler };
enum class Overlap { keep, push, project };

/// How a step is to be taken: the scene's [time] and [solver] tables.
struct StepSettings {
    double step = 0.0;  // h [s]
    Integrator integrator = Integrator::moreau;
    Overlap overlap = Overlap::project;  // under euler project is keep
    double theta = 0.5;        // of deformable bodies: 1/2 keeps the energy of vibrations, 1 damps them most; euler: 1
    bool quasistatic = false;  // every step begins at rest (euler)
    int halve = 0;             // how often a step that fails may be halved
    SolverSettings solver;
    SoftSettings soft{};  // where solver.method is md

    /// Who takes the steps, and what it can do.
    Solves stepper() const { return solver.method == SolverMethod::md ? Solves::soft_grains : Solves::time_steps; }
    const Abilities& able() const { return abilities_of(stepper()); }

    /// Static steps have no length, a fixed number of sweeps is as good as was asked for, and soft grains have steps of their own.
    bool may_halve() const { return halve > 0 && !quasistatic && solver.fixed_iterations == 0 && able().contact_problem; }

    /// Overlaps are taken out of positions, and impacts are seen before they happen.
    bool projects() const { return overlap == Overlap::project && integrator == Integrator::moreau; }
};

}  // namespace drystone

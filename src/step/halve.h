#pragma once

#include <functional>
#include <vector>

#include "bodies/bodies.h"
#include "contact/contacts.h"
#include "core/parallel.h"
#include "step/cell.h"
#include "step/dofs.h"
#include "step/energy.h"
#include "step/report.h"
#include "step/settings.h"

namespace drystone {

/// What a step changes, as it was before: of its contacts the last step's are still there (ContactScratch::old).
template <int D>
struct BeforeStep {
    double time = 0.0;
    long steps = 0;
    Bodies<D> bodies;
    Dofs<D> dofs;  // of deformable bodies
    Contacts<D> contacts;  // of time 0, of a run that begins with those of another; else none
    Energy energy;
    Cell<D> cell;
};

template <int D>
struct World;

/// One step, by the integrator of the settings.
template <int D>
using TakeStep = std::function<StepReport(World<D>&, const StepSettings&, ThreadPool&)>;

/// A step whose contact problem is not solved, or whose numbers are not finite, is undone and taken as two steps of half its length, these
/// if need be again, `settings.halve` times at most. docs/theory.md section 6.
template <int D>
StepReport step_or_halve(World<D>& world, const StepSettings& settings, ThreadPool& pool, const TakeStep<D>& take);

}  // namespace drystone

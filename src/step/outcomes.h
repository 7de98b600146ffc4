#pragma once

#include "contact/assemble.h"
#include "step/world.h"

namespace drystone {

/// What assemble() and settle_contacts() know of the step.
template <int D>
AssembleInput<D> assemble_input(const World<D>& world, const StepSettings& settings) {
    return {.matter = world.matter,
            .bodies = world.bodies,
            .parts = world.parts,
            .contacts = world.contacts,
            .share = world.carried.share,
            .before = world.before,
            .gripped = &world.gripped,
            .carried = world.cell_model.deforms,
            .book = world.book,
            .mobile = world.mobile,
            .step = settings.step,
            .closes_gap = settings.integrator == Integrator::euler,
            .push = settings.overlap == Overlap::push,
            .foresees = settings.projects(),
            .theta = settings.theta,
            .links = &world.links};
}

}  // namespace drystone

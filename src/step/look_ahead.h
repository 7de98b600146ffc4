#pragma once

#include "step/world.h"

namespace drystone {

template <int D>
const Law& law_of(const World<D>& world, const ContactPoint<D>& c) {
    const std::vector<int>& surface = world.matter.surface;
    return world.book.of(surface[world.parts.body[c.a]], surface[world.parts.body[c.b]]);
}

/// Whether an approach, however fast, ends in a bounce.
template <int D>
bool bounces(const Law& law) {
    constexpr double fast = 1e100;
    const Approach<D> hard{.velocity = -fast * Vec<D>::axis(0), .step = 1.0};
    return compile<D>(law, hard, {}).velocity_shift[0] < 0.0;
}

/// How far bodies may come within the step, their neighbours' impulses included: world.projection.closing, and world.reach to see as far.
/// With the free velocities in bodies.velocity and the list of neighbours up to date.
template <int D>
void foresee_impacts(World<D>& world, const StepSettings& settings, ThreadPool& pool);

/// Whether a dry contact that is open is to be stopped at the surface, not behind it: where it may close within the step. One
/// that bounces only where it does so by the free velocities, for then it is to know at which speed. After foresee_impacts(). docs/theory.md (6.9).
template <int D>
bool is_about_to_close(const World<D>& world, const StepSettings& settings, const ContactPoint<D>& c);

/// Whether an open contact was found by looking ahead and nobody needs it.
template <int D>
bool is_distant(const World<D>& world, const StepSettings& settings, const ContactPoint<D>& c);

/// Drops such from world.contacts.point.
template <int D>
void drop_distant(World<D>& world, const StepSettings& settings, ThreadPool& pool);

}  // namespace drystone

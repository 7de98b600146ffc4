#pragma once

// Sums over the bodies that move, `which`, where a memory has them: step/energy.cpp.

#include "device/body_motion.h"
#include "device/kernel.h"
#include "device/pipeline.h"

namespace drystone::device {

template <int D, class B, class Bodies>
StateEnergy energy_on(B& on, const BodyView<D>& body, Bodies& which, const StepView<D>& step) {
    const int* moving = which.data();
    return on.template sum<StateEnergy>(which.size(), [=] DRYSTONE_KERNEL(int k) {
        const int i = moving[k];
        Twist<D> t = body.free_part(i, body.velocity[i]);
        if (step.cell.moves && body.rides[i]) t.v -= step.cell.carried(body.position[i]);
        return StateEnergy{body.counted(i, kinetic_energy(body, i, t)),
                           -body.counted(i, body.mass[i] * dot(body.free_part(i, {step.gravity, {}}).v, body.position[i]))};
    });
}

/// sum m P G . x                                                                              docs/theory.md (8.9)
template <int D, class B, class Bodies>
double weight_on(B& on, const BodyView<D>& body, Bodies& which, const Vec<D>& gravity) {
    const int* moving = which.data();
    return on.template sum<Amount>(which.size(), [=] DRYSTONE_KERNEL(int k) {
        const int i = moving[k];
        return Amount{body.counted(i, body.mass[i] * dot(body.free_part(i, {gravity, {}}).v, body.position[i]))};
    }).value;
}

/// h/2 sum m G . (v+ - v-)                                                                     docs/theory.md (8.6)
template <int D, class B, class Bodies>
double lost_by_euler_on(B& on, const BodyView<D>& body, Bodies& which, const StepView<D>& step) {
    const int* moving = which.data();
    return on.template sum<Amount>(which.size(), [=] DRYSTONE_KERNEL(int k) {
        const int i = moving[k];
        const Vec<D> change = body.free_part(i, body.velocity[i]).v - body.free_part(i, body.before[i]).v;
        return Amount{body.counted(i, 0.5 * step.h * body.mass[i] * dot(step.gravity, change))};
    }).value;
}

}  // namespace drystone::device

#pragma once

// What is done at one contact when the problem is made, and when its impulse is known: contact/assemble.cpp, step/outcomes.cpp.

#include <algorithm>

#include "device/anderson_on.h"
#include "device/arrays.h"
#include "device/pipeline.h"
#include "device/round_view.h"
#include "narrowphase/find_contacts.h"
#include "step/reach_rules.h"

namespace drystone::device {

/// Of b against a, at lever arms.
template <int D>
DRYSTONE_ON_DEVICE Vec<D> relative_velocity(const Twist<D>* twist, int a, const Vec<D>& arm_a, int b, const Vec<D>& arm_b) {
    return twist[b].v + turn(twist[b].w, arm_b) - (twist[a].v + turn(twist[a].w, arm_a));
}

/// Of the smaller part; walls are without end [m].
DRYSTONE_ON_DEVICE inline double size_of(const PartView& part, int a, int b) {
    return part.wall[a] >= 0 ? part.radius[b] : part.wall[b] >= 0 ? part.radius[a] : std::min(part.radius[a], part.radius[b]);
}

template <int D>
DRYSTONE_ON_DEVICE Approach<D> approach_of(const StepView<D>& step, const Vec<D>& velocity_before, double gap, double size) {
    Approach<D> in;
    in.velocity = velocity_before;
    in.gap = gap;
    in.step = step.h;
    in.least_radius = size;
    in.closed = gap <= touching * size;
    in.rests = gap <= lingering * size;
    in.closes_gap = step.euler || (step.foresees && gap > 0.0);
    in.push = step.push;
    return in;
}

/// A contact into its slot. Returns |rho b|^2.
template <int D>
struct PackContact {
    StepView<D> step;
    BodyView<D> body;
    PartView part;
    LawView laws;
    ContactView<D> contacts;
    const int* order;  // (slots)
    const int* row_a;  // (contacts)
    const int* row_b;
    const SweepBody<D>* table;
    int nobody;
    RoundView<D> out;
    int* slot_a;
    int* slot_b;

    DRYSTONE_ON_DEVICE Amount operator()(int slot) const {
        const int i = order[slot], a = part.body[contacts.a[i]], b = part.body[contacts.b[i]];
        const Vec<D> arm_a = contacts.point[i] - body.position[a], arm_b = contacts.point[i] - body.position[b];
        const Vec<D> free = relative_velocity(body.velocity, a, arm_a, b, arm_b);
        const Mat<D> frame = contact_frame(contacts.normal[i]);
        const Approach<D> in = approach_of(step, frame * relative_velocity(body.before, a, arm_a, b, arm_b), contacts.gap[i],
                                           size_of(part, contacts.a[i], contacts.b[i]));
        const LocalLaw<D> law = laws.law[laws.number(body.surface[a], body.surface[b])].compile(in);
        RoundContact<D> c;
        c.n = contacts.normal[i];
        c.b = transpose_times(frame, frame * free + law.velocity_shift);
        c.r = contacts.impulse[i];
        c.mu = law.mu;
        c.body_a = row_a[i] >= 0 ? row_a[i] : nobody;
        c.body_b = row_b[i] >= 0 ? row_b[i] : nobody;
        c.arm_a = row_a[i] >= 0 ? dot(c.n, arm_a) : 0.0;
        c.arm_b = row_b[i] >= 0 ? -dot(c.n, arm_b) : 0.0;
        nlgs::weigh(table[c.body_a], table[c.body_b], c);
        out.store(slot, c);
        slot_a[slot] = c.body_a;
        slot_b[slot] = c.body_b;
        const double rho = nlgs::step_length(c);
        return {rho * rho * dot(free, free)};
    }
};

/// What became of a contact: losses, work of drives, overlap.
template <int D>
struct SettleContact {
    StepView<D> step;
    BodyView<D> body;
    PartView part;
    ContactView<D> contacts;

    DRYSTONE_ON_DEVICE Settled operator()(int i) const {
        Settled out;
        const int a = part.body[contacts.a[i]], b = part.body[contacts.b[i]];
        const Vec<D> arm_a = contacts.point[i] - body.detected[a], arm_b = contacts.point[i] - body.detected[b], J = contacts.impulse[i];
        const Vec<D> after = relative_velocity(body.velocity, a, arm_a, b, arm_b);
        const double size = size_of(part, contacts.a[i], contacts.b[i]), gap = contacts.gap[i];
        out.deepest = gap < 0.0 ? -gap : 0.0;
        const bool deep = gap < -overlap_trace * size && overlap_slack(gap, size, step.h, dot(contacts.normal[i], after)) < 0.0;
        out.deep = deep ? 1.0 : 0.0;
        if (J == Vec<D>{}) return out;
        const Mat<D> frame = contact_frame(contacts.normal[i]);
        const Approach<D> in = approach_of(step, frame * relative_velocity(body.before, a, arm_a, b, arm_b), gap, size);
        const LocalLaw<D> dry{};
        const Outcome<D> outcome{in, dry, frame * J, {}, frame * after};
        out.losses = dry_losses(outcome);
        out.scheme = outcome.normal_loss() + outcome.shear_loss() - out.losses.total();
        if (!(body.inverse_mass[a] > 0.0)) out.driven += dot(J, body.velocity[a].v) + dot(moment(arm_a, J), body.velocity[a].w);
        if (!(body.inverse_mass[b] > 0.0)) out.driven -= dot(J, body.velocity[b].v) + dot(moment(arm_b, J), body.velocity[b].w);
        return out;
    }
};

}  // namespace drystone::device

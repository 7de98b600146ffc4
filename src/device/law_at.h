#pragma once

// Laws at one contact: what they may know of it, when it is met, when the problem is made and when the step is accepted. contact/assemble.cpp
// approach_of(), step/stages.cpp meet_contacts(), step/outcomes.cpp settle_contact(), step/project.cpp is_joined().

#include <algorithm>

#include "contact/anchors.h"
#include "contact/bearing.h"
#include "device/about_to_close.h"
#include "device/arrays.h"
#include "device/pipeline.h"
#include "device/sizes.h"
#include "narrowphase/find_contacts.h"
#include "step/reach_rules.h"

namespace drystone::device {

/// Of b against a, at lever arms.
template <int D>
DRYSTONE_ON_DEVICE Vec<D> relative_velocity(const Twist<D>* twist, int a, const Vec<D>& arm_a, int b, const Vec<D>& arm_b) {
    return twist[b].v + turn(twist[b].w, arm_b) - (twist[a].v + turn(twist[a].w, arm_a));
}

/// What a cell that moves adds to it at contact i, with its edges' velocity before the kick or now: step/cell.cpp given_by_cell().
template <int D>
DRYSTONE_ON_DEVICE Vec<D> given_by_cell(const CellMotion<D>& cell, const Mat<D>& edges, const PartView<D>& part, const ContactView<D>& contacts, int i) {
    const int walls = (part.wall[contacts.b[i]] >= 0 ? 1 : 0) - (part.wall[contacts.a[i]] >= 0 ? 1 : 0);
    return cell.given(edges, contacts.image_of(i), contacts.point[i], walls);
}

/// From body a to the image of body b that contact i sees; of walls the contact point counts.
template <int D>
DRYSTONE_ON_DEVICE Vec<D> branch_of(const Vec<D>* position, const PartView<D>& part, const ContactView<D>& contacts, int i) {
    const int a = contacts.a[i], b = contacts.b[i];
    const Vec<D> to = part.wall[b] >= 0 ? contacts.point[i] : position[part.body[b]] + contacts.away(i);
    return to - (part.wall[a] >= 0 ? contacts.point[i] : position[part.body[a]]);
}

/// r* of two surfaces (Brendel 1.42): planes and faces are flat, the hollow of a drum curves the other way.
template <int D>
DRYSTONE_ON_DEVICE double reduced_radius(const PartView<D>& part, const Wall<D>* wall, int a, int b) {
    double sum = 0.0;
    for (const int p : {a, b}) {
        const int w = part.wall[p];
        sum += part.is_solid(p) ? 0.0 : w < 0 ? 1.0 / part.radius[p] : wall[w].kind == PartKind::drum ? -1.0 / wall[w].radius : 0.0;
    }
    return sum > 0.0 ? 1.0 / sum : 0.0;
}

/// How near two parts are.
struct Nearness {
    double gap, size, lingers;
    bool holds = false;  // a joint acts across the gap
};

/// What dry friction asks for.
template <int D>
DRYSTONE_ON_DEVICE Approach<D> approach_of(const StepView<D>& step, const Vec<D>& velocity_before, const Nearness& is) {
    const double gap = is.gap, size = is.size, lingers = is.lingers;
    Approach<D> in;
    in.velocity = velocity_before;
    in.gap = gap;
    in.slack = std::min(std::max(gap, 0.0), lingers);
    in.step = step.h;
    in.least_radius = size;
    in.closed = gap <= touching * size;
    in.rests = gap <= lingering * size;
    in.closes_gap = step.euler || (gap > 0.0 && ((step.foresees && !is.holds) || lingers > 0.0));
    in.push = step.push;
    return in;
}

/// contact/bearing.h.
template <int D>
DRYSTONE_ON_DEVICE CornerArea corner_at(const PartView<D>& part, int p, const Vec<D>& outward) {
    if (!part.is_solid(p)) return {Yielding::never, Yielding::never};
    return corner_area_of(part.shape[part.solid[p].shape], transpose_times(part.pose[p].turn, outward));
}
template <int D>
DRYSTONE_ON_DEVICE double bearing_at(const PartView<D>& part, const ContactView<D>& contacts, int i) {
    const int a = contacts.a[i], b = contacts.b[i];
    const bool flat_a = part.wall[a] >= 0 || part.is_solid(a), flat_b = part.wall[b] >= 0 || part.is_solid(b);
    if (!flat_a || !flat_b) return 0.0;  // one is a ball
    return bearing_between(corner_at(part, a, contacts.normal[i]), corner_at(part, b, -contacts.normal[i]), contacts.area[i]);
}

template <int D>
struct LawAt {
    StepView<D> step;
    BodyView<D> body;
    PartView<D> part;
    const Wall<D>* wall;
    LawView laws;
    ContactView<D> contacts;

    /// The two sides of a contact.
    struct Sides {
        int a, b;  // bodies
        Vec<D> arm_a, arm_b;
        Mat<D> frame;
    };
    DRYSTONE_ON_DEVICE Sides sides(int i) const {
        const int a = part.body[contacts.a[i]], b = part.body[contacts.b[i]];
        return {a, b, contacts.point[i] - body.position[a], contacts.point[i] - (body.position[b] + contacts.away(i)), contact_frame(contacts.normal[i])};
    }
    DRYSTONE_ON_DEVICE const AnyLaw& law_of(const Sides& at) const { return laws.law[laws.number(body.surface[at.a], body.surface[at.b])]; }
    DRYSTONE_ON_DEVICE MemoryRow<D> memory(int i, const AnyLaw& law, const Sides& at) const {
        const int* places = law.places < 0 ? nullptr : laws.places + law.places;
        return {contacts.memory ? contacts.row(i) : nullptr, contacts.memory ? places : nullptr,
                MemoryAxes<D>{&at.frame, body.rotation + at.a, body.rotation + at.b}};
    }
    DRYSTONE_ON_DEVICE Vec<D> velocity_before(int i, const Sides& at) const {
        const Vec<D> u = relative_velocity(body.before, at.a, at.arm_a, at.b, at.arm_b);
        return step.cell.moves ? u + given_by_cell(step.cell, step.cell.before, part, contacts, i) : u;
    }
    DRYSTONE_ON_DEVICE Vec<D> velocity_now(int i, const Sides& at) const {
        const Vec<D> u = relative_velocity(body.velocity, at.a, at.arm_a, at.b, at.arm_b);
        return step.cell.moves ? u + given_by_cell(step.cell, step.cell.now, part, contacts, i) : u;
    }
    /// .. along n, as overlaps are told whether they go by themselves: walls count as at rest.
    DRYSTONE_ON_DEVICE double parting_speed(int i, const Sides& at) const {
        Vec<D> u = relative_velocity(body.velocity, at.a, at.arm_a, at.b, at.arm_b);
        if (step.cell.moves) u += times(step.cell.now, contacts.image_of(i));
        return dot(contacts.normal[i], u);
    }
    DRYSTONE_ON_DEVICE Approach<D> approach(int i, const Sides& at) const {
        const int a = contacts.a[i], b = contacts.b[i];
        Approach<D> in = approach_of(step, at.frame * velocity_before(i, at),
                                     {contacts.gap[i], size_of(part, a, b), lingering_gap(part, a, b), contacts.holds(i)});
        if (laws.turn) in.radius = reduced_radius(part, wall, a, b);
        if (contacts.area) in.area = in.bearing = contacts.area[i];
        if (contacts.area && laws.remembers) in.bearing = bearing_at(part, contacts, i);
        if (contacts.share) in.share = contacts.share[i];
        return in;
    }
    DRYSTONE_ON_DEVICE LocalLaw<D> compiled(int i, const Sides& at) const {
        if (contacts.is_link(i)) return contacts.link_law[i - contacts.links_from];
        const Approach<D> in = approach(i, at);
        const AnyLaw& law = law_of(at);
        const MemoryView<D> view = memory(i, law, at).view;
        return law.with([&](const auto& one) { return hooks::compile(one, in, view); });
    }

    /// A contact was found. Returns whether it stays: moreau has no use for an open one unless its law acts across the gap.
    DRYSTONE_ON_DEVICE bool meet(int i, bool met_before) const {
        const Sides at = sides(i);
        const AnyLaw& law = law_of(at);
        const int a = contacts.a[i], b = contacts.b[i];
        const double gap = contacts.gap[i], size = size_of(part, a, b);
        const Encounter now{.gap = gap,
                            .area = contacts.area ? contacts.area[i] : 0.0,
                            .closed = gap <= touching * size,
                            .rests = gap <= lingering * size,
                            .fresh = contacts.fresh[i] != 0,
                            .first = step.first && !met_before};
        const MemoryRow<D> row = memory(i, law, at);
        law.with([&](const auto& one) { hooks::meet(one, now, row); });
        return step.euler || now.closed || contacts.holds(i) || law.looks_ahead || gap <= lingering_gap(part, a, b) ||
               (step.foresees && is_about_to_close(body, laws, step, {at.a, at.b, {gap, contacts.normal[i], contacts.point[i]}, contacts.away(i), contacts.image_of(i)}));
    }

    /// contact/anchors.cpp.
    DRYSTONE_ON_DEVICE void hold_anchors(int i) const {
        const Sides at = sides(i);
        const bool held = law_of(at).anchors;
        const MemoryRow<D> row(contacts.row(i), laws.anchor_places, MemoryAxes<D>{});
        row.template change<AnchorMemory<D>>([&](AnchorMemory<D>& memory) {
            memory.anchored = memory.anchored && memory.intact;
            if (!held || !memory.intact) return;
            hold_anchor<D>({body.position[at.a], body.rotation[at.a], body.position[at.b] + contacts.away(i), body.rotation[at.b]},
                           {contacts.point[i], contacts.normal[i], contacts.gap[i]}, memory);
        });
    }

    /// The step was accepted. `out`: what is known of contact i but for its approach and law; becomes what the contact did.
    struct Ended {
        Vec<D> r{};  // contact frame
        double mass = 0.0, inertia = 0.0, doubt = 0.0;
    };
    DRYSTONE_ON_DEVICE Settled settle(int i, const Ended& ended) const {
        Settled out;
        const double gap = contacts.gap[i];
        out.deepest = gap < 0.0 ? -gap : 0.0;
        if (contacts.joined) contacts.joined[i] = contacts.is_link(i) ? 1 : 0;
        if (contacts.is_link(i)) return out;
        const Sides at = sides(i);
        const Vec<D> J = contacts.impulse[i], after = velocity_now(i, at);
        if (laws.remembers || !(J == Vec<D>{})) account(i, at, ended, after, out);
        const bool joined = contacts.joined && is_joined(i, at);
        if (joined) contacts.joined[i] = 1;
        const double size = size_of(part, contacts.a[i], contacts.b[i]);
        const bool deep = gap < -overlap_trace * size && overlap_slack(gap, size, step.h, parting_speed(i, at)) < 0.0;
        out.deep = deep && !joined ? 1.0 : 0.0;
        return out;
    }

  private:
    DRYSTONE_ON_DEVICE void account(int i, const Sides& at, const Ended& ended, const Vec<D>& after, Settled& out) const {
        const Spin<D> M = contacts.moment ? contacts.moment[i] : Spin<D>{};
        const Spin<D> spin = body.velocity[at.b].w - body.velocity[at.a].w, was = body.before[at.b].w - body.before[at.a].w;
        const Approach<D> in = approach(i, at);
        const AnyLaw& law = law_of(at);
        const MemoryRow<D> row = memory(i, law, at);
        const LocalLaw<D> local = law.with([&](const auto& one) { return hooks::compile(one, in, row.view); });
        Outcome<D> outcome{in, local, ended.r, in_frame(at.frame, M), at.frame * after};
        outcome.turning_loss = -dot(M, 0.5 * (was + spin));
        outcome.spin = in_frame(at.frame, spin);
        outcome.mass = ended.mass, outcome.inertia = ended.inertia, outcome.doubt = ended.doubt;
        const double stored = contacts.stored(i);
        out.losses = law.with([&](const auto& one) { return hooks::settle(one, outcome, row); });
        out.stored = contacts.stored(i) - stored;
        out.scheme = outcome.normal_loss() + outcome.shear_loss() + outcome.turning_loss - out.losses.total() - out.stored;
        const Vec<D>& J = contacts.impulse[i];
        out.driven = driven_work(at.a, at.arm_a, -J, -M) + driven_work(at.b, at.arm_b, J, M);
    }
    DRYSTONE_ON_DEVICE static Vec<1> in_frame(const Mat<2>&, const Vec<1>& w) { return w; }
    DRYSTONE_ON_DEVICE static Vec<3> in_frame(const Mat<3>& frame, const Vec<3>& w) { return frame * w; }

    /// Work of what moves a driven body: - (contact impulse) . (driven velocity).
    DRYSTONE_ON_DEVICE double driven_work(int i, const Vec<D>& arm, const Vec<D>& f, const Spin<D>& m) const {
        if (body.moves(i) && !body.free_directions) return 0.0;
        const Twist<D> free = body.free_part(i, body.velocity[i]);
        return -dot(f, body.velocity[i].v - free.v) - dot(moment(arm, f) + m, body.velocity[i].w - free.w);
    }
    DRYSTONE_ON_DEVICE bool is_joined(int i, const Sides& at) const {
        if (!contacts.memory || (!contacts.intact(i) && contacts.impulse[i] == Vec<D>{})) return false;
        const AnyLaw& law = law_of(at);
        const MemoryView<D> view = memory(i, law, at).view;
        return law.with([&](const auto& one) { return hooks::keeps_gap(one, view); });
    }
};

}  // namespace drystone::device

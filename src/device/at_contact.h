#pragma once

// What is done at one contact when the problem is made, and when its impulse is known: contact/assemble.cpp, step/outcomes.cpp.

#include <algorithm>

#include "device/anderson_on.h"
#include "device/arrays.h"
#include "device/general_kind.h"
#include "device/law_at.h"
#include "device/pipeline.h"
#include "device/sizes.h"
#include "device/visits.h"
#include "narrowphase/find_contacts.h"
#include "step/reach_rules.h"

namespace drystone::device {

/// A contact into its slot. Returns |rho b|^2, with that of its spin where it carries a moment.
template <class Kind>
struct PackContact {
    static constexpr int D = Kind::dim, S = spin_dim<D>;
    StepView<D> step;
    BodyView<D> body;
    PartView<D> part;
    const Wall<D>* wall;
    LawView laws;
    ContactView<D> contacts;
    const int* order;  // (slots)
    const int* row_a;  // (contacts)
    const int* row_b;
    const typename Kind::Body* table;
    int nobody;
    Slots<Kind> out;
    int* slot_a;
    int* slot_b;

    DRYSTONE_ON_DEVICE Amount operator()(int slot) const {
        const int i = order[slot], a = part.body[contacts.a[i]], b = part.body[contacts.b[i]];
        const Vec<D> arm_a = contacts.point[i] - body.position[a], arm_b = contacts.point[i] - (body.position[b] + contacts.away(i));
        Vec<D> free = relative_velocity(body.velocity, a, arm_a, b, arm_b);
        if (step.cell.moves) free += given_by_cell(step.cell, step.cell.now, part, contacts, i);
        ContactNumbers<D> in;
        in.frame = contact_frame(contacts.normal[i]);
        const LocalLaw<D> law = law_at(i, {a, b, arm_a, arm_b, in.frame});
        if constexpr (Kind::general) in.law = law;
        in.b = in.frame * free + law.velocity_shift;
        in.mu = law.mu;
        if (row_a[i] >= 0) in.arm_a = arm_a;
        if (row_b[i] >= 0) in.arm_b = arm_b;
        slot_a[slot] = row_a[i] >= 0 ? row_a[i] : nobody;
        slot_b[slot] = row_b[i] >= 0 ? row_b[i] : nobody;
        const typename Kind::Body &one = table[slot_a[slot]], &other = table[slot_b[slot]];
        typename Kind::Contact c = Kind::made(in, one, other);
        Kind::store(out.fixed, slot, c);
        if constexpr (Kind::grips) {
            if (out.hub.is_there()) {
                const Vec<D> place = (1.0 / step.cell.length) * branch_of(body.position, part, contacts, i);
                out.hub.branch.put(0, slot, place);
                c.W = c.W + out.hub.share(c.frame, place, 1.0);
            }
        }
        const double rho = Kind::step_length(c);
        const double squares = rho * rho * dot(free, free);
        if (!out.turns()) return {squares};
        const Spin<D> shift = contacts.is_link(i) ? contacts.link_shift[i - contacts.links_from] : Spin<D>{};
        return {squares + rho * pack_moment(slot, {in.frame, law.turning, body.velocity[b].w - body.velocity[a].w, shift})};
    }

  private:
    DRYSTONE_ON_DEVICE LocalLaw<D> law_at(int i, const typename LawAt<D>::Sides& at) const {
        if constexpr (Kind::general) return LawAt<D>{step, body, part, wall, laws, contacts}.compiled(i, at);
        const int a = contacts.a[i], b = contacts.b[i];
        Vec<D> before = relative_velocity(body.before, at.a, at.arm_a, at.b, at.arm_b);
        if (step.cell.moves) before += given_by_cell(step.cell, step.cell.before, part, contacts, i);
        Approach<D> now = approach_of(step, at.frame * before,
                                      {contacts.gap[i], size_of(part, a, b), lingering_gap(part, a, b)});
        if (laws.turn) now.radius = reduced_radius(part, wall, a, b);
        return laws.law[laws.number(body.surface[at.a], body.surface[at.b])].coulomb.compile(now);
    }

    struct Turns {
        const Mat<D>& frame;
        const TurningLaw& law;
        Spin<D> spin;   // free, world axes
        Spin<D> shift;  // of the law, contact frame
    };
    /// Returns rho |b|^2 of its spin.
    DRYSTONE_ON_DEVICE double pack_moment(int slot, const Turns& turns) const {
        const Mat<D>& frame = turns.frame;
        const typename Kind::Body &a = table[slot_a[slot]], &b = table[slot_b[slot]];
        Mat<S> W;
        for (int k = 0; k < S; ++k) {
            const Vec<S> axis = spin_from(frame, Vec<S>::axis(k)), column = spin_in(frame, spin_of(a, axis) + spin_of(b, axis));
            for (int j = 0; j < S; ++j) W[j][k] = column[j];
        }
        const Vec<S> free = spin_in(frame, turns.spin);
        out.turning.put(Slots<Kind>::spin_b, slot, free + turns.shift);
        Kind::store_spins(out.turning, Slots<Kind>::spin_W, slot, W);
        out.put_law(slot, turns.law);
        const double mean = mean_diagonal(W);
        return turns.law.turns() && mean > 0.0 ? dot(free, free) / mean : 0.0;
    }
};

/// What became of a contact: losses, work of drives, overlap.
template <int D>
struct SettleContact {
    StepView<D> step;
    BodyView<D> body;
    PartView<D> part;
    ContactView<D> contacts;

    DRYSTONE_ON_DEVICE Settled operator()(int i) const {
        Settled out;
        const int a = part.body[contacts.a[i]], b = part.body[contacts.b[i]];
        const Vec<D> arm_a = contacts.point[i] - body.detected[a], arm_b = contacts.point[i] - (body.detected[b] + contacts.away(i)), J = contacts.impulse[i];
        Vec<D> after = relative_velocity(body.velocity, a, arm_a, b, arm_b), was = relative_velocity(body.before, a, arm_a, b, arm_b);
        const Vec<D> parting = step.cell.moves ? after + times(step.cell.now, contacts.image_of(i)) : after;
        if (step.cell.moves) {
            after += given_by_cell(step.cell, step.cell.now, part, contacts, i);
            was += given_by_cell(step.cell, step.cell.before, part, contacts, i);
        }
        const double size = size_of(part, contacts.a[i], contacts.b[i]), gap = contacts.gap[i];
        out.deepest = gap < 0.0 ? -gap : 0.0;
        const bool deep = gap < -overlap_trace * size && overlap_slack(gap, size, step.h, dot(contacts.normal[i], parting)) < 0.0;
        out.deep = deep ? 1.0 : 0.0;
        if (J == Vec<D>{}) return out;
        const Mat<D> frame = contact_frame(contacts.normal[i]);
        const Approach<D> in = approach_of(step, frame * was, {gap, size, 0.0});
        const LocalLaw<D> dry{};
        Outcome<D> outcome{in, dry, frame * J, {}, frame * after};
        const Spin<D> M = contacts.moment ? contacts.moment[i] : Spin<D>{};
        const Spin<D> spins = body.before[b].w - body.before[a].w + (body.velocity[b].w - body.velocity[a].w);
        outcome.turning_loss = -0.5 * dot(M, spins);
        out.losses = dry_losses(outcome);
        out.scheme = outcome.normal_loss() + outcome.shear_loss() + outcome.turning_loss - out.losses.total();
        if (!(body.inverse_mass[a] > 0.0)) out.driven += dot(J, body.velocity[a].v) + dot(moment(arm_a, J) + M, body.velocity[a].w);
        if (!(body.inverse_mass[b] > 0.0)) out.driven -= dot(J, body.velocity[b].v) + dot(moment(arm_b, J) + M, body.velocity[b].w);
        return out;
    }
};

/// The same of a contact of the general kind, by slot: its law answers.
template <int D>
struct SettleByLaw {
    LawAt<D> at;
    Slots<GeneralKind<D>> slots;
    const int* order;  // (slots)
    double doubt;      // [N s]

    DRYSTONE_ON_DEVICE Settled operator()(int slot) const {
        const GeneralContact<D> c = slots.load(slot);
        typename LawAt<D>::Ended ended{c.r, GeneralKind<D>::step_length(c), 0.0, doubt};
        if (slots.turns()) {
            const double mean = mean_diagonal(slots.spins(slot));
            ended.inertia = mean > 0.0 ? 1.0 / mean : 0.0;
        }
        return at.settle(order[slot], ended);
    }
};

}  // namespace drystone::device

#pragma once

// The contact problem of a step where the arrays are: contact/assemble.cpp, solvers/nlgs_pack.h, step/stages.cpp apply_impulses(),
// step/project.cpp.

#include "bodies/top.h"
#include "device/at_contact.h"
#include "device/body_motion.h"
#include "device/contact_list_on.h"
#include "device/near_deep.h"
#include "device/solve_on.h"
#include "device/sweep_plan_on.h"
#include "device/visits.h"

namespace drystone::device {

/// What a problem is made of.
template <int D>
struct ProblemInput {
    StepView<D> step;
    BodyView<D> body;
    PartView<D> part;
    const Wall<D>* wall;
    LawView laws;
    ContactView<D> contacts;
    int count;          // of contacts
    const int* moving;  // bodies that impulses move
    int movers;
    const int* row;  // (bodies)  their rows in the table of bodies
};

template <int D>
DRYSTONE_ON_DEVICE void make_row(const BodyView<D>& body, int i, SweepBody<D>& row) {
    row.inverse_mass = body.inverse_mass[i];
    row.inverse_inertia = body.inverse_inertia[i];
}
DRYSTONE_ON_DEVICE inline void make_row(const BodyView<3>& body, int i, SweepTop<3>& row) {
    row.inverse_mass = body.inverse_mass[i];
    const Mat<3> I = body.is_top(i) ? inverse_inertia_of_top(body.moments[i], body.rotation[i]) : Mat<3>::scaled_identity(body.inverse_inertia[i]);
    const double six[6] = {I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]};
    for (int k = 0; k < 6; ++k) row.inverse_inertia[k] = six[k];
}

/// M^-1 of what is free, in world axes; a body that is damped is as much heavier within the step.
template <int D>
DRYSTONE_ON_DEVICE void make_row(const BodyView<D>& body, int i, SweepHeld<D>& row) {
    const Mat<D> P = body.free_directions ? body.free_directions[i] : Mat<D>::scaled_identity(1.0);
    to_half(body.inverse_mass[i] * P, row.inverse_mass);
    to_half(inverse_inertia_now(body, i), row.inverse_inertia);
}

/// .. by which factor its M^-1 is less, and its I^-1.
template <int D, class Row>
DRYSTONE_ON_DEVICE void slow_row(const BodyView<D>& body, int i, Row& row) {
    if (!body.growth || body.growth[i] == 1.0) return;
    const double keep = 1.0 / body.growth[i];
    double* numbers = reinterpret_cast<double*>(&row);
    for (int k = row_written<D>; k < RowOf<Row>::numbers; ++k) numbers[k] *= keep;
}

template <class Kind, class B>
struct ProblemOn {
    static constexpr int D = Kind::dim;
    using Body = typename Kind::Body;
    template <class T>
    using Buffer = typename B::template Buffer<T>;

    SweepPlanOn<B> plan;
    Buffer<int> row_a, row_b, slot_a, slot_b;
    Buffer<double> state, fixed, turning, branch, slack, push;
    Buffer<int> near;  // (rows)  of deep overlaps
    Buffer<char> stays;  // (rows)
    SomeSlotsOn<B> some;
    Buffer<Body> table;
    AndersonOn<Kind, B> anderson;
    BorderOn<D, B>* border = nullptr;  // none: there is one device
    long slots_of_all = 0;             // devices
    double free = 0.0;
    bool turns = false;
    CellMotion<D> cell{};

    Slots<Kind> slots() {
        const long room = plan.view.slots;
        return {{state.data(), room}, {fixed.data(), room}, {turns ? turning.data() : nullptr, room}, hub()};
    }
    Hub<D> hub() {
        if (!Kind::grips || !cell.pressed) return {};
        return {{branch.data(), plan.view.slots}, cell.answer, {}, static_cast<double>(plan.view.slots)};
    }

    void assemble(B& on, const ProblemInput<D>& in) {
        const auto n = static_cast<std::size_t>(in.count);
        row_a.resize(n);
        row_b.resize(n);
        int *rows_a = row_a.data(), *rows_b = row_b.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int i) {
            rows_a[i] = in.row[in.part.body[in.contacts.a[i]]];
            rows_b[i] = in.row[in.part.body[in.contacts.b[i]]];
        });
        plan.told = {};
        if (border) plan.told = {border->told.data(), border->colours, true};
        plan.make(on, in.count, in.movers, rows_a, rows_b);
        turns = in.laws.turn;
        cell = in.step.cell;
        fill_table(on, in, nullptr);
        pack(on, in);
    }

    /// Bodies at rest; held: (rows, or none) 1: not to be moved.
    void fill_table(B& on, const ProblemInput<D>& in, const char* held) {
        const auto n = static_cast<std::size_t>(in.movers);
        table.resize(n + 1);
        Body* out = table.data();
        on.for_each(n + 1, [=] DRYSTONE_KERNEL(int k) {
            Body one;
            if (k < in.movers && !(held && held[in.row[in.moving[k]]])) {
                make_row(in.body, in.moving[k], one);
                slow_row(in.body, in.moving[k], one);
            }
            out[k < in.movers ? in.row[in.moving[k]] : k] = one;
        });
    }

    void pack(B& on, const ProblemInput<D>& in) {
        const auto n = static_cast<std::size_t>(in.count);
        state.resize(static_cast<std::size_t>(turns ? D + spin_dim<D> : D) * n);
        fixed.resize(Kind::numbers * n);
        if (turns) turning.resize(Slots<Kind>::turning_numbers * n);
        if (Kind::grips && cell.pressed) branch.resize(static_cast<std::size_t>(D) * n);
        slot_a.resize(n);
        slot_b.resize(n);
        const PackContact<Kind> packed{in.step, in.body, in.part, in.wall, in.laws, in.contacts, plan.order.data(), row_a.data(), row_b.data(),
                                       table.data(), in.movers, slots(), slot_a.data(), slot_b.data()};
        free = on.template sum<Amount>(n, packed).value;
        plan.view.body_a = slot_a.data();
        plan.view.body_b = slot_b.data();
        anderson.others = border ? border->others : nullptr;
        double of_all[2] = {free, static_cast<double>(in.count)};
        if (border) border->others->sum(of_all);
        free = of_all[0];
        slots_of_all = static_cast<long>(of_all[1]);
    }

    SolveOn<Kind, B> solver(B& on, const ContactView<D>& first) {
        return {on, plan, plan.view, slots(), table.data(), plan.order.data(), first.impulse, first.moment, free, slots_of_all, anderson, border, {}};
    }

    void apply_impulses(B& on, const ProblemInput<D>& in) {
        const Slots<Kind> view = slots();
        const int* order = plan.order.data();
        on.for_each(static_cast<std::size_t>(in.count), [=] DRYSTONE_KERNEL(int slot) {
            const typename Kind::Contact c = view.load(slot);
            const int i = order[slot];
            constexpr double on_the_cone = 1.0 - 1e-9;
            const bool slides = Kind::shear(c) >= on_the_cone * Kind::shear_limit(c);
            in.contacts.impulse[i] = Kind::in_world(c, c.r);
            if (view.turns()) in.contacts.moment[i] = spin_from(Kind::frame(c), view.m(slot));
            in.contacts.status[i] =
                static_cast<char>(!(Kind::pressed(c) > 0.0) ? ContactStatus::open : slides ? ContactStatus::sliding : ContactStatus::sticking);
        });
        const Body* all = table.data();
        on.for_each(static_cast<std::size_t>(in.movers), [=] DRYSTONE_KERNEL(int k) {
            const int i = in.moving[k];
            in.body.velocity[i].v += all[in.row[i]].v;
            in.body.velocity[i].w += all[in.row[i]].w;
        });
        if (!border) return;
        Twist<D>* velocity = in.body.velocity;
        border->settle(on, [=] DRYSTONE_KERNEL(int i) { return velocity[i]; }, [=] DRYSTONE_KERNEL(int i, const Twist<D>& t) { velocity[i] = t; });
    }

    /// Bodies that joints or links hold are not moved out of overlaps.
    const char* mark_held(B& on, const ProblemInput<D>& in) {
        if (!in.contacts.joined) return nullptr;
        on.fill(stays, static_cast<std::size_t>(in.movers) + 1, char{0});
        char* mark = stays.data();
        const int *a = slot_a.data(), *b = slot_b.data(), *order = plan.order.data();
        on.for_each(static_cast<std::size_t>(in.count), [=] DRYSTONE_KERNEL(int slot) {
            if (in.contacts.joined[order[slot]]) mark[a[slot]] = mark[b[slot]] = 1;
        });
        if (border)
            border->raise(on, [=] DRYSTONE_KERNEL(int i) { return static_cast<double>(mark[in.row[i]]); },
                          [=] DRYSTONE_KERNEL(int i, double held) { mark[in.row[i]] = held > 0.0 ? 1 : 0; });
        return mark;
    }

    /// Bodies moved out of overlaps: the energy they gain [J].
    double project_overlaps(B& on, const ProblemInput<D>& in) {
        const auto n = static_cast<std::size_t>(in.count);
        slack.resize(n);
        double* may_lose = slack.data();
        const int* order = plan.order.data();
        on.fill(near, static_cast<std::size_t>(in.movers) + 1, 0);
        const char* held = mark_held(on, in);
        const NearDeep marks{near.data(), in.movers, slot_a.data(), slot_b.data(), held};
        on.for_each(n, [=] DRYSTONE_KERNEL(int slot) {
            const int i = order[slot], a = in.part.body[in.contacts.a[i]], b = in.part.body[in.contacts.b[i]];
            const Vec<D>& point = in.contacts.point[i];
            Vec<D> u = relative_velocity(in.body.velocity, a, point - in.body.detected[a], b, point - (in.body.detected[b] + in.contacts.away(i)));
            if (in.step.cell.moves) u += times(in.step.cell.now, in.contacts.image_of(i));
            const double gap = in.contacts.gap[i], size = size_of(in.part, in.contacts.a[i], in.contacts.b[i]);
            may_lose[slot] = overlap_slack(gap, size, in.step.h, dot(in.contacts.normal[i], u));
            if (gap < -overlap_trace * size && may_lose[slot] < 0.0) marks.begin(slot);
        });
        share_marks(on, in, marks);
        for (int hop = 1; hop < projection_hops; ++hop) {
            on.for_each(n, [=] DRYSTONE_KERNEL(int slot) { marks.spread(slot, hop); });
            share_marks(on, in, marks);
        }
        const std::size_t chosen = some.choose(on, plan, marks);
        on.fill(push, chosen, 0.0);
        fill_table(on, in, held);
        push_apart(on, in, {slots().fixed, some.slot.data(), slack.data(), push.data()});
        const Body* moved = table.data();
        return on.template sum<Amount>(static_cast<std::size_t>(in.movers), [=] DRYSTONE_KERNEL(int k) {
            const int i = in.moving[k];
            if (in.step.cell.moves) in.body.velocity[i].v += in.step.cell.gradient * moved[in.row[i]].v;  // as the cell does where it is now
            return Amount{in.body.counted(i, move_out(in.body, i, moved[in.row[i]].v, moved[in.row[i]].w, in.step.gravity))};
        }).value;
    }

    /// Of two marks of a body the lower one counts: it is nearer.
    void share_marks(B& on, const ProblemInput<D>& in, const NearDeep& marks) {
        if (!border) return;
        border->raise(on, [=] DRYSTONE_KERNEL(int i) { return marks.near[in.row[i]] > 0 ? projection_hops + 1.0 - marks.near[in.row[i]] : 0.0; },
                      [=] DRYSTONE_KERNEL(int i, double x) { marks.near[in.row[i]] = x > 0.0 ? projection_hops + 1 - static_cast<int>(x) : 0; });
    }

    void push_apart(B& on, const ProblemInput<D>& in, const PushContact<Kind>& visit) {
        Body* rows = table.data();
        for (int k = 0; k < projection_sweeps; ++k) {
            if (border)
                border->sweep(on, some.view, some.told_first, rows, visit);
            else
                on.sweep(some.view, rows, visit);
        }
        if (!border) return;
        border->catch_up(on, rows);
        border->settle(on, [=] DRYSTONE_KERNEL(int i) { return Twist<D>{rows[in.row[i]].v, rows[in.row[i]].w}; },
                       [=] DRYSTONE_KERNEL(int i, const Twist<D>& t) { rows[in.row[i]].v = t.v, rows[in.row[i]].w = t.w; });
    }

    /// The spin of a free body turns with it: its kinetic energy stays.
    DRYSTONE_ON_DEVICE static double move_out(const BodyView<D>& body, int i, const Vec<D>& by, const Spin<D>& turned, const Vec<D>& gravity) {
        body.position[i] += by;
        double gained = -body.mass[i] * dot(body.free_part(i, {gravity, {}}).v, by);
        if (turned == Spin<D>{}) return gained;
        const double before = held_energy(body, i);
        const Rotation<D> turn_by = rotation_by(turned);
        body.rotation[i] = normalised(turn_by * body.rotation[i]);
        if constexpr (D == 3) {
            if (body.is_top(i) && body.turns_freely(i)) body.velocity[i].w = rotate(turn_by, body.velocity[i].w);
        }
        return gained + (held_energy(body, i) - before);
    }
    /// Of turning, where it is not kept.
    DRYSTONE_ON_DEVICE static double held_energy(const BodyView<D>& body, int i) {
        return body.turns_freely(i) ? 0.0 : turning_energy(body, i, body.free_part(i, body.velocity[i]).w);
    }
};

}  // namespace drystone::device

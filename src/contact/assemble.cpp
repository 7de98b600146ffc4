#include "contact/assemble.h"

#include <algorithm>
#include <atomic>

#include "contact/bearing.h"
#include "contact/link_rows.h"
#include "core/room.h"
#include "narrowphase/find_contacts.h"

namespace drystone {

namespace {

constexpr std::size_t grain = 2048;  // contacts or bodies worth waking a thread for

/// A ball about its body's centre of mass has its lever arm along the normal.
template <int D>
bool is_round(const Matter<D>& matter, const Parts<D>& parts, int part) {
    const Freedom freedom = matter.freedom[parts.body[part]];
    if (freedom == Freedom::immovable) return true;
    return freedom == Freedom::isotropic && parts.kind[part] == PartKind::ball &&
           parts.local_centre[part] == Vec<D>{};
}

template <int D>
ContactArms<D> arms_of(const AssembleInput<D>& in, const ContactPoint<D>& c, bool anchored) {
    const Bodies<D>& bodies = in.bodies;
    const Parts<D>& parts = in.parts;
    const int a = parts.body[c.a], b = parts.body[c.b];
    ContactArms<D> arms;
    arms.body_a = in.mobile[a];
    arms.body_b = in.mobile[b];
    arms.round = !anchored && is_round(in.matter, parts, c.a) && is_round(in.matter, parts, c.b);
    arms.frame = contact_frame(c.normal);
    arms.arm_a = c.point - bodies.position[a];
    arms.arm_b = c.point - parts.space.seen(bodies.position[b], c.image);
    return arms;
}

/// r* of two surfaces (Brendel 1.42): a plane is flat, the hollow of a drum curves the other way, a curved shape as it does at the
/// contact in the direction in which it curves most, the one in which it rolls.
template <int D>
double reduced_radius(const Parts<D>& parts, const ContactPoint<D>& c) {
    const auto curvature = [&](int p, const Vec<D>& outward) {
        switch (parts.kind[p]) {
            case PartKind::ball:
                return 1.0 / parts.radius[p];
            case PartKind::drum:
                return -1.0 / parts.radius[p];
            case PartKind::curved: {
                const int k = parts.solid[p];
                return 1.0 / least_radius(*parts.solids.curved[k], transpose_times(parts.solids.turn[k], outward));
            }
            case PartKind::plane:
            case PartKind::solid:
            case PartKind::surface:
            case PartKind::handle:
            case PartKind::none:
                break;
        }
        return 0.0;
    };
    const double sum = curvature(c.a, c.normal) + curvature(c.b, -c.normal);
    return sum > 0.0 ? 1.0 / sum : 0.0;
}

/// Lists the contacts that carry moments, with their free spins and first guesses.
template <int D>
void list_turning(const AssembleInput<D>& in, RigidProblem<D>& problem, std::vector<Spin<D>>& m) {
    const Bodies<D>& bodies = in.bodies;
    const Parts<D>& parts = in.parts;
    for (std::size_t i = 0; i < problem.law.size(); ++i) {
        if (!problem.law[i].turning.turns()) continue;
        const ContactPoint<D>& c = in.contacts.point[i];
        const Mat<D>& frame = problem.W.contact[i].frame;
        const int a = parts.body[c.a], b = parts.body[c.b];
        Spin<D> spin = rigid_spin(in.matter, b, bodies.velocity[b]) - rigid_spin(in.matter, a, bodies.velocity[a]);
        if (!in.elastic.empty()) spin += in.elastic[i].free.w;
        const Spin<D> shift = is_link(parts, c) ? spin_shift_of_link(in, problem.W.contact[i], i) : Spin<D>{};
        problem.turning.push_back({static_cast<int>(i), to_frame(frame, spin) + shift, shift});
        m.push_back(to_frame(frame, in.contacts.moment[i]));
    }
}

template <int D>
void assemble_contact(const AssembleInput<D>& in, std::size_t i, RigidProblem<D>& problem, Vec<D>& r) {
    const Bodies<D>& bodies = in.bodies;
    const Parts<D>& parts = in.parts;
    const Memories& memories = in.contacts.memory;
    const ContactPoint<D>& c = in.contacts.point[i];
    const int a = parts.body[c.a], b = parts.body[c.b];
    ContactArms<D> arms = arms_of(in, c, memories.anchored(i));

    Vec<D> free = rigid_velocity(in.matter, b, bodies.velocity[b], arms.arm_b) -
                  rigid_velocity(in.matter, a, bodies.velocity[a], arms.arm_a);
    if (!in.elastic.empty()) {
        arms.first_grip = in.elastic[i].first_grip;
        arms.grips = in.elastic[i].grips;
        free += in.elastic[i].free.v;
    }
    problem.W.contact[i] = arms;
    problem.b[i] = arms.frame * free;
    if (is_link(parts, c)) {
        problem.law[i] = law_of_link(in, arms, i);
    } else {
        const int law = in.book.number(in.matter.surface[a], in.matter.surface[b]);
        const MemoryView<D> memory =
            in.book.remembers ? memories.view(i, in.book.places[law], axes_of(bodies, arms.frame, a, b)) : MemoryView<D>{};
        problem.law[i] = compile(in.book.laws[law], approach_of(in, arms, i), memory);
    }
    r = arms.frame * in.contacts.impulse[i];
}

}  // namespace

template <int D>
Approach<D> approach_of(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i) {
    const Parts<D>& parts = in.parts;
    const ContactPoint<D>& c = in.contacts.point[i];
    const int a = parts.body[c.a], b = parts.body[c.b];
    Vec<D> before = rigid_velocity(in.matter, b, in.before[b], arms.arm_b) -
                    rigid_velocity(in.matter, a, in.before[a], arms.arm_a);
    if (!in.elastic.empty()) before += in.elastic[i].before.v;
    const double closed = touching_gap(parts, c.a, c.b);
    const double lingers = lingering_gap(parts, c.a, c.b);
    const bool foreseen = in.foresees && !in.contacts.memory.holds(i);
    return {.velocity = arms.frame * before,
            .gap = c.gap,
            .slack = std::clamp(c.gap, 0.0, lingers),
            .step = in.step,
            .radius = reduced_radius(parts, c),
            .least_radius = closed / touching,
            .area = c.area,
            .bearing = in.book.remembers ? bearing_area(parts, c) : c.area,
            .share = in.share.empty() ? 1.0 : in.share[i],
            .layer = c.layer,
            .closed = c.gap <= closed,
            .rests = c.gap <= resting_gap(parts, c.a, c.b),
            .closes_gap = in.closes_gap || (c.gap > 0.0 && (foreseen || lingers > 0.0)),
            .push = in.push};
}

template <int D>
void assemble(const AssembleInput<D>& in, ThreadPool& pool, RigidProblem<D>& problem, std::vector<Vec<D>>& r,
              std::vector<Spin<D>>& m) {
    const std::size_t n = in.contacts.point.size();
    resize_with_room(problem.W.contact, n);
    resize_with_room(problem.b, n);
    resize_with_room(problem.law, n);
    resize_with_room(r, n);

    int mobile_bodies = 0;
    for (const int row : in.mobile) mobile_bodies = std::max(mobile_bodies, row + 1);
    problem.W.body.resize(static_cast<std::size_t>(mobile_bodies));
    pool.for_ranges(in.bodies.position.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (in.mobile[i] < 0) continue;
            problem.W.body[in.mobile[i]] = {in.matter.freedom[i] == Freedom::isotropic, in.matter.inverse_mass[i],
                                            in.bodies.inverse_inertia[i]};
        }
    });
    std::atomic<bool> any_turns{false};
    pool.for_ranges(n, grain, [&](std::size_t begin, std::size_t end) {
        bool turns = false;
        for (std::size_t i = begin; i < end; ++i) {
            assemble_contact(in, i, problem, r[i]);
            turns = turns || problem.law[i].turning.turns();
        }
        if (turns) any_turns.store(true, std::memory_order_relaxed);
    });
    problem.turning.clear();
    m.clear();
    if (any_turns.load()) list_turning(in, problem, m);
}

#define DRYSTONE_ASSEMBLE(D)                                                                              \
    template Approach<D> approach_of(const AssembleInput<D>&, const ContactArms<D>&, std::size_t);      \
    template void assemble(const AssembleInput<D>&, ThreadPool&, RigidProblem<D>&, std::vector<Vec<D>>&, \
                           std::vector<Spin<D>>&);
DRYSTONE_ASSEMBLE(2)
DRYSTONE_ASSEMBLE(3)
#undef DRYSTONE_ASSEMBLE

}  // namespace drystone

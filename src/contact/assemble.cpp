// The contact problem of a step, docs/theory.md section 2: with the lever arms l and the frame (n, t..) of each contact
//
//     u_i = frame_i (v_b + w_b x l_b - v_a - w_a x l_a),      b = that of the free velocities,      r = frame_i (last step's impulse)

#include "contact/assemble.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>

#include "contact/bearing.h"
#include "contact/link_rows.h"
#include "contact/plain_friction.h"
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

/// Field by field where they belong: a record put together elsewhere and then copied would be read before it is written back.
template <int D>
[[gnu::always_inline]] inline void set_arms(const AssembleInput<D>& in, std::size_t i, ContactArms<D>& arms) {
    const ContactPoint<D>& c = in.contacts.point[i];
    const Parts<D>& parts = in.parts;
    const int a = parts.body[c.a], b = parts.body[c.b];
    arms.body_a = in.mobile[a];
    arms.body_b = in.mobile[b];
    arms.round = !in.contacts.memory.anchored(i) && is_round(in.matter, parts, c.a) && is_round(in.matter, parts, c.b);
    arms.frame = contact_frame(c.normal);
    arms.arm_a = c.point - in.bodies.position[a];
    arms.arm_b = c.point - parts.space.seen(in.bodies.position[b], c.image);
    const GrippedSides<D>* sides = gripped_sides(in, i);
    arms.first_grip = sides ? sides->first_grip : 0;
    arms.grips = sides ? sides->grips : 0;
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

/// Contact i with its free spin, and the first guess of its moment.
template <int D>
void set_turning(const AssembleInput<D>& in, const RigidProblem<D>& problem, std::size_t i, Turning<D>& turning, Spin<D>& m) {
    const Bodies<D>& bodies = in.bodies;
    const ContactPoint<D>& c = in.contacts.point[i];
    const Mat<D>& frame = problem.W.contact[i].frame;
    const int a = in.parts.body[c.a], b = in.parts.body[c.b];
    Spin<D> spin = rigid_spin(in.matter, b, bodies.velocity[b]) - rigid_spin(in.matter, a, bodies.velocity[a]);
    if (const auto* sides = gripped_sides(in, i)) spin += sides->free.w;
    const Spin<D> shift = is_link(in.parts, c) ? spin_shift_of_link(in, problem.W.contact[i], i) : Spin<D>{};
    turning = {static_cast<int>(i), to_frame(frame, spin) + shift, shift};
    m = to_frame(frame, in.contacts.moment[i]);
}

/// Lists the contacts that carry moments, in their order: shares of the contacts are counted, then each writes its own.
template <int D>
void list_turning(const AssembleInput<D>& in, ThreadPool& pool, RigidProblem<D>& problem, std::vector<Spin<D>>& m) {
    constexpr std::size_t most = 128;
    const std::size_t n = problem.law.size();
    const std::size_t shares = std::clamp<std::size_t>(n / grain, 1, pool.size() == 1 ? 1 : most);
    const auto for_turning = [&](std::size_t share, const auto& visit) {
        for (std::size_t i = n * share / shares; i < n * (share + 1) / shares; ++i) {
            if (problem.law[i].turning.turns()) visit(i);
        }
    };
    std::array<std::size_t, most + 1> first{};
    pool.for_each(shares, [&](std::size_t share) { for_turning(share, [&](std::size_t) { ++first[share + 1]; }); });
    for (std::size_t share = 0; share < shares; ++share) first[share + 1] += first[share];
    resize_with_room(problem.turning, first[shares]);
    resize_with_room(m, first[shares]);
    pool.for_each(shares, [&](std::size_t share) {
        std::size_t k = first[share];
        for_turning(share, [&](std::size_t i) { set_turning(in, problem, i, problem.turning[k], m[k]), ++k; });
    });
}

/// What compile() of plain friction makes of velocities, and asks for u- only where it bounces:
///
///     shift = (e_n min(u-_n, 0), e_t u-_t),  or (g - slack) / h along n                                docs/theory.md (4.2), (4.3)
///
/// `lingers`: lingering_gap() of the two parts.
template <int D>
[[gnu::always_inline]] inline Vec<D> plain_shift(const AssembleInput<D>& in, const Coulomb& dry, const ContactArms<D>& arms, std::size_t i, double lingers) {
    const Restitution restitution{dry.restitution_normal, dry.restitution_tangential, dry.restitution_threshold};
    const ContactPoint<D>& c = in.contacts.point[i];
    const bool foreseen = in.foresees && !in.contacts.memory.holds(i);
    Approach<D> approach{.gap = c.gap,
                         .slack = std::clamp(c.gap, 0.0, lingers),
                         .step = in.step,
                         .closes_gap = in.closes_gap || (c.gap > 0.0 && (foreseen || lingers > 0.0)),
                         .push = in.push};
    if (restitution.normal > 0.0 || restitution.tangential > 0.0) {
        approach.velocity = arms.frame * velocity_before(in, arms, i);
        approach.rests = c.gap <= resting_gap(in.parts, c.a, c.b);
    }
    return restitution.shift(approach);
}

template <int D>
void set_plain_law(const AssembleInput<D>& in, const Coulomb& dry, const ContactArms<D>& arms, std::size_t i, LocalLaws<D>& laws) {
    const ContactPoint<D>& c = in.contacts.point[i];
    laws.set_dry(i, dry.friction, plain_shift(in, dry, arms, i, lingering_gap(in.parts, c.a, c.b)));
}

/// The law of contact i, which is no link.
template <int D>
void set_law(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i, LocalLaws<D>& laws) {
    const ContactPoint<D>& c = in.contacts.point[i];
    const int a = in.parts.body[c.a], b = in.parts.body[c.b];
    const int number = in.book.number(in.matter.surface[a], in.matter.surface[b]);
    const Law& law = in.book.laws[number];
    if (const Coulomb* dry = plain_friction(law)) return set_plain_law(in, *dry, arms, i, laws);
    const MemoryView<D> memory = in.book.remembers ? in.contacts.memory.view(i, in.book.places[number],
                                                                             axes_of(in.bodies, arms.frame, a, b))
                                                   : MemoryView<D>{};
    laws.set(i, compile(law, approach_of(in, arms, i), memory));
}

/// `arms`: where the contact's are to be.
template <int D>
void assemble_contact(const AssembleInput<D>& in, std::size_t i, RigidProblem<D>& problem, ContactArms<D>& arms, Vec<D>& r) {
    const Bodies<D>& bodies = in.bodies;
    const ContactPoint<D>& c = in.contacts.point[i];
    const int a = in.parts.body[c.a], b = in.parts.body[c.b];
    set_arms(in, i, arms);

    Vec<D> free = rigid_velocity(in.matter, b, bodies.velocity[b], arms.arm_b) -
                  rigid_velocity(in.matter, a, bodies.velocity[a], arms.arm_a);
    if (const auto* sides = gripped_sides(in, i)) free += sides->free.v;
    problem.b[i] = arms.frame * free;
    if (is_link(in.parts, c))
        problem.law.set(i, law_of_link(in, arms, i));
    else
        set_law(in, arms, i, problem.law);
    r = arms.frame * in.contacts.impulse[i];
}

/// Of two rigid bodies, b against a, where their contact is.
template <int D>
[[gnu::always_inline]] inline Vec<D> free_velocity(const AssembleInput<D>& in, int a, int b, const ContactArms<D>& arms) {
    const Twist<D>&twist_a = in.bodies.velocity[a], &twist_b = in.bodies.velocity[b];
    return twist_b.v + turn(twist_b.w, arms.arm_b) - (twist_a.v + turn(twist_a.w, arms.arm_a));
}

/// assemble_contact() where has_plain_laws() and is_of_rigid(), with the same bits: nobody is asked what he is but for his law's numbers.
template <int D>
[[gnu::always_inline]] inline void assemble_plain_contact(const AssembleInput<D>& in, std::size_t i, RigidProblem<D>& problem, ContactArms<D>& arms,
                                                          Vec<D>& r) {
    const ContactPoint<D>& c = in.contacts.point[i];
    const int a = in.parts.body[c.a], b = in.parts.body[c.b];
    set_arms(in, i, arms);
    problem.b[i] = arms.frame * free_velocity(in, a, b, arms);
    set_plain_law(in, *std::get_if<Coulomb>(&in.book.of(in.matter.surface[a], in.matter.surface[b])), arms, i, problem.law);
    r = arms.frame * in.contacts.impulse[i];
}

/// All contacts, where laws are plain and all bodies are balls on walls and each other: assemble_plain_contact(), but arms are left to the seats.
template <int D>
void assemble_balls(const AssembleInput<D>& in, ThreadPool& pool, RigidProblem<D>& problem, std::vector<Vec<D>>& r) {
    constexpr std::size_t ahead = 12;  // contacts go by their first bodies: the second ones are anywhere
    const PointList<D>& points = in.contacts.point;
    problem.W.contact.begin_at(points, in.parts.space, in.parts.body.size(), pool, [&](std::size_t p) {
        const int body = in.parts.body[p];
        return Seat<D>{in.bodies.position[body], in.mobile[body], is_round(in.matter, in.parts, static_cast<int>(p))};
    });
    const Coulomb* only = in.book.laws.size() == 1 ? std::get_if<Coulomb>(&in.book.laws[0]) : nullptr;
    pool.for_ranges(points.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (i + ahead < end) {
                points.fetch(i + ahead);
                __builtin_prefetch(&in.bodies.velocity[in.parts.body[points.parts(i + ahead).b]]);
            }
            const ContactArms<D>& arms = problem.W.contact[i];
            const ContactPoint<D>& c = points[i];
            const int a = in.parts.body[c.a], b = in.parts.body[c.b];
            problem.b[i] = arms.frame * free_velocity(in, a, b, arms);
            const Coulomb& dry = only ? *only : *std::get_if<Coulomb>(&in.book.of(in.matter.surface[a], in.matter.surface[b]));
            problem.law.set_dry(i, dry.friction, plain_shift(in, dry, arms, i, 0.0));
            r[i] = arms.frame * in.contacts.impulse[i];
        }
    });
}

/// Whether two numbers say how a body answers.
template <int D>
bool is_of_two_numbers(const AssembleInput<D>& in, std::size_t i) {
    return in.matter.freedom[i] == Freedom::isotropic && !in.matter.inverse_mass.has_row(i) && !in.bodies.inverse_inertia.has_row(i);
}

/// A row for each body that impulses can move.
template <int D>
void assemble_bodies(const AssembleInput<D>& in, ThreadPool& pool, MobileBodies<D>& rows) {
    int mobile_bodies = 0;
    for (const int row : in.mobile) mobile_bodies = std::max(mobile_bodies, row + 1);
    rows.begin_anew(static_cast<std::size_t>(mobile_bodies));
    for (std::size_t i = 0; i < in.mobile.size(); ++i) {
        if (in.mobile[i] >= 0 && !is_of_two_numbers(in, i)) rows.give_matrices(static_cast<std::size_t>(in.mobile[i]));
    }
    constexpr std::size_t ahead = 16;  // bodies: their rows are anywhere
    pool.for_ranges(in.bodies.position.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (i + ahead < end && in.mobile[i + ahead] >= 0) rows.fetch(static_cast<std::size_t>(in.mobile[i + ahead]));
            if (in.mobile[i] < 0) continue;
            const auto row = static_cast<std::size_t>(in.mobile[i]);
            if (is_of_two_numbers(in, i))
                rows.set_numbers(row, in.matter.inverse_mass.scale(i), in.bodies.inverse_inertia.scale(i));
            else
                rows.set(row, {in.matter.freedom[i] == Freedom::isotropic, in.matter.inverse_mass[i], in.bodies.inverse_inertia[i]});
        }
    });
}

}  // namespace

template <int D>
bool has_plain_laws(const AssembleInput<D>& in) {
    return !in.book.remembers && (!in.links || in.links->size() == 0) &&
           std::all_of(in.book.laws.begin(), in.book.laws.end(), [](const Law& law) { return plain_friction(law) != nullptr; });
}

template <int D>
Approach<D> approach_of(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i) {
    const Parts<D>& parts = in.parts;
    const ContactPoint<D>& c = in.contacts.point[i];
    const double closed = touching_gap(parts, c.a, c.b);
    const double lingers = lingering_gap(parts, c.a, c.b);
    const bool foreseen = in.foresees && !in.contacts.memory.holds(i);
    return {.velocity = arms.frame * velocity_before(in, arms, i),
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

/// Of plain laws: then shifts are not along normals alone.
template <int D>
static bool any_bounces(const AssembleInput<D>& in) {
    return std::any_of(in.book.laws.begin(), in.book.laws.end(), [](const Law& law) {
        const Coulomb* dry = plain_friction(law);
        return !dry || dry->restitution_normal > 0.0 || dry->restitution_tangential > 0.0;
    });
}

template <int D>
static void make_room_for_laws(const AssembleInput<D>& in, bool plain, LocalLaws<D>& laws) {
    laws.begin_anew();
    for (const Law& law : in.book.laws) {
        if (plain) laws.expect(plain_friction(law)->friction);
    }
    laws.resize(in.contacts.point.size(), !plain, !plain || any_bounces(in));
}

template <int D>
void assemble(const AssembleInput<D>& in, ThreadPool& pool, RigidProblem<D>& problem, std::vector<Vec<D>>& r,
              std::vector<Spin<D>>& m) {
    const std::size_t n = in.contacts.point.size();
    resize_with_room(problem.b, n);
    resize_with_room(r, n);

    assemble_bodies(in, pool, problem.W.body);
    problem.turning.clear();
    m.clear();
    const bool plain = has_plain_laws(in);
    make_room_for_laws(in, plain, problem.law);
    const bool rigid = !in.carried && (!in.gripped || in.gripped->all().empty());
    if (plain && rigid && in.parts.solids.shape.empty() && in.parts.surfaces.empty()) {
        assemble_balls(in, pool, problem, r);
        return;
    }
    std::vector<ContactArms<D>>& arms = problem.W.contact.whole();
    resize_with_room(arms, n);
    if (plain) {
        pool.for_ranges(n, grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                if (is_of_rigid(in, i))
                    assemble_plain_contact(in, i, problem, arms[i], r[i]);
                else
                    assemble_contact(in, i, problem, arms[i], r[i]);
            }
        });
        return;
    }
    std::atomic<bool> any_turns{false};
    pool.for_ranges(n, grain, [&](std::size_t begin, std::size_t end) {
        bool turns = false;
        for (std::size_t i = begin; i < end; ++i) {
            assemble_contact(in, i, problem, arms[i], r[i]);
            turns = turns || problem.law[i].turning.turns();
        }
        if (turns) any_turns.store(true, std::memory_order_relaxed);
    });
    if (any_turns.load()) list_turning(in, pool, problem, m);
}

#define DRYSTONE_ASSEMBLE(D)                                                                              \
    template bool has_plain_laws(const AssembleInput<D>&);                                                \
    template Approach<D> approach_of(const AssembleInput<D>&, const ContactArms<D>&, std::size_t);      \
    template void assemble(const AssembleInput<D>&, ThreadPool&, RigidProblem<D>&, std::vector<Vec<D>>&, \
                           std::vector<Spin<D>>&);
DRYSTONE_ASSEMBLE(2)
DRYSTONE_ASSEMBLE(3)
#undef DRYSTONE_ASSEMBLE

}  // namespace drystone

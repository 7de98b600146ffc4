// What the laws make of the impulses, once a step: by contact the mean velocity (u- + u+) / 2, its work - r . (u- + u+) / 2
// split by cause, docs/theory.md (8.3), (8.8), and the memory's next value; what no law answers for is the scheme's.

#include "step/outcomes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "contact/plain_friction.h"
#include "core/read_ahead.h"
#include "step/energy.h"
#include "step/links.h"
#include "step/stages.h"

namespace drystone {

namespace {

constexpr std::size_t contacts_chunk = 1024;  // contacts per partial sum
constexpr std::size_t contacts_grain = 4096;  // contacts worth waking a thread for

/// Twists of a body just before and after the kick, and what of it is driven.
template <int D>
struct Side {
    const Twist<D>& was;
    const Twist<D>& is;
};

/// 1 / mean diagonal of a contact's block of W: the mass, or the inertia, that it feels; 0 where nothing moves it.
template <int D>
double mass_at(const World<D>& world, int c) {
    return step_length(world.problem.W.diagonal(c));
}

template <int D>
double inertia_of(const World<D>& world, int c) {
    return world.moment.empty() ? 0.0 : step_length(world.problem.W.spin_diagonal(c));
}

/// What the solver leaves open at a contact: a few times the error of one whose impulse is as large as they are in the mean.
template <int D>
double doubt(const World<D>& world, double residual) {
    constexpr double few = 10.0;
    double square = 0.0;
    for (const Vec<D>& r : world.impulse) square += dot(r, r);
    return few * residual *
           std::sqrt(square / std::max<double>(1.0, static_cast<double>(world.impulse.size())));
}

/// Work of what moves a driven body: - (contact impulse) . (driven velocity).
template <int D>
double driven_work(const World<D>& world, int body, const Vec<D>& arm, const Vec<D>& f, const Spin<D>& m) {
    const Freedom freedom = world.matter.freedom[body];
    if (freedom == Freedom::isotropic || freedom == Freedom::elastic) return 0.0;
    const Twist<D> driven = driven_part(world.matter, body, world.bodies.velocity[body]);
    return -dot(f, driven.v) - dot(moment(arm, f) + m, driven.w);
}

/// Adds the work of a contact with plain friction: settle() of the law, whose only questions are u- and u+.
template <int D>
void settle_plain(const World<D>& world, std::size_t c, ContactWork& sum) {
    const Vec<D>& J = world.contacts.impulse[c];
    if (J == Vec<D>{}) return;
    const ContactArms<D>& arms = world.problem.W.contact[c];
    const auto [part_a, part_b] = world.contacts.point.parts(c);
    const int a = world.parts.body[part_a], b = world.parts.body[part_b];
    const auto velocity = [&](const std::vector<Twist<D>>& of) {
        return arms.frame * (rigid_velocity(world.matter, b, of[b], arms.arm_b) - rigid_velocity(world.matter, a, of[a], arms.arm_a));
    };
    const Vec<D> mean = 0.5 * (velocity(world.before) + velocity(world.bodies.velocity));
    Vec<D> shear = world.impulse[c];
    const double r_n = std::exchange(shear[0], 0.0);
    const double by_normal = -r_n * mean[0], by_shear = -dot(shear, mean);
    sum.losses.friction += by_shear;
    (r_n < 0.0 ? sum.losses.cohesion : sum.losses.impact) += by_normal;
    sum.scheme += by_normal + by_shear - (by_normal + by_shear);  // nothing, but for what is not finite
    sum.driven += driven_work(world, a, arms.arm_a, -J, {}) + driven_work(world, b, arms.arm_b, J, {});
}

template <int D>
ContactWork settle_contact(World<D>& world, const AssembleInput<D>& in, double doubt, std::size_t c) {
    const ContactPoint<D>& point = world.contacts.point[c];
    const ContactArms<D>& arms = world.problem.W.contact[c];
    const int a = world.parts.body[point.a], b = world.parts.body[point.b];
    const Side<D> on_a{world.before[a], world.bodies.velocity[a]};
    const Side<D> on_b{world.before[b], world.bodies.velocity[b]};
    const Vec<D>& J = world.contacts.impulse[c];
    const Spin<D>& M = world.contacts.moment[c];
    const bool remembers = world.book.remembers;
    if (!remembers && J == Vec<D>{}) return {};
    const int law = in.book.number(world.matter.surface[a], world.matter.surface[b]);
    if (!remembers && is_of_rigid(in, c) && plain_friction(in.book.laws[law]) && !is_link(world.parts, point)) {
        ContactWork work;
        settle_plain(world, c, work);
        return work;
    }

    Vec<D> after = rigid_velocity(world.matter, b, on_b.is, arms.arm_b) -
                   rigid_velocity(world.matter, a, on_a.is, arms.arm_a);
    Spin<D> spin = rigid_spin(world.matter, b, on_b.is) - rigid_spin(world.matter, a, on_a.is);
    Spin<D> spin_before = rigid_spin(world.matter, b, on_b.was) - rigid_spin(world.matter, a, on_a.was);
    if (const auto* sides = gripped_sides(in, c)) {
        after += sides->after.v;
        spin += sides->after.w;
        spin_before += sides->before.w;
    }
    const Approach<D> approach = approach_of(in, arms, c);
    const Outcome<D> out{.in = approach,
                         .law = world.problem.law[c],
                         .r = world.impulse[c],
                         .m = to_frame(arms.frame, M),
                         .after = arms.frame * after,
                         .turning_loss = -dot(M, 0.5 * (spin_before + spin)),
                         .spin = to_frame(arms.frame, spin),
                         .spin_before = to_frame(arms.frame, spin_before),
                         .mass = remembers ? mass_at(world, static_cast<int>(c)) : 0.0,
                         .inertia = remembers ? inertia_of(world, static_cast<int>(c)) : 0.0,
                         .doubt = doubt};
    Memories& memory = world.contacts.memory;
    const MemoryRow<D> row =
        remembers ? memory.open(c, in.book.places[law], axes_of(world.bodies, arms.frame, a, b)) : MemoryRow<D>{};
    const double stored_before = memory.stored(c);

    ContactWork work;
    if (is_link(world.parts, point))
        work = settle_link(in, arms, out, c, memory);
    else
        work.losses = settle(in.book.laws[law], out, row);
    work.stored = memory.stored(c) - stored_before;
    work.scheme = out.normal_loss() + out.shear_loss() + out.turning_loss + work.driven - work.losses.total() - work.stored;
    work.driven += driven_work(world, a, arms.arm_a, -J, -M) + driven_work(world, b, arms.arm_b, J, M);
    return work;
}

/// The layers of one contact share what their law says is shared: the first knows it.
template <int D>
void tell_other_layers(Contacts<D>& contacts) {
    const std::size_t count = contacts.memory.size();
    const auto width = static_cast<std::size_t>(contacts.memory.schema.width);
    for (const MemoryField& field : contacts.memory.schema.fields) {
        if (!field.shared) continue;
        for (int k = field.first; k < field.first + field.count; ++k) {
            double* value = contacts.memory.row(0) + k;
            for (std::size_t i = 1; i < count; ++i) {
                if (contacts.point[i].layer > 0) value[i * width] = value[(i - 1) * width];
            }
        }
    }
}

}  // namespace

template <int D>
void settle_contacts(World<D>& world, const StepSettings& settings, const SolveReport& solved,
                     ThreadPool& pool) {
    const AssembleInput<D> in = assemble_input(world, settings);
    const double unsure =
        world.book.remembers ? doubt(world, std::max(settings.solver.tolerance, solved.residual)) : 0.0;
    const bool plain = has_plain_laws(in);
    const auto ask = [&](std::size_t i) {  // contacts go by their first bodies: the second ones are anywhere
        world.contacts.point.fetch(i);
        const int b = world.parts.body[world.contacts.point.parts(i).b];
        read_ahead(&world.before[b]);
        read_ahead(&world.bodies.velocity[b]);
    };
    const auto settle_some = [&](std::size_t begin, std::size_t end) {
        ContactWork part;
        in_turns(begin, end, ask, [&](std::size_t i) {
            if (plain && is_of_rigid(in, i))
                settle_plain(world, i, part);
            else
                part += settle_contact(world, in, unsure, i);
        });
        return part;
    };
    const ContactWork work = pool.sum_in_order(world.contacts.point.size(), contacts_chunk, world.contact_work, settle_some, contacts_grain);
    world.energy.losses += work.losses;
    world.energy.stored += work.stored;
    world.energy.scheme += work.scheme;
    world.energy.work += work.driven;
    if (world.book.layered) tell_other_layers(world.contacts);
    break_links(world, settings.step);
}

template void settle_contacts(World<2>&, const StepSettings&, const SolveReport&, ThreadPool&);
template void settle_contacts(World<3>&, const StepSettings&, const SolveReport&, ThreadPool&);

}  // namespace drystone

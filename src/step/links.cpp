// Links in a step. Handles of deformable bodies are where their matter is, x = sum N_a x_a, turned as it is, R of F = R U. When
// the step is accepted, docs/theory.md (3.45):
//
//     spring   stored = k e^2 / 2 at the end, damped = h c u u_mean; beyond its yield Y the elongation e - Y / k stays, which
//              loses Y times that
//     rigid    at its yield the elongation h v stays, and all that it took is lost
//     motor    work = r . u_mean          friction, limits: what they took

#include "step/links.h"

#include <algorithm>
#include <cmath>

#include "core/index.h"
#include "step/deformable_handles.h"
#include "step/drives.h"

namespace drystone {

namespace {

constexpr double unsure = 1e-6;  // of a strength: there but for the solver's error

/// Second derivative of the place of a handle on a body that drives move as a whole, from where they have it now and at the end of the
/// step, dt from now. Not from beyond: there they may begin something else.
template <int D>
Vec<D> swerve_of_driven(const World<D>& world, int handle, double now, double dt) {
    const int part = world.links.first_handle + handle, body = world.parts.body[at(part)];
    if (world.matter.freedom[at(body)] != Freedom::immovable) return {};
    if (!std::binary_search(world.driven.begin(), world.driven.end(), body)) return {};
    const DrivenPose<D> then = driven_pose<D>(world, body, now + dt);
    const Vec<D>& local = world.parts.local_centre[at(part)];
    const Vec<D> arm = rotate(world.bodies.rotation[at(body)], local);
    const Twist<D>& V = world.bodies.velocity[at(body)];
    const Vec<D> moved = then.position + rotate(then.rotation, local) - world.bodies.position[at(body)] - arm;
    return (2.0 / (dt * dt)) * (moved - dt * (V.v + turn(V.w, arm)));
}

/// Its velocity at the end of the step, or its place now and where the next step looks.
template <int D>
MotorAim aim_of(const LinkDescription<D>& d, double end, double now, double h) {
    if (!d.is.has_motor()) return {};
    if (d.is.motor == LinkProperties::Motor::velocity) return {.rate = d.motor.at(end)};
    const double place = d.motor.held(now);
    return {.rate = (d.motor.held(now + h) - place) / h, .place = place};
}

/// What a line took, and what stays of its elongation.
template <int D>
Dissipation settle_elastic(const LinkModel<D>& link, const LinkStep& step, const Stretch& now,
                           const Outcome<D>& out, LinkMemory& memory) {
    const double k = link.stiffness, u = out.after[0], pushes = link.type == LinkType::cable ? 0.0 : 1.0;
    double e = now.by + step.ahead * step.h * (u + 0.5 * step.ahead * step.h * now.swerve);
    const double most = link.is.yield / k,
                 stays = e > most ? e - most : (e < -most ? pushes * (e + most) : 0.0);
    memory.plastic += stays;
    e -= stays;
    const bool slack = pushes == 0.0 && out.r[0] == 0.0;
    memory.stored = slack || (pushes == 0.0 && e < 0.0) ? 0.0 : 0.5 * k * e * e;
    memory.become(slack ? LinkStatus::slack : stays != 0.0 ? LinkStatus::yields : LinkStatus::holds);
    const double rate = (1.0 - step.theta) * now.rate + step.theta * u;
    return {.damage = stays == 0.0 ? 0.0 : link.is.yield * std::abs(stays),
            .damping = slack ? 0.0 : step.h * link.is.damping * rate * out.mean()[0]};
}

template <int D>
Dissipation settle_rigid(const LinkModel<D>& link, double h, const Outcome<D>& out, LinkMemory& memory) {
    const double v = out.after[0] + out.law.velocity_shift[0], yield = h * link.is.yield;
    const bool cable = link.type == LinkType::cable,
               yields = yield <= std::abs(out.r[0]) * (1.0 + 1e-9) && out.r[0] * v < 0.0;
    memory.become(cable && out.r[0] == 0.0 ? LinkStatus::slack
                  : yields                 ? LinkStatus::yields
                                           : LinkStatus::holds);
    if (yields) memory.plastic += h * v;
    if (yields) return {.damage = out.normal_loss()};
    return {.impact = cable ? out.normal_loss() : 0.0};
}

/// The row that holds the link: what it took by cause.
template <int D>
Dissipation settle_holding(const AssembleInput<D>& in, const ContactArms<D>& arms, const Outcome<D>& out,
                           std::size_t i, LinkMemory& memory) {
    const LinkContact<D> c = link_of(in, i);
    const LinkStep step = step_of_links(in);
    if (c.link.is_line()) {
        if (c.link.stiffness == 0.0) return settle_rigid(c.link, step.h, out, memory);
        return settle_elastic(c.link, step, stretch_of(c, place_of_link(in, arms, i)), out, memory);
    }
    if (c.link.type == LinkType::hinge)
        memory.angle = travel_of(in, arms, i) + step.ahead * step.h * out.spin[0];
    if (c.link.is.friction == 0.0) return {};
    if (c.link.type == LinkType::slider) return {.friction = out.normal_loss()};
    // About the axis alone: what holds the turns across it is no friction
    return {.friction = -0.5 * out.m[0] * (out.spin_before[0] + out.spin[0])};
}

/// Whether the row that holds the link is at its strength and what it holds moves: forces of rigid bodies are not unique, and a link that
/// stands at its strength in one admissible set is held by others. What a line that stretches carries is unique. docs/theory.md (3.21)
template <int D>
bool gives_way(const AssembleInput<D>& in, const ContactArms<D>& arms, const Outcome<D>& out, const LinkModel<D>& link, std::size_t i) {
    const double most = in.step * link.is.strength, most_turning = in.step * link.is.moment_strength;
    if (norm(out.r) < (1.0 - unsure) * most && norm(out.m) < (1.0 - unsure) * most_turning) return false;
    if (link.stiffness > 0.0) return true;
    Vec<D> v = out.after + out.law.velocity_shift;
    Spin<D> w = link.holds_turns() ? out.spin + spin_shift_of_link(in, arms, i) : Spin<D>{};
    if (link.is_line()) v = v[0] * Vec<D>::axis(0);
    if (link.type == LinkType::slider) v[0] = 0.0;
    if (link.type == LinkType::hinge) w[0] = 0.0;
    const double span = out.mass > 0.0 ? std::sqrt(out.inertia / out.mass) : 0.0;
    return out.mass * norm(v) > unsure * most + out.doubt || out.inertia * norm(w) > unsure * most_turning + out.doubt * span;
}

/// Whether all rows of a link together carry more than it can: a stop or motor that nothing bounds, or parts of a force of which each is
/// within the strength by itself.
template <int D>
bool is_beyond_strength(const World<D>& world, const LinkModel<D>& link, std::size_t first, double h) {
    Vec<D> r{};
    Spin<D> m{};
    for (std::size_t c = first; c < first + at(link.rows()); ++c) {
        r += world.contacts.impulse[c];
        m += world.contacts.moment[c];
    }
    return norm(r) > (1.0 + unsure) * h * link.is.strength || norm(m) > (1.0 + unsure) * h * link.is.moment_strength;
}

}  // namespace

template <int D>
Vec<D> handle_place(const World<D>& world, int handle) {
    if (const auto place = matter_place(world, handle)) return *place;
    const int part = world.links.first_handle + handle, body = world.parts.body[at(part)];
    return world.bodies.position[at(body)] +
           rotate(world.bodies.rotation[at(body)], world.parts.local_centre[at(part)]);
}

template <int D>
Rotation<D> handle_turn(const World<D>& world, int handle) {
    if (const auto turn = matter_turn(world, handle)) return *turn;
    return world.bodies.rotation[at(world.parts.body[at(world.links.first_handle + handle)])];
}

template <int D>
void place_links(World<D>& world, const StepSettings& settings) {
    Links<D>& links = world.links;
    const double h = settings.step, ahead = settings.integrator == Integrator::euler ? h : 0.5 * h;
    const double end = world.time + h, now = end - ahead;
    for (int k = 0; k < links.size(); ++k) {
        for (int handle = 2 * k; handle < 2 * k + 2; ++handle) {
            if (const auto place = matter_place(world, handle)) world.parts.centre[at(links.first_handle + handle)] = *place;
            links.turn[at(handle)] = handle_turn(world, handle);
            links.swerve[at(handle)] = swerve_of_driven(world, handle, now, ahead);
        }
        links.aim[at(k)] = aim_of(world.description.links[at(k)], end, now, h);
    }
}

template <int D>
void begin_link(const Model<D>& model, State<D>& state, std::size_t contact) {
    const ContactPoint<D>& c = state.contacts.point[contact];
    const MemoryRow<D> row = state.contacts.memory.open(contact, model.book.link_places, MemoryAxes<D>{});
    row.template begin<LinkMemory>();
    const double stored = c.layer == 0 ? model.links.link[at(model.links.of(c.a))].energy_at_first() : 0.0;
    row.template change<LinkMemory>([&](LinkMemory& memory) { memory.stored = stored; });
}

template <int D>
ContactWork settle_link(const AssembleInput<D>& in, const ContactArms<D>& arms, const Outcome<D>& out,
                        std::size_t contact, Memories& memory) {
    const LinkContact<D> c = link_of(in, contact);
    const double taken = out.normal_loss() + out.shear_loss() + out.turning_loss;
    ContactWork work;
    if (c.memory.status() == LinkStatus::broken) return work;
    if (c.row == LinkRow::limits) work.losses.impact = taken;
    if (c.row == LinkRow::drives) work.driven = -taken;
    if (c.row != LinkRow::holds) return work;
    LinkMemory next = c.memory;
    work.losses = settle_holding(in, arms, out, contact, next);
    if (c.link.is.breaks() && gives_way(in, arms, out, c.link, contact)) {
        next.become(LinkStatus::gives_way);
        if (c.link.stiffness == 0.0) work.losses = {.friction = work.losses.friction, .damage = taken - work.losses.friction};
    }
    const MemoryRow<D> row = memory.open(contact, in.book.link_places, MemoryAxes<D>{});
    row.template change<LinkMemory>([&](LinkMemory& kept) { kept = next; });
    return work;
}

template <int D>
void break_links(World<D>& world, double h) {
    const Links<D>& links = world.links;
    for (int k = 0; k < links.size(); ++k) {
        const LinkModel<D>& link = links.link[at(k)];
        if (!link.is.breaks()) continue;
        const std::size_t first = at(links.contact(k, world.contacts.size()));
        const MemoryRow<D> row = world.contacts.memory.open(first, world.book.link_places, MemoryAxes<D>{});
        row.template change<LinkMemory>([&](LinkMemory& memory) {
            if (memory.status() == LinkStatus::broken) return;
            if (memory.status() != LinkStatus::gives_way && !is_beyond_strength(world, link, first, h)) return;
            world.energy.losses.damage += memory.stored;
            world.energy.stored -= memory.stored;
            memory.stored = 0.0;
            memory.become(LinkStatus::broken);
        });
    }
}

#define DRYSTONE_STEP_LINKS(D)                                                                          \
    template Vec<D> handle_place(const World<D>&, int);                                                 \
    template Rotation<D> handle_turn(const World<D>&, int);                                             \
    template void place_links(World<D>&, const StepSettings&);                                          \
    template void begin_link(const Model<D>&, State<D>&, std::size_t);                                                   \
    template ContactWork settle_link(const AssembleInput<D>&, const ContactArms<D>&, const Outcome<D>&, \
                                     std::size_t, Memories&);                                           \
    template void break_links(World<D>&, double);
DRYSTONE_STEP_LINKS(2)
DRYSTONE_STEP_LINKS(3)
#undef DRYSTONE_STEP_LINKS

}  // namespace drystone

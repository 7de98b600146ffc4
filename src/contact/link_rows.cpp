// The rows of links, docs/theory.md (3.22), (3.40)-(3.44). Two points that have to be one at the end of every step move on
// curves: with the acceleration a(r) = w' x r + w x (w x r) of a vector r that turns with a body on which nothing acts,
//
//     swerve = a_b(r_b) - a_a(r_a) - 2 w_a x u,      of a distance  n . swerve + |u_t|^2 / |x_b - x_a|       (3.40)

#include "contact/link_rows.h"

#include <cassert>

namespace drystone {

namespace {

/// w' of a body on which no torque acts: I w' = -w x I w.
Vec<1> free_acceleration(const AssembleInput<2>&, int) { return {}; }
Vec<3> free_acceleration(const AssembleInput<3>& in, int body) {
    if (in.matter.freedom[body] != Freedom::general ||
        !(in.matter.free_rotations[body] == Mat<3>::scaled_identity(1.0)))
        return {};
    const Rotation<3>& axes = in.bodies.rotation[body];
    const Vec<3> w = rotate_back(axes, in.before[body].w), I = in.matter.inertia[body];
    const Vec<3> Iw = {{I[0] * w[0], I[1] * w[1], I[2] * w[2]}}, torque = -1.0 * cross(w, Iw);
    return rotate(axes, Vec<3>{{torque[0] / I[0], torque[1] / I[1], torque[2] / I[2]}});
}

/// a(r) of a vector that turns with the body; of a deformable one, with its mean motion.
template <int D>
Vec<D> swerve_of(const AssembleInput<D>& in, int body, const Vec<D>& r) {
    const Spin<D>& w = in.before[body].w;
    return turn(free_acceleration(in, body), r) + turn(w, turn(w, r));
}

/// Second derivative of the place of the material point of a handle's body that is at `point` now.
template <int D>
Vec<D> swerve_at(const AssembleInput<D>& in, int handle, const Vec<D>& point) {
    const int body = in.parts.body[handle];
    if (in.matter.freedom[body] != Freedom::immovable)
        return swerve_of(in, body, point - in.bodies.position[body]);
    const Vec<D>& driven = in.links->swerve[handle - in.links->first_handle];
    return driven + swerve_of(in, body, in.parts.space.difference(point, in.parts.centre[handle]));
}

template <int D>
const Rotation<D>& turn_of(const AssembleInput<D>& in, int handle) {
    return in.links->turn[handle - in.links->first_handle];
}

/// Of a line: rate of the distance of its ends across it, squared.
template <int D>
double turning_of_line(const AssembleInput<D>& in, const ContactPoint<D>& c, const Vec<D>& n,
                       const Vec<D>& extra) {
    const auto velocity = [&](int part) {
        const int body = in.parts.body[part];
        return rigid_velocity(in.matter, body, in.before[body],
                              in.parts.space.difference(in.parts.centre[part], in.bodies.position[body]));
    };
    const Vec<D> u = velocity(c.b) - velocity(c.a) + extra, across = u - dot(n, u) * n;
    return dot(across, across);
}

/// Friction is in the row that holds a hinge or slider: about or along its axis.
template <int D>
LocalLaw<D> holding_law(const AssembleInput<D>& in, const LinkModel<D>& link, const LinkPlace<D>& place) {
    const double h = in.step, strength = h * link.is.strength, moment = h * link.is.moment_strength;
    LocalLaw<D> law = held_point<D>(shift_to_close(step_of_links(in), place.apart, place.swerve), strength);
    if (link.type == LinkType::slider) bound_normal(h * link.is.friction, 0.0, law);
    if (link.holds_turns()) law.turning.bending = moment;
    if (D == 3 && link.holds_turns()) law.turning.twisting = moment;
    if (link.type == LinkType::hinge) bound_turn(h * link.is.friction, law);
    return law;
}

/// Of a motor: what it adds to the velocity along or about the axis. One of given displacement makes good what it lags behind at once; if its
/// force is bounded, over some steps: else it would arrive too fast to stop, and go to and fro for ever.
template <int D>
double motor_shift(const AssembleInput<D>& in, const LinkContact<D>& c, double travel) {
    constexpr double steps_to_recover = 10.0;
    const MotorAim& aim = in.links->aim[c.number];
    if (c.link.is.motor == LinkProperties::Motor::velocity) return -aim.rate;
    const double within = (c.link.is.most < LinkProperties::never ? steps_to_recover : 1.0) * in.step;
    return (travel - aim.place) / within - aim.rate;
}

template <int D>
LocalLaw<D> number_law(const AssembleInput<D>& in, const LinkContact<D>& c, double travel) {
    LocalLaw<D> law = no_force<D>();
    const LinkProperties& is = c.link.is;
    if (c.link.type == LinkType::hinge) {
        if (c.row == LinkRow::limits)
            stop_turn(is, in.step, law);
        else
            bound_turn(in.step * is.most, law);
    } else if (c.row == LinkRow::limits) {
        stop_normal(is, travel, in.step, law);
    } else {
        bound_normal(in.step * is.most, motor_shift(in, c, travel), law);
    }
    return law;
}

/// About the axis of a hinge, which is the normal in space.
Vec<1> about_axis(double shift, const LinkModel<2>&) { return {{shift}}; }
Vec<3> about_axis(double shift, const LinkModel<3>&) { return {{shift, 0.0, 0.0}}; }

/// How the axes of a hinge differ, and how that swerves; of other links how they have turned.
Vec<1> holding_spin(const AssembleInput<2>& in, const LinkModel<2>& link, int handle) {
    if (link.type == LinkType::hinge) return {};
    return (1.0 / in.step) * turned(link, turn_of(in, handle), turn_of(in, handle + 1));
}
Vec<3> holding_spin(const AssembleInput<3>& in, const LinkModel<3>& link, int handle) {
    const int a = in.parts.body[handle], b = in.parts.body[handle + 1];
    const Rotation<3>&R_a = turn_of(in, handle), &R_b = turn_of(in, handle + 1);
    if (link.type != LinkType::hinge)
        return shift_to_close(step_of_links(in), turned(link, R_a, R_b),
                              free_acceleration(in, b) - free_acceleration(in, a));
    const Vec<3> e_a = rotate(R_a, link.axis_a), e_b = rotate(R_b, link.axis_b);
    return shift_to_close(step_of_links(in), cross(e_a, e_b),
                          cross(e_a, swerve_of(in, b, e_b) - swerve_of(in, a, e_a)));
}

}  // namespace

template <int D>
LinkContact<D> link_of(const AssembleInput<D>& in, std::size_t i) {
    const ContactPoint<D>& c = in.contacts.point[i];
    const int k = in.links->of(c.a);
    const LinkModel<D>& link = in.links->link[static_cast<std::size_t>(k)];
    const MemoryView<D> view =
        in.contacts.memory.view(i - static_cast<std::size_t>(c.layer), in.book.link_places, MemoryAxes<D>{});
    return {link, k, link.row(c.layer), view.template read<LinkMemory>()};
}

template <int D>
LinkPlace<D> place_of_link(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i) {
    const ContactPoint<D>& c = in.contacts.point[i];
    const LinkModel<D>& link = in.links->link[static_cast<std::size_t>(in.links->of(c.a))];
    const Vec<D> apart = in.parts.space.difference(in.parts.centre[c.b], in.parts.centre[c.a]);
    const Vec<D> u = velocity_before(in, arms, i);
    const bool line = link.is_line();
    Vec<D> swerve = swerve_at(in, c.b, line ? in.parts.centre[c.b] : c.point) -
                    swerve_at(in, c.a, line ? in.parts.centre[c.a] : c.point);
    if (link.type == LinkType::slider) swerve -= 2.0 * turn(in.before[in.parts.body[rail_of(in.parts, c.a)]].w, u);
    LinkPlace<D> place{
        .apart = arms.frame * apart, .swerve = arms.frame * swerve, .velocity = arms.frame * u};
    if (!line) return place;
    const double length = norm(apart);
    place.stretch = length - link.length;
    const GrippedSides<D>* sides = gripped_sides(in, i);
    const Vec<D> held = sides ? sides->before.v : Vec<D>{};
    if (length > 0.0)
        place.stretch_swerve = place.swerve[0] + turning_of_line(in, c, arms.frame[0], held) / length;
    return place;
}

template <int D>
double travel_of(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i) {
    const ContactPoint<D>& c = in.contacts.point[i];
    const LinkContact<D> at = link_of(in, i);
    if (at.link.type == LinkType::slider)
        return dot(arms.frame[0], in.parts.space.difference(in.parts.centre[c.b], in.parts.centre[c.a]));
    return turned_about(at.link, turn_of(in, c.a), turn_of(in, c.b), at.memory.angle);
}

template <int D>
LocalLaw<D> law_of_link(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i) {
    const LinkContact<D> c = link_of(in, i);
    if (c.memory.status() == LinkStatus::broken) return no_force<D>();
    if (c.row != LinkRow::holds) return number_law(in, c, travel_of(in, arms, i));
    const LinkPlace<D> place = place_of_link(in, arms, i);
    if (!c.link.is_line()) return holding_law(in, c.link, place);
    return along_line<D>(c.link.is, c.link.stiffness, step_of_links(in), stretch_of(c, place),
                         c.link.type != LinkType::cable);
}

template <int D>
Spin<D> spin_shift_of_link(const AssembleInput<D>& in, const ContactArms<D>& arms, std::size_t i) {
    const LinkContact<D> c = link_of(in, i);
    if (c.memory.status() == LinkStatus::broken) return {};
    if (c.row == LinkRow::holds)
        return c.link.holds_turns() ? to_frame(arms.frame, holding_spin(in, c.link, in.contacts.point[i].a))
                                    : Spin<D>{};
    if (c.link.type != LinkType::hinge) return {};
    const double travel = travel_of(in, arms, i);
    if (c.row == LinkRow::limits) return about_axis((travel - c.link.is.high) / in.step, c.link);
    return about_axis(motor_shift(in, c, travel), c.link);
}

#define DRYSTONE_LINK_ROWS(D)                                                                         \
    template LinkContact<D> link_of(const AssembleInput<D>&, std::size_t);                            \
    template LinkPlace<D> place_of_link(const AssembleInput<D>&, const ContactArms<D>&, std::size_t); \
    template double travel_of(const AssembleInput<D>&, const ContactArms<D>&, std::size_t);           \
    template LocalLaw<D> law_of_link(const AssembleInput<D>&, const ContactArms<D>&, std::size_t);    \
    template Spin<D> spin_shift_of_link(const AssembleInput<D>&, const ContactArms<D>&, std::size_t);
DRYSTONE_LINK_ROWS(2)
DRYSTONE_LINK_ROWS(3)
#undef DRYSTONE_LINK_ROWS

}  // namespace drystone

#include "statics/move_link.h"

#include <cassert>
#include <cmath>

#include "core/invariants.h"

namespace drystone {

Vec<2> turned_by(const Vec<1>& phi, const Vec<2>& v) {
    const double s = std::sin(phi[0]), h = std::sin(0.5 * phi[0]), c = 2.0 * h * h;  // c = 1 - cos
    return {{-c * v[0] - s * v[1], s * v[0] - c * v[1]}};
}

Vec<3> turned_by(const Vec<3>& phi, const Vec<3>& v) {
    const double angle = norm(phi);
    if (angle == 0.0) return {};
    const Vec<3> k = (1.0 / angle) * phi, x = cross(k, v);
    const double h = std::sin(0.5 * angle);
    return std::sin(angle) * x + (2.0 * h * h) * cross(k, x);
}

namespace {

/// Where a part went.
template <int D>
Vec<D> shift_of(const LinkSide<D>& side) {
    const Vec<D> arm = side.centre - side.body, u = translation<D>(side.moved);
    return arm == Vec<D>{} ? u : u + turned_by(rotation<D>(side.moved), arm);
}

template <int D>
void move_balls(const LinkSide<D>& a, const LinkSide<D>& b, Link<D>& link) {
    assert(a.radius + b.radius > 0.0);
    const Vec<D> before = b.centre - a.centre, x = shift_of(b) - shift_of(a), now = before + x;
    const double size = norm(now);
    link.gap += dot(before + now, x) / (norm(before) + size);
    if (size > 0.0) link.normal = (1.0 / size) * now;
    link.point = a.centre + shift_of(a) + (a.radius / (a.radius + b.radius)) * now;
}

/// A ball at a flat wall whose outward normal m is `sign` times the side's axis; the link's normal from ball to wall is -m.
template <int D>
void move_flat(const LinkSide<D>& ball, const LinkSide<D>& wall, double sign, double from_ball,
               Link<D>& link) {
    const Vec<D> m = sign * wall.axis, tilt = turned_by(rotation<D>(wall.moved), m), now = m + tilt;
    const Vec<D> d = ball.centre - wall.centre, x = shift_of(ball) - shift_of(wall);
    link.gap += dot(now, x) + dot(tilt, d);
    link.normal = -from_ball * now;
    link.point = ball.centre + shift_of(ball) - ball.radius * now;
}

template <int D>
void move_shell(const LinkSide<D>& ball, const LinkSide<D>& drum, double from_ball, Link<D>& link) {
    const Vec<D> d = ball.centre - drum.centre, x = shift_of(ball) - shift_of(drum);
    Vec<D> before = d, change = x;
    if constexpr (D == 3) {
        const Vec<D>& axis = drum.axis;
        const Vec<D> tilt = turned_by(rotation<D>(drum.moved), axis), now = axis + tilt;
        before -= dot(axis, d) * axis;
        change -= dot(now, x) * now + (dot(tilt, d)) * now + dot(axis, d) * tilt;
    }
    const Vec<D> now = before + change;
    const double size = norm(now);
    if (!(size > 0.0)) return;
    link.gap -= dot(before + now, change) / (norm(before) + size);
    link.normal = (from_ball / size) * now;
    link.point = ball.centre + shift_of(ball) + (ball.radius / size) * now;
}

template <int D>
void move_geometry(const LinkSide<D>& a, const LinkSide<D>& b, Link<D>& link) {
    if (a.kind == PartKind::ball && b.kind == PartKind::ball) return move_balls(a, b, link);
    const bool first = a.kind == PartKind::ball;
    const LinkSide<D>&ball = first ? a : b, &wall = first ? b : a;
    const double from_ball = first ? 1.0 : -1.0;
    if (wall.kind == PartKind::plane)
        move_flat(ball, wall, 1.0, from_ball, link);
    else if (link.feature == 0)
        move_shell(ball, wall, from_ball, link);
    else
        move_flat(ball, wall, link.feature == 1 ? 1.0 : -1.0, from_ball, link);  // ends: inward normals
}

}  // namespace

template <int D>
Link<D> moved_link(const Link<D>& before, const LinkSide<D>& a, const LinkSide<D>& b, Displacements mode) {
    assert(is_unit(before.normal));
    Link<D> link = before;
    const Vec<D> u_a = translation<D>(a.moved), u_b = translation<D>(b.moved);
    const Spin<D> phi_a = rotation<D>(a.moved), phi_b = rotation<D>(b.moved);
    if (mode == Displacements::large) {
        move_geometry(a, b, link);
        link.arm_a = link.point - (a.body + u_a);
        link.arm_b = link.point - (b.body + u_b);
    }
    const Vec<D> slip = (u_b + turn(phi_b, link.arm_b)) - (u_a + turn(phi_a, link.arm_a));
    if (mode == Displacements::small) link.gap += dot(link.normal, slip);
    stretch(link, before.normal, slip, phi_b - phi_a);
    return link;
}

template Link<2> moved_link(const Link<2>&, const LinkSide<2>&, const LinkSide<2>&, Displacements);
template Link<3> moved_link(const Link<3>&, const LinkSide<3>&, const LinkSide<3>&, Displacements);

}  // namespace drystone

#pragma once

#include "geometry/parts.h"
#include "statics/link.h"
#include "statics/settings.h"

namespace drystone {

/// One side of a link: its part where the step began, and what its body has done since.
template <int D>
struct LinkSide {
    PartKind kind = PartKind::ball;
    double radius = 0.0;
    Vec<D> body{};    // centre of mass, before [m]
    Vec<D> centre{};  // of the part, before [m]
    Vec<D> axis{};    // of a plane or drum, before
    Generalised<D> moved{};
};

/// The link after both bodies have moved, its springs stretched. `large`: the geometry follows; differences are taken so that
/// nothing cancels:
///
///     balls    |d + x| - |d| = (2 d + x) . x / (|d + x| + |d|),          d = c_b - c_a, x its change
///     planes   m' . x + (m' - m) . d,                                    d = c - p
///     drums    as balls, across the axis
///
/// Small displacements: normal and arms stay, gap += n . (u_b + phi_b x arm_b - u_a - phi_a x arm_a).
template <int D>
Link<D> moved_link(const Link<D>& before, const LinkSide<D>& a, const LinkSide<D>& b, Displacements mode);

/// (R(phi) - 1) v, without cancellation.
Vec<2> turned_by(const Vec<1>& phi, const Vec<2>& v);
Vec<3> turned_by(const Vec<3>& phi, const Vec<3>& v);

}  // namespace drystone

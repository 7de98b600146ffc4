#pragma once

#include <cmath>

#include "core/motion.h"
#include "core/on_device.h"
#include "narrowphase/touch.h"

namespace drystone {

// A ball in a hollow cylinder of radius R and length l about the axis a through p:
//
//     d = c - p,   z = a . d,   q = d - z a            (2D: a circle, q = d)
//     shell:  gap = R - |q| - r,       n = q / |q|,    point = c + r n
//     ends:   gap = l/2 - s z - r,     n = s a,        point = c + r n,    s = +1 and -1
//
// The solid is all that lies outside the hollow: a ball out there is deep in it, and pushed back in. On the
// axis all directions are equal: n is then the first tangent of the axis (2D: the first axis); it matters
// only to a ball that fills the hollow.

/// The circle.
DRYSTONE_ON_DEVICE inline Touch<2> ball_drum_shell(const Vec<2>& centre, double radius, const Vec<2>& place, const Vec<2>&,
                                double drum_radius) {
    const Vec<2> d = centre - place;
    const double off_axis = norm(d);
    const Vec<2> n = off_axis > 0.0 ? (1.0 / off_axis) * d : Vec<2>::axis(0);
    return {.gap = drum_radius - off_axis - radius, .normal = n, .point = centre + radius * n};
}

/// The curved wall.
DRYSTONE_ON_DEVICE inline Touch<3> ball_drum_shell(const Vec<3>& centre, double radius, const Vec<3>& place, const Vec<3>& axis,
                                double drum_radius) {
    const Vec<3> d = centre - place;
    const Vec<3> q = d - dot(axis, d) * axis;
    const double off_axis = norm(q);
    const Vec<3> n = off_axis > 0.0 ? (1.0 / off_axis) * q : contact_frame(axis)[1];
    return {.gap = drum_radius - off_axis - radius, .normal = n, .point = centre + radius * n};
}

/// A flat end of a drum.
struct DrumEnd {
    const Vec<3>& place;  // the drum's middle [m]
    const Vec<3>& axis;   // unit
    double length;        // of the drum [m]
    double side;          // of the middle: +1 or -1 along the axis
};

/// The flat end. An infinite drum: an infinite gap.
DRYSTONE_ON_DEVICE inline Touch<3> ball_drum_end(const Vec<3>& centre, double radius, const DrumEnd& end) {
    const Vec<3> n = end.side * end.axis;
    return {.gap = 0.5 * end.length - dot(n, centre - end.place) - radius, .normal = n, .point = centre + radius * n};
}

}  // namespace drystone

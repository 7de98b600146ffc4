#pragma once

#include <array>
#include <vector>

#include "core/space.h"
#include "report/shown_run.h"

namespace drystone {

// A cell that repeats, as it is drawn: every body where its centre is in the cell, again where an image of it reaches in, and the edges.

/// Where body i is drawn [m].
Vec<3> home(const ShownBodies& bodies, const ShownFrame& frame, int i);

/// What is at x, seen from near `at`: the nearest of its images.
inline Vec<3> seen_from(const Space<3>& space, const Vec<3>& at, const Vec<3>& x) {
    return at + space.difference(x, at);
}

/// Contact k, drawn where its first body is, and where its second is seen from there [m].
struct ContactAtHome {
    Vec<3> point, a, b;
};
ContactAtHome contact_at_home(const ShownBodies& bodies, const ShownFrame& frame, std::size_t k);

/// By how much a ball at x is moved to its images that reach into the cell, itself left out; none where nothing repeats.
std::vector<Vec<3>> shifts_of_images(const Space<3>& space, const Vec<3>& x, double radius);

/// The edges as pairs of corners: 4 lines in the plane, 12 in space; none where nothing repeats.
std::vector<std::array<Vec<3>, 2>> outline(const Space<3>& space, int dimension);

}  // namespace drystone

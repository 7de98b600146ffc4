#pragma once

#include "masonry/block.h"

namespace drystone::masonry {

/// A dome about the origin, z up; space only. Beds are radial, at equal steps of the angle theta from the
/// axis; upright joints lie in planes through the axis, Delta = 360 deg / stones apart.
///
/// Why the stones are convex and fit. Take the corners of a stone on the two spheres. Corners that differ in
/// azimuth only are ends of horizontal chords with one direction, so any two such chords, hence each of the
/// four faces between them, lie in a plane; the other two faces lie in planes through the axis. The six-faced
/// stone is convex and shares whole faces with its neighbours as long as no course is turned against the one
/// below.
///
/// Turned by half a stone, the flat bottoms would cut into the stones below: a bed of theta < 90 deg is a
/// cone, its chords lie above it. The tops of one course are the planes P_j, and the space above all of them
/// is a convex pyramid. So a stone keeps its flat top and takes for its bottom the halves of the two tops it
/// stands on: its six lower corners are the ends of the edge between these two (on the spheres) and the
/// middles of their chords (pulled in by 1 - cos(Delta/2)). It then lies above P_j and P_j+1, touches both in
/// whole faces, and every plane P_j parts what is above from what is below. The price: at the inner end of
/// the bottom a horizontal sliver of up to inner_radius sin(theta) sin^2(Delta/2) stands out over the course
/// below.
struct DomeParameters {
    double radius = 0.0;        // to the middle of the thickness [m]; this or inner_radius
    double inner_radius = 0.0;  // [m]
    double thickness = 0.0;     // [m]
    int courses = 0;            // from the base to the oculus
    int stones = 0;             // in a course; 16 and more look round
    double base_deg = 90.0;     // theta of the lowest bed; 90: hemisphere, less: segmental
    double oculus_deg = 0.0;    // theta of the uppermost bed, the edge of the opening
    bool keystone = false;      // closes the opening with one stone
    bool staggered = true;      // alternate courses are turned by half a stone
    double base_ring =
        -1.0;  // length of the fixed stones behind the lowest bed [m]; negative: the thickness;
               // 0: none
};

/// Parts: "course.stone" from 0 at the base and azimuth 0; "base.k" below stone k of the first course;
/// "keystone".
std::vector<Block<3>> dome(const DomeParameters& parameters);

}  // namespace drystone::masonry

#pragma once

#include "masonry/block.h"

namespace drystone::masonry {

/// Half a dome on half a round wall, z up; space only. They fill y >= 0 and are open towards -y; the axis is the origin's, the dome springs
/// at height 0. Stones are as in dome.h, those of every other course and their halves at the ends cut by the plane y = 0.
///
/// In front of the ends stand fixed stones, the arch of the nave that a half dome leans on.
struct ApseParameters {
    double radius = 0.0;        // to the middle of the thickness [m]; this or inner_radius
    double inner_radius = 0.0;  // [m]
    double thickness = 0.0;     // [m]
    int courses = 0;            // of the half dome
    int stones = 0;             // in a course, half round
    double oculus_deg = 0.0;    // angle of the uppermost bed from the axis
    bool keystone = false;      // closes the opening with one stone
    bool staggered = true;      // alternate courses are turned by half a stone
    double wall_height = 0.0;   // below the half dome [m]
    int wall_courses = 1;
    double front = -1.0;  // depth of the fixed stones before the ends [m]; negative: the thickness; 0: none
    double base = 0.0;  // height of fixed stones below the wall [m]; 0: none
};

/// Parts: "dome.course.stone", "wall.course.stone" from 0 below and at +x; "keystone"; "front.right.k", "front.left.k" from below, "front.keystone";
/// "base.k".
std::vector<Block<3>> apse(const ApseParameters& parameters);

}  // namespace drystone::masonry

#pragma once

#include <array>
#include <vector>

#include "render/drawing.h"
#include "render/magnified.h"

namespace drystone::render {

/// One flat piece of a joint, by the corners it had at time 0: in the plane along the joint, in space around it.
struct JointFace {
    int joint = 0;
    std::vector<int> corners;  // into ShownJoints::corner
};

/// All joints, those of several faces piece by piece. Points that stand alone, and those within a face, are left out.
std::vector<JointFace> joint_faces(const ShownBodies& bodies);

/// Where a corner of a joint is drawn: in the middle between the points of its two bodies. `first`: the run's first frame.
Vec<3> corner_place(const ShownBodies& bodies, const ShownFrame& first, const Magnified& shown, int joint,
                    int corner);

/// The kern of a face: where a normal force presses on all of it. With J the mean of r r^T about the centroid, a force at p has the
/// stress 1 + p . J^-1 r at r; it is the middle third of a line and the inner diamond of a rectangle.
struct Kern {
    Vec<3> centre;
    std::vector<Vec<3>> outline;  // in the plane two points

    /// Whether no corner of the face would be pulled; `slack` of the face's size beyond it does no harm.
    bool holds(const Vec<3>& p, double slack = 1e-6) const;

    std::vector<Vec<3>> pulls;  // J^-1 r of every corner [1/m]
};

/// `corners` of a face in order; two of them are a line.
Kern kern_of(const std::vector<Vec<3>>& corners);

}  // namespace drystone::render

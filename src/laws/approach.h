#pragma once

#include "core/vec.h"

namespace drystone {

/// What a law may know of a contact when a step begins.
template <int D>
struct Approach {
    Vec<D> velocity{};          // u-, relative velocity before the step, contact frame [m/s]
    double gap = 0.0;           // at detection [m]
    double slack = 0.0;         // what of the gap solvers leave undone: it need not close further [m]
    double step = 0.0;          // h [s]
    double radius = 0.0;        // r* = r1 r2 / (r1 + r2) of the two surfaces (Brendel 1.42) [m]
    double least_radius = 0.0;  // of the two, flat ones apart [m]
    double area = 0.0;          // of the faces' overlap the point stands for; 0: round bodies, edges, corners [m2, 2D: m]
    double bearing = 0.0;       // what it bears on, never nothing but for round bodies: docs/theory.md (3.20) [m2, 2D: m]
    double share = 1.0;         // of a force between its two bodies that their points carry together [-]
    int layer = 0;              // of a law with several
    bool closed = true;         // touching: the gap is zero but for rounding, or negative
    bool rests = true;          // closed, or open by no more than solvers leave undone
    bool closes_gap = false;    // the integrator asks for contacts still open and lets them close (euler)
    bool push = false;          // overlaps are pushed apart, not kept ([time] overlap)
};

/// What a law may know of a contact that detection has just found, whether or not it knew it before.
struct Encounter {
    double gap = 0.0;    // [m]
    double area = 0.0;   // of the faces' overlap it stands for [m2, 2D: m]
    bool closed = true;  // touching
    bool rests = true;   // closed, or open by no more than solvers leave undone
    bool fresh = false;  // it was not there in the last step
    bool first = false;  // nor was there a last step: the scene begins with this contact
};

}  // namespace drystone

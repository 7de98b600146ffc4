#pragma once

#include "core/vec.h"

namespace drystone {

/// What a law may know of a contact when a step begins.
template <int D>
struct Approach {
    Vec<D> velocity{};          // u-, relative velocity before the step, contact frame [m/s]
    double gap = 0.0;           // at detection [m]
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

/// What a contact remembers from step to step. Laws own it: the names say what the program's laws keep there. Changed
/// when contacts are found (meet) and once when a step is accepted (settle), never by solvers. A contact that is lost
/// gives it up.
template <int D>
struct Memory {
    Vec<D> slip{};          // slip that a joint holds on to, contact frame, tangential [m]
    double damage = 0.0;    // 0: whole, 1: gone [-]
    double spent = 0.0;     // share of the fracture energy that is used up [-]
    double rest_gap = 0.0;  // gap of the joint when nothing pulls or presses [m]
    double stored = 0.0;    // elastic energy [J]
    double area = 0.0;      // of the joint's own patch, where it was made [m2, 2D: m]
    double made_gap = 0.0;  // of an anchored joint: its gap when it was made [m]
    Vec<D> anchor_a{};      // of an anchored joint: its place on each body, in that body's frame [m]
    Vec<D> anchor_b{};
    bool intact = false;    // a bond, a joint or a cohesive bridge is there
    bool sliding = false;   // it slid in the last step
    bool made = false;      // it was made in this step
    bool touched = false;   // the bodies touched here, and have not been apart since
    bool anchored = false;  // it holds on to two material points, wherever detection sees a contact
    bool holds = false;     // acts across an open gap: not to be dropped while the gap is within reach

    bool operator==(const Memory&) const = default;
};

}  // namespace drystone

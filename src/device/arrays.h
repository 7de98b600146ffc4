#pragma once

#include <cstdint>
#include <vector>

#include "contact/contacts.h"
#include "core/motion.h"
#include "core/rotation.h"
#include "geometry/parts.h"
#include "laws/coulomb.h"

namespace drystone::device {

// What a device works on. Bodies and parts by slot as in World; a view is what kernels hold of arrays.

template <int D>
struct BodyView {
    Vec<D>* position;
    Rotation<D>* rotation;
    Twist<D>* velocity;
    Twist<D>* before;               // velocities the step began with
    Vec<D>* detected;               // positions at detection
    double* closing;                // how far it may come within the step [m]
    double* turning;                // speed of its surface by its turning: of walls [m/s]
    const double* mass;             // 0 where impulses do not move it
    const double* inverse_mass;     // likewise
    const double* inertia;
    const double* inverse_inertia;
    const int* surface;
};

struct PartView {
    const int* body;
    const double* radius;  // of balls
    const int* wall;       // which wall it is; -1: a ball; -2: neither
    double* reach;         // of balls, before impacts are foreseen [m]
};

/// A plane or drum where it is now.
template <int D>
struct Wall {
    int part = 0;
    int body = 0;
    PartKind kind = PartKind::plane;
    Vec<D> centre{};
    Vec<D> axis{};
    double radius = 0.0, length = 0.0;  // of a drum [m]
    double reach = 0.0;                 // [m]
};

/// Which Coulomb law holds between which surfaces.
struct LawView {
    const Coulomb* law;
    const char* bounces;  // (laws)
    const int* between;   // (surfaces x surfaces)
    int surfaces = 1;

    DRYSTONE_ON_DEVICE int number(int surface_a, int surface_b) const { return between[surface_a * surfaces + surface_b]; }
};

/// Contacts in the order of (part a, part b, feature).
template <int D>
struct ContactView {
    int* a;  // parts
    int* b;
    int* feature;
    Vec<D>* point;
    Vec<D>* normal;
    double* gap;
    Vec<D>* impulse;  // world axes
    char* status;     // ContactStatus
};

/// How the step is to be taken, as kernels ask.
template <int D>
struct StepView {
    double h = 0.0;
    Vec<D> gravity{};
    bool euler = false;     // contacts still open are asked for, and may close
    bool foresees = false;  // impacts are seen a step ahead, and overlaps taken out
    bool push = false;      // overlaps are pushed apart by velocities
};

}  // namespace drystone::device

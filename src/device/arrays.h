#pragma once

#include <cstdint>
#include <vector>

#include "contact/contacts.h"
#include "core/motion.h"
#include "core/rotation.h"
#include "geometry/convex_view.h"
#include "geometry/parts.h"
#include "laws/coulomb.h"
#include "narrowphase/manifold.h"

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
    const Spin<D>* moments;         // of inertia, body frame; none: all bodies have one number
    const int* surface;

    /// It has three moments of inertia, and turns as a top does.
    DRYSTONE_ON_DEVICE bool is_top(int i) const {
        if constexpr (D == 2) return false;
        return moments && mass[i] > 0.0 && !(moments[i][0] == moments[i][D - 2] && moments[i][0] == moments[i][D - 1]);
    }
};

/// Where a polygon or polyhedron is in its body.
template <int D>
struct SolidPart {
    int shape = -1;  // which of the shapes; -1: it is none
    Vec<D> origin{};
    Mat<D> turn{};
};

template <int D>
struct PartView {
    const int* body;
    const double* radius;  // of balls, and of the balls that hold solids
    const double* extent;  // what tolerances are relative to: a ball's radius, a solid's inner radius
    const int* wall;       // which wall it is; -1: a grain; -2: neither
    double* reach;         // of grains, before impacts are foreseen [m]
    const Vec<D>* offset;  // from the centre of its body, body frame [m]; none: all grains are balls about the centres of theirs
    Vec<D>* placed;        // (none likewise)  where its centre is

    const SolidPart<D>* solid;   // none: there is no polygon or polyhedron
    const ConvexView<D>* shape;  // (shapes)
    Pose<D>* pose;               // (parts, or none)  where its frame is
    PointRule rule;

    DRYSTONE_ON_DEVICE bool is_solid(int p) const { return solid && solid[p].shape >= 0; }
    DRYSTONE_ON_DEVICE Vec<D> centre(const BodyView<D>& bodies, int p) const { return placed ? placed[p] : bodies.position[body[p]]; }
    /// What the turning of its body adds to its speed.
    DRYSTONE_ON_DEVICE double turning_speed(const BodyView<D>& bodies, int p) const {
        return offset ? norm(bodies.velocity[body[p]].w) * ((is_solid(p) ? radius[p] : 0.0) + norm(offset[p])) : 0.0;
    }
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
    bool turn = false;    // some carry moments

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
    double* area;     // of the surface a point stands for; none: there is no polygon or polyhedron
    Vec<D>* impulse;  // world axes
    Spin<D>* moment;  // likewise; none: no law has moments
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

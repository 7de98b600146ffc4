#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "contact/contacts.h"
#include "core/motion.h"
#include "core/rotation.h"
#include "geometry/convex_view.h"
#include "geometry/parts.h"
#include "device/any_law.h"
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
    const Mat<D>* free_directions;  // projectors on what is free; none: who moves is wholly free
    const Mat<spin_dim<D>>* free_rotations;
    const double* growth;           // e^(alpha h) of the step; none: nobody is damped
    const Twist<D>* applied;        // force and torque of loads; none: there are none
    const char* rides = nullptr;    // 1: a cell that moves takes it along; none: there is no such cell
    const char* own = nullptr;      // 1: sums over bodies count it, other devices count the rest; none: they count all

    DRYSTONE_ON_DEVICE bool moves(int i) const { return inverse_mass[i] > 0.0; }
    DRYSTONE_ON_DEVICE double counted(int i, double of_body) const { return !own || own[i] ? of_body : 0.0; }
    DRYSTONE_ON_DEVICE bool turns_freely(int i) const { return !free_rotations || free_rotations[i] == Mat<spin_dim<D>>::scaled_identity(1.0); }
    /// Of a velocity, what is not held or driven.
    DRYSTONE_ON_DEVICE Twist<D> free_part(int i, const Twist<D>& t) const {
        if (!moves(i)) return {};
        if (!free_directions) return t;
        return {free_directions[i] * t.v, free_rotations[i] * t.w};
    }

    /// It has three moments of inertia, and turns as a top does.
    DRYSTONE_ON_DEVICE bool is_top(int i) const {
        if constexpr (D == 2) return false;
        return moments && mass[i] > 0.0 && !(moments[i][0] == moments[i][D - 2] && moments[i][0] == moments[i][D - 1]);
    }
};

/// Which image of a part is meant: so many whole edges of the cell away.
template <int D>
using Image = std::array<int, D>;

/// k == l, number by number: std::array compares whole numbers by __builtin_memcmp, which nvcc takes for code that is never reached, without a word.
template <int D>
DRYSTONE_ON_DEVICE bool is_same(const Image<D>& k, const Image<D>& l) {
    for (std::size_t d = 0; d < D; ++d)
        if (k[d] != l[d]) return false;
    return true;
}

/// m k.
template <int D>
DRYSTONE_ON_DEVICE Vec<D> times(const Mat<D>& m, const std::type_identity_t<Image<D>>& k) {
    Vec<D> x;
    for (int i = 0; i < D; ++i) x[i] = k[static_cast<std::size_t>(i)];
    return m * x;
}

/// A cell that repeats as it is now (core/space.h), or none.
template <int D>
struct CellView {
    bool repeats = false;
    bool periodic[D] = {};
    Vec<D> origin{};
    Mat<D> edges{};  // columns
    Mat<D> inverse_edges{};

    /// E k.
    DRYSTONE_ON_DEVICE Vec<D> shift(const Image<D>& k) const {
        Vec<D> x{};
        for (int j = 0; j < D; ++j)
            for (int i = 0; i <= j; ++i) x[i] += edges[i][j] * k[static_cast<std::size_t>(j)];
        return x;
    }
    /// How many whole edges x is from between the edges, along periodic ones.
    DRYSTONE_ON_DEVICE Image<D> image(const Vec<D>& at) const {
        Image<D> k{};
        for (int j = 0; j < D; ++j)
            if (periodic[j]) k[static_cast<std::size_t>(j)] = static_cast<int>(std::floor(dot(inverse_edges[j], at - origin)));
        return k;
    }
};

/// How a cell moves, step/cell.h, docs/theory.md section 16; of one that stays as it is nothing is asked.
template <int D>
struct CellMotion {
    bool moves = false;
    bool pressed = false;      // some components are under stress: unknowns of the contact problem
    Vec<D> origin{};
    Mat<D> inverse_edges{};    // A^-1
    Mat<D> before{}, now{};    // A' before the kick, and now [m/s]
    Mat<D> gradient{};         // L = A' A^-1, now [1/s]
    double rate = 0.0;         // how fast it may stretch what is in it, for reaches [1/s]
    Mat<D> answer{};           // 1 / (m_c (1 + h d)) of the components under stress [1/kg]
    double length = 1.0;       // l of the cell's inertia m_c l^2 [m]

    /// L (x - o) of a body that rides.
    DRYSTONE_ON_DEVICE Vec<D> carried(const Vec<D>& x) const { return gradient * (x - origin); }

    /// What the cell, moving with `rate_of_edges`, adds to the relative velocity at a contact: A' k, and L (x_c - o) of a wall on side b, less that of one on a.
    DRYSTONE_ON_DEVICE Vec<D> given(const Mat<D>& rate_of_edges, const Image<D>& k, const Vec<D>& point, int walls) const {
        const Vec<D> u = times(rate_of_edges, k);
        return walls == 0 ? u : u + static_cast<double>(walls) * (rate_of_edges * (inverse_edges * (point - origin)));
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

    int shapes;                  // parts that are no handles
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

/// How a law takes contacts that are about to close: LawView::closing.
enum class Closing : char { stops, bounces, waits };

/// Which law holds between which surfaces, and what contacts remember.
struct LawView {
    const AnyLaw* law;
    const Closing* closing;    // (laws)
    const int* between;        // (surfaces x surfaces)
    const int* places;         // of the fields of laws in a row of memory: AnyLaw::places
    const int* anchor_places;  // of AnchorMemory; none: no law anchors
    int surfaces = 1;
    int width = 0;             // numbers that a contact remembers
    double reach = 0.0;        // of any law [m]
    bool turn = false;         // some carry moments
    bool remembers = false;    // some remember
    bool looks_ahead = false;  // some are to see contacts before they close

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
    double* memory;   // (contacts, width)  what laws remember; none: none does
    char* fresh;      // 1: it was not there in the last step; none: nobody asks
    double* share;    // of the force of a pair of bodies; none: no law asks
    char* joined;     // 1: its gap is the affair of a joint; none: there is none
    Image<D>* image;  // of the second part; none: there is no cell
    Vec<D>* shift;    // E k of it [m]
    int width;
    int links_from;   // contacts from here on are rows of links, with laws of their own
    const LocalLaw<D>* link_law;
    const Spin<D>* link_shift;

    /// How far from its own place the second body is seen.
    DRYSTONE_ON_DEVICE Vec<D> away(int i) const { return shift ? shift[i] : Vec<D>{}; }
    DRYSTONE_ON_DEVICE Image<D> image_of(int i) const { return image ? image[i] : Image<D>{}; }
    DRYSTONE_ON_DEVICE bool is_link(int i) const { return i >= links_from; }
    DRYSTONE_ON_DEVICE double* row(int i) const { return memory + static_cast<long>(i) * width; }
    // StandingMemory
    DRYSTONE_ON_DEVICE double stored(int i) const { return memory ? row(i)[0] : 0.0; }
    DRYSTONE_ON_DEVICE bool intact(int i) const { return memory && row(i)[1] != 0.0; }
    DRYSTONE_ON_DEVICE bool holds(int i) const { return memory && row(i)[2] != 0.0; }
    DRYSTONE_ON_DEVICE bool anchored(int i) const { return memory && row(i)[3] != 0.0; }

    /// Contact k of `from` becomes contact i.
    DRYSTONE_ON_DEVICE void take(int i, const ContactView& from, int k) const {
        a[i] = from.a[k], b[i] = from.b[k], feature[i] = from.feature[k];
        point[i] = from.point[k], normal[i] = from.normal[k], gap[i] = from.gap[k];
        if (area) area[i] = from.area[k];
        if (image) image[i] = from.image[k], shift[i] = from.shift[k];
        if (fresh) fresh[i] = from.fresh[k];
        status[i] = from.status[k];
        take_over(i, from, k);
    }
    /// .. its impulse and its memory alone.
    DRYSTONE_ON_DEVICE void take_over(int i, const ContactView& from, int k) const {
        impulse[i] = from.impulse[k];
        if (moment) moment[i] = from.moment[k];
        for (int w = 0; w < width; ++w) row(i)[w] = from.row(k)[w];
    }
    DRYSTONE_ON_DEVICE void begin(int i) const {
        impulse[i] = {};
        if (moment) moment[i] = {};
        for (int w = 0; w < width; ++w) row(i)[w] = 0.0;
    }
};

/// How the step is to be taken, as kernels ask.
template <int D>
struct StepView {
    double h = 0.0;
    double since_last = 0.0;  // time between the last contacts and these: half a step from joints of time 0 to those of the first middle
    Vec<D> gravity{};
    bool euler = false;     // contacts still open are asked for, and may close
    bool foresees = false;  // impacts are seen a step ahead, and overlaps taken out
    bool push = false;      // overlaps are pushed apart by velocities
    bool ahead = false;     // detection looks twice as far: euler, or a law that wants to see contacts before they close
    bool first = false;     // joints of time 0 are made
    CellMotion<D> cell{};
};

}  // namespace drystone::device

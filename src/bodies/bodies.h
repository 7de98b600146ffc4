#pragma once

#include <vector>

#include "bodies/body_tensors.h"
#include "bodies/principal_moments.h"
#include "bodies/projectors.h"
#include "core/alike.h"
#include "core/mat.h"
#include "core/rotation.h"
#include "geometry/parts.h"

namespace drystone {

/// How a body answers an impulse.
enum class Freedom : std::uint8_t {
    immovable,  // every degree of freedom is held or driven: impulses do not change its velocity
    isotropic,  // free, with one number for its inertia: a disk, a sphere, any plane body
    elastic,    // deformable: its nodes answer; the arrays here hold its mean motion
    general,    // free with a full inertia tensor, or with some degrees of freedom held or driven
};

/// What bodies are: constants by slot. The frame of a body is that of its principal axes at its centre of mass; `shape_rotation`
/// and `shape_origin` lead back to the frame the scene described it in.
template <int D>
struct Matter {
    std::vector<double> mass;                      // (bodies)  [kg]; 0 for planes and drums
    PrincipalMoments<D> inertia;                   // (bodies)  body frame [kg m2]
    std::vector<Freedom> freedom;                  // (bodies)
    Projectors<D> free_directions;                 // (bodies)  on the translations that stay free
    Projectors<spin_dim<D>> free_rotations;        // (bodies)  on the rotations that stay free
    BodyTensors<D> inverse_mass;                   // (bodies)  free_directions / mass, world axes; within a step less by drag
    std::vector<int> material;  // (bodies)
    std::vector<int> surface;   // (bodies)  bodies of one surface have the same laws
    Alike<Vec<D>> shape_origin;         // (bodies)  of the scene's frame, in the body frame [m]
    Alike<Rotation<D>> shape_rotation;  // (bodies)  scene's frame -> body frame

    int size() const { return static_cast<int>(mass.size()); }
};

constexpr int nobody = -1;  // the id of a slot that no body has

/// Where bodies are and how they move, by slot. A slot is a row of these arrays and of Matter, for loops: bodies may leave it to
/// others, and a process has slots only for the bodies it knows. Its id is the body's own, for ever: whatever leaves the program or
/// is kept for another run speaks of ids.
template <int D>
struct Bodies {
    //                                                 shape     who writes it
    std::vector<int> id;                // (bodies)  whose slot it is, or nobody's
    std::vector<Vec<D>> position;       // (bodies)  advance: centre of mass [m]
    std::vector<Rotation<D>> rotation;  // (bodies)  advance: body frame -> world
    std::vector<Twist<D>> velocity;     // (bodies)  the step: at the centre of mass, world axes
    BodyTensors<spin_dim<D>> inverse_inertia;  // (bodies)  advance, for general bodies; else constant. World axes

    int size() const { return static_cast<int>(position.size()); }
    bool operator==(const Bodies&) const = default;
};

}  // namespace drystone

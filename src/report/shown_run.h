#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/space.h"

namespace drystone {

// A run as the page shows it: single precision, one flat array per quantity, 2D and 3D alike.

enum class ShownPart : std::uint8_t {
    ball,
    plane,
    drum,
    solid,
    surface
};  // the numbers of web/src/bodies.js

/// A convex shape in its own frame; 2D: one face, the polygon itself, with z = 0.
struct ShownShape {
    std::vector<float> vertices;          // (3 n) [m]
    std::vector<std::vector<int>> faces;  // counter-clockwise seen from outside
};

/// What is seen of deformable bodies: the elements in the plane, the surface in space. Their parts are of the kind `surface` and are
/// not drawn.
struct ShownMeshes {
    std::vector<int> body;          // (deformable)
    std::vector<int> node_start;    // (deformable + 1)
    std::vector<int> face_start;    // (deformable + 1)
    std::vector<float> reference;   // (d nodes)  places at time 0 [m]
    std::vector<int> face_element;  // (faces)
    std::vector<int> corner_start;  // (faces + 1)
    std::vector<int> corner;        // nodes, counter-clockwise seen from outside

    int bodies() const { return static_cast<int>(body.size()); }
    int faces() const { return static_cast<int>(face_element.size()); }
};

/// Where faces of bodies touched at time 0 (measure/seams.h).
struct ShownJoints {
    std::vector<int> a, b;      // (joints)  bodies
    std::vector<int> start;     // (joints + 1)  into the corners
    std::vector<float> corner;  // (d corners)  at time 0 [m]
    std::vector<float> normal;  // (d corners)  from a to b, at time 0

    int size() const { return static_cast<int>(a.size()); }
};

/// Where bodies come from or leave.
struct ShownRegion {
    std::string name;
    bool is_sink = false;
    std::vector<std::vector<float>> lines;  // each (3 points) [m]
};

/// What does not change from frame to frame.
struct ShownBodies {
    int dimension = 3;
    std::array<double, 3> up{0.0, 0.0, 1.0};  // against gravity
    std::vector<std::string> materials;
    std::vector<std::string> groups;

    bool changes =
        false;  // bodies come and go: those that are not there in a frame have places that are not finite
    std::vector<int> ids;             // (bodies)  by which tables name them
    std::vector<std::string> names;   // (bodies)  empty where they have none
    std::vector<int> material;        // (bodies)
    std::vector<int> group;           // (bodies)  -1: none
    std::vector<std::uint8_t> fixed;  // (bodies)  1: impulses do not move it
    std::vector<std::uint8_t> wall;   // (bodies)  1: lines of force end at its contacts (step/walls.h)
    std::vector<float> volume;        // (bodies)  [m3], 2D [m2]; 0 for planes and drums

    std::vector<int> part_body;        // (parts)
    std::vector<ShownPart> part_kind;  // (parts)
    std::vector<float> part_radius;    // (parts)  of a ball or drum, or of the ball that holds a solid [m]
    std::vector<float> part_length;    // (parts)  drums; 0: without end [m]
    std::vector<float> part_centre;    // (3 parts)  in the body's frame [m]
    std::vector<float> part_axis;      // (3 parts)  plane normal or drum axis, body's frame
    std::vector<float> part_turn;      // (4 parts)  shape's frame -> body's, quaternion x y z w
    std::vector<int> part_solid;       // (parts)  index into shapes, or -1
    std::vector<ShownShape> shapes;
    ShownMeshes meshes;
    ShownJoints joints;
    std::vector<float>
        first_position;  // (d bodies)  where a body was first seen; only where they come and go
    std::vector<float> first_rotation;  // as of ShownFrame, likewise
    std::vector<ShownRegion> regions;
    std::vector<std::uint8_t> link_type;  // (links)  ball, weld, hinge, slider, rod, cable, spring

    int size() const { return static_cast<int>(material.size()); }
    int parts() const { return static_cast<int>(part_body.size()); }
};

/// The joints of ShownBodies at one instant; measure/joints.h says what each number is.
struct JointStates {
    std::vector<float> opening, slip;        // (joints)  since time 0 [m]
    std::vector<float> damage, utilisation;  // (joints)  0 to 1
    std::vector<float> normal, shear;        // (joints)  [N]
    std::vector<float> point;                // (d joints)  centre of pressure; NaN without any [m]
    std::vector<std::uint8_t> status;        // (joints)  0 open, 1 sticking, 2 sliding
    std::vector<float> corner_opening;       // (corners) [m]
};

/// One instant. `d` is the dimension.
struct ShownFrame {
    double time = 0.0;            // [s]
    Space<3> space;               // a cell that repeats, sheared by less than half an edge (report/shown_cell.h)
    std::vector<float> position;  // (d bodies)  centre of mass; in a cell not wrapped [m]
    std::vector<float>
        rotation;  // (bodies) angle [rad], or (4 bodies) quaternion x y z w; body's frame -> world
    std::vector<float> velocity;  // (d bodies)  in a cell of the image that is drawn [m/s]
    std::vector<float> spin;      // (bodies) or (3 bodies) [rad/s]

    std::vector<int> a, b;             // (contacts)  bodies, by (a, b)
    std::vector<float> point;          // (d contacts) [m]
    std::vector<float> normal;         // (d contacts)  from a to b
    std::vector<float> force;          // (d contacts)  on b [N]
    std::vector<float> gap;            // (contacts) [m]
    std::vector<std::uint8_t> status;  // (contacts)  0 open, 1 sticking, 2 sliding

    std::vector<float> damage, utilisation;  // (contacts)  0 to 1; none in files of earlier versions
    JointStates joints;

    std::vector<float> displacement;  // (d nodes)  of the meshes, since time 0 [m]
    std::vector<float> stress;        // (elements, 4 or 6)  io/deformable_layout.h [Pa]

    std::vector<float> link_ends;           // (2 d links) [m]
    std::vector<float> link_force;          // (d links)  on the second body [N]
    std::vector<std::uint8_t> link_status;  // (links)  0 broken, 1 holds, 2 slack, 3 yields

    std::vector<float> membrane_edge;  // (2 d edges)  of membranes [m]

    std::size_t contacts() const { return a.size(); }
};

/// Bodies that are there.
std::vector<int> present_bodies(const ShownBodies& bodies, const ShownFrame& frame);

/// Where bodies were that come later, or had left: there where they were first seen. Displacements then count from there.
void fill_with_first_places(const ShownBodies& bodies, ShownFrame& frame);

/// How far each body has turned since another frame [rad]: in the plane by its angle, which is not wrapped; in space by the one about the
/// axis that leads from there to here, 0 to pi.
std::vector<float> rotations_since(const ShownBodies& bodies, const ShownFrame& before,
                                   const ShownFrame& now);

/// Whether a body looks another way when it turns: all but a ball about its own centre, in space.
std::vector<int> turning_bodies(const ShownBodies& bodies);

/// Mean pressure in each body from the forces on it: p = - sum f . (x - c) / (d V); NaN for fixed bodies and those
/// without volume. x: contact point, c: centre of mass, d: dimension, V: volume. [Pa]
std::vector<float> pressures(const ShownBodies& bodies, const ShownFrame& frame);

/// What joints and contacts can be looked at by.
enum class JointValue : std::uint8_t { opening, slip, damage, utilisation, status };

/// Of each joint.
std::vector<float> joint_values(JointValue value, const ShownFrame& frame);

/// Of each body the largest of its joints, where the run has none of its contacts (opening: the gap); NaN: it has neither. Statuses
/// are ranked sticking, open, sliding.
std::vector<float> worst_by_body(JointValue value, const ShownBodies& bodies, const ShownFrame& frame);

/// |force| of each contact [N].
std::vector<float> force_sizes(const ShownBodies& bodies, const ShownFrame& frame);

/// What the view needs to know before it has seen all frames.
struct Extents {
    std::array<float, 3> low{}, high{};  // of bodies that move, and of fixed ones with an extent [m]
    float grain = 1.0F;                  // a typical radius [m]
    float speed = 0.0F;                  // nearly all bodies are slower [m/s]
    float displacement = 0.0F;           // nearly all have moved less since the first frame [m]
    float rotation = 0.0F;               // nearly all have turned less since then [rad]
    float pressure = 0.0F;               // of a highly loaded body in a middling frame [Pa]
    float force = 0.0F;                  // of a strongly loaded contact in a middling frame [N]
    float opening = 0.0F, slip = 0.0F;   // the largest of all joints [m]
    std::vector<std::array<float, 2>>
        fields;  // (field_names()) of meshes: nearly all values lie between; none: no meshes
};

/// Looks at frames one after the other; stragglers (one body in two hundred) do not count.
class ExtentsOf {
  public:
    explicit ExtentsOf(const ShownBodies& bodies);
    void add(const ShownFrame& frame);
    Extents result() const;

  private:
    void measure_bodies();
    void stretch(const ShownFrame& frame);

    const ShownBodies& bodies_;  // where a run goes on, there may be more when the next frame is looked at
    std::vector<float> reach_;   // (bodies)  radius about the centre of mass; < 0: without end
    ShownFrame first_;           // positions and rotations in the first frame
    std::vector<float> forces_, pressures_;  // one per frame with contacts
    Extents extents_;
    bool empty_ = true;
};

}  // namespace drystone

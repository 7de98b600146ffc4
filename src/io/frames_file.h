#pragma once

#include <memory>
#include <string>

#include "io/body_columns.h"
#include "io/deformable_geometry.h"
#include "io/frames_layout.h"

namespace drystone {

/// What frames.h5 says of a run once: bodies and their shapes, as flat arrays for any dimension D.
///
/// Where bodies come and go, row number i of bodies is the one whose id is i, and there is one for every body that has been up to the last
/// frame; in other files there is one for every body of the run.
struct FramesGeometry : BodyColumns {
    int dimension = 3;
    FramesHead head;
    std::vector<double> gravity;  // (D) [m/s2]
    std::vector<std::string> materials;
    std::vector<double> density;  // (materials) [kg/m3]

    std::vector<double> cell_origin;          // (D) of a cell that repeats [m]; none where there is none
    std::vector<std::uint8_t> cell_periodic;  // (D) 1: along that edge

    DeformableGeometry deformable;
    std::vector<std::string> link_name;    // (links)
    std::vector<std::uint8_t> link_type;   // (links)  a LinkType

    std::vector<std::int32_t>
        joint_bodies;  // (joints, 2)  whose faces touched at time 0; none: no such joints, or an old file
    std::vector<std::int32_t> joint_start;  // (joints + 1)  into their corners
    std::vector<double> joint_corner,
        joint_normal;                // (corners, D)  at time 0; normal from the first body to the second
    std::vector<double> joint_area;  // (corners)  that each stands for

    int joints() const { return static_cast<int>(joint_bodies.size() / 2); }
};

/// What a frame says of deformable bodies; components of tensors in the order of io/deformable_layout.h.
struct DeformableFrame {
    std::vector<double> position;       // (nodes, D) [m]
    std::vector<double> gradient;       // (deformable, D, D)  mean deformation gradient, by rows
    std::vector<float> velocity;        // (nodes, D) [m/s]
    std::vector<float> stress;          // (elements, 4 or 6) [Pa]
    std::vector<float> strain;          // (elements, 3 or 6)
    std::vector<float> energy_density;  // (elements) [J/m3]
    std::vector<float> node_stress;     // (nodes, 4 or 6)  mean of the elements about a node [Pa]
};

/// What contacts remember by one name, of any kind.
struct FrameMemory {
    std::string name;
    std::string unit;
    int components = 1;
    std::vector<float> values;  // (contacts, components)
};

/// What a frame says of joints: measure/joints.h.
struct FrameJoints {
    std::vector<float> normal, shear, opening, slip, damage, utilisation;  // (joints)
    std::vector<double> point;          // (joints, D)  centre of pressure; NaN without any
    std::vector<std::uint8_t> status;   // (joints)  0 open, 1 sticking, 2 sliding
    std::vector<float> corner_opening;  // (corners) [m]
};

/// One frame. A body that is not there has no numbers: its place is not finite.
struct Frame {
    double time = 0.0;
    std::int64_t step = 0;
    std::vector<double> position;         // (bodies, D)  of the centre of mass [m]
    std::vector<double> orientation;      // (bodies, 4)  w, x, y, z; 2D: (bodies) [rad]
    std::vector<float> velocity;          // (bodies, D)
    std::vector<float> angular_velocity;  // (bodies, 3); 2D: (bodies)

    std::int64_t contacts = 0;
    std::vector<std::int32_t> contact_bodies, contact_parts;  // (contacts, 2)
    std::vector<double> point;                                // (contacts, D)
    std::vector<float> normal;            // (contacts, D)  from the first body to the second
    std::vector<float> gap, area;         // (contacts)
    std::vector<float> force;             // (contacts, D)  on the second body [N]
    std::vector<float> moment;            // (contacts, 3); 2D: (contacts, 1)
    std::vector<std::uint8_t> status;     // (contacts)  0 open, 1 sticking, 2 sliding
    std::vector<float> utilisation;       // (contacts)  the largest share of a strength; none in old files
    std::vector<FrameMemory> memory;      // by name; none where no law remembers

    const FrameMemory* remembered(const std::string& name) const;

    std::vector<double> cell_edges;     // (D, D)  columns are the edges of the cell [m]; none where there is none
    std::vector<double> cell_velocity;  // (D, D)  how fast they change [m/s]; zeros in files of earlier versions

    DeformableFrame deformable;
    FrameJoints joints;

    std::vector<double> link_ends;          // (links, 2, D) [m]
    std::vector<float> link_force;          // (links, D)  on the second body [N]
    std::vector<std::uint8_t> link_status;  // (links)  0 broken, 1 holds, 2 slack, 3 yields

    std::vector<float> membrane_edge;  // (edges, 2, D)  of all membranes [m]
};

/// What of a frame is read: all of it, or all but its contacts, which of a large run are most of it.
enum class FrameParts { all, without_contacts };

/// One body through all frames; where it is not there, no numbers.
struct BodyTrack {
    std::vector<double> time;             // (frames) [s]
    std::vector<double> position;         // (frames, D) [m]
    std::vector<float> velocity;          // (frames, D) [m/s]
    std::vector<float> angular_velocity;  // (frames, 3); 2D: (frames) [rad/s]
};

/// frames.h5 to be read, also while its run goes on. Everything wrong with the file is an InputError that begins with its
/// path.
class FramesFile {
  public:
    explicit FramesFile(const std::string& path);
    ~FramesFile();
    FramesFile(FramesFile&&) noexcept;
    FramesFile& operator=(FramesFile&&) noexcept;

    const FramesGeometry& geometry() const;
    int frames() const;
    double time(int frame) const;
    Frame read(int frame, FrameParts parts = FrameParts::all) const;

    /// Reads of each frame no more than the pieces of the file that the body is in.
    BodyTrack follow(int body) const;

    /// Looks again how many frames there are: a run may have written more. True where there are more bodies.
    bool refresh();

  private:
    struct Content;
    std::unique_ptr<Content> content_;
};

}  // namespace drystone

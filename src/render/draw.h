#pragma once

#include <array>
#include <string>
#include <vector>

#include "render/colours.h"
#include "render/drawing.h"
#include "render/magnified.h"
#include "report/shown_run.h"

namespace drystone::render {

/// The bodies that have an extent: balls and solids, in a cell that repeats once more where images of them reach in, paler. Those with a number that
/// is not finite are left out.
void draw_bodies(const ShownBodies& bodies, const Magnified& shown, const std::vector<Colour>& colours,
                 Drawing& out);

/// How deformable bodies are drawn.
struct MeshLook {
    std::string field;            // report/stress_field.h; empty: the colours of their bodies
    double low = 0.0, top = 0.0;  // of the ramp
};

/// Every face with one colour. `colours`: of the bodies.
void draw_meshes(const ShownBodies& bodies, const Magnified& shown, const std::vector<Colour>& colours,
                 const MeshLook& look, Drawing& out);

/// In the plane: the principal stresses of every element as a cross, its arms as long as the stress is large; `top`: the stress whose arm goes
/// half way through an element [Pa].
void draw_crosses(const ShownBodies& bodies, const Magnified& shown, double top, Drawing& out);

/// The edges of a cell that repeats, as thin lines.
void draw_cell(const ShownBodies& bodies, const ShownFrame& frame, Drawing& out);

/// Drums as outlines; one without end is drawn as long as it is wide.
void draw_drums(const ShownBodies& bodies, const ShownFrame& frame, Drawing& out);

/// Planes, which have no end, as far as the box low .. high goes. In space a plane is drawn only on the side that its
/// bodies touch: one between the eye and the bodies is not seen.
void draw_planes(const ShownBodies& bodies, const ShownFrame& frame, const Vec<3>& low, const Vec<3>& high,
                 Drawing& out);

/// Where bodies come from and leave, as thin lines.
void draw_regions(const ShownBodies& bodies, Drawing& out);

/// `before` with the bodies alone that are in `now`.
ShownFrame where_present(const ShownBodies& bodies, const ShownFrame& before, const ShownFrame& now);

/// chains: from centre to centre through the contact, as wide as the normal force.
/// bars: one for each pair of bodies, the sum of their forces, through its centre of pressure, as wide as it is strong.
/// Both end at the contact with a wall (step/walls.h), whether it moves or not.
enum class ForceStyle { none, chains, bars };

ForceStyle usual_forces(const ShownBodies& bodies);  // bars where there are solids that are no walls

struct ForceScale {
    double newton = 1.0;  // a force this strong has a line ...
    double width = 1.0;   // ... this wide [m]; all widths are proportional
    double length = 1.0;  // of bars [m]
};

/// The force that 98 % of those drawn do not exceed [N]; 0 where there are none.
double strong_force(const ShownBodies& bodies, const ShownFrame& frame, ForceStyle style);

/// Forces below 1/10,000 of scale.newton are left out.
void draw_forces(const ShownBodies& bodies, const Magnified& shown, ForceStyle style, const ForceScale& scale,
                 Drawing& out);

/// How joints are drawn.
struct JointLook {
    ColourBy by = ColourBy::opening;
    double top = 0.0;    // value at the end of the ramp
    double least = 0.0;  // what is below is left out
    double width = 0.0;  // of their lines [m] ...
    bool grows = false;  // ... at `top`, and in proportion: a crack map
};

/// Joints as lines in the plane and as faces in space, coloured by what they are. `first`: the run's first frame.
void draw_joints(const ShownBodies& bodies, const ShownFrame& first, const Magnified& shown,
                 const JointLook& look, Drawing& out);

/// The widest openings with the places to write them at, the largest first.
struct CrackLabel {
    Vec<3> place;
    Vec<3> outwards;  // unit, along the joint and beyond its open end
    double opening = 0.0;
};
std::vector<CrackLabel> crack_labels(const ShownBodies& bodies, const ShownFrame& first,
                                     const Magnified& shown, double least);

/// An arrow with its head at `to`, in the plane or in space.
struct ArrowLook {
    double radius = 0.0;  // of its shaft [m]; its head is three times as wide
    Colour colour = {};
    Layer layer = Layer::mark;
};
void draw_arrow(const Vec<3>& from, const Vec<3>& to, const ArrowLook& look, Drawing& out);

/// A mechanism: from where the centres of bodies were to where they are drawn. Of many bodies not all have an arrow.
struct MechanismLook {
    double least = 0.0;   // shorter arrows are left out [m]
    double apart = 0.0;   // no two begin nearer to each other [m]
    double radius = 0.0;  // of their shafts [m]
};
void draw_displacements(const ShownBodies& bodies, const Magnified& shown, const MechanismLook& look,
                        Drawing& out);

/// The outlines of bodies where they were.
void draw_ghosts(const ShownBodies& bodies, const ShownFrame& before, Drawing& out);

/// Lines of thrust: polylines through the centres of pressure of joints, body after body. In a body with two joints a line goes straight from one
/// to the other; where more than two press, their lines meet at the mean of the centres of pressure, weighted by the forces. They end at
/// walls. Joints that pull, or bear less than 1/10,000 of the strongest, have none.
///
/// `of`: only through bodies of this name and those named `of.`..., by the joints between them; the ends of such a row go to the strongest
/// joint with another body. Empty: through all.
std::vector<std::vector<Vec<3>>> thrust_lines(const ShownBodies& bodies, const Magnified& shown,
                                              const std::string& of);

/// `width` [m].
void draw_thrust(const ShownBodies& bodies, const Magnified& shown, const std::string& of, double width,
                 Drawing& out);

/// The kern of the joints that lines of thrust go through, as a band from joint to joint in the plane and as faces in space, and a ring where the
/// thrust has left it. Returns of how many joints the kern is known and where it was left.
struct KernCount {
    int joints = 0, left = 0;
};
struct KernLook {
    std::string of;      // body or group; empty: all
    double width = 0.0;  // of the thrust [m]
};
KernCount draw_kern(const ShownBodies& bodies, const ShownFrame& first, const Magnified& shown, const KernLook& look, Drawing& out);

/// Links: rods and cables straight, springs there and back, others a dot; pale where slack, orange where they yield, gone where broken.
/// `width` of a cable [m].
void draw_links(const ShownBodies& bodies, const ShownFrame& frame, double width, Drawing& out);

/// Membranes by their edges.
void draw_membranes(const ShownBodies& bodies, const ShownFrame& frame, double width, Drawing& out);

constexpr Colour pressing{0.64, 0.13, 0.11}, pulling{0.13, 0.36, 0.62}, thrust{0.48, 0.12, 0.64}, kern_green{0.62, 0.83, 0.72}, left_kern{0.84, 0.37, 0.0},
    source_green{0.16, 0.50, 0.39}, sink_red{0.76, 0.26, 0.12}, moved_blue{0.09, 0.25, 0.45}, ghost_grey{0.55, 0.54, 0.52};

/// Where a body is in a frame: of a point or direction of its own the one in the world, and back.
class Pose {
  public:
    Pose(const ShownBodies& bodies, const ShownFrame& frame, int body);
    Vec<3> direction(const Vec<3>& v) const;
    Vec<3> point(const Vec<3>& p) const { return centre_ + direction(p); }
    Vec<3> own(const Vec<3>& x) const;
    bool finite() const;

  private:
    Vec<3> centre_{};
    std::array<double, 4> turn_{0.0, 0.0, 0.0, 1.0};  // x y z w
};

/// The same where its motion is drawn larger.
class Placement {
  public:
    Placement(const ShownBodies& bodies, const Magnified& shown, int body)
        : now_(bodies, shown.frame, body),
          before_(bodies, shown.is_plain() ? shown.frame : *shown.since, body),
          times_(shown.is_plain() ? 1.0 : shown.times) {}

    Vec<3> direction(const Vec<3>& v) const { return now_.direction(v); }
    Vec<3> point(const Vec<3>& p) const {
        const Vec<3> x = now_.point(p);
        return times_ == 1.0 ? x : before_.point(p) + times_ * (x - before_.point(p));
    }
    Vec<3> own(const Vec<3>& x) const { return now_.own(x); }
    bool finite() const { return now_.finite() && before_.finite(); }

  private:
    Pose now_, before_;
    double times_ = 1.0;
};

/// Where a point is drawn that is at x in the frame and moves with a body.
inline Vec<3> carried(const ShownBodies& bodies, const Magnified& shown, int body, const Vec<3>& x) {
    if (shown.is_plain()) return x;
    const Placement placement(bodies, shown, body);
    return placement.point(placement.own(x));
}

/// Two unit vectors across n and each other: with it a right-handed system.
std::array<Vec<3>, 2> across(const Vec<3>& n);

/// v turned by the quaternion x y z w.
Vec<3> turned(const std::array<double, 4>& q, const Vec<3>& v);

/// Entry i of (n, d) floats; z = 0 in the plane.
inline Vec<3> spatial(const std::vector<float>& values, int d, std::size_t i) {
    Vec<3> out;
    for (int c = 0; c < d; ++c) out[c] = values[d * i + c];
    return out;
}

}  // namespace drystone::render

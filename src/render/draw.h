#pragma once

#include <array>
#include <string>
#include <vector>

#include "render/drawing.h"
#include "report/shown_run.h"

namespace drystone::render {

/// The bodies that have an extent: balls and solids. Those with a number that is not finite are left out.
void draw_bodies(const ShownBodies& bodies, const ShownFrame& frame, const std::vector<Colour>& colours,
                 Drawing& out);

/// How deformable bodies are drawn.
struct MeshLook {
    std::string field;            // report/stress_field.h; empty: the colours of their bodies
    double low = 0.0, top = 0.0;  // of the ramp
    double magnified = 1.0;       // displacements since time 0 are drawn so many times larger
};

/// Every face with one colour. `colours`: of the bodies.
void draw_meshes(const ShownBodies& bodies, const ShownFrame& frame, const std::vector<Colour>& colours,
                 const MeshLook& look, Drawing& out);

/// In the plane: the principal stresses of every element as a cross, its arms as long as the stress is large; `top`: the stress whose arm goes
/// half way through an element [Pa].
void draw_crosses(const ShownBodies& bodies, const ShownFrame& frame, double magnified, double top,
                  Drawing& out);

/// Drums as outlines; one without end is drawn as long as it is wide.
void draw_drums(const ShownBodies& bodies, const ShownFrame& frame, Drawing& out);

/// Planes, which have no end, as far as the box low .. high goes. In space a plane is drawn only on the side that its
/// bodies touch: one between the eye and the bodies is not seen.
void draw_planes(const ShownBodies& bodies, const ShownFrame& frame, const Vec<3>& low, const Vec<3>& high,
                 Drawing& out);

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
void draw_forces(const ShownBodies& bodies, const ShownFrame& frame, ForceStyle style,
                 const ForceScale& scale, Drawing& out);

/// Lines of thrust: polylines through the centres of pressure of joints, body after body. In a body with two joints a line goes straight from one
/// to the other; where more than two press, their lines meet at the mean of the centres of pressure, weighted by the forces. They end at
/// walls. Joints that pull, or bear less than 1/10,000 of the strongest, have none.
///
/// `of`: only through bodies of this name and those named `of.`..., by the joints between them; the ends of such a row go to the strongest
/// joint with another body. Empty: through all.
std::vector<std::vector<Vec<3>>> thrust_lines(const ShownBodies& bodies, const ShownFrame& frame,
                                              const std::string& of);

/// `width` [m].
void draw_thrust(const ShownBodies& bodies, const ShownFrame& frame, const std::string& of, double width,
                 Drawing& out);

constexpr Colour pressing{0.64, 0.13, 0.11}, pulling{0.13, 0.36, 0.62}, thrust{0.48, 0.12, 0.64};

/// Where the point p of a body's frame is in the world, and where its direction v points.
class Placement {
  public:
    Placement(const ShownBodies& bodies, const ShownFrame& frame, int body);
    Vec<3> direction(const Vec<3>& v) const;
    Vec<3> point(const Vec<3>& p) const { return centre_ + direction(p); }
    bool finite() const;

  private:
    Vec<3> centre_{};
    std::array<double, 4> turn_{0.0, 0.0, 0.0, 1.0};  // x y z w
};

/// v turned by the quaternion x y z w.
Vec<3> turned(const std::array<double, 4>& q, const Vec<3>& v);

/// Entry i of (n, d) floats; z = 0 in the plane.
inline Vec<3> spatial(const std::vector<float>& values, int d, std::size_t i) {
    Vec<3> out;
    for (int c = 0; c < d; ++c) out[c] = values[d * i + c];
    return out;
}

}  // namespace drystone::render

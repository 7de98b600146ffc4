#pragma once

#include <array>

#include "core/mat.h"
#include "render/drawing.h"

namespace drystone::render {

/// Rows: to the right, up, and towards the eye.
using ViewAxes = Mat<3>;

/// The eye is at `towards` seen from the scene; `up` points upwards in the picture as far as that goes.
ViewAxes view_axes(const Vec<3>& towards, const Vec<3>& up);

/// World -> pixels. In view axes p = axes (x - target); right and up of the middle of the picture
///     orthographic  (sx, sy) = scale (p_x, p_y)        perspective  (sx, sy) = scale D / (D - p_z) (p_x, p_y)
/// with the eye at p_z = D.
struct Camera {
    ViewAxes axes = ViewAxes::scaled_identity(1.0);
    Vec<3> target{};
    double scale = 1.0;                     // [pixels/m] at the target
    double distance = 0.0;                  // D of the eye [m]; 0: orthographic
    double middle_x = 0.0, middle_y = 0.0;  // where the target is [pixels]

    bool perspective() const { return distance > 0.0; }
    Vec<3> to_view(const Vec<3>& x) const { return axes * (x - target); }
    double scale_at(double view_z) const {
        return perspective() ? scale * distance / (distance - view_z) : scale;
    }

    /// Pixels from the left and from the top, and p_z, of a point in view axes.
    Vec<3> project(const Vec<3>& p) const {
        const double k = scale_at(p[2]);
        return {{middle_x + k * p[0], middle_y - k * p[1], p[2]}};
    }
};

/// A box along view axes and one along world axes that hold what was drawn; where there are hundreds of bodies, one in two hundred may be
/// outside, for one that flew away should not shrink all others.
class Bounds {
  public:
    explicit Bounds(const ViewAxes& axes) : axes_(axes) {}
    void add(const Drawing& drawing);
    bool empty() const { return empty_; }

    Vec<3> low, high;            // world axes [m]
    Vec<3> view_low, view_high;  // view axes

  private:
    ViewAxes axes_;
    bool empty_ = true;
};

/// Where on the picture the scene goes [pixels].
struct Opening {
    double left = 0.0, top = 0.0, width = 0.0, height = 0.0;
};

/// The camera for which everything inside the bounds is inside the frame.
Camera fit(const ViewAxes& axes, const Bounds& bounds, const Opening& frame, bool perspective);

}  // namespace drystone::render

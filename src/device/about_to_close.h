#pragma once

#include "device/arrays.h"
#include "narrowphase/touch.h"

namespace drystone::device {

/// An open contact of two bodies.
template <int D>
struct OpenContact {
    int a = 0, b = 0;
    Touch<D> touch;
    Vec<D> away{};  // how far from its own place b is seen
    Image<D> image{};
};

/// Whether it is to be stopped at the surface, not behind it: step/look_ahead.h. docs/theory.md (6.9).
template <int D>
DRYSTONE_ON_DEVICE bool is_about_to_close(const BodyView<D>& body, const LawView& laws, const StepView<D>& step, const OpenContact<D>& c) {
    if (c.touch.gap > body.closing[c.a] + body.closing[c.b]) return false;
    const Closing how = laws.closing[laws.number(body.surface[c.a], body.surface[c.b])];
    if (how != Closing::bounces) return how == Closing::stops;
    const auto velocity = [&](int i, const Vec<D>& point) { return body.velocity[i].v + turn(body.velocity[i].w, point - body.position[i]); };
    Vec<D> u = velocity(c.b, c.touch.point - c.away) - velocity(c.a, c.touch.point);
    if (step.cell.moves) u += times(step.cell.now, c.image);
    return c.touch.gap + step.h * dot(c.touch.normal, u) < 0.0;
}

}  // namespace drystone::device

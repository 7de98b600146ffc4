#include "contact/bearing.h"

namespace drystone {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// Of one side, seen along its outward normal; walls without end do not limit it.
template <int D>
CornerArea corner_of(const Parts<D>& parts, int p, const Vec<D>& outward) {
    if (parts.kind[p] != PartKind::solid) return {unbounded, unbounded};
    const auto k = static_cast<std::size_t>(parts.solid[p]);
    return corner_area(*parts.solids.shape[k], transpose_times(parts.solids.turn[k], outward));
}

}  // namespace

template <int D>
double bearing_area(const Parts<D>& parts, const ContactPoint<D>& c) {
    if (parts.kind[c.a] == PartKind::ball || parts.kind[c.b] == PartKind::ball) return 0.0;
    if (parts.kind[c.a] == PartKind::curved || parts.kind[c.b] == PartKind::curved) return c.area;  // of a flat end, else 0
    return bearing_between(corner_of(parts, c.a, c.normal), corner_of(parts, c.b, -c.normal), c.area);
}

template double bearing_area(const Parts<2>&, const ContactPoint<2>&);
template double bearing_area(const Parts<3>&, const ContactPoint<3>&);

}  // namespace drystone

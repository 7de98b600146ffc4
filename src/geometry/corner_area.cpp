#include <algorithm>

#include "geometry/convex.h"
#include "geometry/convex_view.h"

namespace drystone {

namespace {

double face_area(const Convex<2>& convex, std::size_t edge) {
    return norm(convex.vertex[(edge + 1) % convex.vertex.size()] - convex.vertex[edge]);
}

double face_area(const Convex<3>& convex, std::size_t face) {
    const auto corner = [&](int c) -> const Vec<3>& {
        return convex.vertex[static_cast<std::size_t>(convex.face_vertex[static_cast<std::size_t>(c)])];
    };
    const int first = convex.face_start[face];
    Vec<3> twice{};
    for (int c = first + 1; c + 1 < convex.face_start[face + 1]; ++c)
        twice += cross(corner(c) - corner(first), corner(c + 1) - corner(first));
    return 0.5 * norm(twice);
}

int corners(const Convex<2>&, std::size_t) { return 2; }
int corners(const Convex<3>& convex, std::size_t face) { return convex.corners(static_cast<int>(face)); }

}  // namespace

template <int D>
void weigh_corners(Convex<D>& convex) {
    convex.corner.resize(convex.normal.size());
    for (std::size_t f = 0; f < convex.normal.size(); ++f)
        convex.corner[f] = face_area(convex, f) / corners(convex, f);
}

template <int D>
CornerArea corner_area(const Convex<D>& convex, const Vec<D>& outward) {
    return corner_area_of(convex, outward);
}

template void weigh_corners(Convex<2>&);
template void weigh_corners(Convex<3>&);
template CornerArea corner_area(const Convex<2>&, const Vec<2>&);
template CornerArea corner_area(const Convex<3>&, const Vec<3>&);

}  // namespace drystone

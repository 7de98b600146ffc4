#include "geometry/segment.h"

#include <cmath>
#include <numbers>

#include "geometry/frustum.h"

namespace drystone {

namespace {

using std::numbers::pi;

/// The whole segment, where it is tilted by no more than `flat` against the plane square to d.
template <int D>
bool lying(const Segment<D>& core, const Vec<D>& d, double flat, CoreFeature<D>* out) {
    const double off = std::abs(d[Segment<D>::along]);
    if (!(off <= flat) || !(off < 1.0)) return false;
    if (!out) return true;
    out->clear();
    out->normal = d;
    out->normal[Segment<D>::along] = 0.0;
    out->normal = (1.0 / norm(out->normal)) * out->normal;
    for (const int bit : {0, 1}) {
        out->add(core.end(bit), bit);
        out->bit[bit] = bit;
    }
    return true;
}

}  // namespace

template <>
bool Segment<2>::face(const Vec<2>& d, double flat, CoreFeature<2>* out) const {
    if (!lying(*this, d, flat, out)) return false;
    if (!out) return true;
    out->id = d[0] > 0.0 ? 1 : 0;
    if (d[0] < 0.0) std::swap(out->corner[0], out->corner[1]), std::swap(out->name[0], out->name[1]);
    return true;
}

template <>
bool Segment<3>::face(const Vec<3>&, double, CoreFeature<3>*) const {
    return false;
}

template <>
bool Segment<2>::line(const Vec<2>&, double, CoreFeature<2>*) const {
    return false;
}

template <>
bool Segment<3>::line(const Vec<3>& d, double flat, CoreFeature<3>* out) const {
    return lying(*this, d, flat, out);
}

template <>
Moments<2> Segment<2>::moments(double r) const {
    const double box = 4.0 * half * r, disk = pi * r * r, l2 = half * half, cap = 4.0 / (3.0 * pi) * r;
    Moments<2> m{box + disk, {}, {}};
    m.second[1][1] = box * l2 / 3.0 + disk * (r * r / 4.0 + 2.0 * half * cap + l2);
    m.second[0][0] = box * r * r / 3.0 + disk * r * r / 4.0;
    return m;
}

template <>
Moments<3> Segment<3>::moments(double r) const {
    return Frustum{0.0, 0.0, half}.moments(r);
}

template <>
Skin<2> Segment<2>::skin(double r) const {
    Skin<2> skin{{}, {{}}};
    const int pieces = drawn_pieces(pi);
    for (int side = 0; side < 2; ++side) {
        for (int k = 0; k <= pieces; ++k) {
            const double angle = pi * (side + static_cast<double>(k) / pieces);
            skin.faces[0].push_back(
                skin.add(end(1 - side) + Vec<2>{{r * std::cos(angle), r * std::sin(angle)}}));
        }
    }
    return skin;
}

template <>
Skin<3> Segment<3>::skin(double r) const {
    return Frustum{0.0, 0.0, half}.skin(r);
}

}  // namespace drystone

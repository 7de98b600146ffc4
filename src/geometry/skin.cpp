#include "geometry/skin.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/index.h"

namespace drystone {

namespace {

Vec<3> lifted(const Vec<2>& p, const Ring& ring) { return {{ring.scale * p[0], ring.scale * p[1], ring.z}}; }

/// Numbers of the vertices of a ring; a tip is one.
std::vector<int> add_ring(std::span<const Vec<2>> section, const Ring& ring, Skin<3>& skin) {
    if (ring.scale == 0.0) return {skin.add({{0.0, 0.0, ring.z}})};
    std::vector<int> numbers;
    for (const Vec<2>& p : section) numbers.push_back(skin.add(lifted(p, ring)));
    return numbers;
}

void join(const std::vector<int>& low, const std::vector<int>& high, Skin<3>& skin) {
    const std::size_t n = std::max(low.size(), high.size());
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t next = (i + 1) % n;
        if (low.size() == 1)
            skin.faces.push_back({low[0], high[next], high[i]});
        else if (high.size() == 1)
            skin.faces.push_back({low[i], low[next], high[0]});
        else
            skin.faces.push_back({low[i], low[next], high[next], high[i]});
    }
}

}  // namespace

template <>
Skin<2> skin_of(const Convex<2>& convex) {
    std::vector<int> all(convex.vertex.size());
    for (std::size_t v = 0; v < all.size(); ++v) all[v] = static_cast<int>(v);
    return {convex.vertex, {all}};
}

template <>
Skin<3> skin_of(const Convex<3>& convex) {
    Skin<3> skin{convex.vertex, {}};
    for (int f = 0; f < convex.faces(); ++f)
        skin.faces.emplace_back(convex.face_vertex.begin() + convex.face_start[at(f)],
                                convex.face_vertex.begin() + convex.face_start[at(f) + 1]);
    return skin;
}

namespace {

double simplex(const Vec<2>& p, const Vec<2>& q) { return 0.5 * (p[0] * q[1] - p[1] * q[0]); }

double volume_under(const std::vector<Vec<2>>& vertex, const std::vector<int>& face) {
    double sum = 0.0;
    for (std::size_t i = 0; i < face.size(); ++i)
        sum += simplex(vertex[at(face[i])], vertex[at(face[(i + 1) % face.size()])]);
    return sum;
}
double volume_under(const std::vector<Vec<3>>& vertex, const std::vector<int>& face) {
    double sum = 0.0;
    for (std::size_t i = 1; i + 1 < face.size(); ++i)
        sum += dot(vertex[at(face[0])], cross(vertex[at(face[i])], vertex[at(face[i + 1])])) / 6.0;
    return sum;
}

}  // namespace

template <int D>
double volume_of(const Skin<D>& skin) {
    double sum = 0.0;
    for (const std::vector<int>& face : skin.faces) sum += volume_under(skin.vertex, face);
    return sum;
}

Skin<3> lathe(std::span<const Vec<2>> section, std::span<const Ring> rings) {
    Skin<3> skin;
    std::vector<int> below = add_ring(section, rings.front(), skin);
    if (below.size() > 1) skin.faces.emplace_back(below.rbegin(), below.rend());
    for (const Ring& ring : rings.subspan(1)) {
        const std::vector<int> above = add_ring(section, ring, skin);
        join(below, above, skin);
        below = above;
    }
    if (below.size() > 1) skin.faces.push_back(below);
    return skin;
}

int drawn_pieces(double angle) {
    return std::max(1, static_cast<int>(std::ceil(angle * drawn_sides / (2.0 * std::numbers::pi) - 1e-9)));
}

template double volume_of(const Skin<2>&);
template double volume_of(const Skin<3>&);

}  // namespace drystone

#include "geometry/polytope.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/motion.h"

namespace drystone {

namespace {

/// On the edge from x to y, at heights of opposite signs; from the lower corner, whichever way the edge is gone along.
template <int D>
Vec<D> crossing(const Vec<D>& x, double height_x, const Vec<D>& y, double height_y) {
    if (y.c < x.c) return crossing(y, height_y, x, height_x);
    return x + (height_x / (height_x - height_y)) * (y - x);
}

template <int D>
void add_new(const Vec<D>& x, double tolerance, std::vector<Vec<D>>& points) {
    const bool known =
        std::any_of(points.begin(), points.end(), [&](const Vec<D>& p) { return norm(p - x) <= tolerance; });
    if (!known) points.push_back(x);
}

/// The patch with these corners, which lie in the plane; empty: they are too few.
Patch<2> cap(const std::vector<Vec<2>>& points, const CutPlane<2>& plane) {
    if (points.size() < 2) return {};
    const auto along = [&](const Vec<2>& p) { return plane.normal[0] * p[1] - plane.normal[1] * p[0]; };
    const auto [first, last] = std::minmax_element(
        points.begin(), points.end(), [&](const Vec<2>& p, const Vec<2>& q) { return along(p) < along(q); });
    return {*first, *last};
}

Patch<3> cap(std::vector<Vec<3>> points, const CutPlane<3>& plane) {
    if (points.size() < 3) return {};
    const Mat<3> frame = contact_frame(plane.normal);
    Vec<3> middle{};
    for (const Vec<3>& p : points) middle += (1.0 / static_cast<double>(points.size())) * p;
    const auto angle = [&](const Vec<3>& p) {
        return std::atan2(dot(frame[2], p - middle), dot(frame[1], p - middle));
    };
    std::sort(points.begin(), points.end(),
              [&](const Vec<3>& p, const Vec<3>& q) { return angle(p) < angle(q); });
    return points;
}

}  // namespace

template <>
Polytope<2> box_polytope(const Vec<2>& low, const Vec<2>& high) {
    const Vec<2> right = {{high[0], low[1]}}, left = {{low[0], high[1]}};
    return {{low, right}, {right, high}, {high, left}, {left, low}};
}

template <>
Polytope<3> box_polytope(const Vec<3>& low, const Vec<3>& high) {
    Polytope<3> box;
    for (int k = 0; k < 3; ++k) {
        for (const double level : {low[k], high[k]}) {
            const int i = (k + 1) % 3, j = (k + 2) % 3;
            Patch<3> patch(4, low);
            for (Vec<3>& corner : patch) corner[k] = level;
            patch[1][i] = patch[2][i] = high[i];
            patch[2][j] = patch[3][j] = high[j];
            box.push_back(patch);
        }
    }
    return box;
}

template <int D>
std::pair<Patch<D>, Patch<D>> cut(const Patch<D>& patch, const CutPlane<D>& plane, double tolerance) {
    assert(patch.size() >= D);
    Patch<D> behind, front;
    bool is_behind = false, is_front = false;
    for (std::size_t i = 0; i < patch.size(); ++i) {
        const Vec<D>&x = patch[i], &y = patch[(i + 1) % patch.size()];
        const double here = plane.height(x), next = plane.height(y);
        if (here <= tolerance) behind.push_back(x), is_behind |= here < -tolerance;
        if (here >= -tolerance) front.push_back(x), is_front |= here > tolerance;
        const bool crosses = std::max(here, next) > tolerance && std::min(here, next) < -tolerance;
        if (!crosses || (D == 2 && i == 1)) continue;  // a side has one edge
        behind.push_back(crossing(x, here, y, next));
        front.push_back(behind.back());
    }
    return {is_behind ? behind : Patch<D>{}, is_front ? front : Patch<D>{}};
}

template <int D>
std::pair<Polytope<D>, Polytope<D>> cut(const Polytope<D>& solid, const CutPlane<D>& plane,
                                        double tolerance) {
    Polytope<D> behind, front;
    std::vector<Vec<D>> section;
    for (const Patch<D>& patch : solid) {
        auto [low, high] = cut(patch, plane, tolerance);
        for (const Patch<D>& corners : {patch, low, high})
            for (const Vec<D>& x : corners)
                if (std::abs(plane.height(x)) <= tolerance) add_new(x, tolerance, section);
        if (!low.empty()) behind.push_back(std::move(low));
        if (!high.empty()) front.push_back(std::move(high));
    }
    if (behind.empty()) return {{}, solid};
    if (front.empty()) return {solid, {}};
    if (const Patch<D> between = cap(section, plane); between.size() >= D) {
        behind.push_back(between);
        front.push_back(between);
    }
    return {behind, front};
}

template <int D>
std::vector<Vec<D>> corners_of(const Polytope<D>& solid, double tolerance) {
    std::vector<Vec<D>> corners;
    for (const Patch<D>& patch : solid)
        for (const Vec<D>& x : patch) add_new(x, tolerance, corners);
    return corners;
}

#define DRYSTONE_POLYTOPE(D)                                                                          \
    template std::pair<Patch<D>, Patch<D>> cut(const Patch<D>&, const CutPlane<D>&, double);          \
    template std::pair<Polytope<D>, Polytope<D>> cut(const Polytope<D>&, const CutPlane<D>&, double); \
    template std::vector<Vec<D>> corners_of(const Polytope<D>&, double);
DRYSTONE_POLYTOPE(2)
DRYSTONE_POLYTOPE(3)
#undef DRYSTONE_POLYTOPE

}  // namespace drystone

#include "step/clear_space.h"

#include <algorithm>
#include <cmath>

#include "core/index.h"

namespace drystone {

namespace {

constexpr double many_cells = 4.0;  // a ball of so many cells is tried against everyone
constexpr double apart = 1e-9;      // of its radius: what a ball has to be clear by, at least

template <int D>
bool is_near(const BoxRegion<D>& box, const Vec<D>& x, double reach) {
    double square = 0.0;
    for (int k = 0; k < D; ++k) {
        const double out = std::max({box.min[k] - x[k], x[k] - box.max[k], 0.0});
        square += out * out;
    }
    return square <= reach * reach;
}

/// How far a part of a deformable body may reach beyond the ball that held it undeformed.
template <int D>
double reach_of(const Parts<D>& parts, int p) {
    if (parts.kind[at(p)] == PartKind::surface) return parts.surfaces[at(parts.surface[at(p)])].radius;
    if (parts.kind[at(p)] == PartKind::solid)
        return std::max(parts.radius[at(p)], parts.solids.shape[at(parts.solid[at(p)])]->radius);
    return parts.radius[at(p)];
}

/// One more part of a table that only says where things are.
template <int D>
void append(PartKind kind, int body, const Vec<D>& centre, double radius, Parts<D>& parts) {
    parts.body.push_back(body);
    parts.kind.push_back(kind);
    parts.movable.push_back(1);
    parts.radius.push_back(radius);
    parts.solid.push_back(-1);
    parts.length.push_back(0.0);
    parts.local_centre.emplace_back();
    parts.local_axis.emplace_back();
    parts.centre.push_back(centre);
    parts.axis.emplace_back();
    parts.surface.push_back(-1);
}

}  // namespace

template <int D>
ClearSpace<D>::ClearSpace(const World<D>& world, const BoxRegion<D>& box, double largest)
    : low_(box.min), edge_(2.0 * largest) {
    const Parts<D>& parts = world.parts;
    others_.space = parts.space;
    finder_.rule = world.description.points;
    for (int p = 0; p < parts.shapes(); ++p) {
        if (parts.kind[at(p)] == PartKind::none) continue;
        if (!parts.is_wall(p) && !is_near(box, parts.centre[at(p)], reach_of(parts, p) + largest)) continue;
        if (parts.kind[at(p)] == PartKind::ball)
            add({parts.centre[at(p)], parts.radius[at(p)]});
        else
            add_part(parts, p);
    }
    append<D>(PartKind::ball, others_.size(), {}, 0.0, others_);
    for (int p = 0; p + 1 < others_.size(); ++p) pairs_.push_back({p, others_.size() - 1});
    reach_.assign(at(others_.size()), 0.0);
}

template <int D>
void ClearSpace<D>::add_part(const Parts<D>& from, int p) {
    append(from.kind[at(p)], others_.size(), from.centre[at(p)], from.radius[at(p)], others_);
    others_.length.back() = from.length[at(p)];
    others_.axis.back() = from.axis[at(p)];
    if (from.surface[at(p)] >= 0) {
        others_.surface.back() = static_cast<int>(others_.surfaces.size());
        others_.surfaces.push_back(from.surfaces[at(from.surface[at(p)])]);
    }
    if (from.solid[at(p)] < 0) return;
    const std::size_t k = at(from.solid[at(p)]);
    Solids<D>& solids = others_.solids;
    others_.solid.back() = static_cast<int>(solids.shape.size());
    solids.shape.push_back(from.solids.shape[k]);
    solids.curved.push_back(from.solids.curved[k]);
    solids.local_origin.push_back(from.solids.local_origin[k]);
    solids.local_turn.push_back(from.solids.local_turn[k]);
    solids.origin.push_back(from.solids.origin[k]);
    solids.turn.push_back(from.solids.turn[k]);
}

template <int D>
template <class Visit>
bool ClearSpace<D>::for_cells(const PlacedBall<D>& ball, const Visit& visit) const {
    Cell low, high;
    for (int k = 0; k < D; ++k) {
        low[at(k)] = static_cast<int>(std::floor((ball.centre[k] - ball.radius - low_[k]) / edge_));
        high[at(k)] = static_cast<int>(std::floor((ball.centre[k] + ball.radius - low_[k]) / edge_));
    }
    Cell cell = low;
    for (;;) {
        if (!visit(cell)) return false;
        std::size_t k = 0;  // the next cell, first coordinate fastest
        while (k < D && ++cell[k] > high[k]) {
            cell[k] = low[k];
            ++k;
        }
        if (k == D) return true;
    }
}

template <int D>
void ClearSpace<D>::add(const PlacedBall<D>& ball) {
    const int number = static_cast<int>(balls_.size());
    balls_.push_back(ball);
    if (ball.radius > many_cells * edge_) {
        large_.push_back(number);
        return;
    }
    for_cells(ball, [&](const Cell& cell) {
        cells_[cell].push_back(number);
        return true;
    });
}

template <int D>
bool ClearSpace<D>::is_clear(const PlacedBall<D>& ball) {
    const auto clears = [&](int other) {
        const Vec<D> way = balls_[at(other)].centre - ball.centre;
        const double least = balls_[at(other)].radius + (1.0 + apart) * ball.radius;
        return dot(way, way) > least * least;
    };
    if (!std::all_of(large_.begin(), large_.end(), clears)) return false;
    const bool free = for_cells({ball.centre, (1.0 + apart) * ball.radius}, [&](const Cell& cell) {
        const auto there = cells_.find(cell);
        return there == cells_.end() || std::all_of(there->second.begin(), there->second.end(), clears);
    });
    return free && !touches_others(ball);
}

template <int D>
bool ClearSpace<D>::touches_others(const PlacedBall<D>& ball) {
    if (pairs_.empty()) return false;
    others_.centre.back() = ball.centre;
    others_.radius.back() = ball.radius;
    reach_.back() = apart * ball.radius;
    found_.clear();
    finder_.find(others_, pairs_, reach_, alone_, found_);
    return !found_.empty();
}

template class ClearSpace<2>;
template class ClearSpace<3>;

}  // namespace drystone

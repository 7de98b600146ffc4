#include "step/clear_space.h"

#include <algorithm>
#include <cmath>

#include "core/index.h"
#include "core/reduced_space.h"

namespace drystone {

namespace {

constexpr double widest =
    4.0;  // cells are as wide as the widest ball near, but for those so many times as large as a newcomer
constexpr double most_cells = 4e6;
constexpr double apart = 1e-9;  // of its radius: what a ball has to be clear by, at least

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

/// visit(shift) for what is at x as it is, and for its images next to the one that is nearest to the box, which is no wider than the cell.
template <int D>
template <class Visit>
void ClearSpace<D>::for_images(const Vec<D>& x, const Visit& visit) const {
    if (!space_.repeats()) return visit(Vec<D>{});
    const Vec<D> home = middle_ + space_.difference(x, middle_) - x;
    std::array<int, D> k;
    int count = 1;
    for (int j = 0; j < D; ++j) count *= space_.repeats_along(j) ? 3 : 1;
    for (int n = 0; n < count; ++n) {
        int rest = n;
        for (int j = 0; j < D; ++j) {
            const int ways = space_.repeats_along(j) ? 3 : 1;
            k[at(j)] = ways == 3 ? rest % 3 - 1 : 0;
            rest /= ways;
        }
        visit(home + space_.shift(k));
    }
}

template <int D>
ClearSpace<D>::ClearSpace(const World<D>& world, const BoxRegion<D>& box, double largest)
    : space_(reduced(world.parts.space)), middle_(0.5 * (box.min + box.max)) {
    const Parts<D>& parts = world.parts;
    finder_.rule = world.description.points;
    double radius = largest;
    std::vector<PlacedBall<D>> near;
    for (int p = 0; p < parts.shapes(); ++p) {
        if (parts.kind[at(p)] == PartKind::none) continue;
        if (parts.is_wall(p)) {
            add_part(parts, p, {});
            continue;
        }
        for_images(parts.centre[at(p)], [&](const Vec<D>& shift) {
            const Vec<D> centre = parts.centre[at(p)] + shift;
            if (!box.is_near(centre, reach_of(parts, p) + largest)) return;
            if (parts.kind[at(p)] == PartKind::ball)
                near.push_back({centre, parts.radius[at(p)]});
            else
                add_part(parts, p, shift);
        });
    }
    for (const PlacedBall<D>& one : near) {
        if (one.radius <= widest * largest) radius = std::max(radius, one.radius);
    }
    lay_out_cells(box, radius);
    for (const PlacedBall<D>& one : near) add_one(one);
    append<D>(PartKind::ball, others_.size(), {}, 0.0, others_);
    for (int p = 0; p + 1 < others_.size(); ++p) pairs_.push_back({p, others_.size() - 1});
    reach_.assign(at(others_.size()), 0.0);
}

template <int D>
void ClearSpace<D>::add_part(const Parts<D>& from, int p, const Vec<D>& shift) {
    append(from.kind[at(p)], others_.size(), from.centre[at(p)] + shift, from.radius[at(p)], others_);
    others_.length.set(others_.size() - 1, from.length[at(p)]);
    others_.axis.set(others_.size() - 1, from.axis[at(p)]);
    if (from.surface[at(p)] >= 0) {
        others_.surface.back() = static_cast<int>(others_.surfaces.size());
        others_.surfaces.push_back(from.surfaces[at(from.surface[at(p)])]);
        shift_surface(shift, others_.surfaces.back());
    }
    if (from.solid[at(p)] < 0) return;
    const std::size_t k = at(from.solid[at(p)]);
    Solids<D>& solids = others_.solids;
    others_.solid.back() = static_cast<int>(solids.shape.size());
    solids.shape.push_back(from.solids.shape[k]);
    solids.curved.push_back(from.solids.curved[k]);
    solids.local_origin.push_back(from.solids.local_origin[k]);
    solids.local_turn.push_back(from.solids.local_turn[k]);
    solids.origin.push_back(from.solids.origin[k] + shift);
    solids.turn.push_back(from.solids.turn[k]);
}

/// Cells about the box, a ball's radius around it included; wider ones where they would be too many.
template <int D>
void ClearSpace<D>::lay_out_cells(const BoxRegion<D>& box, double largest) {
    edge_ = 2.0 * largest;
    double volume = 1.0;
    for (int k = 0; k < D; ++k) volume *= (box.max[k] - box.min[k]) / edge_ + 3.0;
    if (volume > most_cells) edge_ *= std::pow(volume / most_cells, 1.0 / D);
    std::size_t count = 1;
    for (int k = 0; k < D; ++k) {
        low_[k] = box.min[k] - edge_;
        last_[at(k)] = static_cast<int>((box.max[k] - box.min[k]) / edge_) + 2;
        count *= at(last_[at(k)]) + 1;
    }
    first_.assign(count, -1);
}

template <int D>
typename ClearSpace<D>::Cell ClearSpace<D>::cell_of(const Vec<D>& x) const {
    Cell cell;
    for (int k = 0; k < D; ++k)
        cell[at(k)] = static_cast<int>(
            std::clamp(std::floor((x[k] - low_[k]) / edge_), 0.0, static_cast<double>(last_[at(k)])));
    return cell;
}

template <int D>
std::size_t ClearSpace<D>::number_of(const Cell& cell) const {
    std::size_t number = 0;
    for (std::size_t k = D; k-- > 0;) number = number * (at(last_[k]) + 1) + at(cell[k]);
    return number;
}

template <int D>
void ClearSpace<D>::add(const PlacedBall<D>& ball) {
    for_images(ball.centre, [&](const Vec<D>& shift) { add_one({ball.centre + shift, ball.radius}); });
}

template <int D>
void ClearSpace<D>::add_one(const PlacedBall<D>& ball) {
    const int number = static_cast<int>(balls_.size());
    balls_.push_back(ball);
    next_.push_back(-1);
    if (2.0 * ball.radius > edge_) {
        large_.push_back(number);
        return;
    }
    int& first = first_[number_of(cell_of(ball.centre))];
    next_.back() = first;
    first = number;
}

template <int D>
bool ClearSpace<D>::clears(const PlacedBall<D>& ball, int other) const {
    const Vec<D> way = balls_[at(other)].centre - ball.centre;
    const double least = balls_[at(other)].radius + (1.0 + apart) * ball.radius;
    return dot(way, way) > least * least;
}

/// Balls in the cells are no wider than one, and neither is this one: those it can touch are in the cells around.
template <int D>
bool ClearSpace<D>::clears_cells(const PlacedBall<D>& ball) const {
    const Cell middle = cell_of(ball.centre);
    Cell low, high;
    for (std::size_t k = 0; k < D; ++k) {
        low[k] = std::max(middle[k] - 1, 0);
        high[k] = std::min(middle[k] + 1, last_[k]);
    }
    Cell cell = low;
    for (;;) {
        for (int other = first_[number_of(cell)]; other >= 0; other = next_[at(other)]) {
            if (!clears(ball, other)) return false;
        }
        std::size_t k = 0;  // the next cell, first coordinate fastest
        while (k < D && ++cell[k] > high[k]) {
            cell[k] = low[k];
            ++k;
        }
        if (k == D) return true;
    }
}

template <int D>
bool ClearSpace<D>::is_clear(const PlacedBall<D>& ball) {
    const bool free =
        std::all_of(large_.begin(), large_.end(), [&](int other) { return clears(ball, other); });
    return free && clears_cells(ball) && !touches_others(ball);
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

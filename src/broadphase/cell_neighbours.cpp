#include "broadphase/cell_neighbours.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/index.h"

namespace drystone {

namespace {

constexpr double spare = 0.15;  // as of Neighbours: motion before the list is built anew, over the radius [-]
constexpr double closeness = 1e-6;  // of the radius: covers rounding and what counts as touching
constexpr double rounding = 1e-9;   // of an edge
constexpr std::size_t longest_cell_stretch = 2048, grain = 8192;

template <int D>
bool is_finite(const Vec<D>& x) {
    return std::all_of(x.c.begin(), x.c.end(), [](double one) { return std::isfinite(one); });
}

/// At least the largest factor by which m stretches a vector, 1 for the identity.
template <int D>
double stretch_of(const Mat<D>& m) {
    const Mat<D> rest = m - Mat<D>::scaled_identity(1.0);
    double sum = 0.0;
    for (int i = 0; i < D; ++i) sum += dot(rest[i], rest[i]);
    return 1.0 + std::sqrt(sum);
}

template <std::size_t D>
bool is_forward(const std::array<int, D>& k) {
    for (const int one : k) {
        if (one != 0) return one > 0;
    }
    return false;
}

template <std::size_t D>
std::array<int, D> less(const std::array<int, D>& k, const std::array<int, D>& l) {
    std::array<int, D> out;
    for (std::size_t i = 0; i < D; ++i) out[i] = k[i] - l[i];
    return out;
}

/// visit(g) for all whole numbers low <= g <= high.
template <std::size_t D, class Visit>
void for_each_image(const std::array<int, D>& low, const std::array<int, D>& high, const Visit& visit) {
    for (std::size_t j = 0; j < D; ++j) {
        if (low[j] > high[j]) return;
    }
    std::array<int, D> g = low;
    while (true) {
        visit(g);
        std::size_t j = 0;
        while (j < D && g[j] == high[j]) g[j] = low[j], ++j;
        if (j == D) return;
        ++g[j];
    }
}

/// The part that says where its body is wrapped to.
template <int D>
int first_part(const Parts<D>& parts, int p) {
    while (p > 0 && parts.body[at(p - 1)] == parts.body[at(p)]) --p;
    return p;
}

template <int D>
void add_ball(const Parts<D>& parts, int p, int body, Parts<D>& to) {
    to.body.push_back(body);
    to.kind.push_back(parts.is_grain(p) ? PartKind::ball : PartKind::handle);
    to.movable.push_back(parts.movable[at(p)]);
    to.radius.push_back(parts.radius[at(p)]);
}

}  // namespace

template <int D>
bool CellNeighbours<D>::update(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool) {
    assert(reach.size() == at(parts.size()));
    if (still_valid(parts, reach, pool)) return false;
    take_reference(parts, reach);
    edges_ = parts.space.edges();
    rebuild(parts, pool);
    ++rebuilds_;
    return true;
}

template <int D>
void CellNeighbours<D>::restore(const Parts<D>& parts, NeighbourReference<D> reference, const Mat<D>& edges,
                                ThreadPool& pool) {
    assert(reference.centre.size() == at(parts.size()));
    reference_ = std::move(reference);
    edges_ = edges;
    rebuild(parts, pool);
}

template <int D>
bool CellNeighbours<D>::still_valid(const Parts<D>& parts, std::span<const double> reach,
                                    ThreadPool& pool) const {
    if (reference_.centre.size() != at(parts.size())) return false;
    const bool same_cell = edges_ == parts.space.edges();
    const Mat<D> F = same_cell ? Mat<D>::scaled_identity(1.0) : parts.space.edges() * inverse(edges_);
    const double shrinks = same_cell ? 1.0 : stretch_of(inverse(F));
    const Vec<D>& o = parts.space.origin();
    std::atomic<bool> valid{true};
    pool.for_ranges(reach.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const int p = static_cast<int>(i);
            if (parts.kind[i] == PartKind::handle) continue;
            const Vec<D>& was = reference_.centre[i];
            const Vec<D> moved = same_cell ? parts.centre[i] - was : (parts.centre[i] - o) - F * (was - o);
            // Planes slide along themselves: their axes stay across what does not repeat.
            const double by = parts.is_grain(p)                  ? norm(moved)
                              : parts.kind[i] == PartKind::plane ? std::abs(dot(parts.axis[i], moved))
                                                                 : norm(moved);
            const double size = parts.is_grain(p) ? parts.radius[i] : 0.0;
            const bool near =
                shrinks * (size + reach[i] + by) + closeness * size <= size + reference_.margin[i];
            if (near) continue;
            valid.store(false, std::memory_order_relaxed);
            return;
        }
    });
    return valid.load();
}

template <int D>
void CellNeighbours<D>::take_reference(const Parts<D>& parts, std::span<const double> reach) {
    double sum = 0.0;
    int grains = 0;
    for (int p = 0; p < parts.size(); ++p) {
        if (parts.is_grain(p)) sum += parts.radius[at(p)], ++grains;
    }
    const double mean = grains > 0 ? sum / grains : 0.0;
    reference_.centre = parts.centre;
    reference_.margin.resize(reach.size());
    reference_.axis.clear();
    for (int p = 0; p < parts.size(); ++p) {
        const double radius = parts.is_grain(p) ? parts.radius[at(p)] : mean;
        reference_.margin[at(p)] = reach[at(p)] + std::max(spare * radius, std::min(reach[at(p)], radius));
        if (parts.is_wall(p)) reference_.axis.push_back(parts.axis[at(p)]);
    }
}

template <int D>
void CellNeighbours<D>::rebuild(const Parts<D>& parts, ThreadPool& pool) {
    const Reduced cell = reduce(parts.space);
    wrap(parts, cell);
    add_images(parts, cell);
    const Workbench::Use use(bench_);
    sort_into_grids<D>({wrapped_, centre_, margin_}, pool, use, grids_);
    search(pool);
    list_.clear();
    for (std::size_t s = 0; s < stretches_.size(); ++s) {
        for (const PartPair& one : found_[s]) take_pair(parts, cell, one);
    }
    add_wall_pairs(parts);
    std::sort(list_.begin(), list_.end());
    pairs_.clear();
    images_.clear();
    for (const ImagePair& one : list_) {
        pairs_.push_back(one.pair);
        images_.push_back(one.image);
    }
    list_images(parts);
}

/// Edge by edge, those before it are taken off until the shears are within half of them.
template <int D>
typename CellNeighbours<D>::Reduced CellNeighbours<D>::reduce(const Space<D>& space) const {
    Reduced cell{.edges = edges_};
    for (std::size_t j = 0; j < D; ++j) cell.turn[j][j] = 1;
    for (int j = 1; j < D; ++j) {
        for (int i = j - 1; i >= 0; --i) {
            if (!space.repeats_along(i) || !space.repeats_along(j)) continue;
            const double n = std::round(cell.edges[i][j] / cell.edges[i][i]);
            for (int row = 0; row <= i; ++row) cell.edges[row][j] -= n * cell.edges[row][i];
            for (std::size_t row = 0; row < D; ++row)
                cell.turn[row][at(j)] -= static_cast<int>(n) * cell.turn[row][at(i)];
        }
    }
    return cell;
}

/// Bodies are wrapped as a whole, by their first part.
template <int D>
void CellNeighbours<D>::wrap(const Parts<D>& parts, const Reduced& cell) {
    std::array<bool, D> periodic;
    for (int j = 0; j < D; ++j) periodic[at(j)] = parts.space.repeats_along(j);
    const Space<D> space(parts.space.origin(), cell.edges, periodic);
    parts_ = parts.size();
    wound_.assign(at(parts_), {});
    wrapped_.body.clear(), wrapped_.kind.clear(), wrapped_.movable.clear(), wrapped_.radius.clear();
    centre_.clear();
    margin_ = reference_.margin;
    for (int p = 0; p < parts_; ++p) {
        const Vec<D>& x = reference_.centre[at(p)];
        const int first = first_part(parts, p);
        if (parts.is_grain(p) && is_finite(reference_.centre[at(first)])) {
            if (first < p)
                wound_[at(p)] = wound_[at(first)];
            else
                wound_[at(p)] = space.image(x);
        }
        add_ball(parts, p, parts.body[at(p)], wrapped_);
        centre_.push_back(x - space.shift(wound_[at(p)]));
    }
}

template <int D>
void CellNeighbours<D>::add_images(const Parts<D>& parts, const Reduced& cell) {
    const Mat<D> fraction = inverse(cell.edges);
    Vec<D> low, high, height;  // of the parts in the cell, in edges; heights of the cell over its faces [m]
    double widest = 0.0;
    for (int j = 0; j < D; ++j) {
        low[j] = std::numeric_limits<double>::infinity();
        high[j] = -low[j];
        height[j] = 1.0 / norm(fraction[j]);
    }
    const auto place = [&](int p) { return fraction * (centre_[at(p)] - parts.space.origin()); };
    const auto is_in = [&](int p) {
        return parts.is_grain(p) && is_finite(centre_[at(p)]) && std::isfinite(margin_[at(p)]);
    };
    for (int p = 0; p < parts_; ++p) {
        if (!is_in(p)) continue;
        const Vec<D> f = place(p);
        for (int j = 0; j < D; ++j) low[j] = std::min(low[j], f[j]), high[j] = std::max(high[j], f[j]);
        widest = std::max(widest, parts.radius[at(p)] + margin_[at(p)]);
    }
    int bodies = 0;
    for (const int body : parts.body) bodies = std::max(bodies, body + 1);
    forward_.clear();
    for (int p = 0; p < parts_; ++p) {
        if (!is_in(p)) continue;
        const Vec<D> f = place(p);
        std::array<int, D> first{}, last{};
        for (int j = 0; j < D; ++j) {
            if (!parts.space.repeats_along(j)) continue;
            const double near = (parts.radius[at(p)] + margin_[at(p)] + widest) / height[j] + rounding;
            first[at(j)] = static_cast<int>(std::ceil(low[j] - near - f[j]));
            last[at(j)] = static_cast<int>(std::floor(high[j] + near - f[j]));
        }
        for_each_image(first, last, [&](const std::array<int, D>& g) {
            if (!is_forward(g)) return;
            forward_.push_back({p, g});
            add_ball(parts, p, bodies + parts.body[at(p)], wrapped_);
            centre_.push_back(centre_[at(p)] + Space<D>({}, cell.edges, {}).shift(g));
            margin_.push_back(margin_[at(p)]);
        });
    }
}

template <int D>
void CellNeighbours<D>::search(ThreadPool& pool) {
    cut_into_stretches(grids_, longest_cell_stretch, stretches_);
    if (found_.size() < stretches_.size()) found_.resize(stretches_.size());
    pool.for_each(stretches_.size(), [&](std::size_t s) {
        found_[s].clear();
        find_ball_pairs(grids_, stretches_[s], found_[s]);
    });
}

/// From entries of wrapped_ to parts and the image of the second: x_b + E U k - x_a = w_b + E U g - w_a, with x = w + E U wound.
template <int D>
void CellNeighbours<D>::take_pair(const Parts<D>& parts, const Reduced& cell, PartPair found) {
    int p = found.a, q = found.b;
    if (p >= parts_) return;  // two images: what they stand for is seen elsewhere
    std::array<int, D> g{};
    if (q >= parts_) {
        g = forward_[at(q - parts_)].image;
        q = forward_[at(q - parts_)].part;
    }
    std::array<int, D> k = less(wound_[at(p)], wound_[at(q)]);
    for (std::size_t j = 0; j < D; ++j) k[j] += g[j];
    std::array<int, D> image{};
    for (std::size_t i = 0; i < D; ++i) {
        for (std::size_t j = 0; j < D; ++j) image[i] += cell.turn[i][j] * k[j];
    }
    if (p > q || (p == q && !is_forward(image))) {
        std::swap(p, q);
        image = less(std::array<int, D>{}, image);
    }
    if (image == std::array<int, D>{} && (parts.body[at(p)] == parts.body[at(q)] || !parts.may_touch(p, q)))
        return;
    list_.push_back({{p, q}, image});
}

/// Planes and drums are the same at every image.
template <int D>
void CellNeighbours<D>::add_wall_pairs(const Parts<D>& parts) {
    for (int wall = 0; wall < parts_; ++wall) {
        if (!parts.is_wall(wall)) continue;
        NearbyWall<D> near;
        near.kind = parts.kind[at(wall)];
        near.centre = reference_.centre[at(wall)];
        near.axis = parts.axis[at(wall)];
        near.radius = parts.radius[at(wall)];
        near.length = parts.length[at(wall)];
        for (int p = 0; p < parts_; ++p) {
            if (!parts.is_grain(p) || parts.body[at(p)] == parts.body[at(wall)]) continue;
            if (!parts.movable[at(p)] && !parts.movable[at(wall)]) continue;
            const double most = parts.radius[at(p)] + reference_.margin[at(p)] + reference_.margin[at(wall)];
            if (!(distance_to_wall(near, reference_.centre[at(p)]) <= most) || !parts.may_touch(p, wall))
                continue;
            list_.push_back({{std::min(p, wall), std::max(p, wall)}, {}});
        }
    }
}

template <int D>
void CellNeighbours<D>::copy_parts(const Parts<D>& parts) {
    seen_ = parts;
    seen_.handles = 0;
    seen_.space = {};
    ghost_.clear();
    owners_ = 0;
    for (const int body : parts.body) owners_ = std::max(owners_, body + 1);
}

/// The image of a whole body, as detection of seams asks for: its parts side by side. Returns the entry of its first part.
template <int D>
int CellNeighbours<D>::add_group(const Parts<D>& parts, int first, const std::array<int, D>& image) {
    const int begin = seen_.size(), body = parts.body[at(first)], owner = owners_++;
    for (int p = first; p < parts_ && parts.body[at(p)] == body && parts.kind[at(p)] != PartKind::handle;
         ++p) {
        seen_.body.push_back(owner);
        seen_.kind.push_back(parts.kind[at(p)]);
        seen_.movable.push_back(parts.movable[at(p)]);
        seen_.radius.push_back(parts.radius[at(p)]);
        seen_.length.push_back(parts.length[at(p)]);
        seen_.local_centre.push_back(parts.local_centre[at(p)]);
        seen_.local_axis.push_back(parts.local_axis[at(p)]);
        seen_.centre.emplace_back();
        seen_.axis.push_back(parts.axis[at(p)]);
        seen_.surface.push_back(-1);
        if (const int surface = parts.surface[at(p)]; surface >= 0) {
            seen_.surface.back() = static_cast<int>(seen_.surfaces.size());
            seen_.surfaces.push_back(parts.surfaces[at(surface)]);
        }
        seen_.solid.push_back(-1);
        if (const int solid = parts.solid[at(p)]; solid >= 0) {
            seen_.solid.back() = static_cast<int>(seen_.solids.shape.size());
            seen_.solids.shape.push_back(parts.solids.shape[at(solid)]);
            seen_.solids.curved.push_back(parts.solids.curved[at(solid)]);
            seen_.solids.local_origin.push_back(parts.solids.local_origin[at(solid)]);
            seen_.solids.local_turn.push_back(parts.solids.local_turn[at(solid)]);
            seen_.solids.origin.emplace_back();
            seen_.solids.turn.emplace_back();
        }
        ghost_.push_back({p, image});
    }
    return begin;
}

/// One entry of seen_ for every image of a body that is in a pair.
template <int D>
void CellNeighbours<D>::list_images(const Parts<D>& parts) {
    copy_parts(parts);
    seen_pairs_ = pairs_;
    std::vector<std::tuple<int, std::array<int, D>, std::size_t>>
        wanted;  // first part of the body, image, pair
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
        if (images_[k] != std::array<int, D>{})
            wanted.emplace_back(first_part(parts, pairs_[k].b), images_[k], k);
    }
    std::sort(wanted.begin(), wanted.end());
    int begin = 0;
    for (std::size_t n = 0; n < wanted.size(); ++n) {
        const auto& [first, image, pair] = wanted[n];
        const bool known =
            n > 0 && std::get<0>(wanted[n - 1]) == first && std::get<1>(wanted[n - 1]) == image;
        if (!known) begin = add_group(parts, first, image);
        seen_pairs_[pair].b = begin + pairs_[pair].b - first;
    }
}

template <int D>
void CellNeighbours<D>::place(const Parts<D>& parts, std::span<const double> reach, ThreadPool& pool) {
    std::copy(parts.centre.begin(), parts.centre.end(), seen_.centre.begin());
    for (int p = 0; p < parts_; ++p) {
        if (parts.is_wall(p)) seen_.axis.set(p, parts.axis[p]);
    }
    std::copy(parts.solids.origin.begin(), parts.solids.origin.end(), seen_.solids.origin.begin());
    std::copy(parts.solids.turn.begin(), parts.solids.turn.end(), seen_.solids.turn.begin());
    std::copy(parts.surfaces.begin(), parts.surfaces.end(), seen_.surfaces.begin());
    seen_reach_.resize(at(seen_.size()));
    std::copy(reach.begin(), reach.end(), seen_reach_.begin());
    pool.for_ranges(ghost_.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t n = begin; n < end; ++n) {
            const SeenPart<D>& of = ghost_[n];
            const std::size_t to = at(parts_) + n, p = at(of.part);
            const Vec<D> shift = parts.space.shift(of.image);
            seen_.centre[to] = parts.centre[p] + shift;
            seen_.axis.set(to, parts.axis[p]);
            seen_reach_[to] = reach[p];
            if (parts.surface[p] >= 0) {
                Surface<D>& image = seen_.surfaces[at(seen_.surface[to])];
                image = parts.surfaces[at(parts.surface[p])];
                shift_surface(shift, image);
            }
            if (parts.solid[p] < 0) continue;
            seen_.solids.origin[at(seen_.solid[to])] = parts.solids.origin[at(parts.solid[p])] + shift;
            seen_.solids.turn[at(seen_.solid[to])] = parts.solids.turn[at(parts.solid[p])];
        }
    });
}

template class CellNeighbours<2>;
template class CellNeighbours<3>;

}  // namespace drystone

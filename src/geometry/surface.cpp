#include "geometry/surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace drystone {

namespace {

/// Outward area vector of a facet.
Vec<2> area_vector(const Facet<2>& f, std::span<const Vec<2>> x) {
    const Vec<2> along = x[f.node[1]] - x[f.node[0]];
    return {{along[1], -along[0]}};
}

Vec<3> area_vector(const Facet<3>& f, std::span<const Vec<3>> x) {
    if (f.corners == 3) return 0.5 * cross(x[f.node[1]] - x[f.node[0]], x[f.node[2]] - x[f.node[0]]);
    return 0.5 * cross(x[f.node[2]] - x[f.node[0]], x[f.node[3]] - x[f.node[1]]);
}

template <int D>
Vec<D> middle_of(const Facet<D>& f, std::span<const Vec<D>> x) {
    Vec<D> sum{};
    for (int k = 0; k < f.corners; ++k) sum += x[f.node[k]];
    return (1.0 / f.corners) * sum;
}

template <int D>
Bounds<D> box_about(const Facet<D>& f, std::span<const Vec<D>> x) {
    Bounds<D> box{x[f.node[0]], x[f.node[0]]};
    for (int k = 1; k < f.corners; ++k) extend(box, x[f.node[k]]);
    return box;
}

template <int D>
Vec<D> unit_or_zero(const Vec<D>& a) {
    const double length = norm(a);
    return length > 0.0 ? (1.0 / length) * a : a;
}

/// Weights of the points that stand for one facet; each has an equal share of its area.
std::vector<std::vector<double>> points_on(const Facet<2>&, Candidates rule) {
    if (rule == Candidates::faces) return {{0.5, 0.5}};
    const double near = 0.5 * (1.0 + 1.0 / std::sqrt(3.0));
    return {{near, 1.0 - near}, {1.0 - near, near}};
}

std::vector<std::vector<double>> points_on(const Facet<3>& f, Candidates rule) {
    const auto count = static_cast<std::size_t>(f.corners);
    if (rule == Candidates::faces) return {std::vector<double>(count, 1.0 / f.corners)};
    std::vector<std::vector<double>> points;
    if (f.corners == 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            points.emplace_back(3, 1.0 / 6.0);
            points.back()[k] = 2.0 / 3.0;
        }
        return points;
    }
    const double near = 0.5 * (1.0 + 1.0 / std::sqrt(3.0)), far = 1.0 - near;
    for (std::size_t k = 0; k < 4; ++k) {
        points.emplace_back(4, near * far);
        points.back()[k] = near * near;
        points.back()[(k + 2) % 4] = far * far;
    }
    return points;
}

template <int D>
void candidates_on_facets(Surface<D>& s, std::span<const Vec<D>> x, Candidates rule) {
    for (std::size_t f = 0; f < s.facet.size(); ++f) {
        const Facet<D>& facet = s.facet[f];
        const auto points = points_on(facet, rule);
        for (const std::vector<double>& weights : points) {
            Candidate<D> c;
            c.nodes = facet.corners;
            c.element = facet.element;
            c.area = norm(area_vector(facet, x)) / static_cast<double>(points.size());
            std::copy(facet.node.begin(), facet.node.end(), c.node.begin());
            std::copy(weights.begin(), weights.end(), c.weight.begin());
            c.first_facet = static_cast<int>(s.looks.size());
            s.looks.push_back(static_cast<int>(f));
            c.last_facet = static_cast<int>(s.looks.size());
            s.candidate.push_back(c);
            s.spot_start.push_back(static_cast<int>(s.candidate.size()));
        }
    }
}

constexpr double same_way = 0.7;  // cosine: less than half a right angle

/// The nodes of side k of a facet, in ascending order: one in the plane, two in space.
std::pair<int, int> side_nodes(const Facet<2>& f, int k) { return {f.node[k], f.node[k]}; }
std::pair<int, int> side_nodes(const Facet<3>& f, int k) {
    return std::minmax(int{f.node[k]}, int{f.node[(k + 1) % f.corners]});
}

template <int D>
void find_neighbours(Surface<D>& s, std::span<const Vec<D>> x) {
    s.beside.resize(s.facet.size());
    std::map<std::pair<int, int>, std::vector<std::pair<int, int>>> sharing;  // facet and side, by nodes
    for (std::size_t f = 0; f < s.facet.size(); ++f) {
        s.beside[f].fill(-1);
        for (int k = 0; k < s.facet[f].corners; ++k)
            sharing[side_nodes(s.facet[f], k)].emplace_back(static_cast<int>(f), k);
    }
    for (const auto& [nodes, sides] : sharing) {
        if (sides.size() != 2) continue;
        const auto [f, k] = sides[0];
        const auto [g, l] = sides[1];
        if (dot(unit_or_zero(area_vector(s.facet[f], x)), unit_or_zero(area_vector(s.facet[g], x))) <= same_way) continue;
        s.beside[f][k] = g;
        s.beside[g][l] = f;
    }
}

/// One spot per node. Its facets are sorted into groups that look the same way within half a right angle; each group is a
/// candidate.
template <int D>
void candidates_at_nodes(Surface<D>& s, std::span<const Vec<D>> x) {
    std::vector<std::vector<int>> facets_of(x.size());
    for (std::size_t f = 0; f < s.facet.size(); ++f) {
        for (int k = 0; k < s.facet[f].corners; ++k)
            facets_of[s.facet[f].node[k]].push_back(static_cast<int>(f));
    }
    for (std::size_t n = 0; n < x.size(); ++n) {
        if (facets_of[n].empty()) continue;
        std::vector<std::vector<int>> groups;
        for (const int f : facets_of[n]) {
            const Vec<D> normal = unit_or_zero(area_vector(s.facet[f], x));
            const auto with_us = [&](const std::vector<int>& group) {
                return dot(normal, unit_or_zero(area_vector(s.facet[group[0]], x))) > same_way;
            };
            const auto at = std::find_if(groups.begin(), groups.end(), with_us);
            if (at == groups.end()) {
                groups.push_back({f});
            } else {
                at->push_back(f);
            }
        }
        for (const std::vector<int>& group : groups) {
            Candidate<D> c;
            c.node[0] = static_cast<int>(n);
            c.weight[0] = 1.0;
            c.nodes = 1;
            c.element = s.facet[group[0]].element;
            c.first_facet = static_cast<int>(s.looks.size());
            for (const int f : group) {
                c.area += norm(area_vector(s.facet[f], x)) / s.facet[f].corners;
                s.looks.push_back(f);
            }
            c.last_facet = static_cast<int>(s.looks.size());
            s.candidate.push_back(c);
        }
        s.spot_start.push_back(static_cast<int>(s.candidate.size()));
    }
}

/// Where candidate i, at `place`, looks, and which side of its spot it stands for.
template <int D>
void look(Surface<D>& s, int i, const Vec<D>& place) {
    constexpr double by = 0.1;  // of the way to the middle of its facets
    const Candidate<D>& c = s.candidate[i];
    Vec<D> area{}, middle{};
    for (int k = c.first_facet; k < c.last_facet; ++k) {
        area += area_vector(s.facet[s.looks[k]], std::span<const Vec<D>>(s.node));
        middle += (1.0 / (c.last_facet - c.first_facet)) * s.middle[s.looks[k]];
    }
    s.direction[i] = unit_or_zero(area);
    s.drawn_in[i] = place + by * (middle - place);
}

}  // namespace

template <int D>
Surface<D> make_surface(std::vector<Facet<D>> facets, std::span<const Vec<D>> nodes, Candidates rule) {
    Surface<D> s;
    s.facet = std::move(facets);
    s.spot_start = {0};
    find_neighbours(s, nodes);
    if (rule == Candidates::nodes) {
        candidates_at_nodes(s, nodes);
    } else {
        candidates_on_facets(s, nodes, rule);
    }
    place_surface(nodes, s);
    s.outer_radius = s.radius;
    s.inner_radius = std::numeric_limits<double>::infinity();
    double sizes = 0.0;
    for (std::size_t f = 0; f < s.facet.size(); ++f) {
        s.inner_radius = std::min(s.inner_radius, std::abs(dot(s.normal[f], s.middle[f] - s.centre)));
        sizes += norm(nodes[s.facet[f].node[1]] - nodes[s.facet[f].node[0]]);
    }
    s.facet_size = sizes / static_cast<double>(s.facet.size());
    return s;
}

template <int D>
void place_surface(std::span<const Vec<D>> nodes, Surface<D>& s) {
    s.node.assign(nodes.begin(), nodes.end());
    s.normal.resize(s.facet.size());
    s.middle.resize(s.facet.size());
    const std::size_t in_heap = s.facets_in_heap();
    s.box.resize(s.facet.size());
    s.heap.resize((s.facet.size() + in_heap - 1) / in_heap);
    s.centre = {};
    for (std::size_t f = 0; f < s.facet.size(); ++f) {
        s.normal[f] = unit_or_zero(area_vector(s.facet[f], nodes));
        s.middle[f] = middle_of(s.facet[f], nodes);
        s.centre += (1.0 / static_cast<double>(s.facet.size())) * s.middle[f];
        s.box[f] = box_about(s.facet[f], nodes);
        Bounds<D>& heap = s.heap[f / in_heap];
        if (f % in_heap == 0) heap = s.box[f];
        extend(heap, s.box[f].low);
        extend(heap, s.box[f].high);
    }
    Bounds<D> all = s.heap[0];
    for (const Bounds<D>& heap : s.heap) {
        extend(all, heap.low);
        extend(all, heap.high);
    }
    s.low = all.low;
    s.high = all.high;
    s.radius = 0.0;
    for (const Facet<D>& facet : s.facet) {
        for (int k = 0; k < facet.corners; ++k)
            s.radius = std::max(s.radius, norm(nodes[facet.node[k]] - s.centre));
    }
    s.place.resize(static_cast<std::size_t>(s.spots()));
    s.direction.resize(s.candidate.size());
    s.drawn_in.resize(s.candidate.size());
    for (int spot = 0; spot < s.spots(); ++spot) {
        const Candidate<D>& c = s.candidate[s.spot_start[spot]];
        s.place[spot] = {};
        for (int k = 0; k < c.nodes; ++k) s.place[spot] += c.weight[k] * nodes[c.node[k]];
        for (int i = s.spot_start[spot]; i < s.spot_start[spot + 1]; ++i) look(s, i, s.place[spot]);
    }
}

template Surface<2> make_surface(std::vector<Facet<2>>, std::span<const Vec<2>>, Candidates);
template Surface<3> make_surface(std::vector<Facet<3>>, std::span<const Vec<3>>, Candidates);
template void place_surface(std::span<const Vec<2>>, Surface<2>&);
template void place_surface(std::span<const Vec<3>>, Surface<3>&);

}  // namespace drystone

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/vec.h"
#include "geometry/bounds.h"

namespace drystone {

/// Where the points of a deformable surface sit that look for contact (Bagi 5, figure 5).
enum class Candidates : std::uint8_t { nodes, faces, gauss };

/// One facet: a segment in the plane, a triangle or quadrilateral in space, its corners turning so that it looks outwards.
template <int D>
struct Facet {
    static constexpr int most = D == 2 ? 2 : 4;
    std::array<int, most> node{};
    int corners = D;
    int element = 0;  // of the mesh behind it
    bool operator==(const Facet&) const = default;
};

/// A point of the surface that may touch something, as a mean of nodes. Candidates of one spot (a corner, where several
/// faces meet) look different ways; of those the one that looks at the other body stands for the spot.
template <int D>
struct Candidate {
    std::array<int, Facet<D>::most> node{};
    std::array<double, Facet<D>::most> weight{};
    int nodes = 0;
    int element = 0;
    double area = 0.0;  // of the surface it stands for, undeformed [m2], 2D [m]
    int first_facet = 0, last_facet = 0;  // in Surface::looks: whose normals make its own
};

/// The skin of a deformable body: facets over nodes that move, and the candidates on them.
template <int D>
struct Surface {
    // Constant, by make_surface()
    std::vector<Facet<D>> facet;
    std::vector<Candidate<D>> candidate;  // by spots
    std::vector<int> spot_start;          // (spots + 1)
    std::vector<int> looks;               // facets, by candidates
    /// (facets) The facet beyond each side: corner k in the plane, the edge from corner k to the next in space. -1: none there
    /// that looks the same way; the facet ends in a corner or a sharp edge.
    std::vector<std::array<int, Facet<D>::most>> beside;
    double facet_size = 0.0;              // mean [m]
    double inner_radius = 0.0;            // of the ball about the mean node that the facets hold, undeformed [m]
    double outer_radius = 0.0;            // of the ball about the mean node that holds the nodes, undeformed [m]

    // Written by place_surface()
    std::vector<Vec<D>> node;       // world [m]
    std::vector<Vec<D>> normal;     // (facets) unit, outwards
    std::vector<Vec<D>> middle;     // (facets) [m]
    std::vector<Vec<D>> place;      // (spots) [m]
    std::vector<Vec<D>> direction;  // (candidates) unit, outwards
    std::vector<Vec<D>> drawn_in;   // (candidates) the place, drawn a little into the facets it stands for [m]
    std::vector<Bounds<D>> box;     // (facets)
    std::vector<Bounds<D>> heap;    // (heaps of facets_in_heap() facets each)  about all of them
    Vec<D> low{}, high{};           // box about the nodes [m]
    Vec<D> centre{};                // mean of the facets' nodes, each once a facet [m]
    double radius = 0.0;            // of the ball about `centre` that holds the facets [m]

    int spots() const { return static_cast<int>(spot_start.size()) - 1; }
    /// Facets that follow each other are mostly neighbours: to look for one, first among heaps of as many as there are heaps.
    std::size_t facets_in_heap() const { return std::max<std::size_t>(4, static_cast<std::size_t>(std::sqrt(static_cast<double>(facet.size())))); }
};

/// Moves what place_surface() has written.
template <int D>
void shift_surface(const Vec<D>& by, Surface<D>& surface) {
    for (auto* places : {&surface.node, &surface.middle, &surface.place, &surface.drawn_in}) {
        for (Vec<D>& x : *places) x += by;
    }
    for (auto* boxes : {&surface.box, &surface.heap}) {
        for (Bounds<D>& box : *boxes) {
            box.low += by;
            box.high += by;
        }
    }
    surface.low += by;
    surface.high += by;
    surface.centre += by;
}

/// `nodes`: the undeformed places. Facets as the mesh gives them.
template <int D>
Surface<D> make_surface(std::vector<Facet<D>> facets, std::span<const Vec<D>> nodes, Candidates rule);

/// Brings the surface to where its nodes are now.
template <int D>
void place_surface(std::span<const Vec<D>> nodes, Surface<D>& surface);

}  // namespace drystone

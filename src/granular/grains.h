#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/mat.h"
#include "core/rotation.h"
#include "core/reduced_space.h"

namespace drystone {

/// The bodies that measures are about: those that are there and no walls (step/walls.h). In the plane z = 0, and spins are about z.
struct GrainList {
    int dimension = 3;
    std::vector<int> id;            // ascending
    std::vector<Vec<3>> position;   // of the centres of mass, not wrapped [m]
    std::vector<Vec<3>> velocity;   // [m/s]
    std::vector<double> mass;       // [kg], 2D [kg/m]
    std::vector<double> radius;     // of the ball (disk) of the same volume [m]
    std::vector<std::string> group = {};  // or empty
    std::vector<std::string> material = {};
    std::vector<Vec<3>> spin = {};     // [rad/s]; none: not known
    std::vector<Rotation<3>> turn = {};  // orientations in space; none: not known, or in the plane
    std::vector<double> angle = {};      // in the plane, counted without wrapping [rad]; none: not known, or in space
    Space<3> space = {};                 // the cell they are in, by edges with least shears, or without end
    Mat<3> edges = {};                   // of the cell, as it has come to be: images of two moments correspond [m]
    Mat<3> gradient = {};                // L of a cell that deforms: it carries what is at x along with L (x - origin) [1/s]

    std::size_t size() const { return id.size(); }

    /// v - L (x - o): the same for every image.
    Vec<3> own_velocity(std::size_t i) const {
        return space.repeats() ? velocity[i] - gradient * (position[i] - space.origin()) : velocity[i];
    }
};

/// Of the disk or ball of that radius, and the other way round.
double volume_of_round(double radius, int dimension);
double radius_of_round(double volume, int dimension);

/// Twice the mean of the radii; 0 of nobody.
double mean_diameter(const GrainList& grains);

/// Least and greatest coordinates of the centres; grown by the radii: of the grains.
struct CentreBox {
    Vec<3> low{}, high{};
};
CentreBox box_of(const GrainList& grains);
CentreBox box_about(const GrainList& grains);

/// A cell as one of space, with least shears: in the plane its third edge is 1 and does not repeat.
template <int D>
Space<3> in_space(const Space<D>& cell) {
    if (!cell.repeats()) return {};
    Vec<3> origin{};
    Mat<3> edges = Mat<3>::scaled_identity(1.0);
    std::array<bool, 3> periodic{};
    for (int i = 0; i < D; ++i) {
        origin[i] = cell.origin()[i];
        periodic[static_cast<std::size_t>(i)] = cell.repeats_along(i);
        for (int j = 0; j < D; ++j) edges[i][j] = cell.edges()[i][j];
    }
    return reduced(Space<3>(origin, edges, periodic));
}

/// The other way round: the first D of its edges.
template <int D>
Space<D> flattened(const Space<3>& space) {
    if (!space.repeats()) return {};
    Vec<D> origin;
    Mat<D> edges;
    std::array<bool, D> periodic{};
    for (int i = 0; i < D; ++i) {
        origin[i] = space.origin()[i];
        periodic[static_cast<std::size_t>(i)] = space.repeats_along(i);
        for (int j = 0; j < D; ++j) edges[i][j] = space.edges()[i][j];
    }
    return {origin, edges, periodic};
}

/// From y to x by the shortest way: of a sheared cell the images about that of Space::difference are looked at too.
Vec<3> nearest_difference(const Space<3>& space, const Vec<3>& x, const Vec<3>& y);

}  // namespace drystone

#pragma once

#include <string>
#include <vector>

#include "core/vec.h"
#include "io/frames_file.h"

namespace drystone {

/// The bodies of a stored moment that measures are about: those that are there and no walls (step/walls.h). In the plane z = 0.
struct Grains {
    int dimension = 3;
    std::vector<int> id;             // ascending
    std::vector<Vec<3>> position;    // of the centres of mass [m]
    std::vector<Vec<3>> velocity;    // [m/s]
    std::vector<double> mass;        // [kg], 2D [kg/m]
    std::vector<double> radius;      // of the ball (disk) of the same volume [m]
    std::vector<std::string> group;  // or empty
    std::vector<std::string> material;

    std::size_t size() const { return id.size(); }
};

Grains grains_of(const FramesGeometry& geometry, const Frame& frame);

/// Twice the mean of the radii; 0 of nobody.
double mean_diameter(const Grains& grains);

/// Least and greatest coordinates of the centres.
struct CentreBox {
    Vec<3> low{}, high{};
};
CentreBox box_of(const Grains& grains);

}  // namespace drystone

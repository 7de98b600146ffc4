#pragma once

#include <array>
#include <string>

#include "fields/coarse_grain.h"
#include "fields/measured.h"

namespace drystone {

/// Points in rows, the first coordinate fastest.
struct FieldGrid {
    std::array<int, 3> count{1, 1, 1};
    Vec<3> first{}, step{};  // [m]

    std::vector<Vec<3>> points() const;
};

/// About the grains, or over the cell that repeats, with points no farther apart than `spacing`; middles of the pieces it is cut into.
FieldGrid grid_over(const GrainList& grains, double spacing);

/// How many points that grid has; may be more than there can be.
double points_over(const GrainList& grains, double spacing);

/// Columns: x, y (, z), density, momentum.x .., velocity.x .., stress.xx, stress.xy .. (all components: row i of the force along j of the branch), kinetic_stress.xx ..,
/// wall_force.x .., temperature, energy, energy_flux.x .., energy_source. Velocity and temperature are empty where there is no density.
Measured field_table(const std::vector<Vec<3>>& points, const std::vector<FieldSums>& sums, int dimension);

/// The same as VTK's image data (.vti): scalars, vectors of three and tensors of nine numbers, in double precision.
std::string vti_of(const FieldGrid& grid, const std::vector<FieldSums>& sums, int dimension);

}  // namespace drystone

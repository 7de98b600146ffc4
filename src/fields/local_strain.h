#pragma once

#include "fields/measured.h"
#include "granular/grains.h"

namespace drystone {

/// Strain about every grain since another moment: the simplices of Delaunay between the centres of that moment move with them, each with one
/// deformation gradient F, x = F X + ..; a grain has the mean F of its simplices, by their volumes (Bagi's equivalent continuum: the mean over all of them is what
/// the displacements of the outermost centres say). A homogeneous motion is found exactly.
///
///     volumetric = sum of ln l_i      l_i: the principal stretches, square roots of the eigenvalues of F^T F
///     shear      = ln l_max - ln l_min
///     rotation   = the angle of R in F = R U [rad]; in the plane > 0 is from x to y
///
/// The first two do not change when everything turns. Simplices with an edge above `longest` bridge what is empty and are left out. In a cell that
/// repeats, images take part. Grains that are not in both moments have no strain. Columns: body, x, y (, z) (now), volumetric, shear, rotation.
Measured local_strain(const GrainList& before, const GrainList& now, double longest);

/// How far each grain has come since another moment, and turned [rad], in the plane with its sign and all turns, in space the angle between the two orientations.
/// Columns: body, x, y (, z) (now), displacement.x, .., rotation, displacement (its length).
Measured displacements(const GrainList& before, const GrainList& now);

/// Mean over the grains of both moments of |x - X|^2: msd, of one direction each, msd.x .., and how many there are.
struct SquareDisplacement {
    Vec<3> each{};
    double all = 0.0, count = 0.0;
};
SquareDisplacement mean_square_displacement(const GrainList& before, const GrainList& now);

}  // namespace drystone

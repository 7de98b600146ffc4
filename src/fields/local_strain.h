#pragma once

#include "fields/grains.h"
#include "fields/measured.h"

namespace drystone {

/// Strain about every grain since another moment: the simplices of Delaunay between the centres of that moment move with them, each with one
/// deformation gradient F, x = F X + ..; a grain has the mean F of its simplices, by their volumes. A homogeneous motion is found exactly.
///
///     volumetric = sum of ln l_i      l_i: the principal stretches, square roots of the eigenvalues of F^T F
///     shear      = ln l_max - ln l_min
///
/// Both do not change when everything turns. Simplices with an edge above `longest` bridge what is empty and are left out. Grains that are not in
/// both moments have no strain. Columns: body, x, y (, z) (now), volumetric, shear.
Measured local_strain(const Grains& before, const Grains& now, double longest);

}  // namespace drystone

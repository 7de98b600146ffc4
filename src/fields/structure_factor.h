#pragma once

#include "fields/measured.h"
#include "granular/grains.h"

namespace drystone {

/// S(q) = |sum exp(-i q . x)|^2 / N of the centres, at vectors that fit the cell, q = 2 pi E^-T n with n whole and E the edges: exact in a cell that repeats;
/// where nothing does, E is the box about the grains, and small q see its borders. Means over the vectors of a shell, `bins` shells up to `largest`; of shells
/// with many vectors fifteen are taken, evenly through their list. Columns: q (mean of the shell's vectors), S, vectors. Shells without any are left out.
/// InputError where that asks for more than 10^8 vectors.
Measured structure_factor(const GrainList& grains, double largest, int bins);

}  // namespace drystone

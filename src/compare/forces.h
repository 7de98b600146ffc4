#pragma once

#include "compare/answer.h"

namespace drystone {

template <int D>
struct World;

/// Reads the forces of the world's last step, or increment, of length h, into the answer: pairs, walls, mean, imbalance.
///
/// The imbalance of a body that can move is |m G + F + sum f|, or the sum of moments over its longest lever arm if that is
/// larger, along and about what is free of it. Bodies on [[supports]] are left out: their springs are no contacts.
template <int D>
void read_forces(World<D>& world, double h, Answer& answer);

}  // namespace drystone

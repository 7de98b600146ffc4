#pragma once

#include <algorithm>
#include <array>

#include "step/world.h"

namespace drystone {

// Sums over the bodies and contacts of a cell, some of which other processes may have (step/across.h).

/// Whether body i rides with the cell, and is added up here.
template <int D>
bool counts(const World<D>& world, int i) {
    return (!world.across || world.across->counts(i)) && rides(world, i);
}

/// Over all who have a part of the whole.
template <int D>
void add_up(const World<D>& world, Mat<D>& m) {
    if (!world.across) return;
    std::array<double, D * D> numbers;
    for (int i = 0; i < D; ++i) std::copy_n(m[i].c.begin(), D, numbers.begin() + i * D);
    world.across->add_up(numbers);
    for (int i = 0; i < D; ++i) std::copy_n(numbers.begin() + i * D, D, m[i].c.begin());
}

}  // namespace drystone

#pragma once

#include "core/on_device.h"
#include "core/vec.h"

namespace drystone::device {

/// Numbers of contacts in the order of a sweep, field by field, each `room` long: threads of a warp read neighbours.
struct Columns {
    double* field = nullptr;
    long room = 0;

    DRYSTONE_ON_DEVICE double& at(int which, int slot) const { return field[which * room + slot]; }
    template <int N>
    DRYSTONE_ON_DEVICE Vec<N> vector(int which, int slot) const {
        Vec<N> x;
        for (int k = 0; k < N; ++k) x[k] = at(which + k, slot);
        return x;
    }
    template <int N>
    DRYSTONE_ON_DEVICE void put(int which, int slot, const Vec<N>& x) const {
        for (int k = 0; k < N; ++k) at(which + k, slot) = x[k];
    }
};

}  // namespace drystone::device

#pragma once

// Rows of bodies along a curve that fills space, so that neighbours have near ones: contact/number_bodies.cpp.

#include "contact/along_curve.h"
#include "device/kernel.h"
#include "device/neighbours_on.h"

namespace drystone::device {

template <int D, class B>
struct NumberingOn {
    template <class T>
    using Buffer = typename B::template Buffer<T>;
    Buffer<std::uint64_t> along;  // the curve
    Buffer<int> by_curve;

    /// row (bodies): of those that move.
    void number(B& on, Buffer<Vec<D>>& position, Buffer<int>& moving, Buffer<int>& row) {
        constexpr std::size_t small = 2048;
        const std::size_t n = moving.size();
        const int* which = moving.data();
        int* rows = row.data();
        if (n <= small) {
            on.for_each(n, [=] DRYSTONE_KERNEL(int k) { rows[which[k]] = k; });
            return;
        }
        const CurveCube<D> cube(bounds_of<D>(on, position, moving));
        along.resize(n);
        by_curve.resize(n);
        std::uint64_t* keys = along.data();
        int* sorted = by_curve.data();
        const Vec<D>* x = position.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) {
            keys[k] = cube.along_curve(x[which[k]]);
            sorted[k] = which[k];
        });
        on.sort(along, by_curve, n, D * curve_bits);
        sorted = by_curve.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) { rows[sorted[k]] = k; });
    }
};

}  // namespace drystone::device

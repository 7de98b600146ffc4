#pragma once

#include <cstdint>

#include "core/on_device.h"

/// Marks the lambdas that a device runs.
#ifdef __CUDACC__
#define DRYSTONE_KERNEL __device__
#else
#define DRYSTONE_KERNEL
#endif

namespace drystone::device {

// What several threads may write at once without an order to matter: largest and smallest numbers.

/// *at becomes at least `value`; neither is negative.
DRYSTONE_ON_DEVICE inline void raise_to(double* at, double value) {
    if (!(value > *at)) return;
#ifdef __CUDA_ARCH__
    atomicMax(reinterpret_cast<unsigned long long*>(at), static_cast<unsigned long long>(__double_as_longlong(value)));
#else
    *at = value;
#endif
}

DRYSTONE_ON_DEVICE inline void lower_to(std::uint32_t* at, std::uint32_t value) {
    if (!(value < *at)) return;
#ifdef __CUDA_ARCH__
    atomicMin(at, value);
#else
    *at = value;
#endif
}

struct Amount {
    double value = 0.0;
    DRYSTONE_ON_DEVICE Amount& operator+=(const Amount& other) {
        value += other.value;
        return *this;
    }
};

/// For sums that are a largest number. NaN counts as the largest.
struct Largest {
    double value = 0.0;
    DRYSTONE_ON_DEVICE Largest& operator+=(const Largest& other) {
        if (!(other.value <= value)) value = other.value;
        return *this;
    }
};

}  // namespace drystone::device

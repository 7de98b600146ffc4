#pragma once

#include "core/random.h"
#include "core/vec.h"

namespace drystone {

/// A point of the ball of radius 1, all parts of it equally likely: by rejection from the cube around it.
template <int N>
Vec<N> in_unit_ball(Random& random) {
    for (;;) {
        Vec<N> x;
        for (int k = 0; k < N; ++k) x[k] = random.uniform(-1.0, 1.0);
        if (dot(x, x) <= 1.0) return x;
    }
}

}  // namespace drystone

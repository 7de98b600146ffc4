#pragma once

#include <cstddef>

#include "solvers/nlgs_contacts.h"

namespace drystone {

/// Eight plain Coulomb contacts between round bodies, no two of which share a mobile body. Fields as in RoundContact, a
/// lane each; empty lanes are all zero and lean on the last row of the body table, where nothing moves. k_n and k_t are made on the spot.
/// 104 bytes a contact in 3D.
template <int D>
struct alignas(64) RoundGroup {
    double r[D][8];  // first: the only lines a sweep writes
    double n[D][8];
    double b[D][8];
    double arm_a[8], arm_b[8];
    double mu[8];
    int body_a[8], body_b[8];
};

/// Groups whose contacts are all open, and were when last visited, are passed over in most sweeps: they change nothing.
struct Sleep {
    char* asleep;  // (groups of the run)
    bool wake;     // visit them all the same
};

/// The lift of (3.4), a lane each, where it is held [m/s]: docs/theory.md (5.29).
struct alignas(64) LaneLift {
    double of[8];
};

struct HeldLift {
    Sleep sleep;
    const LaneLift* lift;  // (groups of the run)
};

/// What is done to a run of groups. `bodies`: the body table; rows from `mobile` on are not written.
template <int D>
struct RoundKernels {
    void (*visit)(RoundGroup<D>* group, std::size_t count, SweepBody<D>* bodies, int mobile, Sleep sleep);
    void (*add)(const RoundGroup<D>* group, std::size_t count, SweepBody<D>* bodies, int mobile);
    void (*residual)(const RoundGroup<D>* group, std::size_t count, const SweepBody<D>* bodies,
                     double sums[2]);  // |e|^2 and |r|^2
    void (*visit_held)(RoundGroup<D>* group, std::size_t count, SweepBody<D>* bodies, int mobile, HeldLift held);
    void (*residual_held)(const RoundGroup<D>* group, std::size_t count, const SweepBody<D>* bodies, const LaneLift* lift,
                          double sums[2]);
    void (*find_lift)(const RoundGroup<D>* group, std::size_t count, const SweepBody<D>* bodies, LaneLift* lift);  // mu |v_t|
};

namespace baseline {
template <int D>
RoundKernels<D> round_kernels();
}
namespace avx2 {
template <int D>
RoundKernels<D> round_kernels();
}
namespace avx512 {
template <int D>
RoundKernels<D> round_kernels();
}

/// Those for the widest instructions that this processor has. All give the same bits.
template <int D>
RoundKernels<D> round_kernels();

}  // namespace drystone

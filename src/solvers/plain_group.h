#pragma once

#include <cstddef>

#include "solvers/nlgs_contacts.h"
#include "solvers/round_group.h"

namespace drystone {

/// Eight plain Coulomb contacts between bodies of any shape, no two of which share a mobile body; r, W and b in the contact
/// frame. Empty lanes have W = 1, zeros elsewhere, and lean on the last row of the tables. 208 bytes a contact in 3D.
template <int D>
struct alignas(64) PlainGroup {
    static constexpr int couplings = D * (D + 1) / 2;
    double r[D][8];                   // first: the only lines a sweep writes
    double frame[D == 2 ? 2 : 6][8];  // n, in space also the first tangent; the last axis follows from them
    double arm_a[D][8], arm_b[D][8];
    double W[couplings][8];  // 00 11 (22) 01 (02 12)
    double b[D][8];
    double mu[8];
    int body_a[8], body_b[8];
};

/// M^-1 beyond the body table: one row a mobile body, and one of zeros for the others.
struct alignas(64) InertiaRow {
    double xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, xz = 0.0,
           yz = 0.0;  // world axes [1/(kg m2)]; unused in the plane
};

template <int D>
struct SweepTables {
    SweepBody<D>* body;         // (mobile bodies + 1)
    const InertiaRow* inertia;  // (mobile bodies + 1); 3D
    int mobile;                 // rows from here on are not written
};

/// What is done to a run of groups.
template <int D>
struct PlainKernels {
    void (*visit)(PlainGroup<D>* group, std::size_t count, const SweepTables<D>& tables, Sleep sleep);
    void (*add)(const PlainGroup<D>* group, std::size_t count, const SweepTables<D>& tables);
    void (*residual)(const PlainGroup<D>* group, std::size_t count, const SweepTables<D>& tables,
                     double sums[2]);  // |e|^2 and |r|^2
};

namespace baseline {
template <int D>
PlainKernels<D> plain_kernels();
}
namespace avx2 {
template <int D>
PlainKernels<D> plain_kernels();
}
namespace avx512 {
template <int D>
PlainKernels<D> plain_kernels();
}

/// Those for the widest instructions that this processor has. All give the same bits.
template <int D>
PlainKernels<D> plain_kernels();

/// Opens or slides: the exact local solve of one lane, out of line. W as in PlainGroup.
template <int D>
void solve_lane(double mu, const double* W, const double* q, double* r);

}  // namespace drystone

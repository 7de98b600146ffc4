#pragma once

#include "core/on_device.h"
#include "solvers/round_contact.h"

namespace drystone::device {

// Rows of the table of bodies that sweeps work on: v and w, which they write, then what they only read, as doubles in a row. SweepBody has
// one number for its inertia, SweepTop a tensor.

template <int D>
struct SweepTop;

template <>
struct alignas(16) SweepTop<3> {
    Vec<3> v{};  // as in SweepBody
    Vec<3> w{};
    double inverse_mass = 0.0;
    double inverse_inertia[6] = {};  // xx yy zz xy xz yz, world axes [1/(kg m2)]
};

template <int D>
constexpr int row_written = D + spin_dim<D>;

template <class Body>
struct RowOf;
template <int D>
struct RowOf<SweepBody<D>> {
    static constexpr int dim = D, numbers = row_written<D> + 2;
};
template <>
struct RowOf<SweepTop<3>> {
    static constexpr int dim = 3, numbers = row_written<3> + 7;
};

/// I^-1 m.
template <int D>
DRYSTONE_ON_DEVICE Spin<D> spin_of(const SweepBody<D>& body, const Spin<D>& m) {
    return body.inverse_inertia * m;
}
DRYSTONE_ON_DEVICE inline Vec<3> spin_of(const SweepTop<3>& body, const Vec<3>& m) {
    const double* I = body.inverse_inertia;
    return {{I[0] * m[0] + I[3] * m[1] + I[4] * m[2], I[3] * m[0] + I[1] * m[1] + I[5] * m[2], I[4] * m[0] + I[5] * m[1] + I[2] * m[2]}};
}

/// Spins and moments turn with the contact frame in space; in the plane there is one axis.
DRYSTONE_ON_DEVICE inline Vec<1> spin_in(const Mat<2>&, const Vec<1>& w) { return w; }
DRYSTONE_ON_DEVICE inline Vec<3> spin_in(const Mat<3>& frame, const Vec<3>& w) { return frame * w; }
DRYSTONE_ON_DEVICE inline Vec<1> spin_from(const Mat<2>&, const Vec<1>& w) { return w; }
DRYSTONE_ON_DEVICE inline Vec<3> spin_from(const Mat<3>& frame, const Vec<3>& w) { return transpose_times(frame, w); }

}  // namespace drystone::device

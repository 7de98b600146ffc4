#pragma once

#include "core/motion.h"

namespace drystone {

// Contact stiffness by Bagi 6.1.2-6.1.7. An element has the displacements (u, phi) at its centre of mass, D translations and
// spin_dim<D> rotations in world axes; its forces are (f, m) likewise. docs/theory.md (12.2)-(12.5).

template <int D>
constexpr int freedoms = D + spin_dim<D>;  // 3 or 6

template <int D>
using Generalised = Vec<freedoms<D>>;  // (u, phi) or (f, m) of one element

template <int D>
using ElementBlock = Mat<freedoms<D>>;

template <int D>
Generalised<D> joined(const Vec<D>& u, const Spin<D>& phi) {
    Generalised<D> x;
    for (int i = 0; i < D; ++i) x[i] = u[i];
    for (int i = 0; i < spin_dim<D>; ++i) x[D + i] = phi[i];
    return x;
}

template <int D>
Vec<D> translation(const Generalised<D>& x) {
    Vec<D> u;
    for (int i = 0; i < D; ++i) u[i] = x[i];
    return u;
}

template <int D>
Spin<D> rotation(const Generalised<D>& x) {
    Spin<D> phi;
    for (int i = 0; i < spin_dim<D>; ++i) phi[i] = x[D + i];
    return phi;
}

/// B^pc: a force and moment at the contact, reduced to the centre of the element; its transpose takes the element's
/// displacements to the contact. (Bagi 6.1.4, 6.1.5)
template <int D>
ElementBlock<D> transition(const Vec<D>& arm) {
    ElementBlock<D> B = ElementBlock<D>::scaled_identity(1.0);
    for (int j = 0; j < D; ++j) {
        const Spin<D> m = moment(arm, Vec<D>::axis(j));
        for (int i = 0; i < spin_dim<D>; ++i) B[D + i][j] = m[i];
    }
    return B;
}

/// T^c: columns n, t, w; forces and moments alike. In the plane the one axis of rotation stays as it is.
template <int D>
ElementBlock<D> transformation(const Mat<D>& frame) {
    ElementBlock<D> T;
    for (int i = 0; i < D; ++i) {
        for (int j = 0; j < D; ++j) {
            T[i][j] = frame[j][i];
            if constexpr (D == 3) T[3 + i][3 + j] = frame[j][i];
        }
    }
    if constexpr (D == 2) T[2][2] = 1.0;
    return T;
}

/// Diagonal of k^c in the contact's frame: (N, T, bend) in the plane, (N, T, T, twist, bend, bend) in space.
template <int D>
Generalised<D> contact_stiffness(double normal, double tangential, double twist, double bend) {
    if constexpr (D == 2)
        return {{normal, tangential, bend}};
    else
        return {{normal, tangential, tangential, twist, bend, bend}};
}

/// B^pc T^c k^c T^cT B^qcT, with A_p = B^pc T^c; k^pq is minus this. (Bagi 6.1.7)
template <int D>
ElementBlock<D> coupled(const ElementBlock<D>& A_p, const Generalised<D>& k, const ElementBlock<D>& A_q) {
    constexpr int n = freedoms<D>;
    ElementBlock<D> K;
    for (int i = 0; i < n; ++i) {
        Generalised<D> row;
        for (int l = 0; l < n; ++l) row[l] = A_p[i][l] * k[l];
        for (int j = 0; j < n; ++j) K[i][j] = dot(row, A_q[j]);
    }
    return K;
}

}  // namespace drystone

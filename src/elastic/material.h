#pragma once

#include "core/mat.h"

namespace drystone {

/// How strain is measured, docs/theory.md section 10.
enum class Elasticity {
    corotational,  // linear in a frame that turns with the body: small strains, any rotation
    small,         // linear in fixed axes: turning the body strains it; for small rotations only
    svk            // St Venant-Kirchhoff: Green's strain, any rotation, moderate strains
};

enum class PlaneKind { strain, stress };

/// Isotropic. Forces of damping are C v with C = alpha M + beta K.
struct ElasticMaterial {
    double young = 0.0;                   // E [Pa]
    double poisson = 0.0;                 // nu, in (-1, 0.5)
    double density = 0.0;                 // [kg/m3]
    PlaneKind plane = PlaneKind::strain;  // in 2D; one metre of depth
    double mass_damping = 0.0;            // alpha [1/s]
    double stiffness_damping = 0.0;       // beta [s]
    Elasticity elasticity = Elasticity::corotational;
    bool operator==(const ElasticMaterial&) const = default;

    double mu() const { return young / (2.0 * (1.0 + poisson)); }
    double lambda() const { return young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)); }
};

/// stress = lambda tr(strain) I + 2 mu strain, in D axes: for plane stress lambda is the one left when the strain across
/// the plane has been eliminated.
struct Lame {
    double lambda = 0.0, mu = 0.0;  // [Pa]
};

template <int D>
Lame lame(const ElasticMaterial& m) {
    const double mu = m.mu(), lambda = m.lambda();
    if (D == 2 && m.plane == PlaneKind::stress)
        return {m.young * m.poisson / (1.0 - m.poisson * m.poisson), mu};
    return {lambda, mu};
}

template <int D>
constexpr double trace(const Mat<D>& m) {
    double sum = 0.0;
    for (int i = 0; i < D; ++i) sum += m[i][i];
    return sum;
}

template <int D>
Mat<D> stress_of(const Lame& k, const Mat<D>& strain) {
    return Mat<D>::scaled_identity(k.lambda * trace(strain)) + (2.0 * k.mu) * strain;
}

/// Sum over all entries of a b.
template <int D>
constexpr double contract(const Mat<D>& a, const Mat<D>& b) {
    double sum = 0.0;
    for (int i = 0; i < D; ++i) sum += dot(a[i], b[i]);
    return sum;
}

}  // namespace drystone

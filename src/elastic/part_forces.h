#pragma once

#include <span>

#include "elastic/elastic_model.h"

namespace drystone {

/// One element: its energy, its forces and its stiffness, the amplitudes of incompatible modes eliminated.
template <int D>
struct PartWork {
    static constexpr int most = 8 + D;  // degrees of freedom and modes
    std::array<Vec<D>, most> force{};   // dE/dq_a; of modes zero within rounding [N]
    std::array<std::array<Mat<D>, most>, most>
        k;                              // d2E/dq_a dq_b; the first `count` rows are condensed [N/m]
    std::array<Vec<D>, D> amplitude{};  // of the modes [m]
    double energy = 0.0;                // [J]
};

/// Place of (a, b) in the compressed rows; the pair must be there.
template <int D>
int entry_of(const ElasticModel<D>& model, int a, int b);

/// Stiffness of linear elasticity.
template <int D>
void reference_stiffness(const ElasticModel<D>& model, const typename ElasticModel<D>::Part& part,
                         PartWork<D>& work);

/// Amplitudes of the modes that linear elasticity gives to the displacements u.
template <int D>
void linear_amplitudes(const ElasticModel<D>& model, const typename ElasticModel<D>::Part& part,
                       std::span<const Vec<D>> u, PartWork<D>& work);

/// St Venant-Kirchhoff at the places q: energy, forces and, if asked, the tangent. docs/theory.md (10.6), (10.7)
template <int D>
void svk_forces(const ElasticModel<D>& model, const typename ElasticModel<D>::Part& part,
                std::span<const Vec<D>> q, bool with_tangent, PartWork<D>& work);

/// Adds the part's condensed stiffness into compressed rows.
template <int D>
void add_tangent(const ElasticModel<D>& model, const typename ElasticModel<D>::Part& part,
                 const PartWork<D>& work, std::span<Mat<D>> rows);

}  // namespace drystone

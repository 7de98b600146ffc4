#pragma once

#include <vector>

#include "elastic/elastic_body.h"

namespace drystone {

/// Strain and stress in world axes, tension positive.
template <int D>
struct StressState {
    Mat<D> strain{};             // linear in the body's frame; "svk": Green's, turned with the material
    Mat<D> stress{};             // Cauchy's [Pa]
    double stress_across = 0.0;  // 2D, plane strain: stress normal to the plane [Pa]
    double energy = 0.0;         // strain energy per volume [J/m3]
};

/// One per quadrature point, in the order of the model's `points`.
template <int D>
void stress_at_points(const ElasticBody<D>& body, std::vector<StressState<D>>& out);

/// One per element: means over its volume, from what `stress_at_points` gave. (Uniform strain: one.)
template <int D>
void stress_of_elements(const ElasticBody<D>& body, const std::vector<StressState<D>>& points,
                        std::vector<StressState<D>>& out);

/// One per node: means of the elements about it, weighted by their volumes.
template <int D>
void stress_at_nodes(const ElasticBody<D>& body, const std::vector<StressState<D>>& elements,
                     std::vector<StressState<D>>& out);

/// Volume of an element [m3] (2D: m2).
template <int D>
double element_volume(const ElasticModel<D>& model, std::size_t element);

/// Of a symmetric matrix: largest value first, unit directions in the rows.
template <int D>
struct Principal {
    Vec<D> value{};
    Mat<D> direction{};
};
Principal<2> principal(const Mat<2>& symmetric);
Principal<3> principal(const Mat<3>& symmetric);

}  // namespace drystone

#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "core/mat.h"
#include "elastic/mesh.h"

namespace drystone {

constexpr double determinant(const Mat<2>& m) { return m[0][0] * m[1][1] - m[0][1] * m[1][0]; }
constexpr double determinant(const Mat<3>& m) { return dot(m[0], cross(m[1], m[2])); }

template <int D>
struct GaussPoint {
    Vec<D> place{};  // in the parent element: [-1, 1]^D, or the simplex with corners 0 and the unit vectors
    double weight = 0.0;
};

/// Exact for the volume and for the stiffness of undistorted elements: one point in simplices, 2^D in quads and hexahedra.
template <int D>
std::span<const GaussPoint<D>> gauss_points(ElementType type);
/// Exact for the products of two shape functions of undistorted elements.
template <int D>
std::span<const GaussPoint<D>> mass_points(ElementType type);

/// Place of a node in the parent element.
template <int D>
Vec<D> corner(ElementType type, int node);

/// N_a at a place of the parent element.
template <int D>
std::array<double, 8> shape_functions(ElementType type, const Vec<D>& place);
/// dN_a / dxi.
template <int D>
std::array<Vec<D>, 8> shape_slopes(ElementType type, const Vec<D>& place);

/// dX_i / dxi_j.
template <int D>
Mat<D> jacobian(ElementType type, const Vec<D>& place, const std::array<Vec<D>, 8>& X);

/// "full" is the plain bilinear element, which locks in bending. "incompatible" adds the modes 1 - xi_k^2, one amplitude
/// vector each, with slopes taken at the centre and scaled by j0/j so that any shape passes the patch test (Taylor).
enum class Formulation { incompatible, full };

/// Where the element's integrals are taken, with all that is needed there in the reference state.
template <int D>
struct QuadraturePoint {
    double weight = 0.0;                   // volume it stands for [m3] (2D: m2)
    Vec<D> place{};                        // reference place [m]
    std::array<Vec<D>, 8> gradient{};      // dN_a/dX [1/m]
    std::array<Vec<D>, D> incompatible{};  // of the modes [1/m]
};

template <int D>
std::vector<QuadraturePoint<D>> quadrature(const Mesh<D>& mesh, const Element& element);

}  // namespace drystone

#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/motion.h"
#include "elastic/element.h"
#include "elastic/material.h"
#include "elastic/mesh.h"

namespace drystone {

/// What an elastic body is made of, without its motion; shared by all bodies that are equal, never changed once made.
///
/// Place of a material point: x(X) = sum_a N_a(X) q_a. With finite elements q_a are places of nodes. A body of uniform strain
/// (pseudo-rigid, Koziara and Bicanic) has q = (c, F e_1, .., F e_D) and N = (1, X_1, .., X_D). "Degree of freedom" a is one
/// vector q_a; numbers that belong to pairs (a, b) lie in compressed rows, both triangles. docs/theory.md (10.1)
template <int D>
struct ElasticModel {
    /// An element: its degrees of freedom, and its points among `points`.
    struct Part {
        std::array<int, 8> dof{};
        int count = 0;
        int first_point = 0, point_count = 0;
        bool incompatible = false;
    };

    ElasticMaterial material;
    Mesh<D> mesh;         // as given, but about the centre of mass; empty for uniform strain
    Vec<D> centre{};      // centre of mass of the mesh as given [m]
    bool lumped = true;   // the mass matrix is diagonal
    bool affine = false;  // uniform strain

    std::vector<Part> parts;
    std::vector<QuadraturePoint<D>> points;
    std::vector<Vec<D>> reference;  // q_a of the undeformed body about its centre of mass
    std::vector<double> unity;      // q_a = d unity_a is the translation by d: 1 at nodes; (1, 0, .., 0)
    std::vector<Vec<D>>
        mean_gradient;  // sum_a q_a (x) this = the mean deformation gradient, weighted by mass

    std::vector<int> row_start, column;  // (dofs + 1), (entries)
    std::vector<Mat<D>> stiffness;       // (entries) in the reference state [N/m]
    std::vector<double> mass_entry;      // (entries) [kg]; zero off the diagonal where lumped
    std::vector<int> diagonal;           // (dofs) entry (a, a)

    std::vector<double> weight;              // M unity [kg]: a uniform field g loads q_a by weight_a g
    std::vector<Vec<D>> weighted_reference;  // M X [kg m]
    double mass = 0.0;                       // [kg]
    double volume = 0.0;                     // [m3] (2D: m2)
    Mat<spin_dim<D>> inertia{};              // about the centre, undeformed [kg m2]

    int size() const { return static_cast<int>(reference.size()); }
};

struct FiniteElementOptions {
    Formulation formulation = Formulation::incompatible;
    bool lumped = true;  // false: the consistent mass matrix
    bool operator==(const FiniteElementOptions&) const = default;
};

/// `mesh` has been through `finish`.
template <int D>
std::shared_ptr<const ElasticModel<D>> finite_element_model(Mesh<D> mesh, const ElasticMaterial& material,
                                                            const FiniteElementOptions& options = {});

/// Numbers of the undeformed shape about its centre of mass, in the axes of the reference frame.
template <int D>
struct UniformStrainShape {
    double mass = 0.0;    // [kg]
    double volume = 0.0;  // [m3] (2D: m2)
    Mat<D> euler{};       // integral of X X^T over the mass [kg m2]
};

/// Euler's tensor from the tensor of inertia, (tr J / 2) I - J; in the plane one number is not enough.
Mat<3> euler_tensor(const Mat<3>& inertia);

template <int D>
std::shared_ptr<const ElasticModel<D>> uniform_strain_model(const UniformStrainShape<D>& shape,
                                                            const ElasticMaterial& material);

/// M q and K q.
template <int D>
void multiply_mass(const ElasticModel<D>& model, std::span<const Vec<D>> q, std::span<Vec<D>> out);
template <int D>
void multiply_stiffness(const ElasticModel<D>& model, std::span<const Mat<D>> stiffness,
                        std::span<const Vec<D>> q, std::span<Vec<D>> out);

/// (M q)_a.
template <int D>
Vec<D> mass_row(const ElasticModel<D>& m, std::span<const Vec<D>> q, std::size_t a) {
    if (m.lumped) return m.mass_entry[static_cast<std::size_t>(m.diagonal[a])] * q[a];
    Vec<D> sum{};
    for (int k = m.row_start[a]; k < m.row_start[a + 1]; ++k)
        sum += m.mass_entry[static_cast<std::size_t>(k)] *
               q[static_cast<std::size_t>(m.column[static_cast<std::size_t>(k)])];
    return sum;
}

/// The tensor of inertia that belongs to sum_ab M_ab y_a y_b^T.
inline Mat<1> inertia_of(const Mat<2>& euler) { return {{Vec<1>{{trace(euler)}}}}; }
inline Mat<3> inertia_of(const Mat<3>& euler) { return Mat<3>::scaled_identity(trace(euler)) - euler; }

}  // namespace drystone

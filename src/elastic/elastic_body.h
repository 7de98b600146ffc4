#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/rotation.h"
#include "elastic/elastic_model.h"

namespace drystone {

constexpr unsigned char hold_all = 0xff;
constexpr bool is_held(unsigned char held, int component) { return (held >> component) & 1; }

/// A body that moves: world axes throughout.
template <int D>
struct ElasticBody {
    std::shared_ptr<const ElasticModel<D>> model;
    std::vector<Vec<D>> x;  // q_a [m]
    std::vector<Vec<D>> v;  // [m/s]
    Mat<D> placed{};        // axes in which it was placed undeformed; "small" strains are measured in them
    std::vector<unsigned char> held;  // (dofs) velocity prescribed: hold_all, or bits of components (bit i: along axis i of
                                      // the frame; "small" strains only, where the frame stays); empty: none
};

/// Undeformed, its centre of mass at `centre`, turned by `rotation`, moving as a rigid body.
template <int D>
ElasticBody<D> place_body(std::shared_ptr<const ElasticModel<D>> model, const Vec<D>& centre,
                          const Rotation<D>& rotation = {}, const Twist<D>& twist = {});

/// A material point as a sum over degrees of freedom: x = sum weight_k q[dof_k].
struct MaterialPoint {
    std::array<int, 8> dof{};
    std::array<double, 8> weight{};
    int count = 0;
};

/// Of a body of uniform strain, X about the centre in the reference frame.
template <int D>
MaterialPoint uniform_strain_point(const Vec<D>& X);
/// Of a face of a mesh, with weights that sum to 1 (bilinear on quads: `face_weights`).
MaterialPoint face_point(const SurfaceFace& face, std::span<const double> weights);
/// Shape functions at (s, t) in [0, 1]^2: N = 1-s, s on an edge; 1-s-t, s, t on a triangle; bilinear on a quad.
std::array<double, 4> face_weights(const SurfaceFace& face, double s, double t = 0.0);

template <int D>
Vec<D> at_point(const MaterialPoint& point, std::span<const Vec<D>> field) {
    Vec<D> sum{};
    for (std::size_t k = 0; k < static_cast<std::size_t>(point.count); ++k)
        sum += point.weight[k] * field[static_cast<std::size_t>(point.dof[k])];
    return sum;
}
/// Adds what a force at the point does to the degrees of freedom.
template <int D>
void add_at_point(const MaterialPoint& point, const Vec<D>& force, std::span<Vec<D>> forces) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(point.count); ++k)
        forces[static_cast<std::size_t>(point.dof[k])] += point.weight[k] * force;
}

/// F = R U with a rotation R and U symmetric. In the plane in closed form, in space by Newton's method.
Mat<2> polar_rotation(const Mat<2>& F);
Mat<3> polar_rotation(const Mat<3>& F);

/// The body as if it were rigid: velocities have its momentum and its angular momentum.
template <int D>
struct MeanMotion {
    Vec<D> centre{};    // centre of mass [m]
    Mat<D> rotation{};  // of the mean deformation gradient
    Mat<D> gradient{};  // the mean deformation gradient
    Twist<D> twist{};
};
template <int D>
MeanMotion<D> mean_motion(const ElasticBody<D>& body);

/// Forces the body's stress exerts against deformation, dE/dq (they enter the equation of motion with a minus).
template <int D>
void internal_force(const ElasticBody<D>& body, std::span<const Vec<D>> x, std::span<Vec<D>> force);
template <int D>
double strain_energy(const ElasticBody<D>& body, std::span<const Vec<D>> x);
/// (In a step, without new memory: `strain_energy(body, step)` of theta_step.h.)
/// d2E/dq2 in the compressed rows of the model. Of "corotational" bodies the part that is kept: R K R^T.
template <int D>
void tangent_stiffness(const ElasticBody<D>& body, std::span<const Vec<D>> x, std::span<Mat<D>> rows);

template <int D>
double kinetic_energy(const ElasticBody<D>& body);
template <int D>
Vec<D> momentum(const ElasticBody<D>& body);
/// About the origin.
template <int D>
Spin<D> angular_momentum(const ElasticBody<D>& body);
/// About its centre of mass, of its shape as it is.
template <int D>
Spin<D> spin_momentum(const ElasticBody<D>& body);

/// Loads of a uniform acceleration.
template <int D>
void add_gravity(const ElasticBody<D>& body, const Vec<D>& gravity, std::span<Vec<D>> force);

}  // namespace drystone

// u_a = R^T (q_a - t_a c) - X_a with R of the mean gradient R U, and the forces R [ K u - ((tr U I - U)^-1 tau) x g ] that follow from
// E = u . K u / 2 when R turns with the body, docs/theory.md (10.4), (10.5).

#include "elastic/frame.h"

#include <cassert>


namespace drystone {
namespace {

/// (tr U) I - U acts on the axis of a skew matrix as W U + U W does on the matrix.
Mat<1> turning(const Mat<2>& U) { return {{Vec<1>{{trace(U)}}}}; }
Mat<3> turning(const Mat<3>& U) { return Mat<3>::scaled_identity(trace(U)) - U; }

}  // namespace

template <int D>
void find_frame(const ElasticBody<D>& body, std::span<const Vec<D>> x, FloatingFrame<D>& frame) {
    assert(x.size() == static_cast<std::size_t>(body.model->size()));
    const ElasticModel<D>& m = *body.model;
    frame.centre = centre_of<D>(m, x);
    frame.stretch = Mat<D>::scaled_identity(1.0);
    switch (m.material.elasticity) {
        case Elasticity::corotational: {
            const Mat<D> F = mean_gradient<D>(m, x);
            frame.R = polar_rotation(F);
            frame.stretch = transpose(frame.R) * F;
            break;
        }
        case Elasticity::small:
            frame.R = body.placed;
            break;
        case Elasticity::svk:
            frame.R = Mat<D>::scaled_identity(1.0);
            break;
    }
    frame.y.resize(x.size());
    frame.u.resize(x.size());
    for (std::size_t a = 0; a < x.size(); ++a) {
        frame.y[a] = transpose_times(frame.R, x[a] - m.unity[a] * frame.centre);
        frame.u[a] = frame.y[a] - m.reference[a];
    }
}

template <int D>
void frame_forces(const ElasticBody<D>& body, const FloatingFrame<D>& frame, std::span<Vec<D>> force) {
    assert(frame.u.size() == force.size());
    const ElasticModel<D>& m = *body.model;
    multiply_stiffness<D>(m, m.stiffness, frame.u, force);
    if (m.material.elasticity != Elasticity::corotational) return;
    const Spin<D> turn_by = inverse(turning(frame.stretch)) * moment_of<D>(frame.y, force);
    for (std::size_t a = 0; a < force.size(); ++a) force[a] -= turn(turn_by, m.mean_gradient[a]);
}

template void find_frame<2>(const ElasticBody<2>&, std::span<const Vec<2>>, FloatingFrame<2>&);
template void find_frame<3>(const ElasticBody<3>&, std::span<const Vec<3>>, FloatingFrame<3>&);
template void frame_forces<2>(const ElasticBody<2>&, const FloatingFrame<2>&, std::span<Vec<2>>);
template void frame_forces<3>(const ElasticBody<3>&, const FloatingFrame<3>&, std::span<Vec<3>>);

}  // namespace drystone

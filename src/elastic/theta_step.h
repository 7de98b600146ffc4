#pragma once

#include "elastic/elastic_body.h"
#include "elastic/frame.h"
#include "elastic/theta_factor.h"

namespace drystone {

/// One step of one body, docs/theory.md (10.8) to (10.14):
///
///     drift(body, (1 - theta) h);                      x_m, where contacts are found and M^ is taken
///     prepare(step, body, h, theta, pool);
///     free_velocity(step, body, F, v_free);            without contacts
///     compliance(step, body, points, W);               for the contact problem
///     respond(step, body, p, dv);                      v+ = v_free + dv
///     body.v = ...;  drift(body, theta h);
///
/// theta = 1/2 keeps the energy of linear vibrations and is Moreau's scheme; theta = 1 damps them and is of first order.
template <int D>
struct ElasticStep {
    double h = 0.0, theta = 0.5;
    std::shared_ptr<const ThetaFactor<D>> factor;
    std::shared_ptr<ThetaFactor<D>> own_factor;  // "svk": the tangent changes with the shape
    std::vector<Mat<D>> tangent;                 // "svk"
    FloatingFrame<D> frame;
    std::vector<Vec<D>> weighted;  // M y [kg m]
    Mat<spin_dim<D>> inverse_inertia{};
    double rigid_factor = 1.0;  // 1 / (1 + h theta alpha)
    bool free = true;           // nothing is held: rigid motion and deformation answer apart

    bool coupled = false;  // `coupling` belongs to this step
    std::array<std::vector<Vec<D>>, spin_dim<D>>
        coupling;  // elastic answer to turning about the deformed shape
    Mat<spin_dim<D>> coupling_inertia{};
    std::vector<Vec<D>> a, b, c;  // scratch, as long as the body
    std::vector<double> work;
};

/// Free bodies drift in axes of their own, docs/theory.md (10.13).
template <int D>
bool turns_its_axes(const ElasticBody<D>& body) {
    return body.held.empty() && body.model->material.elasticity != Elasticity::small;
}

/// Moves by the velocities. A free body's turning is exact: shape and velocities turn with it, and momentum and angular
/// momentum are kept to rounding. Bodies with "small" strains or held nodes go straight.
template <int D>
void drift(ElasticBody<D>& body, double dt, ElasticStep<D>& scratch);

/// Frame, inertia and factor at the present places. False where M^ is not positive definite ("svk" in strong compression).
template <int D>
[[nodiscard]] bool prepare(ElasticStep<D>& step, const ElasticBody<D>& body, double h, double theta,
                           ThetaFactorPool<D>& pool);

/// `force`: loads on the degrees of freedom [N], constant over the step. Held ones get `held_velocity` (theirs where empty).
template <int D>
void free_velocity(ElasticStep<D>& step, const ElasticBody<D>& body, std::span<const Vec<D>> force,
                   std::span<Vec<D>> v_free, std::span<const Vec<D>> held_velocity = {});

/// What impulses on the degrees of freedom [N s] do to the velocities at the end of the step.
template <int D>
void respond(ElasticStep<D>& step, const ElasticBody<D>& body, std::span<const Vec<D>> impulse,
             std::span<Vec<D>> change);

/// W[i n + j]: velocity at point i of a unit impulse at point j, world axes. Symmetric: W_ij = W_ji^T.
template <int D>
void compliance(ElasticStep<D>& step, const ElasticBody<D>& body, std::span<const MaterialPoint> points,
                std::span<Mat<D>> W);

/// Strain energy at the present places; the step's frame is moved there.
template <int D>
double strain_energy(const ElasticBody<D>& body, ElasticStep<D>& step) {
    if (body.model->material.elasticity == Elasticity::svk) return strain_energy<D>(body, body.x);
    find_frame<D>(body, body.x, step.frame);
    return frame_energy(body, step.frame);
}

/// What acted on the degrees of freedom in a step.
template <int D>
struct StepLoads {
    std::span<const Vec<D>> force;      // as given to `free_velocity` [N]
    std::span<const Vec<D>> impulse{};  // as given to `respond`, empty for none [N s]
};

/// Impulses by which supports have held the body in a step that took it from body.v to v_end: what is missing in the
/// equation of motion at held degrees of freedom.
template <int D>
void support_impulses(ElasticStep<D>& step, const ElasticBody<D>& body, const StepLoads<D>& loads,
                      std::span<const Vec<D>> v_end, std::span<Vec<D>> support);

}  // namespace drystone

#pragma once

#include <numbers>

#include "physics/cell_stage.h"

namespace drystone {

/// Means over a stretch of shear.
struct BulkFlow {
    double friction = 0.0;        // -s_xy / s_yy, in space -s_xz / s_zz
    double solid_fraction = 0.0;
    int unconverged = 0;
};

/// Plane shear at constant normal stress (da Cruz et al. 2005; in space Jop, Forterre and Pouliquen 2006): balls of diameters 0.8 to 1.2 in
/// units of their mean, P = 1, density such that sqrt(m / P) (in space d sqrt(rho / P)) is 1, so that the rate is the inertial number.
template <int D>
class ShearFlow {
  public:
    using Control = typename CellDescription<D>::Control;

    ShearFlow(int n, double friction, double inertial_number, std::uint64_t seed = 7)
        : stage_(Coulomb{.friction = friction}, room(n)) {
        Random random(seed, 1);
        int count = 1;
        for (int j = 0; j < D; ++j) count *= n;
        for (int k = 0; k < count; ++k) {
            Vec<D> x;
            int rest = k;
            for (int j = 0; j < D; ++j, rest /= n) x[j] = spacing * (rest % n + 0.5 + 0.03 * random.uniform(-1.0, 1.0));
            const double r = 0.4 + 0.2 * random.uniform(0.0, 1.0);
            const double volume = D == 2 ? std::numbers::pi * r * r : 4.0 / 3.0 * std::numbers::pi * r * r * r;
            const double unit = D == 2 ? std::numbers::pi / 4.0 * 1.013 : 1.0;  // mean mass 1, or density 1
            stage_.ball(volume / unit, r, x);
            volume_ += volume;
        }
        stage_.control(D == 2 ? "yy" : "zz", Control::stress, 1.0);
        stage_.control(D == 2 ? "xy" : "xz", Control::rate, inertial_number);
        stage_.settings.step = std::min(0.1, 1e-3 / inertial_number);
        stage_.settings.solver = {.tolerance = 1e-4, .max_iterations = 5000};
        rate_ = inertial_number;
        world_ = stage_.build();
    }

    CellStage<D>& stage() { return stage_; }
    World<D>& world() { return world_; }

    /// Goes on by so much strain; means over it.
    BulkFlow shear(double strain) {
        const int steps = static_cast<int>(strain / rate_ / stage_.settings.step);
        BulkFlow flow;
        double normal = 0.0, shear = 0.0;
        ThreadPool pool(1);
        for (int k = 0; k < steps; ++k) {
            flow.unconverged += !advance(world_, stage_.settings, pool).solve.converged;
            const Mat<D> stress = contact_stress(world_, stage_.settings.step) +
                                  (1.0 / world_.parts.space.volume()) * kinetic_moments(world_);
            normal += stress[D - 1][D - 1];
            shear -= stress[0][D - 1];
            flow.solid_fraction += volume_ / world_.parts.space.volume() / steps;
        }
        flow.friction = shear / normal;
        return flow;
    }

  private:
    static constexpr double spacing = 1.25;
    static Vec<D> room(int n) {
        Vec<D> size;
        for (double& one : size.c) one = spacing * n;
        return size;
    }

    CellStage<D> stage_;
    World<D> world_;
    double volume_ = 0.0, rate_ = 0.0;
};

}  // namespace drystone

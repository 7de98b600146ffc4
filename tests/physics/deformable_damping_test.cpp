// Damping of the material, C = alpha M + beta K, in a world: the oscillator in closed form, and where its energy goes.

#include <gtest/gtest.h>

#include "physics/deformable_stage.h"

namespace drystone {
namespace {

/// One element, held at its left side, on rollers above and below: half its mass on the spring E A / L along x.
struct Oscillator {
    static constexpr double E = 1e6, rho = 1000.0, F = 100.0;
    static constexpr double mass = 0.5 * rho, k = E;  // of a unit square
    double alpha = 0.0, beta = 0.0;

    World<2> build(Elasticity elasticity, StepSettings& settings) const {
        ElasticStage<2> stage(Coulomb{}, E, 0.0, rho);
        stage.description.materials[0].mass_damping = alpha;
        stage.description.materials[0].stiffness_damping = beta;
        stage.settings.step = 1e-4;
        settings = stage.settings;
        Deformable<2> how;
        how.elasticity = elasticity;
        stage.box_of({{1.0, 1.0}}, {1, 1}, {}, {}, how);
        const Bounds<2> left{{{-0.6, -0.6}}, {{-0.4, 0.6}}}, right{{{0.4, -0.6}}, {{0.6, 0.6}}};
        stage.description.holds = {{.body = 0, .directions = {{1, 1}}, .where = left}};
        if (elasticity == Elasticity::small)
            stage.description.holds.push_back({.body = 0, .directions = {{0, 1}}, .where = right});
        Load<2> load;
        load.force = {{F, 0.0}};
        load.where = right;
        stage.description.loads = {load};
        return stage.build();
    }

    /// Of a load that comes on at once: x = F/k (1 - e^(-d t) (cos w t + d/w sin w t)), d = (alpha + beta k/m) / 2.
    double place(double t) const {
        const double d = 0.5 * (alpha + beta * k / mass), w = std::sqrt(k / mass - d * d);
        return F / k * (1.0 - std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t)));
    }
};

TEST(Deformable, DampedVibrationsDieOutAsTheClosedFormSays) {
    for (const Oscillator& one :
         {Oscillator{}, Oscillator{2.0, 0.0}, Oscillator{0.0, 1e-3}, Oscillator{1.0, 5e-4}}) {
        for (const Elasticity elasticity : {Elasticity::small, Elasticity::corotational}) {
            StepSettings settings;
            World<2> world = one.build(elasticity, settings);
            const ElasticBody<2>& state = world.deforming[0].state;
            const auto node = static_cast<std::size_t>(
                std::find_if(state.x.begin(), state.x.end(), [](const auto& x) { return x[0] > 0.0; }) - state.x.begin());
            double worst = 0.0;
            for (int n = 1; n <= 5000; ++n) {  // 3.5 periods
                run(world, settings);
                worst = std::max(worst, std::abs(state.x[node][0] - 0.5 - one.place(n * settings.step)));
            }
            // The trapezoidal rule lags by (w h)^2 / 12 of the phase: 4e-5 here; co-rotated strains are off by strain itself.
            EXPECT_LT(worst, 2e-4 * Oscillator::F / Oscillator::k) << one.alpha << ' ' << one.beta;
            // What the load gave is in the body or was damped: theta = 1/2 itself loses nothing.
            const Energy& energy = world.energy;
            EXPECT_NEAR(energy.losses.damping, energy.work - energy.kinetic - energy.strain, 1e-6 * energy.work);
            EXPECT_LT(std::abs(energy.scheme), 1e-6 * energy.work);
            EXPECT_EQ(energy.losses.damping > 0.0, one.alpha + one.beta > 0.0);
        }
    }
}

}  // namespace
}  // namespace drystone

// Damping of the material, C = alpha M + beta K, in a world: the oscillator in closed form, and where its energy goes.

#include <gtest/gtest.h>

#include "physics/deformable_stage.h"

namespace drystone::deformable_damping_test {
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
            const ElasticBody<2>& state = world.elastic[0];
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

// theta = 1/2 is the trapezoidal rule, with bars for means over a step: m dv / h = -k (x - b) - beta k (v - b') - alpha m v, to
// rounding, however long the step; b is the side that is held, at rest or moved. It is carried by k (x - b) + beta k (v - b')
// less what its own mass takes.
TEST(Deformable, HeldNodesObeyTheTrapezoidalRuleToo) {
    for (const bool moved : {false, true}) {
        const Oscillator one{1.0, 5e-4};
        StepSettings settings;
        World<2> still = one.build(Elasticity::small, settings);
        WorldDescription<2> description = still.description;
        if (moved) {
            description.holds[0].directions = {{0, 1}};
            Motion<2> motion;
            motion.direction = {{1, 0}};
            motion.quantity = Driven::velocity;
            motion.signal = {.kind = Signal::Kind::table, .points = {{0.0, 0.0}, {0.1, 0.02}, {0.2, -0.01}}};
            motion.where = description.holds[0].where;
            description.motions = {motion};
        }
        settings.step = 5e-3;  // 28 to a period
        World<2> world = make_world(description);
        const ElasticBody<2>& state = world.elastic[0];
        const auto side = [&](double sign) {
            const auto on_it = [&](const Vec<2>& X) { return sign * X[0] > 0.0; };
            const auto& X = state.model->reference;
            return static_cast<std::size_t>(std::find_if(X.begin(), X.end(), on_it) - X.begin());
        };
        const std::size_t free = side(1.0), held = side(-1.0);
        for (int n = 0; n < 60; ++n) {
            const std::vector<Vec<2>> x = state.x, v = state.v;
            run(world, settings);
            const auto mean = [](const auto& a, const auto& b, std::size_t i) { return 0.5 * (a[i][0] + b[i][0]); };
            const double stretch = mean(x, state.x, free) - mean(x, state.x, held) - 1.0;
            const double v_free = mean(v, state.v, free), v_held = mean(v, state.v, held);
            const double spring = Oscillator::k * (stretch + one.beta * (v_free - v_held));
            const double small = 1e-9 * Oscillator::F;
            EXPECT_NEAR(Oscillator::mass * ((state.v[free][0] - v[free][0]) / settings.step + one.alpha * v_free),
                        Oscillator::F - spring, small);
            EXPECT_NEAR(world.deforming[0].reaction[0],
                        Oscillator::mass * ((state.v[held][0] - v[held][0]) / settings.step + one.alpha * v_held) - spring,
                        small);
        }
        EXPECT_LT(std::abs(world.energy.scheme), 1e-10 * world.energy.work);
    }
}

}  // namespace
}  // namespace drystone::deformable_damping_test

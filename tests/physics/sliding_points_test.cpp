// Two coefficients of friction: a block that slides goes on sliding, whichever of its points a solver leaves without force, and where the coefficient of
// sliding is zero. docs/theory.md (3.13).

#include <gtest/gtest.h>

#include "physics/block_stage.h"

namespace drystone::sliding_points_test {
namespace {

constexpr double g = 10.0, mu_s = 0.5;

struct Case {
    SolverMethod method;
    Integrator integrator;
    double mu;
};

std::vector<Case> cases() {
    std::vector<Case> out;
    for (const SolverMethod method : {SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::admm, SolverMethod::newton, SolverMethod::automatic})
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler})
            for (const double mu : {0.0, 0.3}) out.push_back({method, integrator, mu});
    return out;
}

/// A fixed body of slabs side by side, their tops at height 0: a block that slides over their seams has more points than it needs.
template <int D>
void pave(BlockStage<D>& stage) {
    BodyDescription<D> floor;
    floor.fixed = true;
    for (int k = -1; k <= 1; ++k)
        floor.geometry.push_back({Solid<D>{std::make_shared<const Convex<D>>(box<D>(stage.size(0.5, 0.2)))}, 0.5 * k * stage.along() - 0.1 * stage.up(), {}});
    stage.add(floor);
}

/// v = v_0 - mu g t, but for the first step, in which contacts are new.
template <int D>
void slows_down_as_it_slides() {
    for (const Case& one : cases()) {
        BlockStage<D> stage(Coulomb{.friction = one.mu, .static_friction = mu_s});
        stage.settings.step = 1e-3;
        stage.settings.integrator = one.integrator;
        stage.settings.solver.method = one.method;
        stage.settings.solver.tolerance = 1e-9;
        stage.falling(g);
        pave(stage);
        const int block = stage.block(2.0, stage.size(0.2, 0.1), 0.05 * stage.up() + 0.2 * stage.along());
        stage.description.bodies.edit(block).velocity = stage.along();
        World<D> world = stage.build();
        run(world, stage.settings, 60);
        const double h = stage.settings.step, expected = 1.0 - mu_s * g * h - one.mu * g * 59 * h;
        EXPECT_NEAR(world.bodies.velocity[block].v[0], expected, 1e-7)
            << "method " << static_cast<int>(one.method) << ", integrator " << static_cast<int>(one.integrator) << ", mu " << one.mu;
    }
}
TEST(StaticFriction, ABlockThatSlidesOverSlabsGoesOnSlidingInThePlane) { slows_down_as_it_slides<2>(); }
TEST(StaticFriction, ABlockThatSlidesOverSlabsGoesOnSlidingInSpace) { slows_down_as_it_slides<3>(); }

}  // namespace
}  // namespace drystone::sliding_points_test

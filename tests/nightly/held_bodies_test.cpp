// A bar with some of its degrees of freedom held, above a peg, and a ball that falls on it: every choice of what is held, every law, every method. Blocks of
// such contacts are singular; the scene is not, and every step has a solution.

#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "geometry/convex.h"
#include "physics/stage.h"

namespace drystone::held_bodies_test {
namespace {

struct Held {
    const char* name;
    std::array<int, 3> directions;  // x, y, z; in the plane y is the vertical, and z is nothing
    std::array<int, 3> rotations;   // in the plane the first
};
const std::vector<Held> in_plane{{"nothing", {0, 0, 0}, {0, 0, 0}}, {"x", {1, 0, 0}, {0, 0, 0}},      {"y", {0, 1, 0}, {0, 0, 0}},
                                 {"axis", {1, 1, 0}, {0, 0, 0}},    {"rotation", {0, 0, 0}, {1, 0, 0}}, {"x_and_rotation", {1, 0, 0}, {1, 0, 0}}};
const std::vector<Held> in_space{{"nothing", {0, 0, 0}, {0, 0, 0}}, {"z", {0, 0, 1}, {0, 0, 0}},     {"point", {1, 1, 1}, {0, 0, 0}},
                                 {"axis", {1, 1, 1}, {1, 0, 1}},    {"rail", {0, 1, 1}, {1, 0, 1}},  {"rotations", {0, 0, 0}, {1, 1, 1}},
                                 {"sled", {0, 0, 1}, {1, 1, 0}},    {"lift", {1, 1, 0}, {1, 1, 1}}};

struct Rule {
    const char* name;
    Law law;
};
std::vector<Rule> rules() {
    return {{"smooth", Coulomb{}},
            {"dry", Coulomb{.friction = 0.5}},
            {"rough", Coulomb{.friction = 2.0}},
            {"rolling", Coulomb{.friction = 0.5, .rolling_friction = 0.02, .torsion_friction = 0.02}},
            {"cohesive", Coulomb{.friction = 0.7, .cohesion = {.force = 100.0}}},
            {"bridged", Coulomb{.friction = 0.7, .cohesion = {.force = 100.0, .range = 1e-3}}},
            {"mortar", MohrCoulomb{.tensile_strength = 100.0, .cohesion = 1000.0, .friction = 0.7, .residual_friction = 0.7, .joint = {.area = 0.01}}},
            {"elastic", Elastic{.normal_stiffness = 1e9, .shear_stiffness = 1e9, .friction = 0.8, .joint = {.area = 0.01}}}};
}

template <int D>
Geometry<D> block(double x, double z) {
    Vec<D> size = x * Vec<D>::axis(0) + z * Vec<D>::axis(D - 1);
    if (D == 3) size[1] = z;
    return {{Solid<D>{std::make_shared<const Convex<D>>(box<D>(size))}, {}, {}}};
}

template <int D>
Stage<D> bar_on_a_peg(const Law& law, const Held& held) {
    Stage<D> stage(law);
    stage.falling();
    const auto at = [](double x, double z) { return x * Vec<D>::axis(0) + z * Vec<D>::axis(D - 1); };
    const int bar = stage.clump(500.0, block<D>(2.0, 0.5), {});
    BodyDescription<D> peg;
    peg.fixed = true;
    for (const double x : {-0.7, 0.7}) {  // and one on the other side, 1 mm below it
        peg.geometry = block<D>(0.1, 0.1);
        peg.position = at(x, x < 0.0 ? -0.3 : -0.301);
        stage.add(peg);
    }
    stage.ball(30.0, 0.1, at(-0.8, 0.36), at(0.3, -1.0));
    Hold<D> hold{.body = bar};
    for (int i = 0; i < D; ++i) hold.directions[i] = held.directions[static_cast<std::size_t>(i)];
    for (int i = 0; i < spin_dim<D>; ++i) hold.rotations[i] = held.rotations[static_cast<std::size_t>(i)];
    stage.description.holds.push_back(hold);
    return stage;
}

struct Found {
    int not_converged = 0, not_finite = 0;
    double balance = 0.0;
};

template <int D>
Found found(const Law& law, const Held& held, SolverMethod method) {
    Stage<D> stage = bar_on_a_peg<D>(law, held);
    stage.settings.solver = {.tolerance = 1e-7, .max_iterations = 10000};
    stage.settings.solver.method = method;
    World<D> world = stage.build();
    Found out;
    for (int k = 0; k < 120; ++k) {
        const StepReport report = drystone::run(world, stage.settings);
        out.not_converged += !report.solve.converged;
        out.not_finite += !report.finite;
    }
    const Energy& e = world.energy;
    out.balance = std::abs(e.balance_error()) / (e.kinetic + e.dissipated() + std::abs(e.potential));
    return out;
}

template <int D>
void every_step_is_solved(const Law& law, SolverMethod method) {
    for (const Held& held : D == 2 ? in_plane : in_space) {
        const Found out = found<D>(law, held, method);
        EXPECT_EQ(out.not_finite, 0) << held.name;
        EXPECT_LT(out.balance, 1e-9) << held.name;
        if (method == SolverMethod::automatic) { EXPECT_EQ(out.not_converged, 0) << held.name; }
    }
}

class HeldBodies : public testing::TestWithParam<std::tuple<Rule, SolverMethod>> {};
TEST_P(HeldBodies, HaveASolutionInEveryStepInThePlane) { every_step_is_solved<2>(std::get<0>(GetParam()).law, std::get<1>(GetParam())); }
TEST_P(HeldBodies, HaveASolutionInEveryStepInSpace) { every_step_is_solved<3>(std::get<0>(GetParam()).law, std::get<1>(GetParam())); }
INSTANTIATE_TEST_SUITE_P(Everywhere, HeldBodies,
                         testing::Combine(testing::ValuesIn(rules()), testing::Values(SolverMethod::automatic, SolverMethod::nlgs, SolverMethod::newton, SolverMethod::admm)),
                         [](const auto& one) {
                             return std::string(std::get<0>(one.param).name) + "_" + std::to_string(static_cast<int>(std::get<1>(one.param)));
                         });

}  // namespace
}  // namespace drystone::held_bodies_test

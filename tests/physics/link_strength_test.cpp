// Links that are more than needed: forces are not unique, and a link that stands at its strength in one of the admissible sets is not
// broken before what it holds moves. So that together they carry the sum of their strengths, as limit analysis says. docs/theory.md (3.21)

#include <gtest/gtest.h>

#include "physics/link_stage.h"

namespace drystone::link_strength_test {
namespace {

constexpr double g = 9.81;

struct Case {
    LinkType type;
    int links;
    double share;  // strength of each over the weight
    bool uneven = false;  // the middle one of three a quarter of the way along: they carry the weight from a share of 0.4, the last one at its strength
};

std::string name_of_case(const ::testing::TestParamInfo<Case>& info) {
    return std::string(name_of(info.param.type)) + "_" + std::to_string(info.param.links) + "_" +
           std::to_string(static_cast<int>(100.0 * info.param.share)) + (info.param.uneven ? "_uneven" : "");
}

class Hangers : public ::testing::TestWithParam<Case> {};

/// A block of weight W on so many equal links side by side, from the world or from a beam that goes up at a constant speed.
template <int D>
void hang(const Case& is_case, Integrator integrator, SolverMethod method, bool rises) {
    const double m = 8.0, W = m * g;
    LinkStage<D> stage;
    stage.falling(g);
    stage.settings.integrator = integrator;
    stage.settings.solver.tolerance = 1e-9;
    stage.settings.solver.method = method;
    const int beam = stage.rigid_box(0.1 * stage.x() + 0.1 * stage.up() + (D == 3 ? 0.1 * Vec<D>::axis(1) : Vec<D>{}), stage.up());
    stage.description.bodies.edit(beam).fixed = true;
    if (rises) stage.description.motions.push_back({.body = beam, .quantity = Driven::velocity, .direction = stage.up(), .signal = constant(0.2)});
    const int block = stage.bar(stage.at(-0.3, 0.0), stage.at(0.3, 0.0), m, 0.1);
    if (rises) stage.description.bodies.edit(block).velocity = 0.2 * stage.up();
    LinkProperties is;
    is.strength = is_case.share * W;
    for (int k = 0; k < is_case.links; ++k) {
        const double along = is_case.uneven && k == 1 ? 0.25 : static_cast<double>(k) / (is_case.links - 1);
        const Vec<D> at = (-0.2 + 0.4 * along) * stage.x();
        if (is_case.type >= LinkType::rod)
            stage.line(is_case.type, beam, block, at + stage.up(), at, is);
        else
            stage.link(is_case.type, beam, block, at, is);
    }
    World<D> world = stage.build();
    const double h = stage.settings.step;
    run(world, stage.settings, 60);
    const bool falls = is_case.uneven ? is_case.share < 0.4 : is_case.links * is_case.share < 1.0;
    double carried = 0.0;
    for (int k = 0; k < is_case.links; ++k) {
        EXPECT_EQ(probed(world, k, "status", h), falls ? 0.0 : 1.0) << k;
        carried += probed(world, k, "force", h, D - 1);
    }
    EXPECT_NEAR(carried, falls ? 0.0 : W, 1e-6 * W);
    if (falls) {
        EXPECT_LT(world.bodies.velocity[static_cast<std::size_t>(block)].v[D - 1], -0.3);
        EXPECT_GT(world.energy.losses.damage, 0.0);
    }
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-10);
}

TEST_P(Hangers, CarryTheSumOfTheirStrengthsInThePlane) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler})
        for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::nlgs})
            for (const bool rises : {false, true}) hang<2>(GetParam(), integrator, method, rises);
}
TEST_P(Hangers, CarryTheSumOfTheirStrengthsInSpace) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler})
        for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::nlgs})
            for (const bool rises : {false, true}) hang<3>(GetParam(), integrator, method, rises);
}
std::vector<Case> cases() {
    std::vector<Case> all;
    for (const LinkType type : {LinkType::rod, LinkType::cable, LinkType::ball, LinkType::weld, LinkType::hinge, LinkType::slider})
        for (const auto& [links, share] : {std::pair{2, 0.45}, std::pair{2, 0.6}, std::pair{3, 0.3}, std::pair{3, 0.35}, std::pair{3, 0.4}})
            all.push_back({type, links, share});
    // Forces that are linear along the block are 0.27, 0.31 and 0.42 of its weight: sweeps from nothing find such.
    for (const LinkType type : {LinkType::rod, LinkType::cable, LinkType::ball, LinkType::hinge})
        for (const double share : {0.39, 0.405, 0.41, 0.42}) all.push_back({type, 3, share, true});
    return all;
}
INSTANTIATE_TEST_SUITE_P(OfEveryType, Hangers, ::testing::ValuesIn(cases()), name_of_case);

}  // namespace
}  // namespace drystone::link_strength_test

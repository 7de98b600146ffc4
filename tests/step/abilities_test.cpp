// What a method does not take, it says itself: md, which has a step of its own. (statics, stability: in their rooms.)

#include "step/abilities.h"

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "physics/deformable_stage.h"

namespace drystone {
namespace {

Spring spring() { return {.normal_stiffness = 1e6, .tangential_stiffness = 5e5, .friction = 0.3}; }

template <int D>
ElasticStage<D> grain(Law law = Law(spring())) {
    ElasticStage<D> stage(std::move(law), 1e8);
    stage.settings.solver.method = SolverMethod::md;
    stage.falling().floor();
    stage.ball(1.0, 0.5, Vec<D>::axis(D - 1));
    return stage;
}

template <int D>
std::string refusal(const ElasticStage<D>& stage) {
    World<D> world = stage.build();
    try {
        run(world, stage.settings);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

template <int D>
void soft_grains() {
    EXPECT_EQ(refusal(grain<D>()), "");
    ElasticStage<D> slow = grain<D>();
    slow.quasistatic(1e-3);
    EXPECT_NE(refusal(slow).find("has no static steps"), std::string::npos);
    Vec<D> size;
    for (int k = 0; k < D; ++k) size[k] = 1.0;
    ElasticStage<D> box = grain<D>(), soft = grain<D>(), meshed = grain<D>(), wet = grain<D>();
    box.rigid_box(size, 9.0 * Vec<D>::axis(0));
    EXPECT_NE(refusal(box).find("is not round: method = \"md\" knows"), std::string::npos);
    soft.box_of(size, {}, 9.0 * Vec<D>::axis(0));
    EXPECT_NE(refusal(soft).find("is deformable, and method = \"md\" is for rigid bodies"),
              std::string::npos);
    std::array<int, D> two;
    two.fill(2);
    meshed.box_of(size, two, 9.0 * Vec<D>::axis(0));
    EXPECT_NE(refusal(meshed).find("is deformable"), std::string::npos);
    wet.description.water = Water<D>{};
    EXPECT_NE(refusal(wet).find("knows no water"), std::string::npos);
    Spring glued = spring(), bouncing = spring();
    glued.bonded = true;
    bouncing.restitution_tangential = 0.5;
    EXPECT_NE(refusal(grain<D>(glued)).find("has no bonds"), std::string::npos);
    EXPECT_NE(refusal(grain<D>(bouncing)).find("has no tangential restitution"), std::string::npos);
    EXPECT_NE(refusal(grain<D>(Coulomb{})).find("needs law = \"spring\""), std::string::npos);
}

TEST(Abilities, SoftGrainsRefuseWhatTheyDoNotKnow) {
    soft_grains<2>();
    soft_grains<3>();
}

TEST(Abilities, EveryoneHasARow) {
    for (const Solves who :
         {Solves::time_steps, Solves::soft_grains, Solves::stability, Solves::ensemble, Solves::statics})
        EXPECT_EQ(abilities_of(who).who, who);
}

// A method that has no form for a problem does not become another one in silence.
TEST(Abilities, SolversTakeTheProblemsTheyAreFor) {
    ElasticStage<2> stage(Coulomb{}, 1e8);
    stage.falling().floor();
    stage.box_of({{1.0, 1.0}}, {}, {{0.0, 0.5}});
    stage.settings.solver.method = SolverMethod::anderson;
    EXPECT_NE(refusal(stage).find("\"anderson\" needs rigid bodies"), std::string::npos);
    for (const SolverMethod method :
         {SolverMethod::automatic, SolverMethod::nlgs, SolverMethod::admm, SolverMethod::newton}) {
        stage.settings.solver.method = method;
        EXPECT_EQ(refusal(stage), "");
    }
    ElasticStage<2> rigid(Coulomb{}, 0.0);
    rigid.falling().floor();
    rigid.ball(1.0, 0.5, {{0.0, 0.5}});
    rigid.settings.solver.method = SolverMethod::newton;
    EXPECT_NE(refusal(rigid).find("\"newton\" solves assembled problems"), std::string::npos);
}

}  // namespace
}  // namespace drystone

// What a method does not take, it says itself: md, which has a step of its own. (statics, stability: in their rooms.)

#include "step/abilities.h"

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "physics/deformable_stage.h"
#include "solvers/method_names.h"

namespace drystone::abilities_test {
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

// Every method takes bodies, rigid or not; one that knows no moments does not become another in silence.
TEST(Abilities, SolversTakeTheProblemsTheyAreFor) {
    for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::nlgs, SolverMethod::anderson,
                                      SolverMethod::admm, SolverMethod::newton}) {
        for (const bool deforms : {false, true}) {
            for (const double rolling : {0.0, 0.01}) {
                ElasticStage<2> stage(Coulomb{.friction = 0.5, .rolling_friction = rolling}, 1e8);
                stage.falling().floor();
                stage.ball(1.0, 0.5, {{3.0, 0.5}});
                if (deforms) stage.box_of({{1.0, 1.0}}, {}, {{0.0, 0.5}});
                stage.settings.solver.method = method;
                const bool refused = method == SolverMethod::newton && deforms && rolling > 0.0;
                EXPECT_EQ(refusal(stage).find("knows no moments") != std::string::npos, refused) << name_of(method);
                EXPECT_EQ(refusal(stage).empty(), !refused) << name_of(method);
            }
        }
    }
}

}  // namespace
}  // namespace drystone::abilities_test

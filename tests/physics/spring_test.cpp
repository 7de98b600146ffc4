// The rigid limit of springs: docs/theory.md (12.1).

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "physics/joint_rig.h"
#include "step/require_springs.h"

namespace drystone::spring_test {
namespace {

const Spring loose{.normal_stiffness = 1e6,
                   .tangential_stiffness = 5e5,
                   .friction = 0.3,
                   .restitution_normal = 0.6,
                   .restitution_tangential = 0.2,
                   .rolling_friction = 0.01};

template <int D>
World<D> thrown_on_the_floor(Law law) {
    Stage<D> stage{law};
    stage.falling().floor();
    stage.ball(1.0, 0.1, 0.3 * Vec<D>::axis(D - 1), Vec<D>::axis(0));
    stage.ball(2.0, 0.1, 0.52 * Vec<D>::axis(D - 1));
    World<D> world = stage.build();
    run(world, stage.settings, 1000);
    return world;
}

template <int D>
void a_loose_spring_is_coulomb() {
    const World<D> springs = thrown_on_the_floor<D>(loose);
    const World<D> rigid = thrown_on_the_floor<D>(Coulomb{
        .friction = 0.3, .restitution_normal = 0.6, .restitution_tangential = 0.2, .rolling_friction = 0.01});
    EXPECT_EQ(springs.bodies.position, rigid.bodies.position);
    EXPECT_NE(springs.bodies.position[1], springs.start_position[1]);
}
TEST(Spring, WithoutABondItIsCoulombForContactDynamics) {
    a_loose_spring_is_coulomb<2>();
    a_loose_spring_is_coulomb<3>();
}

Spring glue() {
    Spring bond = loose;
    bond.bonded = true;
    bond.tension_strength = 50.0;
    bond.shear_strength = 30.0;
    bond.bend_stiffness = bond.twist_stiffness = 1.0;
    return bond;
}

TEST(Spring, ABondBreaksAtItsStrengthAndRubsAfterwards) {
    for (const double factor : {0.99, 1.01}) {
        JointRig<3> pulled(glue(), 1.0, 1e-3, Integrator::moreau);
        pulled.loaded(factor * 50.0 * pulled.up());
        World<3> world = pulled.stage.build();
        run(world, pulled.stage.settings, 100);
        EXPECT_EQ(pulled.height(world) > 1e-3, factor > 1.0);

        JointRig<3> sheared(glue(), 1.0, 1e-3, Integrator::moreau);
        sheared.loaded(factor * 30.0 * sheared.along()).loaded(-40.0 * sheared.up());
        world = sheared.stage.build();
        run(world, sheared.stage.settings, 100);
        EXPECT_EQ(sheared.travel(world) > 1e-3, factor > 1.0);
        EXPECT_NEAR(sheared.force(world, sheared.along()), factor > 1.0 ? 0.3 * 40.0 : factor * 30.0, 1e-8);
    }
}

// Twisting alone is held: a limit of zero against bending is no reason to break.
TEST(Spring, ABondWithoutABendingSpringIsAHinge) {
    Spring bond = glue();
    bond.bend_stiffness = 0.0;
    const Bonded rigid = bond.bond(3);
    EXPECT_TRUE(rigid.moments);
    EXPECT_EQ(rigid.bending_moment, 0.0);
    Spring::Memory<3> memory{.intact = true, .holds = true};
    const Approach<3> in{.step = 1e-3};
    const LocalLaw<3> law = bond.compile(in, memory);
    const Outcome<3> out{.in = in, .law = law, .m = {{1.0, 0.0, 0.0}}};
    bond.settle(out, memory);
    EXPECT_TRUE(memory.intact);
    bond.twist_stiffness = 0.0;
    EXPECT_FALSE(bond.bond(3).moments);
    bond.tangential_stiffness = 0.0;
    EXPECT_EQ(bond.bond(3).shear_force, 0.0);
}

TEST(Spring, MethodsThatNeedStiffnessesSayWhereTheyAreMissing) {
    const auto file = std::make_shared<const std::string>("scene.toml");
    WorldDescription<2> description;
    description.interactions = {{Interaction::any, Interaction::any, loose, Place{file, 9, 1}}};
    EXPECT_NO_THROW(require_springs(description, "statics"));
    description.interactions.push_back({Interaction::any, Interaction::any, Coulomb{}, Place{file, 14, 1}});
    try {
        require_springs(description, "statics");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("scene.toml:14:1: statics needs law = \"spring\""),
                  std::string::npos);
    }
}

}  // namespace
}  // namespace drystone::spring_test

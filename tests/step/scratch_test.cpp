// What a step leaves behind beside the state may be thrown away: the next one makes it anew, with the same answer.

#include <gtest/gtest.h>

#include "physics/named_stage.h"
#include "step/state.h"

namespace drystone::scratch_test {
namespace {

template <int D>
void goes_on_without_its_scratch(const Stage<D>& stage, int threads) {
    World<D> whole = stage.build(), forgetful = stage.build(), copied = stage.build();
    for (int k = 0; k < 12; ++k) {
        run(whole, stage.settings, 3);
        static_cast<Scratch<D>&>(forgetful) = {};
        run(forgetful, stage.settings, 3, threads);
        ThreadPool pool(1);
        World<D> next = stage.build();
        put_state(copied, next, pool);
        copied = std::move(next);
        run(copied, stage.settings, 3);
        for (const World<D>* other : {&forgetful, &copied}) {
            ASSERT_TRUE(other->bodies == whole.bodies) << k;
            ASSERT_EQ(other->contacts.impulse, whole.contacts.impulse) << k;
            ASSERT_TRUE(other->contacts.memory == whole.contacts.memory) << k;
            ASSERT_TRUE(other->listed == whole.listed) << k;
            ASSERT_EQ(other->energy.balance_error(), whole.energy.balance_error()) << k;
            for (std::size_t b = 0; b < whole.elastic.size(); ++b)
                ASSERT_EQ(other->elastic[b].x, whole.elastic[b].x) << k;
        }
    }
}

TEST(Scratch, MayBeThrownAway) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        goes_on_without_its_scratch<2>(every_name<2>(integrator), 1);
        goes_on_without_its_scratch<3>(every_name<3>(integrator), 2);
    }
}

TEST(Scratch, OfSoftGrainsMayBeThrownAway) {
    goes_on_without_its_scratch<2>(soft_heap<2>(), 1);
    goes_on_without_its_scratch<3>(soft_heap<3>(), 2);
}

TEST(Scratch, OfStaticStepsMayBeThrownAway) {
    ElasticStage<2> stage = every_name<2>(Integrator::euler);
    stage.description.water.reset();
    stage.description.motions.clear();
    stage.quasistatic(0.01, 1e-9);
    goes_on_without_its_scratch<2>(stage, 1);
}

// Last step's impulses are put aside in the list of those in contact frames, unless the step may have to be undone: that changes nothing.
TEST(Scratch, AStepThatIsNotUndoneKeepsTwoListsOfImpulses) {
    Stage<3> stage(Coulomb{.friction = 0.5});
    stage.falling();
    stage.floor();
    for (int i = 0; i < 12; ++i) stage.ball(1.0, 0.1, {{0.15 * (i % 3), 0.05 * i, 0.1 + 0.19 * (i / 3)}});
    World<3> onward = stage.build(), careful = stage.build();
    StepSettings may_halve = stage.settings;
    stage.settings.halve = 0;
    may_halve.halve = 2;
    for (int k = 0; k < 60; ++k) {
        run(onward, stage.settings);
        ASSERT_EQ(run(careful, may_halve).halvings, 0);
        ASSERT_EQ(onward.contacts.impulse, careful.contacts.impulse) << k;
        ASSERT_EQ(onward.impulse, careful.impulse) << k;
        ASSERT_EQ(onward.carried.old.impulse.capacity(), 0u);
    }
    EXPECT_GT(onward.contacts.size(), 5);
    EXPECT_GT(careful.carried.old.impulse.capacity(), 0u);
}

}  // namespace
}  // namespace drystone::scratch_test

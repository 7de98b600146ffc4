#include <gtest/gtest.h>

#include "core/random.h"
#include "counted_new.h"
#include "physics/stage.h"

namespace drystone {
namespace {

/// Grains that have come to rest in a box, so that the numbers of pairs and contacts have been seen before.
template <int D>
void steps_without_allocation(Integrator integrator, SweepOrder order) {
    Stage<D> stage({.friction = 0.5});
    stage.falling().settings.integrator = integrator;
    stage.settings.solver = {.order = order, .tolerance = 1e-3, .max_iterations = 50};
    stage.floor();
    Random random(3);
    for (int i = 0; i < 300; ++i) {
        Vec<D> p{};
        p[0] = 0.21 * (i % 20);
        p[D - 1] = 0.1 + 0.22 * (i / 20);
        stage.ball(1.0, 0.1 * random.uniform(0.9, 1.0), p);
    }
    World<D> world = stage.build();
    ThreadPool pool(2);
    for (int k = 0; k < 800; ++k) advance(world, stage.settings, pool);
    int quiet = 0;
    for (int k = 0; k < 100; ++k) {
        const long before = allocations;
        advance(world, stage.settings, pool);
        quiet += allocations == before;
    }
    EXPECT_GE(quiet, 98);  // a pile that creeps may still find a contact more than ever before
}

TEST(Step, AllocatesNothingOnceItsSizesHaveBeenSeen) {
    steps_without_allocation<2>(Integrator::moreau, SweepOrder::coloured);
    steps_without_allocation<3>(Integrator::euler, SweepOrder::random);
}

}  // namespace
}  // namespace drystone

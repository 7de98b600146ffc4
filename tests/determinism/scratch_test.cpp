// A world is its model, its state and its scratch; the last may be thrown away between steps. step/world.h.

#include <gtest/gtest.h>

#include "scene/scene.h"
#include "step/world.h"

namespace drystone::scratch_test {
namespace {

constexpr int steps = 25;

template <int D>
void throwing_it_away_changes_nothing(const WorldDescription<D>& description, const StepSettings& settings) {
    ThreadPool pool(2);
    World<D> kept = make_world(description), bare = make_world(description);
    for (int k = 0; k < steps; ++k) {
        advance(kept, settings, pool);
        static_cast<Scratch<D>&>(bare) = {};
        advance(bare, settings, pool);
    }
    EXPECT_EQ(kept.bodies.position, bare.bodies.position);
    EXPECT_EQ(kept.bodies.velocity, bare.bodies.velocity);
    EXPECT_EQ(kept.contacts.impulse, bare.contacts.impulse);
    EXPECT_EQ(kept.energy.balance_error(), bare.energy.balance_error());
}

TEST(Scratch, ThrownAwayBetweenStepsItChangesNothing) {
    for (const char* name : {"force_chains", "two_balls", "drum", "arch", "elastic_blocks", "soft_box",
                             "shaken_box", "mortar_chain", "cohesive_powder", "tilted_wall"}) {
        const std::string path = std::string(DRYSTONE_SOURCE_DIR "/examples/") + name + ".toml";
        SCOPED_TRACE(path);
        const Scene scene = read_scene(path, {});
        std::visit(
            [&](const auto& description) { throwing_it_away_changes_nothing(description, scene.settings); },
            scene.world);
    }
}

}  // namespace
}  // namespace drystone::scratch_test

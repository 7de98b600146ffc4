// The convergence that contact laws owe: 2000 spheres with rolling friction and cohesion fall into a pile, every step to a
// residual of 1e-8.

#include <cstdio>

#include <gtest/gtest.h>

#include "scene/scene.h"
#include "scene/scene_text.h"
#include "step/world.h"

namespace drystone::cohesive_pile_test {
namespace {

const char* pile = R"([scene]
dimension = 3
gravity = [0.0, 0.0, -9.81]
[time]
step = 5e-4
duration = 0.15
[solver]
tolerance = 1e-8
max_iterations = 50000
[materials.powder]
density = 2600.0
[[interactions]]
between = ["powder", "powder"]
friction = 0.4
rolling_friction_ratio = 0.1
cohesion_force = 0.53   # five weights
cohesion_range = 1e-4
[[bodies]]
material = "powder"
fixed = true
shape = { type = "plane", normal = [0, 0, 1] }
[[generate]]
type = "packing"
count = 2000
shape = "sphere"
material = "powder"
radius = [0.009, 0.011]
inside = { type = "cylinder", centre = [0, 0, 0.16], radius = 0.14, height = 0.3 }
)";

TEST(CohesivePile, EveryStepReachesOneInAHundredMillion) {
    const Folder folder;
    const Scene scene = read_scene(folder.write("pile.toml", pile), {});
    World<3> world = make_world(std::get<WorldDescription<3>>(scene.world));
    ThreadPool pool(2);
    long sweeps = 0, most = 0;
    int steps = 0;
    for (; steps < 300; ++steps) {
        const StepReport report = advance(world, scene.settings, pool);
        ASSERT_TRUE(report.solve.converged) << "step " << steps << ": residual " << report.solve.residual;
        sweeps += report.solve.iterations;
        most = std::max<long>(most, report.solve.iterations);
    }
    EXPECT_GT(world.contacts.size(), 3000);
    std::printf("%d contacts at the end; sweeps a step: %ld on average, %ld at most\n", world.contacts.size(),
                sweeps / steps, most);
}

}  // namespace
}  // namespace drystone::cohesive_pile_test

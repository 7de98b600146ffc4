// Scenes, with and without --set: read, made a world, and two steps of it where it is small.

#include "core/input_error.h"
#include "fuzz/fuzz.h"
#include "fuzz/mutate.h"
#include "scene/parse_toml.h"
#include "scene/scene.h"
#include "step/world.h"

namespace drystone {
namespace {

using fuzz::Case;

std::vector<std::string> odd_overrides(Random& random) {
    static const std::vector<std::string> keys = {"time.step",
                                                  "time.duration",
                                                  "solver.tolerance",
                                                  "scene.dimension",
                                                  "scene.gravity",
                                                  "bodies.0.position",
                                                  "bodies.0.shape.radius",
                                                  "bodies.0.mass",
                                                  "bodies.0.fixed",
                                                  "interactions.0.friction",
                                                  "generate.0.count",
                                                  "generate.0.radius",
                                                  "materials.stone.density"};
    if (random.below(4) != 0) return {};
    const std::string& key = keys[random.below(keys.size())];  // drawn first, by every compiler
    return {key + "=" + fuzz::odd_number(random)};
}

/// As the scene says, but for how long it may take: that is not what is looked for.
template <int D>
void step(const Scene& scene, World<D>& world) {
    StepSettings settings = scene.settings;
    if (settings.solver.method == SolverMethod::md || world.parts.size() > 500) return;
    settings.solver.max_iterations = std::min(settings.solver.max_iterations, 50);
    settings.solver.fixed_iterations = std::min(settings.solver.fixed_iterations, 50);
    ThreadPool alone(1);
    for (int n = 0; n < 2; ++n) advance(world, settings, alone);
}

void feed(const Case& one, const std::filesystem::path&, Random& random) {
    try {
        Scene scene = read_scene(parse_toml_text(one.bytes, one.name),
                                 DRYSTONE_SOURCE_DIR "/tests/fuzz/corpus/scene", odd_overrides(random));
        std::visit(
            [&](auto& description) {
                auto world = make_world(std::move(description));
                step(scene, world);
            },
            scene.world);
    } catch (const InputError& error) {
        fuzz::require_place(error.place(), error.what());
        throw;
    }
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    using namespace drystone;
    return fuzz::run({[](const auto&) { return std::vector<Case>{}; }, fuzz::damage_text, feed}, argc, argv);
}

#include "cli/check_command.h"

#include <fmt/format.h>

#include "core/input_error.h"
#include "run/load.h"
#include "run/say.h"
#include "scene/schema.h"

namespace drystone {

namespace {

std::string count(std::size_t number, const char* one, const char* many) {
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

template <int D>
void describe(const CheckCommand& command, Scene& scene, WorldDescription<D> description) {
    const World<D> world = begin_world(std::move(description), scene, command.scene);
    say(fmt::format("{}: fine: {}D, {}, {}, {} of {} s, {}\n", command.scene, D,
               count(world.description.bodies.size(), "body", "bodies"),
               count(world.description.materials.size(), "material", "materials"),
               count(static_cast<std::size_t>(number_of_steps(scene)), "step", "steps"), scene.settings.step,
               count(scene.warnings.size(), "warning", "warnings")));
}

void list_variables(const Scene& scene) {
    for (const Variable& variable : scene.variables) say(fmt::format("  {} = {}\n", variable.name, variable.value));
}

}  // namespace

ExitStatus check(const CheckCommand& command) {
    if (command.schema && !command.scene.empty())
        throw InputError("drystone check", "--schema is of all scenes: leave " + command.scene + " out");
    if (command.schema) {
        say(std::string(scene_schema));
        return ExitStatus::done;
    }
    if (command.scene.empty()) throw InputError("drystone check", "which scene? drystone check SCENE.toml, or --schema");
    if (command.keys) {
        say(keys_asked_for(command.scene, command.overrides));
        return ExitStatus::done;
    }
    Scene scene = load_scene(command.scene, command.overrides, command.laws);
    std::visit([&](auto& world) { describe(command, scene, std::move(world)); }, scene.world);
    list_variables(scene);
    for (const std::string& warning : scene.warnings) warn("warning: " + warning + '\n');
    return ExitStatus::done;
}

}  // namespace drystone

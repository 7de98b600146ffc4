#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/input_error.h"
#include "io/checkpoint.h"
#include "io/run_folder.h"
#include "scene/judge_overlaps.h"
#include "scene/scene.h"
#include "step/abilities.h"

namespace drystone {

/// Reads the scene and adds the warnings that only the program can know.
Scene load_scene(const std::string& path, const std::vector<std::string>& overrides, const LawReaders& laws);

/// The warnings that only those who run the scene can know, added to its own. Before its world is made.
void warn_of_runs(Scene& scene);

/// The library's require_able(), with the scene's path in front of complaints that have no place of their own.
void require_able(Solves who, const Scene& scene, const std::string& path);

/// The scene as a run had it: its own copy, with the same --set, and the copies of the files it reads.
Scene scene_of_run(const std::string& folder, const RunMark& mark, const LawReaders& laws);

/// What the folder of a run of this scene is made from.
RunPlan plan_of(const std::string& path, const Scene& scene);

/// duration / step, rounded: 0.01 s in steps of 1e-4 s is 100 steps whatever the last bits say.
long number_of_steps(double duration, double step);
long number_of_steps(const Scene& scene);

/// The time between two frames: the scene's, or where it says nothing a hundredth of the run; a large run has fewer, so that
/// its frames take some 100 MB at most. 0: none.
double frames_every(const Scene& scene, const OutputSettings& output, int bodies);

/// make_world(), with the scene's path in front of complaints that have no place of their own.
template <int D>
World<D> build_world(WorldDescription<D> description, const std::string& scene_path) {
    try {
        return make_world(std::move(description));
    } catch (const InputError& error) {
        if (!error.place().empty()) throw;
        throw InputError(scene_path, error.what());
    }
}

/// The same for a scene that begins: overlaps are refused, or among its warnings.
template <int D>
World<D> begin_world(WorldDescription<D> description, Scene& scene, const std::string& scene_path) {
    World<D> world = build_world(std::move(description), scene_path);
    judge_overlaps(world, scene);
    return world;
}

}  // namespace drystone

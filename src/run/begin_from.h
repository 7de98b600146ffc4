#pragma once

#include <string>

#include "scene/scene.h"
#include "step/earlier_state.h"

namespace drystone {

// drystone run SCENE --from DIR: a run that begins where another ended.

/// What is left of the run that `from` names, DIR or DIR@TIME, for a world to begin with. Throws InputError where there is no such run,
/// it is of another dimension, or bodies of one name differ in shape.
template <int D>
EarlierState<D> earlier_run(const std::string& from, const World<D>& world, const LawReaders& laws);

/// The world begins there. What of the earlier run has no place in the scene is among its warnings. Returns which bodies came from it.
template <int D>
std::vector<char> begin_from(const std::string& from, const EarlierState<D>& earlier, World<D>& world, Scene& scene);

/// The folder of DIR@TIME.
std::string folder_of(const std::string& from);

}  // namespace drystone

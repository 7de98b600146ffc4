#pragma once

#include <string>
#include <vector>

#include "scene/node.h"
#include "step/begin_stage.h"

namespace drystone {

/// A value that a program sets while a run goes on. It holds in that stage and those that follow, until one of them sets it.
struct LateSetting {
    int stage = 0;     // that the run was in
    std::string text;  // "interactions.0.friction=0.1"
    bool operator==(const LateSetting&) const = default;
};

/// What such settings make of every stage of a scene (one where it has none). `document`: as it was read, with its overrides. Refuses what cannot
/// be set while a run goes on, with the text as its place. `taken_back`: settings of before that hold no longer; what they spoke of is as in the scene.
template <int D>
std::vector<LawChange<D>> read_late_settings(Node document, const std::vector<LateSetting>& settings,
                                             const std::vector<LateSetting>& taken_back = {});

}  // namespace drystone

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/fingerprint.h"
#include "study/vary.h"

namespace drystone {

/// What a study is of: the file study.json in its folder. Runs that are there belong to it, so that one with another plan is another
/// study. What is collected from the runs is no part of it.
struct StudyPlan {
    std::string version;                 // of the program
    std::string scene;                   // path
    std::string scene_print;             // fingerprint of its text
    std::vector<std::string> overrides;  // --set
    std::vector<Vary> varies;
    Fingerprints inputs;  // files that any of the runs reads, by path
};

constexpr const char* plan_name = "study.json";

std::string plan_json(const StudyPlan& plan);

/// The plan of the study in a folder; nothing where there is none. InputError where the file is not one.
std::optional<StudyPlan> read_plan(const std::string& folder);

/// What is not the same, in words; empty: nothing.
std::string difference(const StudyPlan& before, const StudyPlan& now);

/// The plan of these runs. Throws InputError where a key of --vary leads nowhere, or a file is missing.
StudyPlan make_plan(const std::string& version, const std::string& scene,
                    const std::vector<std::string>& overrides, const std::vector<Vary>& varies);

}  // namespace drystone

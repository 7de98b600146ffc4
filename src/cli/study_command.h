#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/scene_command.h"

namespace drystone {

/// drystone study SCENE.toml: what was asked for.
struct StudyCommand : SceneCommand {
    std::vector<std::string> vary;         // key=a:b:n, key=v1,v2
    std::vector<std::string> collect;      // probe.column:last
    std::vector<std::string> collapse;     // probe.column:max>0.5, failed
    std::optional<std::string> intensity;  // the key that is the intensity
    std::string out;                       // folder of the study
    int jobs = 0;                          // runs beside each other; 0: as many as cores
    std::optional<int> threads;            // of each run; default: cores over jobs
    bool force = false;                    // begin anew where the folder holds another study
    bool no_report = false;
    bool quiet = false;
};

/// Runs every combination that is not there yet, then writes the table. Throws InputError, with nothing written, where the input is wrong.
ExitStatus study(const StudyCommand& command);

}  // namespace drystone

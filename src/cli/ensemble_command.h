#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ensemble/sampler.h"
#include "run/exit_status.h"
#include "scene/read_laws.h"

namespace drystone {

/// drystone ensemble SCENE|DIR: all the forces that one state could have. docs/ensemble.md.
struct EnsembleCommand {
    std::string subject;  // a scene, or the folder of a run
    std::vector<std::string> overrides;
    std::optional<double> at;  // run the scene so far first [s]
    EnsembleSettings settings;
    std::string starts;  // LOW:HIGH, or empty
    std::optional<std::string> out;
    bool force = false;
    bool json = false;
    std::optional<int> threads;
    LawReaders laws = {};
};

ExitStatus sample(const EnsembleCommand& command);

}  // namespace drystone

#pragma once

#include <optional>
#include <string>

#include "run/exit_status.h"
#include "scene/read_laws.h"

namespace drystone {

/// drystone resume DIR: what was asked for.
struct ResumeCommand {
    std::string folder;
    std::optional<double> until;  // simulated seconds; default: where the run was to end
    LawReaders laws;              // besides the program's
    std::optional<int> threads;   // default: the scene's; 0: all cores
    bool quiet = false;
    bool no_report = false;
};

/// Goes on with a run from its last checkpoint: the same bits as if it had never stopped. A run that has ended is said to
/// have, and nothing is touched. Throws InputError, with nothing changed, where the folder is not one to go on from.
ExitStatus resume(const ResumeCommand& command);

}  // namespace drystone

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/checkpoint.h"
#include "run/exit_status.h"
#include "run/run_loop.h"
#include "scene/read_laws.h"

namespace drystone {

/// drystone resume DIR: what was asked for.
struct ResumeCommand {
    std::string folder;
    std::optional<double> until = {};  // simulated seconds; default: where the run was to end
    std::vector<std::string> overrides = {};  // --set key=value, of what does not change what the run is of
    LawReaders laws = {};              // besides the program's
    std::optional<int> threads = {};   // default: the scene's; 0: all cores
    bool quiet = false;
    bool no_report = false;
};

/// Goes on with a run from its last checkpoint: the same bits as if it had never stopped. A run that has ended is said to
/// have, and nothing is touched. Throws InputError, with nothing changed, where the folder is not one to go on from.
ExitStatus resume(const ResumeCommand& command);

/// A run that is to go on, for those who drive it themselves.
struct GoingOn {
    const ResumeCommand& command;
    const CheckpointFile& checkpoint;
    const Scene& scene;  // scene_of_run()
    ThreadPool& pool;
    RunHost& host;
};

/// The run, with its world, which was made from the scene, in the state of the checkpoint. None where it has ended: it is said, and the
/// world alone has the state. The folder's lock is the caller's.
template <int D>
std::optional<Run<D>> go_on_run(const GoingOn& going, World<D>& world);

}  // namespace drystone

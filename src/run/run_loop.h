#pragma once

#include <memory>
#include <optional>

#include "core/stopwatch.h"
#include "io/fingerprint.h"
#include "io/frame_recorder.h"
#include "io/probe_writer.h"
#include "io/region_outlines.h"
#include "io/result_folder.h"
#include "io/step_log.h"
#include "io/summary.h"
#include "run/problem_dump.h"
#include "run/run_host.h"
#include "run/scene_command.h"
#include "scene/scene.h"
#include "step/elsewhere.h"
#include "step/world.h"

namespace drystone {

/// A run under way, whether it begins or goes on: its world, its files, what is added up so far. The world is the caller's.
template <int D>
struct Run {
    const Scene& scene;
    RunHost& host;
    std::string folder;
    double duration = 0.0;  // [s]; 0 of a run in stages: as they say
    bool ended = false;     // before it was over: the host wished so
    World<D>& world;
    ProbeWriter<D> probes;
    StepLog step_log;
    std::optional<FrameRecorder<D>> frames;
    std::optional<ProblemDump<D>> dump;  // a resumed run has none
    Summary summary;
    std::optional<ResultFolder> held = {};  // the folder of a run that begins
    std::vector<std::string> inputs;        // what --set has to say for the copied inputs to be read
    Fingerprints copies;                    // of scene.toml and the copied inputs
    int bodies_at_first = 0;                // at time 0: how often frames are written goes by it
    double wall_seconds_before = 0.0;       // of the runs that this one continues
    long neighbour_rebuilds_before = 0;     // likewise
    Stopwatch watch = {};                   // of this run
    std::unique_ptr<StepsElsewhere<D>> elsewhere = {};   // who takes the steps: a device, several ranks; none: this process
};

/// What is known of a run of that scene before its first step.
template <int D>
RunFacts facts_of(const SceneCommand& command, const Scene& scene, const World<D>& world, int threads);

/// What frames.h5 says of the run in this folder.
FramesHead frames_head(const RunFacts& facts, const std::string& folder);

/// .. of a world whose bodies may come and go.
template <int D>
FramesHead frames_head(const RunFacts& facts, const std::string& folder, const World<D>& world) {
    FramesHead head = frames_head(facts, folder);
    tell_changes(world.first ? *world.first : world.description, head);
    return head;
}

/// Whether a run to that duration has nothing left to do: its steps are taken, and it rests or has had its time to.
/// Of a run in stages a duration of 0 is theirs.
struct RunEnd {
    double duration = 0.0;  // [s]
    double time = 0.0;      // now [s]
    long steps = 0;         // now
};
bool has_ended(const Scene& scene, const RunEnd& end, const RunTotals& totals, const StageLog& stages);

struct CarryOutOptions {
    bool quiet = false;
    bool no_report = false;
};

/// Writes report.html. The results are safe by then: a report that cannot be written is told, and is no failure of the run.
void leave_report(const std::string& folder, bool quiet, RunHost& host);

/// Takes the steps that are left, or as many as there are before the host interrupts; writes probes, frames, checkpoints, results,
/// report; says how it went.
template <int D>
ExitStatus carry_out(Run<D>& run, ThreadPool& pool, const CarryOutOptions& options);

}  // namespace drystone

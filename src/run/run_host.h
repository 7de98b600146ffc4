#pragma once

#include <string>

#include "io/host_memory.h"
#include "run/progress.h"
#include "step/report.h"

namespace drystone {

/// The program that a run is part of: the one at a terminal, or another that looks on, changes the world between steps and
/// hears what there is to be said. It is called in the thread that steps.
class RunHost {
  public:
    enum class Wish { go_on, end };

    virtual ~RunHost() = default;

    /// Asked before each step. False interrupts the run there: all is written, with a checkpoint to go on from.
    virtual bool goes_on() = 0;

    /// Told when a step is recorded, and before a checkpoint: what it changes of the world is part of the state from then on.
    /// A run that is to end has ended there as if its duration were over.
    virtual Wish after_step(const StepReport&) { return Wish::go_on; }

    /// Whether bodies may come or leave by what it does: frames are then of the kind that grows.
    virtual bool may_change_bodies() const { return false; }

    virtual HostMemory memory() const { return {}; }

    virtual void say(const std::string& text) = 0;   // how it went
    virtual void warn(const std::string& text) = 0;  // what is to be known even where nothing else is said

    virtual Progress::Style progress_style() const = 0;
    virtual void show(const std::string& text) = 0;  // a piece of progress, with its line's end
};

}  // namespace drystone

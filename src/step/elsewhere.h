#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "step/missing.h"
#include "step/world.h"

namespace drystone {

// Several processes write a checkpoint together: one makes the file with room for the arrays of bodies and contacts, each puts its rows there.

/// Of an array: how many rows all processes have, and the sum of their checksums.
struct RowsTotal {
    std::int64_t rows = 0;
    std::uint64_t checksum = 0;
};

/// A file that waits for them.
struct RoomForRows {
    std::string path;
    std::int64_t size = 0;             // [bytes]
    std::vector<std::int64_t> offset;  // (arrays)  [bytes]
};
using MakeRoom = std::function<RoomForRows(std::span<const RowsTotal>)>;

/// Takes the steps of a world somewhere else: on a device, or on several processes. After a step the world has its time, energies and report;
/// its bodies and contacts are as bring_back() last found them.
template <int D>
class StepsElsewhere {
  public:
    virtual ~StepsElsewhere() = default;

    /// The same as advance() of step/world.h. `pool`: the threads of this process, for what is done here.
    virtual StepReport advance(World<D>& world, const StepSettings& settings, ThreadPool& pool) = 0;

    /// The world as it is now, after somebody changed it. Who does not have this refuses scenes in which that happens.
    virtual void take_over(World<D>&) { assert(false); }

    /// unbalanced() of step/unbalanced.h after a step of h without bring_back(), and come_to_rest() of step/stages.h: what it took out is booked as damping
    /// there. Who does not have these refuses runs that settle.
    virtual std::optional<double> unbalanced(double) { return std::nullopt; }
    virtual double come_to_rest() { return assert(false), 0.0; }

    /// What of a stage that begins it cannot; nothing where that was asked before the run.
    virtual std::optional<Missing> what_it_lacks(const World<D>&, const StepSettings&) const { return std::nullopt; }

    /// Steps that were taken again by this processor.
    virtual long handed_over() const { return 0; }

    /// Places, velocities and contacts, for those who look at them, and for checkpoints.
    virtual void bring_back(World<D>& world) = 0;

    /// Puts places, velocities and contacts into the file that make() makes, without bring_back(); the rest of the world is as it is to be saved when make() is
    /// called. False: it cannot, and nothing is to be kept of that file.
    virtual bool put_rows(World<D>&, const MakeRoom&) { return false; }

    /// How often pairs of neighbours were listed.
    virtual long rebuilds() const = 0;

    /// Where the time of the steps went, by name [s].
    virtual std::vector<std::pair<std::string, double>> seconds() { return {}; }
};

}  // namespace drystone

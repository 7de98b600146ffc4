#pragma once

#include <string>
#include <vector>

#include "hdf5/group.h"

namespace drystone {

/// How a stage of a run went.
struct StageRecord {
    std::string name;
    double begin = 0.0, end = 0.0;  // time [s]
    long begin_step = 0, end_step = 0;
    std::string ended{};     // "duration", "condition", "at_most" or "until" (of resume); empty: it is under way
    std::string quantity{};  // that it waited for, or empty
    double value = 0.0;      // of it, after the last step
};

/// The stages of a run that have begun; none: it has no stages.
struct StageLog {
    std::vector<StageRecord> stages;
    long held = 0;  // steps for which the condition of the last one has held

    bool empty() const { return stages.empty(); }
    int number() const { return static_cast<int>(stages.size()) - 1; }
    StageRecord& now() { return stages.back(); }
    const StageRecord& now() const { return stages.back(); }
};

/// Into and from a checkpoint.
void save_stages(const hdf5::Group& group, const StageLog& log);
StageLog load_stages(const hdf5::Group& group);

}  // namespace drystone

#pragma once

#include <string>
#include <vector>

namespace drystone {

/// What a checkpoint keeps for the program that a run is part of (run/run_host.h), which alone knows what it means: a run from
/// the command line has none.
struct HostMemory {
    std::vector<double> numbers;
    std::vector<std::string> texts;

    bool empty() const { return numbers.empty() && texts.empty(); }
};

}  // namespace drystone

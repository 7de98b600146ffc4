#pragma once

#include <vector>

#include "ensemble/spread.h"

namespace drystone {

/// P(f / <f>) of the normal forces of each run, <f> the run's own mean, over the contacts that bear: its integral and its mean
/// are 1 in every run. docs/theory.md (11.6).
struct ForceHistogram {
    double width = 0.2;               // of a bin [-]
    std::vector<Spread> probability;  // (bins)  density in [k width, (k + 1) width) over the runs
    std::vector<double>
        mean;  // (bins)  mean f / <f> inside, all runs together; the bin's middle where it is empty
};

/// forces[run]: the normal forces of a run, all >= 0 (zeros are left out).
ForceHistogram force_histogram(const std::vector<std::vector<double>>& forces);

}  // namespace drystone

#pragma once

#include <cstddef>
#include <string>

#include "report/page.h"

namespace drystone {

struct ReportSettings {
    double budget = 20e6;         // bytes that the file should not exceed by much
    std::vector<Figure> figures;  // pictures that need no program in the browser
};

/// What was written.
struct ReportFacts {
    std::size_t bytes = 0;
    int frames = 0;     // in the report
    int frames_of = 0;  // in the run
};

/// Writes <folder>/report.html from what the run left there: one file that needs nothing else. It appears whole or not at
/// all. Throws InputError where the folder holds no run, FileError where it cannot be written.
ReportFacts write_report(const std::string& folder, const ReportSettings& settings);

}  // namespace drystone

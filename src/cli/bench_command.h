#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/exit_status.h"
#include "scene/read_laws.h"

namespace drystone {

/// drystone bench solvers FILE|SCENE...: what was asked for.
struct BenchCommand {
    std::vector<std::string> problems;   // files of problems, or scenes (.toml)
    std::vector<std::string> methods;    // none: every one that fits
    std::vector<std::string> overrides;  // --set, of the scenes
    LawReaders laws;                     // besides the program's
    std::optional<std::string> out;  // folder for curves.csv and curves.svg; none: the table alone, on stdout
    long step = 1;                   // whose problem is taken from a scene
    double limit = 10.0;             // about, for one solve [s]
    int threads = 1;                 // of the problems of scenes
    bool force = false;
};

/// Curves of time to residual for every method on every problem. Prints the rows as they come.
/// Throws InputError where the input is wrong, before anything is solved.
ExitStatus bench_solvers(const BenchCommand& command);

}  // namespace drystone

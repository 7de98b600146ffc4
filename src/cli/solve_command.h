#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/exit_status.h"

namespace drystone {

/// drystone solve FILE...: what was asked for.
struct SolveCommand {
    std::vector<std::string> files;
    std::string method = "auto";
    double tolerance = 1e-8;       // on the residual [-]
    int max_iterations = 100'000;  // of the method
    int repeat = 1;                // solves; seconds are the median
    bool all = false;              // every method there is, instead of one
    bool from_guess = false;       // begin from the file's first guess
    bool json = false;
    std::optional<std::string> save;  // file for the local form and the solution
    int threads = 1;                  // the solvers of assembled blocks use one
};

/// Reads all files, then solves one after the other and prints what came out. Status not_converged where a problem was left
/// unsolved (with `all`: by every method). Throws InputError where a file or an option is wrong, before anything is
/// solved.
ExitStatus solve(const SolveCommand& command);

}  // namespace drystone

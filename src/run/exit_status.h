#pragma once

namespace drystone {

/// What the program tells the shell.
enum class ExitStatus : int {
    done = 0,
    internal_error = 1,  // our mistake, a disk that fails, words that could not be printed
    input_wrong = 2,     // scene, command line or output folder
    not_converged = 3,   // some steps did not converge, or the run was stopped by a NaN
    interrupted = 4,
    moves = 10,      // drystone stability: it does not stand
    undecided = 11,  // drystone stability: it cannot be told
};

}  // namespace drystone

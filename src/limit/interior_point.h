#pragma once

#include <vector>

#include "limit/conic_program.h"

namespace drystone {

/// What a program came to. Vectors are those of the program (least c . x), or of the proof that it has no answer.
struct ConicAnswer {
    enum class Found {
        optimum,
        infeasible,  // y, z with A^T y + G^T z = 0, z in K, b . y + h . z = -1: no x satisfies the program
        unbounded,   // x with A x = 0, -G x in K, c . x = -1: the multiplier has no limit
        nothing,     // the search stalled
    };
    Found found = Found::nothing;
    std::vector<double> x, y, z;
    double primal = 0.0;  // c . x
    double dual = 0.0;    // -b . y - h . z
    double error = 0.0;   // the largest of |A x - b|, |G x + s - h|, |A^T y + G^T z + c| and the relative gap, or the proof's
    int iterations = 0;
};

/// A primal-dual interior-point method on the homogeneous self-dual embedding (Ye, Todd and Mizuno 1994; Nesterov-Todd directions,
/// Mehrotra's corrector), so that a program without an answer ends with the proof of it. docs/theory.md (14.7)-(14.9).
/// `tolerance`: on error; where rounding stops the search earlier, an answer is taken from 1e-6 on.
ConicAnswer solve(const ConicProgram& program, double tolerance);

}  // namespace drystone

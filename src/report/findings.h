#pragma once

#include <string>
#include <vector>

#include "report/shown_run.h"

namespace drystone {

/// A sentence on how a run went, for those who did not make it.
struct Finding {
    enum class Tone : char { good, bad, plain } tone = Tone::plain;
    std::string text;
};

/// From summary.json: whether all steps converged, whether the energies add up.
std::vector<Finding> findings_of_solution(const std::string& summary);

/// Of a structure of blocks: whether it stands, has moved or is moving; openings, slips, damage and utilisation of its joints, with the names of
/// the bodies. None of runs without joints.
///
/// Displacements and speeds are against the mean of the walls that blocks touch: an earthquake moves all.
///
///     collapsed   a body has moved by more than half its radius since the first frame
///     moving      a body is faster than sqrt(g r) / 1000 at the end
std::vector<Finding> findings_of_structure(const ShownBodies& bodies, const ShownFrame& first,
                                           const ShownFrame& last);

}  // namespace drystone

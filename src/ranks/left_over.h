#pragma once

#include <span>
#include <vector>

#include "contact/contact_problem.h"
#include "ranks/team.h"

namespace drystone::ranks {

/// What is left of islands that sweeps have not solved, and who solves them: (contacts) of this rank, in lots.
struct LeftOver {
    std::vector<int> lot;   // (contacts)  -1: in none
    std::vector<int> rank;  // (lots)  who solves it
    bool empty() const { return rank.empty(); }
};

/// Terms of the residual, (contacts) of this rank: of the impulses as they stand, and of none.
struct ResidualTerms {
    std::span<const ResidualSums> now, without;
};

/// A contact's island by its name, which all ranks know (islands_across.h), and whether other ranks have contacts of it too.
struct IslandsHere {
    std::span<const int> island;   // (contacts)
    std::span<const char> spans;   // (contacts)
};

/// Contacts of a lot up to which one rank solves it: about a kilobyte each there.
constexpr std::int64_t most_in_a_lot = 500000;

/// Islands whose own residual is above tolerance / sqrt 2 (solvers/solve.h), or whose impulses ran away (contact/contact_problem.h). Those with many
/// contacts (fallbacks::large_island) are a lot each, the others one together; lots go to ranks, the largest first, to who has least. Lots that
/// are too large are left out. The same on all ranks, and lots the same for any number of them: sums over an island are of whole numbers.
LeftOver find_left_over(const IslandsHere& islands, const ResidualTerms& terms, double tolerance, Team& team);

}  // namespace drystone::ranks

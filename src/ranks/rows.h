#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ranks/domain.h"

namespace drystone::ranks {

/// What a rank puts into a file that all write together: bodies by the slots that they have in the whole, and contacts in the order of their identities there, each rank
/// behind the ones before it.
template <int D>
struct RowsOfRank {
    std::int64_t first_body = 0, first_contact = 0;        // of these rows, among those of all ranks
    Bodies<D> bodies;                                      // slots of nobody included
    Contacts<D> contacts;                                  // parts have the numbers of `parts`
    std::vector<std::array<std::int64_t, 4>> parts;        // (contacts)  id and number of part a, and of b
};

/// Rank r gets n r / ranks <= slot < n (r + 1) / ranks of n slots, and the contacts whose first body is one of these; links go to the last.
template <int D>
RowsOfRank<D> rows_of_rank(const Domain<D>& domain, Team& team);

}  // namespace drystone::ranks

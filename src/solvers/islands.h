#pragma once

#include <span>
#include <vector>

#include "contact/block_map.h"

namespace drystone {

/// Contacts that reach one another through W, and nobody else: each island is a problem of its own.
struct Islands {
    std::vector<int> start;    // (islands + 1)
    std::vector<int> contact;  // (contacts)  by island, ascending inside each

    int size() const { return static_cast<int>(start.size()) - 1; }
    std::span<const int> of(int island) const {
        return std::span(contact).subspan(static_cast<std::size_t>(start[island]),
                                          static_cast<std::size_t>(start[island + 1] - start[island]));
    }
};

/// In the order of their first contacts.
template <int D>
Islands find_islands(const BlockMap<D>& W);

/// The problem of some contacts alone. `place` is scratch, as long as the whole problem.
template <int D>
BlockProblem<D> part_of(const BlockProblem<D>& problem, std::span<const int> contacts,
                        std::vector<int>& place);

/// A problem whose laws are all cones as one of dry friction in s = r + c n, docs/theory.md (3.4): the shifts and -c W n go
/// into b.
template <int D>
void make_dry(BlockProblem<D>& problem);

}  // namespace drystone

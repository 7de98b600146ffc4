#pragma once

#include <vector>

#include "ranks/domain.h"

namespace drystone::ranks {

// Bodies that a rank knows besides its own, chosen when bodies are shared out.

/// Who knows whom, by slots of the whole.
template <int D>
struct Copies {
    std::vector<std::vector<int>> mine;                    // (ranks)
    std::vector<std::vector<TravellingBody<D>>> theirs;    // (ranks)
};

/// In whose box a place is.
template <int D>
int owner_of(const Domain<D>& domain, const Vec<D>& x);

/// Bodies in the order of their slots, from all ranks.
template <int D>
std::vector<TravellingBody<D>> take_bodies(const std::vector<Bytes>& in);

/// Who owns the bodies that links hold: (slots of the whole, or none)  -1 of others.
template <int D>
std::vector<int> owners_of_linked(const Domain<D>& domain, const std::vector<TravellingBody<D>>& common, const std::vector<TravellingBody<D>>& own,
                                  Team& team);

/// Links whose keeping body is this rank's.
template <int D>
std::vector<int> links_here(const Catalogue<D>& catalogue, const std::vector<int>& linked, int rank);

/// Copies of what is near another rank's bodies, or is held to them by a link that it keeps, go there; others' come.
template <int D>
Copies<D> send_copies(const Domain<D>& domain, const std::vector<TravellingBody<D>>& own, const std::vector<int>& linked, Team& team);

}  // namespace drystone::ranks

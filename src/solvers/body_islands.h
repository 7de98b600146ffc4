#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "contact/body_map.h"
#include "core/buckets.h"
#include "core/workbench.h"

namespace drystone {

/// Which contacts hang together; on the bench of who asks.
struct BodyIslands {
    std::span<int> island;  // (contacts)  root of its island, or -1: nobody answers it
    std::span<int> parent;  // (bodies, mobile and compliant)  a forest; roots are islands
    std::span<int> count;   // (bodies)  contacts of the island whose root it is
    std::span<int> first;   // (bodies)  the first of them
    int largest = 0;        // contacts of the largest one
};

/// Storage of a solve by islands, kept between steps.
template <int D>
struct IslandScratch {
    std::vector<int> start, contact;  // (lots + 1), (contacts): which contacts are in each lot, ascending
    std::vector<int> body;            // (bodies)  row in the part, or -1
    Buckets by_lot;                   // contacts
    std::vector<int> turning;         // (contacts)       entry of problem.turning, or -1
    RigidProblem<D> part;
    std::vector<Vec<D>> r;          // (contacts of the part)
    std::vector<Spin<D>> m;         // (turning of the part)
    std::vector<int> part_turning;  // (turning of the part)  entry of the whole problem's
    typename BodyMap<D>::State V;   // of the certificate

    int lots() const { return static_cast<int>(start.size()) - 1; }

    /// Contacts of the largest lot.
    int largest() const {
        int most = 0;
        for (int lot = 0; lot < lots(); ++lot) most = std::max(most, start[lot + 1] - start[lot]);
        return most;
    }
};

/// Islands: contacts that hang together through bodies that impulses can move or deform. Where the largest has nearly all of them, nobody needs lots.
template <int D>
BodyIslands find_islands(const RigidProblem<D>& problem, ThreadPool& pool, const Workbench::Use& use);

/// Each large one is a lot of its own, the small ones are one lot together (many problems of a few contacts would be slower alone). Fills start and
/// contact, in the order of the lots' first contacts. What `found` says of first contacts is overwritten.
template <int D>
void divide_into_lots(const BodyIslands& found, ThreadPool& pool, IslandScratch<D>& s);

/// Both.
template <int D>
void sort_into_lots(const RigidProblem<D>& problem, ThreadPool& pool, Workbench& bench, IslandScratch<D>& s) {
    const Workbench::Use use(bench);
    divide_into_lots(find_islands(problem, pool, use), pool, s);
}

/// Whether nearly all contacts are one island, or of small ones; else they are divided into lots.
template <int D>
bool hangs_together(const RigidProblem<D>& problem, ThreadPool& pool, Workbench& bench, IslandScratch<D>& s);

/// s.part, s.r and s.m: the problem and first guess of one lot alone.
template <int D>
void gather_lot(const RigidProblem<D>& problem, int lot, std::span<const Vec<D>> r,
                std::span<const Spin<D>> m, IslandScratch<D>& s);

/// What the contacts that stand still at r and m do to those of the part becomes their free velocity: after gather_lot() of the only lot.
template <int D>
void hold_others(const RigidProblem<D>& problem, std::span<const Vec<D>> r, std::span<const Spin<D>> m,
                 IslandScratch<D>& s);

/// Puts s.r and s.m of a lot back where they belong.
template <int D>
void scatter_lot(int lot, const IslandScratch<D>& s, std::span<Vec<D>> r, std::span<Spin<D>> m);

}  // namespace drystone

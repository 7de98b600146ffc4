#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact/body_map.h"
#include "contact/contact_problem.h"

namespace drystone {

/// W by assembled blocks, in compressed rows: those of contact i are block[row_start[i] .. row_start[i + 1]),
/// columns ascending. For problem files and deformable bodies; about 11 blocks a row in a sphere packing.
template <int D>
struct BlockMap {
    std::vector<int> row_start;  // (contacts + 1)
    std::vector<int> column;     // (blocks)
    std::vector<Mat<D>> block;   // (blocks)  W_ij [1/kg]

    using State = std::vector<Vec<D>>;  // r (contacts)

    int size() const { return static_cast<int>(row_start.size()) - 1; }
    Mat<D> diagonal(int i) const;
    void reset(State& r) const { r.assign(static_cast<std::size_t>(size()), {}); }
    Vec<D> velocity(const State& r, int i) const;
    void add(State& r, int i, const Vec<D>& dr) const { r[static_cast<std::size_t>(i)] += dr; }

    bool operator==(const BlockMap&) const = default;
};

template <int D>
using BlockProblem = ContactProblem<D, BlockMap<D>>;

/// The contacts on one deformable body, and how its points answer impulses on them.
template <int D>
struct ElasticRows {
    std::vector<int> contact;  // (rows)  ascending
    std::vector<double> sign;  // (rows)  +1: the body is b of the contact, -1: it is a
    std::vector<Mat<D>> W;     // (rows x rows)  velocity of point i per impulse on point j, world axes [1/kg]
};

/// Which contacts share a body; kept by whoever assembles again and again, so that it needs no new memory.
template <int D>
struct BlockScratch {
    std::vector<int> start, contact;         // (owners + 1), those of owner k: contact[start[k] .. start[k + 1])
    std::vector<std::array<int, 2>> owner;   // (contacts)  mobile bodies, then deformable ones; -1: none
    std::vector<int> near;                   // contacts of the row at hand
    typename BodyMap<D>::State velocity;     // zero between blocks
};

/// The same problem with W_ij = H_i^T M^-1 H_j written out, and what deformable bodies add to it. A body of `elastic` has
/// no row in problem.W.body.
template <int D>
void assemble_blocks(const RigidProblem<D>& problem, std::span<const ElasticRows<D>> elastic,
                     BlockScratch<D>& scratch, BlockProblem<D>& blocks);

template <int D>
BlockProblem<D> assemble_blocks(const RigidProblem<D>& problem) {
    BlockProblem<D> blocks;
    BlockScratch<D> scratch;
    assemble_blocks<D>(problem, {}, scratch, blocks);
    return blocks;
}

}  // namespace drystone

#pragma once

#include <span>
#include <vector>

#include "contact/body_map.h"
#include "contact/contact_problem.h"

namespace drystone {

/// W by assembled blocks, in compressed rows: those of contact i are block[row_start[i] .. row_start[i + 1]),
/// columns ascending. For problem files, and where a factor of W is wanted; about 11 blocks a row in a sphere packing.
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

/// Which rows share a body; kept by whoever assembles again and again, so that it needs no new memory.
template <int D>
struct BlockScratch {
    std::vector<int> start, row;             // (owners + 1), rows of owner k: row[start[k] .. start[k + 1])
    std::vector<Owners> owner;               // (rows)  a moment's are those of its contact
    std::vector<int> near;                   // of the row at hand
    typename BodyMap<D>::State velocity;     // zero between columns
};

/// W with a row for every contact and, after these, for every moment: (u, w) = W (r, m) in contact frames. Blocks of moments have their
/// numbers first and zeros behind.
template <int D>
void assemble_rows(const RigidProblem<D>& problem, BlockScratch<D>& scratch, BlockMap<D>& W);

/// The same problem with W_ij = H_i^T M^-1 H_j + N_i^T C N_j written out, and with its moments the rows of assemble_rows().
template <int D>
void assemble_blocks(const RigidProblem<D>& problem, BlockScratch<D>& scratch, BlockProblem<D>& blocks);

template <int D>
BlockProblem<D> assemble_blocks(const RigidProblem<D>& problem) {
    BlockProblem<D> blocks;
    BlockScratch<D> scratch;
    assemble_blocks<D>(problem, scratch, blocks);
    return blocks;
}

}  // namespace drystone

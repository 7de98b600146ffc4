#include "contact/block_map.h"

#include <algorithm>

namespace drystone {

template <int D>
Mat<D> BlockMap<D>::diagonal(int i) const {
    for (int k = row_start[i]; k < row_start[i + 1]; ++k) {
        if (column[k] == i) return block[k];
    }
    return {};
}

template <int D>
Vec<D> BlockMap<D>::velocity(const State& r, int i) const {
    Vec<D> u{};
    for (int k = row_start[i]; k < row_start[i + 1]; ++k) u += block[k] * r[column[k]];
    return u;
}

namespace {

/// Calls add(row, owner) for all.
template <class Add>
void for_each_owner(const std::vector<Owners>& owners, const Add& add) {
    for (std::size_t i = 0; i < owners.size(); ++i) {
        for (const int owner : owners[i]) {
            if (owner >= 0) add(i, static_cast<std::size_t>(owner));
        }
    }
}

template <int D>
void list_owners(const RigidProblem<D>& problem, BlockScratch<D>& s) {
    const BodyMap<D>& map = problem.W;
    s.start.assign(map.body.size() + map.compliant.size() + 1, 0);
    s.owner.clear();
    for (int i = 0; i < map.size(); ++i) s.owner.push_back(owners_of(map, i));
    for (const Turning<D>& turning : problem.turning) s.owner.push_back(owners_of(map, turning.contact));
    for_each_owner(s.owner, [&](std::size_t, std::size_t owner) { ++s.start[owner + 1]; });
    for (std::size_t k = 1; k < s.start.size(); ++k) s.start[k] += s.start[k - 1];
    s.row.resize(static_cast<std::size_t>(s.start.back()));
    for_each_owner(s.owner, [&](std::size_t i, std::size_t owner) {
        s.row[static_cast<std::size_t>(s.start[owner]++)] = static_cast<int>(i);
    });
    // Each has run on to where the next began.
    for (std::size_t k = s.start.size() - 1; k > 0; --k) s.start[k] = s.start[k - 1];
    s.start[0] = 0;
}

/// Rows that share a body with row i, i among them; ascending.
template <int D>
void find_near(std::size_t i, BlockScratch<D>& s) {
    s.near.clear();
    for (const int owner : s.owner[i]) {
        if (owner < 0) continue;
        s.near.insert(s.near.end(), s.row.begin() + s.start[owner], s.row.begin() + s.start[owner + 1]);
    }
    std::sort(s.near.begin(), s.near.end());
    s.near.erase(std::unique(s.near.begin(), s.near.end()), s.near.end());
}

/// The owners of a row stand still again.
template <int D>
void clear(const BodyMap<D>& map, const Owners& owners, MapState<D>& state) {
    const int mobile = static_cast<int>(map.body.size());
    for (const int owner : owners) {
        if (owner < 0) continue;
        if (owner < mobile) {
            state.body[static_cast<std::size_t>(owner)] = {};
            continue;
        }
        const CompliantBody<D>& body = map.compliant[static_cast<std::size_t>(owner - mobile)];
        std::fill_n(state.dof.begin() + body.first, body.count, Vec<D>{});
    }
}

/// A unit impulse, or moment, on row j.
template <int D>
void add_unit(const RigidProblem<D>& problem, int j, int k, MapState<D>& state) {
    if (j < problem.size())
        problem.W.add(state, j, Vec<D>::axis(k));
    else if (k < spin_dim<D>)
        problem.W.add_moment(state, problem.turning[j - problem.size()].contact, Spin<D>::axis(k));
}

/// Relative velocity, or spin, of row i.
template <int D>
Vec<D> velocity_of(const RigidProblem<D>& problem, int i, const MapState<D>& state) {
    if (i < problem.size()) return problem.W.velocity(state, i);
    const Spin<D> w = problem.W.spin(state, problem.turning[i - problem.size()].contact);
    Vec<D> padded{};
    for (int k = 0; k < spin_dim<D>; ++k) padded[k] = w[k];
    return padded;
}

/// Column j of W: what a unit on it does to the rows near it; W has the pattern of its transpose.
template <int D>
void fill_column(const RigidProblem<D>& problem, int j, BlockScratch<D>& s, BlockMap<D>& W) {
    for (int k = 0; k < D; ++k) {
        add_unit(problem, j, k, s.velocity);
        for (int at = W.row_start[j]; at < W.row_start[j + 1]; ++at) {
            const int i = W.column[at];
            const auto begin = W.column.begin() + W.row_start[i], end = W.column.begin() + W.row_start[i + 1];
            Mat<D>& block = W.block[static_cast<std::size_t>(std::lower_bound(begin, end, j) - W.column.begin())];
            const Vec<D> u = velocity_of(problem, i, s.velocity);
            for (int component = 0; component < D; ++component) block[component][k] = u[component];
        }
        clear(problem.W, s.owner[j], s.velocity);
    }
}

}  // namespace

template <int D>
void assemble_rows(const RigidProblem<D>& problem, BlockScratch<D>& scratch, BlockMap<D>& W) {
    list_owners(problem, scratch);
    W.row_start.assign(1, 0);
    W.column.clear();
    for (std::size_t i = 0; i < scratch.owner.size(); ++i) {
        find_near(i, scratch);
        W.column.insert(W.column.end(), scratch.near.begin(), scratch.near.end());
        W.row_start.push_back(static_cast<int>(W.column.size()));
    }
    W.block.resize(W.column.size());
    problem.W.reset(scratch.velocity);
    for (int j = 0; j < W.size(); ++j) fill_column(problem, j, scratch, W);
}

template <int D>
void assemble_blocks(const RigidProblem<D>& problem, BlockScratch<D>& scratch, BlockProblem<D>& blocks) {
    blocks.b = problem.b;
    blocks.law = problem.law;
    blocks.turning = problem.turning;
    assemble_rows(problem, scratch, blocks.W);
}

template struct BlockMap<2>;
template struct BlockMap<3>;
template void assemble_rows(const RigidProblem<2>&, BlockScratch<2>&, BlockMap<2>&);
template void assemble_rows(const RigidProblem<3>&, BlockScratch<3>&, BlockMap<3>&);
template void assemble_blocks(const RigidProblem<2>&, BlockScratch<2>&, BlockProblem<2>&);
template void assemble_blocks(const RigidProblem<3>&, BlockScratch<3>&, BlockProblem<3>&);

}  // namespace drystone

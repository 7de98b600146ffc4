#include "contact/block_map.h"

#include <algorithm>
#include <cassert>

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

/// Who moves at a contact: the mobile bodies and the deformable ones on its two sides. `add(contact, owner)` is told of each.
template <int D, class Add>
void for_each_owner(const BodyMap<D>& rigid, std::span<const ElasticRows<D>> elastic, const Add& add) {
    for (std::size_t i = 0; i < rigid.contact.size(); ++i) {
        for (const int body : {rigid.contact[i].body_a, rigid.contact[i].body_b}) {
            if (body >= 0) add(i, static_cast<std::size_t>(body));
        }
    }
    for (std::size_t e = 0; e < elastic.size(); ++e) {
        for (const int i : elastic[e].contact) add(static_cast<std::size_t>(i), rigid.body.size() + e);
    }
}

template <int D>
void list_owners(const BodyMap<D>& rigid, std::span<const ElasticRows<D>> elastic, BlockScratch<D>& s) {
    s.start.assign(rigid.body.size() + elastic.size() + 1, 0);
    s.owner.assign(rigid.contact.size(), {-1, -1});
    for_each_owner(rigid, elastic, [&](std::size_t, std::size_t owner) { ++s.start[owner + 1]; });
    for (std::size_t k = 1; k < s.start.size(); ++k) s.start[k] += s.start[k - 1];
    s.contact.resize(static_cast<std::size_t>(s.start.back()));
    for_each_owner(rigid, elastic, [&](std::size_t i, std::size_t owner) {
        s.contact[static_cast<std::size_t>(s.start[owner]++)] = static_cast<int>(i);
        s.owner[i][s.owner[i][0] < 0 ? 0 : 1] = static_cast<int>(owner);
    });
    // Each has run on to where the next began.
    for (std::size_t k = s.start.size() - 1; k > 0; --k) s.start[k] = s.start[k - 1];
    s.start[0] = 0;
}

/// Contacts that share a body with contact i, i among them; ascending.
template <int D>
void find_near(int i, BlockScratch<D>& s) {
    s.near.clear();
    for (const int owner : s.owner[i]) {
        if (owner < 0) continue;
        s.near.insert(s.near.end(), s.contact.begin() + s.start[owner], s.contact.begin() + s.start[owner + 1]);
    }
    std::sort(s.near.begin(), s.near.end());
    s.near.erase(std::unique(s.near.begin(), s.near.end()), s.near.end());
}

template <int D>
Mat<D> rigid_block(const BodyMap<D>& bodies, typename BodyMap<D>::State& V, int i, int j) {
    Mat<D> W;
    for (int k = 0; k < D; ++k) {
        bodies.add(V, j, Vec<D>::axis(k));
        const Vec<D> u = bodies.velocity(V, i);
        for (int row = 0; row < D; ++row) W[row][k] = u[row];
        for (const int side : {bodies.contact[j].body_a, bodies.contact[j].body_b}) {
            if (side >= 0) V[side] = {};
        }
    }
    return W;
}

/// Adds the block of rows p, q of a deformable body to that of their contacts.
template <int D>
void add_elastic(const BodyMap<D>& map, const ElasticRows<D>& rows, BlockMap<D>& W) {
    const std::size_t n = rows.contact.size();
    for (std::size_t p = 0; p < n; ++p) {
        const int i = rows.contact[p];
        int k = W.row_start[i];
        for (std::size_t q = 0; q < n; ++q) {
            const int j = rows.contact[q];
            while (W.column[k] != j) ++k;
            W.block[k] = W.block[k] + (rows.sign[p] * rows.sign[q]) *
                                          (map.contact[i].frame * rows.W[p * n + q] *
                                           transpose(map.contact[j].frame));
        }
    }
}

}  // namespace

template <int D>
void assemble_blocks(const RigidProblem<D>& problem, std::span<const ElasticRows<D>> elastic,
                     BlockScratch<D>& scratch, BlockProblem<D>& blocks) {
    assert(problem.turning.empty());  // moments have no blocks
    const BodyMap<D>& bodies = problem.W;
    list_owners(bodies, elastic, scratch);
    blocks.b = problem.b;
    blocks.law = problem.law;
    blocks.W.row_start.assign(1, 0);
    blocks.W.column.clear();
    blocks.W.block.clear();
    bodies.reset(scratch.velocity);
    for (int i = 0; i < problem.size(); ++i) {
        find_near(i, scratch);
        for (const int j : scratch.near) {
            blocks.W.column.push_back(j);
            blocks.W.block.push_back(rigid_block(bodies, scratch.velocity, i, j));
        }
        blocks.W.row_start.push_back(static_cast<int>(blocks.W.column.size()));
    }
    for (const ElasticRows<D>& rows : elastic) add_elastic(bodies, rows, blocks.W);
}

template struct BlockMap<2>;
template struct BlockMap<3>;
template void assemble_blocks(const RigidProblem<2>&, std::span<const ElasticRows<2>>, BlockScratch<2>&,
                              BlockProblem<2>&);
template void assemble_blocks(const RigidProblem<3>&, std::span<const ElasticRows<3>>, BlockScratch<3>&,
                              BlockProblem<3>&);

}  // namespace drystone

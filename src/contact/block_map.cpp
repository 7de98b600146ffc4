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

template <int D>
BlockProblem<D> assemble_blocks(const RigidProblem<D>& problem) {
    assert(problem.turning.empty());  // moments have no blocks
    const BodyMap<D>& bodies = problem.W;
    const int contacts = problem.size();

    std::vector<std::vector<int>> contacts_of(bodies.body.size());
    for (int i = 0; i < contacts; ++i) {
        if (bodies.contact[i].body_a >= 0) contacts_of[bodies.contact[i].body_a].push_back(i);
        if (bodies.contact[i].body_b >= 0) contacts_of[bodies.contact[i].body_b].push_back(i);
    }

    BlockProblem<D> blocks;
    blocks.b = problem.b;
    blocks.law = problem.law;
    blocks.W.row_start = {0};
    typename BodyMap<D>::State V;
    bodies.reset(V);
    std::vector<int> near;
    for (int i = 0; i < contacts; ++i) {
        near.clear();
        for (const int side : {bodies.contact[i].body_a, bodies.contact[i].body_b}) {
            if (side >= 0) near.insert(near.end(), contacts_of[side].begin(), contacts_of[side].end());
        }
        std::sort(near.begin(), near.end());
        near.erase(std::unique(near.begin(), near.end()), near.end());

        for (const int j : near) {
            Mat<D> W;
            for (int k = 0; k < D; ++k) {
                bodies.add(V, j, Vec<D>::axis(k));
                const Vec<D> u = bodies.velocity(V, i);
                for (int row = 0; row < D; ++row) W[row][k] = u[row];
                for (const int side : {bodies.contact[j].body_a, bodies.contact[j].body_b}) {
                    if (side >= 0) V[side] = {};
                }
            }
            blocks.W.column.push_back(j);
            blocks.W.block.push_back(W);
        }
        blocks.W.row_start.push_back(static_cast<int>(blocks.W.column.size()));
    }
    return blocks;
}

template struct BlockMap<2>;
template struct BlockMap<3>;
template BlockProblem<2> assemble_blocks(const RigidProblem<2>&);
template BlockProblem<3> assemble_blocks(const RigidProblem<3>&);

}  // namespace drystone

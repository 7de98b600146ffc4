#include "solvers/islands.h"

#include <algorithm>
#include <numeric>

namespace drystone {

template <int D>
Islands find_islands(const BlockMap<D>& W) {
    const int n = W.size();
    std::vector<int> parent(static_cast<std::size_t>(n));
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int i) {
        while (parent[i] != i) i = parent[i] = parent[parent[i]];
        return i;
    };
    for (int i = 0; i < n; ++i) {
        int of_i = root(i);
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) {
            const int of_j = root(W.column[k]);
            if (of_i == of_j) continue;
            parent[std::max(of_i, of_j)] = std::min(of_i, of_j);
            of_i = std::min(of_i, of_j);
        }
    }

    // The root is an island's first contact, so the islands come out in that order.
    Islands islands;
    islands.start.push_back(0);
    std::vector<int> number(static_cast<std::size_t>(n), -1);
    for (int i = 0; i < n; ++i) {
        const int first = root(i);
        if (number[first] < 0) {
            number[first] = islands.size();
            islands.start.push_back(0);
        }
        ++islands.start[number[first] + 1];
    }
    std::partial_sum(islands.start.begin(), islands.start.end(), islands.start.begin());
    std::vector<int> next = islands.start;
    islands.contact.resize(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) islands.contact[next[number[root(i)]]++] = i;
    return islands;
}

template <int D>
BlockProblem<D> part_of(const BlockProblem<D>& problem, std::span<const int> contacts,
                        std::vector<int>& place) {
    const BlockMap<D>& W = problem.W;
    BlockProblem<D> part;
    std::size_t blocks = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        place[contacts[k]] = static_cast<int>(k);
        blocks += static_cast<std::size_t>(W.row_start[contacts[k] + 1] - W.row_start[contacts[k]]);
    }
    part.W.row_start.reserve(contacts.size() + 1);
    part.W.row_start.push_back(0);
    part.W.column.reserve(blocks);
    part.W.block.reserve(blocks);
    part.b.reserve(contacts.size());
    part.law.reserve(contacts.size());
    for (const int i : contacts) {
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) part.W.column.push_back(place[W.column[k]]);
        part.W.block.insert(part.W.block.end(), W.block.begin() + W.row_start[i],
                            W.block.begin() + W.row_start[i + 1]);
        part.W.row_start.push_back(static_cast<int>(part.W.column.size()));
        part.b.push_back(problem.b[i]);
        part.law.push_back(problem.law[i]);
    }
    return part;
}

template <int D>
void make_dry(BlockProblem<D>& problem) {
    const BlockMap<D>& W = problem.W;
    for (int i = 0; i < problem.size(); ++i) {
        problem.b[i] += problem.law[i].velocity_shift;
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) {
            const double c = problem.law[W.column[k]].tension;
            if (c == 0.0) continue;
            for (int row = 0; row < D; ++row) problem.b[i][row] -= c * W.block[k][row][0];
        }
    }
    for (std::size_t i = 0; i < problem.law.size(); ++i) problem.law.set(i, {.mu = problem.law.mu(i)});
}

template Islands find_islands(const BlockMap<2>&);
template Islands find_islands(const BlockMap<3>&);
template BlockProblem<2> part_of(const BlockProblem<2>&, std::span<const int>, std::vector<int>&);
template BlockProblem<3> part_of(const BlockProblem<3>&, std::span<const int>, std::vector<int>&);
template void make_dry(BlockProblem<2>&);
template void make_dry(BlockProblem<3>&);

}  // namespace drystone

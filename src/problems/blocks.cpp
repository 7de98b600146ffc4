#include "problems/blocks.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

namespace drystone {

namespace {

template <int D>
Vec<D> full_velocity(const BlockProblem<D>& problem, const std::vector<Vec<D>>& r, int i) {
    return problem.W.velocity(r, i) + problem.b[i] + problem.law[i].velocity_shift;
}

}  // namespace

template <int D>
BlockProblem<D> to_blocks(const LocalForm& local) {
    assert(local.W.rows == local.W.columns && local.q.size() == static_cast<std::size_t>(local.W.rows));
    assert(local.dimension == D && !local.bilateral);
    const int contacts = local.contacts();
    std::vector<std::vector<int>> columns(static_cast<std::size_t>(contacts));  // of each row of blocks
    for (int j = 0; j < contacts; ++j) {
        const auto note = [&](int i) {
            std::vector<int>& row = columns[static_cast<std::size_t>(i)];
            if (row.empty() || row.back() != j) row.push_back(j);
        };
        note(j);
        for (int k = local.W.column_start[D * j]; k < local.W.column_start[D * (j + 1)]; ++k)
            note(local.W.row[k] / D);
    }

    BlockProblem<D> problem;
    problem.W.row_start = {0};
    for (const std::vector<int>& row : columns) {
        problem.W.column.insert(problem.W.column.end(), row.begin(), row.end());
        problem.W.row_start.push_back(static_cast<int>(problem.W.column.size()));
    }
    problem.W.block.resize(problem.W.column.size());
    for (const MatrixEntry& entry : entries_of(local.W)) {
        const auto begin = problem.W.column.begin() + problem.W.row_start[entry.row / D];
        const auto end = problem.W.column.begin() + problem.W.row_start[entry.row / D + 1];
        const auto place = std::lower_bound(begin, end, entry.column / D) - problem.W.column.begin();
        problem.W.block[static_cast<std::size_t>(place)][entry.row % D][entry.column % D] += entry.value;
    }
    problem.b = as_vectors<D>(local.q);
    problem.law.resize(static_cast<std::size_t>(contacts));
    for (int i = 0; i < contacts; ++i) problem.law.set(static_cast<std::size_t>(i), {.mu = local.mu[i]});
    return problem;
}

template <int D>
LocalForm from_blocks(const BlockProblem<D>& problem) {
    LocalForm local{.dimension = D, .W = {}, .q = {}, .mu = {}, .bilateral = {}};
    std::vector<MatrixEntry> entries;
    for (int i = 0; i < problem.size(); ++i) {
        assert(problem.law[i].is_dry() && !problem.law[i].turning.turns());
        const Vec<D> q = problem.b[i] + problem.law[i].velocity_shift;
        local.q.insert(local.q.end(), q.c.begin(), q.c.end());
        local.mu.push_back(problem.law[i].mu);
        for (int k = problem.W.row_start[i]; k < problem.W.row_start[i + 1]; ++k) {
            for (int a = 0; a < D; ++a) {
                for (int b = 0; b < D; ++b)
                    entries.push_back({D * i + a, D * problem.W.column[k] + b, problem.W.block[k][a][b]});
            }
        }
    }
    local.W = from_entries(D * problem.size(), D * problem.size(), std::move(entries));
    return local;
}

template <int D>
std::optional<std::string> cannot_be_said(const RigidProblem<D>& problem) {
    const auto joints = std::count_if(problem.law.begin(), problem.law.end(),
                                      [](const LocalLaw<D>& law) { return !law.is_dry(); });
    if (joints == 0 && problem.turning.empty()) return std::nullopt;
    return fmt::format(
        "{} of its {} contacts hold by cohesion, tension or a joint and {} carry moments: FCLIB knows dry "
        "Coulomb friction only",
        joints, problem.law.size(), problem.turning.size());
}

template <int D>
ContactState state_of(const BlockProblem<D>& problem, std::span<const Vec<D>> r) {
    assert(r.size() == problem.b.size());
    ContactState state;
    const std::vector<Vec<D>> impulses(r.begin(), r.end());
    for (int i = 0; i < problem.size(); ++i) {
        const Vec<D> u = full_velocity(problem, impulses, i);
        state.u.insert(state.u.end(), u.c.begin(), u.c.end());
        state.r.insert(state.r.end(), r[i].c.begin(), r[i].c.end());
    }
    return state;
}

template <int D>
std::vector<Vec<D>> as_vectors(std::span<const double> numbers) {
    assert(numbers.size() % D == 0);
    std::vector<Vec<D>> vectors(numbers.size() / D);
    for (std::size_t k = 0; k < vectors.size() * D; ++k) vectors[k / D][static_cast<int>(k % D)] = numbers[k];
    return vectors;
}

template <int D>
double fclib_merit(const BlockProblem<D>& problem, std::span<const Vec<D>> r) {
    assert(r.size() == problem.b.size());
    double error = 0.0, q = 0.0;
    const std::vector<Vec<D>> impulses(r.begin(), r.end());
    for (int i = 0; i < problem.size(); ++i) {
        const Vec<D> e = natural_map(problem.law[i], r[i], full_velocity(problem, impulses, i), 1.0);
        const Vec<D> free = problem.b[i] + problem.law[i].velocity_shift;
        error += dot(e, e);
        q += dot(free, free);
    }
    return std::sqrt(error) / (1.0 + std::sqrt(std::sqrt(q)));
}

#define DRYSTONE_PROBLEM_BLOCKS(D)                                                   \
    template BlockProblem<D> to_blocks(const LocalForm&);                            \
    template LocalForm from_blocks(const BlockProblem<D>&);                          \
    template std::optional<std::string> cannot_be_said(const RigidProblem<D>&);      \
    template ContactState state_of(const BlockProblem<D>&, std::span<const Vec<D>>); \
    template std::vector<Vec<D>> as_vectors(std::span<const double>);                \
    template double fclib_merit(const BlockProblem<D>&, std::span<const Vec<D>>);
DRYSTONE_PROBLEM_BLOCKS(2)
DRYSTONE_PROBLEM_BLOCKS(3)
#undef DRYSTONE_PROBLEM_BLOCKS

}  // namespace drystone

#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "contact/block_map.h"
#include "core/random.h"
#include "laws/local_solve.h"
#include "laws/prepared_contact.h"
#include "solvers/solver.h"

namespace drystone {

/// Gauss-Seidel sweeps over assembled blocks, docs/theory.md (5.1); r itself is the state.
template <int D>
class BlockSweep {
  public:
    BlockSweep(const BlockProblem<D>& problem, SweepOrder order)
        : problem_(problem), order_(order), r_(problem.b.size()), diagonal_(problem.b.size()) {
        for (int i = 0; i < size(); ++i) diagonal_[i] = problem.W.diagonal(i);
        if (order == SweepOrder::sequential) return;
        visit_.resize(problem.b.size());
        std::iota(visit_.begin(), visit_.end(), 0);
        if (order == SweepOrder::coloured) order_by_colour();
    }

    int size() const { return problem_.size(); }
    void load(std::span<const Vec<D>> r, std::span<const Spin<D>> = {}) {
        std::copy(r.begin(), r.end(), r_.begin());
    }
    void load_zero() { std::fill(r_.begin(), r_.end(), Vec<D>{}); }
    void store(std::span<Vec<D>> r, std::span<Spin<D>> = {}) const {
        std::copy(r_.begin(), r_.end(), r.begin());
    }

    /// From r alone, as residual_sums() has it.
    ResidualSums residual() {
        ResidualSums sums;
        for (int i = 0; i < size(); ++i) {
            const LocalLaw<D>& law = problem_.law[i];
            const double rho = step_length(diagonal_[i]);
            const Vec<D> v = problem_.W.velocity(r_, i) + problem_.b[i] + law.velocity_shift;
            const Vec<D> e = natural_map(law, r_[i], v, rho);
            sums += {dot(e, e), dot(r_[i], r_[i]), rho * rho * dot(problem_.b[i], problem_.b[i])};
        }
        return last_ = sums;
    }

    /// What the last look saw.
    const ResidualSums& last() const { return last_; }

    void stay_awake() {}  // it always is

    void sweep(Random& random) {
        if (order_ == SweepOrder::random) random.shuffle(std::span<int>(visit_));
        sweep();
    }

    /// In the order of the last sweep. Returns how far the impulses went, |dr|^2: about the error that there was.
    double sweep() {
        double moved = 0.0;
        if (swept_ && contact_.empty()) prepare();
        swept_ = true;
        if (visit_.empty()) {
            for (int i = 0; i < size(); ++i) moved += visit(i);
        }
        for (const int i : visit_) moved += visit(i);
        return moved;
    }

  private:
    /// For the second sweep and those that follow: to some problems the first is enough.
    void prepare() {
        contact_.reserve(r_.size());
        for (int i = 0; i < size(); ++i) contact_.emplace_back(problem_.law[i], diagonal_[i]);
    }

    double visit(int i) {
        const LocalLaw<D>& law = problem_.law[i];
        const Vec<D> before = r_[i];
        const Vec<D> q =
            problem_.W.velocity(r_, i) + problem_.b[i] + law.velocity_shift - diagonal_[i] * before;
        r_[i] = contact_.empty() ? solve_local(law, diagonal_[i], q) : contact_[i].solve(q);
        const Vec<D> change = r_[i] - before;
        return dot(change, change);
    }

    /// Greedy colours of the graph of W, contacts of one colour together.
    void order_by_colour() {
        std::vector<int> colour(visit_.size(), -1);
        std::vector<char> used;
        for (int i = 0; i < size(); ++i) {
            const int neighbours = problem_.W.row_start[i + 1] - problem_.W.row_start[i];
            used.assign(static_cast<std::size_t>(neighbours) + 1, 0);  // one of so many colours is free
            for (int k = problem_.W.row_start[i]; k < problem_.W.row_start[i + 1]; ++k) {
                const int c = colour[problem_.W.column[k]];
                if (c >= 0 && c <= neighbours) used[c] = 1;
            }
            colour[i] = static_cast<int>(std::find(used.begin(), used.end(), 0) - used.begin());
        }
        std::stable_sort(visit_.begin(), visit_.end(), [&](int i, int j) { return colour[i] < colour[j]; });
    }

    const BlockProblem<D>& problem_;
    SweepOrder order_;
    std::vector<Vec<D>> r_;
    std::vector<Mat<D>> diagonal_;
    std::vector<PreparedContact<D>> contact_;
    ResidualSums last_;
    bool swept_ = false;
    std::vector<int> visit_;  // none: in the order of the contact list
};

}  // namespace drystone

#pragma once

#include <span>
#include <vector>

#include "contact/block_map.h"
#include "solvers/block_lu.h"
#include "solvers/solver.h"

namespace drystone {

/// Alternating directions on assembled blocks: the law at every contact with step rho, then the dynamics of all of them
/// with one factor of W + 1/rho, docs/theory.md (5.13):
///
///     r+ = L_rho(r, y),     (W + 1/rho) x = y - b + (2 r+ - r) / rho,     y+ = y + (2 r+ - r - x) / rho
///
/// y is the velocity the law is asked with; at a fixed point x = r and y = W r + b. rho as in admm.h, in units of
/// 1 / mean(W_ii): firm where the law holds the contact still, soft where it lets it move, and firm everywhere from r = 0, where
/// nothing is known. Statuses are taken anew, with a new factor, when a digit takes more than `patience` iterations.
///
/// Rows for moments follow those of the contacts: there y is the relative spin, and L the law of turning. A few iterations where nearly all is held still (masonry: rank far below the number of impulses), many
/// where much slides.
template <int D>
class BlockAdmm {
  public:
    static constexpr int patience = 20;

    explicit BlockAdmm(const BlockProblem<D>& problem);

    struct Result {
        double error = 0.0;     // |e|^2 of docs/theory.md (3.6), summed
        double residual = 0.0;  // relative
        int iterations = 0;
    };

    /// What a factor costs, in iterations.
    double factor_in_iterations() const { return lu_.products() / (lu_.fill() + 1.0); }

    /// From r until the error is at most `target`, or at most (tolerance scale)^2 with the scale of the residual; or `most`
    /// iterations. r and m become the best that was found.
    Result solve(double target, double tolerance, int most, std::span<Vec<D>> r, std::span<Spin<D>> m = {});
    /// The sums behind the residual of the best that was found, and of no impulses at all.
    const ResidualSums& best() const { return best_sums_; }
    ResidualSums nothing();

  private:
    void start();
    bool set_rho(double firm);
    void iterate();
    bool look(double target, double tolerance, Result& result);
    ResidualSums residual() const;
    Vec<D> velocity(int i) const;
    Vec<D> law_step(int i, const Vec<D>& rho) const;
    Vec<D> choose_rho(int i, double firm) const;
    bool is_moment(int i) const { return i >= problem_.size(); }
    const Turning<D>& turning(int i) const { return problem_.turning[i - problem_.size()]; }
    LocalLaw<D> law(int i) const { return problem_.law[is_moment(i) ? turning(i).contact : i]; }
    double pressed(int i) const { return r_[turning(i).contact][0] + law(i).tension; }

    const BlockProblem<D>& problem_;
    bool symmetric_;
    BlockLu<D> lu_;
    int rows_;                    // contacts, then moments
    std::vector<int> diagonal_;   // place of W_ii
    std::vector<int> dimension_;  // 0: no impulse can move it
    std::vector<double> unit_;    // 1 / mean(W_ii) [kg], [kg m2]
    std::vector<Vec<D>> b_;       // with the laws' shifts
    std::vector<Vec<D>> rho_, r_, y_, x_, best_;
    ResidualSums best_sums_;
    std::vector<Mat<D>> blocks_;
};

/// The method on a whole problem.
template <int D>
SolveReport solve_block_admm(const BlockProblem<D>& problem, const SolverSettings& settings,
                             std::span<Vec<D>> r, std::span<Spin<D>> m = {});

/// Whether W equals its transpose to rounding, block by block.
template <int D>
bool is_symmetric(const BlockMap<D>& W);

}  // namespace drystone

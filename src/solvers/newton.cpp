// Proximal Newton on one island, docs/theory.md (5.10)-(5.12): with the pieces of the laws at z = r - rho' v,
//
//     v = W r + b + delta / rho_i (r - r_bar),      with the linear equations of its piece (law_piece.h) at every contact i
//
// is a linear system with the pattern of W; its solution may put contacts on other pieces, and so on until none changes. delta keeps the
// system regular where W is not.

#include "solvers/newton.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

constexpr double delta_at_first = 1e-3, smallest_delta = 1e-10, largest_delta = 10.0;

/// rows_i A ways_j^T.
template <int D>
Mat<D> reduced(const PieceEquations<D>& i, const Mat<D>& A, const PieceEquations<D>& j) {
    if (i.dimension == D && j.dimension == D) return A;  // both stick: rows and ways are the axes
    Mat<D> out;
    for (int x = 0; x < i.dimension; ++x) {
        const Vec<D> row = i.dimension == D ? A[x] : transpose_times(A, i.rows[x]);
        for (int y = 0; y < j.dimension; ++y) out[x][y] = dot(row, j.ways[y]);
    }
    return out;
}

}  // namespace

template <int D>
ProximalNewton<D>::ProximalNewton(const BlockProblem<D>& problem, BlockSweep<D>& sweep)
    : problem_(problem), sweep_(sweep), delta_(delta_at_first) {
    lu_.set_pattern(problem.W);
    const std::size_t n = problem.b.size();
    rho_.resize(n);
    for (int i = 0; i < problem.size(); ++i) rho_[i] = step_length(problem.W.diagonal(i));
    for (auto* each : {&r_, &v_, &anchor_, &best_, &x_, &given_}) each->resize(n);
    law_ = {problem.law.begin(), problem.law.end()};
    piece_.resize(n);
    slip_.resize(n);
    equations_.resize(n);
    dimension_.resize(n);
    blocks_.resize(problem.W.block.size());
}

template <int D>
typename ProximalNewton<D>::Errors ProximalNewton<D>::evaluate() {
    Errors errors;
    for (int i = 0; i < problem_.size(); ++i) {
        if (rho_[i] == 0.0) continue;
        const Vec<D> v = problem_.W.velocity(r_, i) + problem_.b[i], moved = r_[i] - anchor_[i];
        v_[i] = v + (delta_ / rho_[i]) * moved;
        const Vec<D> exact = natural_map(problem_.law[i], r_[i], v, rho_[i]);
        v_[i][0] += law_[i].lift();
        const Vec<D> proximal = law_[i].error(r_[i], v_[i], rho_[i]);
        errors.exact += dot(exact, exact);
        errors.proximal += dot(proximal, proximal);
        errors.moved += dot(moved, moved);
    }
    return errors;
}

template <int D>
void ProximalNewton<D>::hold() {
    for (int i = 0; i < problem_.size(); ++i) law_[i].hold(r_[i], problem_.W.velocity(r_, i) + problem_.b[i]);
}

template <int D>
void ProximalNewton<D>::let_go() {
    for (int i = 0; i < problem_.size(); ++i) law_[i].let_go(problem_.law[i]);
}

/// Pieces for the next step, from r and v. Returns how many are not what they were.
template <int D>
int ProximalNewton<D>::choose(bool one_at_a_time) {
    int changes = 0, last = -1;
    LawPiece of_last;
    for (int i = 0; i < problem_.size(); ++i) {
        if (rho_[i] == 0.0) continue;
        const double step = rho_[i] / (1.0 + delta_);
        const LawPiece wanted = law_[i].piece_at(r_[i] - step * v_[i], step, slip_[i]);
        if (wanted == piece_[i]) continue;
        ++changes;
        last = i;
        of_last = wanted;
        if (!one_at_a_time) piece_[i] = wanted;
    }
    if (last >= 0) piece_[last] = of_last;
    return changes;
}

/// Equations of the present pieces: dimensions, and x their right-hand side.
template <int D>
void ProximalNewton<D>::place_contacts() {
    bool pulls = false;
    for (int i = 0; i < problem_.size(); ++i) {
        if (rho_[i] > 0.0) law_[i].set_equations(piece_[i], slip_[i], equations_[i]);
        dimension_[i] = equations_[i].dimension;
        given_[i] = equations_[i].given;
        pulls |= given_[i] != Vec<D>{};
    }
    for (int i = 0; i < problem_.size(); ++i) {
        x_[i] = {};
        const PieceEquations<D>& e = equations_[i];
        if (e.dimension == 0) continue;
        Vec<D> side = (delta_ / rho_[i]) * (anchor_[i] - given_[i]) - problem_.b[i] - e.shift;
        if (pulls) side -= problem_.W.velocity(given_, i) + Mat<D>::diagonal(e.give) * given_[i];
        for (int k = 0; k < e.dimension; ++k) x_[i][k] = dot(e.rows[k], side);
    }
}

/// r of the present pieces.
template <int D>
bool ProximalNewton<D>::newton_step() {
    const BlockMap<D>& W = problem_.W;
    place_contacts();
    for (int i = 0; i < problem_.size(); ++i) {
        const PieceEquations<D>& e = equations_[i];
        if (e.dimension == 0) continue;
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) {
            const int j = W.column[k];
            if (j != i) {
                blocks_[k] = reduced(e, W.block[k], equations_[j]);
                continue;
            }
            const Mat<D> more = Mat<D>::diagonal(e.give) + Mat<D>::scaled_identity(delta_ / rho_[i]);
            blocks_[k] = reduced(e, W.block[k] + more, e) + Mat<D>::diagonal(e.turns);
        }
    }
    if (!lu_.factorise(W, blocks_, dimension_)) return false;
    lu_.solve(x_);
    for (int i = 0; i < problem_.size(); ++i) {
        r_[i] = given_[i];
        for (int k = 0; k < dimension_[i]; ++k) r_[i] += x_[i][k] * equations_[i].ways[k];
    }
    return true;
}

template <int D>
void ProximalNewton<D>::keep_best(double error, Result& result) {
    if (!(error < result.error)) return;
    result.error = error;
    best_ = r_;
}

/// Newton's steps to the solution of (5.10) or (5.12). Returns whether they came near enough to it.
template <int D>
bool ProximalNewton<D>::proximal_step(double target, int most, Result& result) {
    constexpr int enough = 15, patience = 3, few = 12;
    constexpr double near = 0.1;  // of what the proximal term adds to the error, squared
    double least = std::numeric_limits<double>::infinity();
    int since = 0;
    bool one_at_a_time = false;
    evaluate();
    for (int k = 0; k < enough && result.steps + result.sweeps < most; ++k) {
        const int changes = choose(one_at_a_time && k > 0);
        ++result.steps;
        if (!newton_step()) return false;
        const Errors errors = evaluate();
        if (!std::isfinite(errors.proximal)) return false;
        keep_best(errors.exact, result);
        if (result.error <= target) return true;
        if (errors.proximal <= std::max(near * delta_ * delta_ * errors.moved, 0.1 * target)) return true;
        if (errors.proximal < least) {
            least = errors.proximal;
            since = 0;
        } else if (++since >= patience) {
            if (since > 2 * patience && changes > few) return false;
            one_at_a_time = changes <= few;
        }
    }
    return false;
}

template <int D>
typename ProximalNewton<D>::Result ProximalNewton<D>::solve(double target, int most, std::span<Vec<D>> r) {
    assert(!(target < 0.0) && r.size() == problem_.b.size());
    constexpr int sweeps_between = 10;
    Result result;
    std::copy(r.begin(), r.end(), r_.begin());
    anchor_ = r_;
    best_ = r_;
    result.error = evaluate().exact;
    while (result.error > target && result.steps + result.sweeps < most) {
        anchor_ = r_;
        const int before = result.steps;
        if (proximal_step(target, most, result)) {
            const int took = result.steps - before;
            delta_ = std::max(smallest_delta, (took <= 2 ? 0.1 : took <= 5 ? 0.3 : 1.0) * delta_);
            continue;
        }
        r_ = anchor_;
        hold();
        const bool settled = proximal_step(target, most, result);
        let_go();
        delta_ = std::min(largest_delta, (settled ? 3.0 : 10.0) * delta_);
        if (settled) continue;
        sweep_.load(anchor_);
        const int sweeps = std::min(sweeps_between, most - result.steps - result.sweeps);
        for (int k = 0; k < sweeps; ++k) sweep_.sweep();
        result.sweeps += sweeps;
        sweep_.store(r_);
    }
    std::copy(best_.begin(), best_.end(), r.begin());
    return result;
}

template class ProximalNewton<2>;
template class ProximalNewton<3>;

}  // namespace drystone

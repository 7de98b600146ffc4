#include "solvers/block_admm.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

// In units of 1 / mean(W_ii). From nothing, 300 everywhere takes 8 iterations on a tower of planks where 1000 drowns in
// rounding at 2e-8.
constexpr double firm_from_nothing = 300.0, firm_at_first = 1e3, firmest = 1e5, soft = 10.0;

/// Where the law sends r at velocity v: normal first, then shear within the limit that goes with it. Fixed points are
/// those of the natural map (3.12).
template <int D>
Vec<D> law_step(const LocalLaw<D>& law, const Vec<D>& r, const Vec<D>& v, const Vec<D>& rho) {
    const double rho_t = rho[D - 1];
    Vec<D> next = (1.0 / (1.0 + rho_t * law.yields.slip)) * (r - rho_t * v);
    const double normal = on_staircase(law.yields, law.tension, r[0] - rho[0] * v[0], rho[0]);
    const double limit = law.shear_limit(normal), shear = tangential_norm(next);
    if (shear > limit) next = (limit / shear) * next;
    next[0] = normal;
    return next;
}

template <int D>
Vec<D> uniform(double value) {
    Vec<D> all;
    for (int k = 0; k < D; ++k) all[k] = value;
    return all;
}

}  // namespace

template <int D>
BlockAdmm<D>::BlockAdmm(const BlockProblem<D>& problem)
    : problem_(problem), symmetric_(is_symmetric(problem.W)) {
    const BlockMap<D>& W = problem.W;
    const std::size_t n = problem.b.size();
    lu_.set_pattern(W);
    diagonal_.resize(n);
    unit_.resize(n);
    dimension_.resize(n);
    for (auto* each : {&rho_, &y_, &x_}) each->resize(n);
    for (int i = 0; i < problem.size(); ++i) {
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) {
            if (W.column[k] == i) diagonal_[i] = k;
        }
        unit_[i] = step_length(W.diagonal(i));
        dimension_[i] = unit_[i] > 0.0 ? D : 0;
    }
    // A contact that no impulse can move takes no part: neither its row nor its column.
    blocks_ = W.block;
    for (int i = 0; i < problem.size(); ++i) {
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) {
            if (dimension_[i] == 0 || dimension_[W.column[k]] == 0) blocks_[k] = {};
        }
    }
}

template <int D>
Vec<D> BlockAdmm<D>::velocity(int i) const {
    return problem_.W.velocity(r_, i) + problem_.b[i] + problem_.law[i].velocity_shift;
}

/// A pair r, y that obeys the law, from the guess r. y = W r + b would not do: times a firm rho it drowns r.
template <int D>
void BlockAdmm<D>::start() {
    for (int i = 0; i < problem_.size(); ++i) y_[i] = velocity(i);
    for (int i = 0; i < problem_.size(); ++i) {
        if (dimension_[i] == 0) continue;
        const Vec<D> lawful = law_step(problem_.law[i], r_[i], y_[i], uniform<D>(unit_[i]));
        y_[i] += (1.0 / unit_[i]) * (lawful - r_[i]);
        r_[i] = lawful;
    }
}

/// rho by the statuses at r, and its factor. firm = 0: firm everywhere.
template <int D>
bool BlockAdmm<D>::set_rho(double firm) {
    constexpr double inside = 0.999;
    for (int i = 0; i < problem_.size(); ++i) {
        if (dimension_[i] == 0) continue;
        const LocalLaw<D>& law = problem_.law[i];
        const auto rho = [&](bool still) {
            return unit_[i] * (firm == 0.0 ? firm_from_nothing : still ? firm : soft);
        };
        rho_[i] = uniform<D>(rho(tangential_norm(r_[i]) < inside * law.shear_limit(r_[i][0])));
        rho_[i][0] = rho(r_[i][0] > -inside * law.tension);
        Mat<D>& block = blocks_[diagonal_[i]];
        block = problem_.W.block[diagonal_[i]];
        for (int k = 0; k < D; ++k) block[k][k] += 1.0 / rho_[i][k];
    }
    return symmetric_ ? lu_.factorise_symmetric(problem_.W, blocks_, dimension_)
                      : lu_.factorise(problem_.W, blocks_, dimension_);
}

template <int D>
void BlockAdmm<D>::iterate() {
    for (int i = 0; i < problem_.size(); ++i) {
        if (dimension_[i] == 0) continue;
        const Vec<D> next = law_step(problem_.law[i], r_[i], y_[i], rho_[i]), mirrored = 2.0 * next - r_[i];
        r_[i] = next;
        for (int k = 0; k < D; ++k) y_[i][k] += mirrored[k] / rho_[i][k];
        x_[i] = y_[i] - problem_.b[i] - problem_.law[i].velocity_shift;
    }
    lu_.solve(x_);
    for (int i = 0; i < problem_.size(); ++i) {
        if (dimension_[i] == 0) continue;
        for (int k = 0; k < D; ++k) y_[i][k] -= x_[i][k] / rho_[i][k];
    }
}

/// The error of the exact law at r; the best impulses so far are kept. Returns whether they are good enough.
template <int D>
bool BlockAdmm<D>::look(double target, double tolerance, Result& result) {
    ResidualSums sums;
    for (int i = 0; i < problem_.size(); ++i) {
        const Vec<D> e = natural_map(problem_.law[i], r_[i], velocity(i), unit_[i]);
        sums += {dot(e, e), dot(r_[i], r_[i]), unit_[i] * unit_[i] * dot(problem_.b[i], problem_.b[i])};
    }
    if (!(sums.error < result.error)) return false;
    result.error = sums.error;
    best_ = r_;
    return sums.error <= target || sums.relative() <= tolerance;
}

template <int D>
typename BlockAdmm<D>::Result BlockAdmm<D>::solve(double target, double tolerance, int most,
                                                  std::span<Vec<D>> r) {
    constexpr double a_digit = 0.01;  // of |e|^2
    Result result{.error = std::numeric_limits<double>::infinity(), .iterations = 0};
    r_.assign(r.begin(), r.end());
    best_ = r_;
    const bool from_nothing =
        std::all_of(r.begin(), r.end(), [](const Vec<D>& one) { return one == Vec<D>{}; });
    double firm = firm_at_first, watched = result.error;
    int since = 0;
    bool done = look(target, tolerance, result);
    if (!done) start();
    if (!done && !set_rho(from_nothing ? 0.0 : firm)) return result;
    while (!done && result.iterations < most) {
        iterate();
        ++result.iterations;
        done = look(target, tolerance, result);
        if (done || ++since < patience) continue;
        if (result.error > a_digit * watched) {
            firm = std::min(firmest, 3.0 * firm);
            if (!set_rho(firm)) break;
        }
        since = 0;
        watched = result.error;
    }
    std::copy(best_.begin(), best_.end(), r.begin());
    return result;
}

template <int D>
bool is_symmetric(const BlockMap<D>& W) {
    constexpr double rounding = 1e-12;
    for (int i = 0; i < W.size(); ++i) {
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) {
            const int j = W.column[k];
            if (j < i) continue;
            const auto begin = W.column.begin() + W.row_start[j], end = W.column.begin() + W.row_start[j + 1];
            const auto at = std::lower_bound(begin, end, i);
            if (at == end || *at != i) return false;
            const Mat<D>&a = W.block[k], &b = W.block[static_cast<std::size_t>(at - W.column.begin())];
            double difference = 0.0, size = 0.0;
            for (int x = 0; x < D; ++x) {
                for (int y = 0; y < D; ++y) {
                    difference = std::max(difference, std::abs(a[x][y] - b[y][x]));
                    size = std::max(size, std::abs(a[x][y]));
                }
            }
            if (difference > rounding * size) return false;
        }
    }
    return true;
}

template <int D>
SolveReport solve_block_admm(const BlockProblem<D>& problem, const SolverSettings& settings,
                             std::span<Vec<D>> r) {
    SolveReport report;
    if (problem.size() == 0) return report;
    report.iterations =
        BlockAdmm<D>(problem).solve(0.0, settings.tolerance, settings.max_iterations, r).iterations;
    report.residual = relative_residual<D>(problem, std::span<const Vec<D>>(r));
    report.converged = report.residual <= settings.tolerance;
    report.contact_updates = static_cast<long>(report.iterations) * problem.size();
    return report;
}

template class BlockAdmm<2>;
template class BlockAdmm<3>;
template bool is_symmetric(const BlockMap<2>&);
template bool is_symmetric(const BlockMap<3>&);
template SolveReport solve_block_admm(const BlockProblem<2>&, const SolverSettings&, std::span<Vec<2>>);
template SolveReport solve_block_admm(const BlockProblem<3>&, const SolverSettings&, std::span<Vec<3>>);

}  // namespace drystone

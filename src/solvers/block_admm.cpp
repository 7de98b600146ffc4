#include "solvers/block_admm.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

// In units of 1 / mean(W_ii). From nothing, 300 everywhere takes 8 iterations on a tower of planks where 1000 drowns in
// rounding at 2e-8.
constexpr double firm_from_nothing = 300.0, firm_at_first = 1e3, firmest = 1e5, soft = 10.0;

template <int D>
Vec<D> padded(const Spin<D>& w) {
    Vec<D> out{};
    for (int k = 0; k < spin_dim<D>; ++k) out[k] = w[k];
    return out;
}

template <int D>
Spin<D> spin_of(const Vec<D>& row) {
    Spin<D> w;
    for (int k = 0; k < spin_dim<D>; ++k) w[k] = row[k];
    return w;
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
    : problem_(problem), symmetric_(is_symmetric(problem.W)), rows_(problem.W.size()) {
    const BlockMap<D>& W = problem.W;
    const std::size_t n = static_cast<std::size_t>(rows_);
    lu_.set_pattern(W);
    diagonal_.resize(n);
    unit_.resize(n);
    dimension_.resize(n);
    for (auto* each : {&b_, &rho_, &y_, &x_}) each->resize(n);
    for (int i = 0; i < rows_; ++i) {
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) {
            if (W.column[k] == i) diagonal_[i] = k;
        }
        const int full = is_moment(i) ? spin_dim<D> : D;
        const double mean = mean_diagonal(W.diagonal(i)) * D / full;
        unit_[i] = mean > 0.0 ? 1.0 / mean : 0.0;
        dimension_[i] = unit_[i] > 0.0 ? full : 0;
        b_[i] = is_moment(i) ? padded<D>(turning(i).b) : problem.b[i] + problem.law[i].velocity_shift;
    }
    // A row that no impulse can move takes no part: neither it nor its column.
    blocks_ = W.block;
    for (int i = 0; i < rows_; ++i) {
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) {
            if (dimension_[i] == 0 || dimension_[W.column[k]] == 0) blocks_[k] = {};
        }
    }
}

template <int D>
Vec<D> BlockAdmm<D>::velocity(int i) const {
    return problem_.W.velocity(r_, i) + b_[i];
}

/// Where the law sends row i at velocity y: normal first, then shear within the limit that goes with it. Fixed points are
/// those of the natural map (3.12).
template <int D>
Vec<D> BlockAdmm<D>::law_step(int i, const Vec<D>& rho) const {
    const LocalLaw<D>& law = this->law(i);
    const Vec<D>&r = r_[i], &v = y_[i];
    if (is_moment(i)) {
        const Spin<D> m = spin_of<D>(r);
        return padded<D>(m - turning_map(law.turning, pressed(i), m, spin_of<D>(v), rho[0]));
    }
    const double rho_t = rho[D - 1];
    Vec<D> next = (1.0 / (1.0 + rho_t * law.yields.slip)) * (r - rho_t * v);
    const double normal = on_staircase(law.yields, law.tension, r[0] - rho[0] * v[0], rho[0]);
    const double limit = law.shear_limit(normal), shear = tangential_norm(next);
    if (shear > limit) next = (limit / shear) * next;
    next[0] = normal;
    return next;
}

/// A pair r, y that obeys the law, from the guess r. y = W r + b would not do: times a firm rho it drowns r.
template <int D>
void BlockAdmm<D>::start() {
    for (int i = 0; i < rows_; ++i) y_[i] = velocity(i);
    for (int i = 0; i < rows_; ++i) {
        if (dimension_[i] == 0) continue;
        const Vec<D> lawful = law_step(i, uniform<D>(unit_[i]));
        y_[i] += (1.0 / unit_[i]) * (lawful - r_[i]);
        r_[i] = lawful;
    }
}

/// Large where the law, at the present impulses, holds the row still. firm = 0: everywhere. A joint that gives way by C: midway between its
/// firmness and its bodies' weight, as in admm.cpp.
template <int D>
Vec<D> BlockAdmm<D>::choose_rho(int i, double firm) const {
    constexpr double inside = 0.999;
    const LocalLaw<D>& law = this->law(i);
    const auto rho = [&](bool still, double C = 0.0) {
        if (still && C > 0.0) return std::min(unit_[i] * firm_at_first, std::sqrt(unit_[i] / C));
        return unit_[i] * (firm == 0.0 ? firm_from_nothing : still ? firm : soft);
    };
    if (is_moment(i)) {
        const double s_n = pressed(i), held = rho(norm(r_[i]) < inside * law.turning.rolling_limit(s_n));
        if (!law.turning.viscous()) return uniform<D>(held);
        return uniform<D>(std::clamp(law.turning.viscosity(s_n), unit_[i], held));  // no firmer than it is
    }
    const Yielding& yields = law.yields;
    Vec<D> both = uniform<D>(rho(tangential_norm(r_[i]) < inside * law.shear_limit(r_[i][0]), yields.slip));
    both[0] = rho(r_[i][0] > -inside * law.tension, r_[i][0] < 0.0 ? yields.pulled : yields.pressed);
    return both;
}

/// rho by the statuses at r, and its factor.
template <int D>
bool BlockAdmm<D>::set_rho(double firm) {
    for (int i = 0; i < rows_; ++i) {
        if (dimension_[i] == 0) continue;
        rho_[i] = choose_rho(i, firm);
        Mat<D>& block = blocks_[diagonal_[i]];
        block = problem_.W.block[diagonal_[i]];
        for (int k = 0; k < dimension_[i]; ++k) block[k][k] += 1.0 / rho_[i][k];
    }
    return symmetric_ ? lu_.factorise_symmetric(problem_.W, blocks_, dimension_)
                      : lu_.factorise(problem_.W, blocks_, dimension_);
}

template <int D>
void BlockAdmm<D>::iterate() {
    for (int i = 0; i < rows_; ++i) {
        if (dimension_[i] == 0) continue;
        const Vec<D> next = law_step(i, rho_[i]), mirrored = 2.0 * next - r_[i];
        r_[i] = next;
        for (int k = 0; k < dimension_[i]; ++k) y_[i][k] += mirrored[k] / rho_[i][k];
        x_[i] = y_[i] - b_[i];
    }
    lu_.solve(x_);
    for (int i = 0; i < rows_; ++i) {
        for (int k = 0; k < dimension_[i]; ++k) y_[i][k] -= x_[i][k] / rho_[i][k];
    }
}

/// residual_sums() of r, moments included.
template <int D>
ResidualSums BlockAdmm<D>::residual() const {
    ResidualSums sums;
    for (int i = 0; i < problem_.size(); ++i) {
        const Vec<D> e = natural_map(problem_.law[i], r_[i], velocity(i), unit_[i]);
        sums += {dot(e, e), dot(r_[i], r_[i]), unit_[i] * unit_[i] * dot(problem_.b[i], problem_.b[i])};
    }
    for (int i = problem_.size(); i < rows_; ++i) {
        const double rho = unit_[i], per_square = rho > 0.0 ? unit_[turning(i).contact] / rho : 0.0;
        const Spin<D> m = spin_of<D>(r_[i]);
        const Spin<D> e = turning_map(law(i).turning, pressed(i), m, spin_of<D>(velocity(i)), rho);
        const Spin<D> free = turning(i).free();
        sums += {per_square * dot(e, e), per_square * dot(m, m), per_square * rho * rho * dot(free, free)};
    }
    return sums;
}

template <int D>
ResidualSums BlockAdmm<D>::nothing() {
    r_.assign(static_cast<std::size_t>(rows_), {});
    return residual();
}

/// The error of the exact law at r; the best impulses so far are kept. Returns whether they are good enough.
template <int D>
bool BlockAdmm<D>::look(double target, double tolerance, Result& result) {
    const ResidualSums sums = residual();
    if (!(sums.error < result.error)) return false;
    result.error = sums.error;
    result.residual = sums.relative();
    best_sums_ = sums;
    best_ = r_;
    return sums.error <= target || result.residual <= tolerance;
}

template <int D>
typename BlockAdmm<D>::Result BlockAdmm<D>::solve(double target, double tolerance, int most,
                                                  std::span<Vec<D>> r, std::span<Spin<D>> m) {
    constexpr double a_digit = 0.01;  // of |e|^2
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Result result{.error = infinity, .residual = infinity, .iterations = 0};
    r_.assign(r.begin(), r.end());
    for (const Spin<D>& moment : m) r_.push_back(padded<D>(moment));
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
    std::copy_n(best_.begin(), r.size(), r.begin());
    for (std::size_t k = 0; k < m.size(); ++k) m[k] = spin_of<D>(best_[r.size() + k]);
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
                             std::span<Vec<D>> r, std::span<Spin<D>> m) {
    SolveReport report;
    if (problem.size() == 0) return report;
    BlockAdmm<D> admm(problem);
    const ResidualSums nothing = admm.nothing();
    const auto result = admm.solve(0.0, settings.tolerance, settings.max_iterations, r, m);
    report.iterations = result.iterations;
    report.residual = result.residual;
    report.converged = report.residual <= settings.tolerance && !ran_away(admm.best(), nothing);
    report.contact_updates = static_cast<long>(report.iterations) * problem.size();
    return report;
}

template class BlockAdmm<2>;
template class BlockAdmm<3>;
template bool is_symmetric(const BlockMap<2>&);
template bool is_symmetric(const BlockMap<3>&);
template SolveReport solve_block_admm(const BlockProblem<2>&, const SolverSettings&, std::span<Vec<2>>,
                                      std::span<Vec<1>>);
template SolveReport solve_block_admm(const BlockProblem<3>&, const SolverSettings&, std::span<Vec<3>>,
                                      std::span<Vec<3>>);

}  // namespace drystone

#include "solvers/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

constexpr double delta_at_first = 1e-3, smallest_delta = 1e-10, largest_delta = 10.0;

/// e across d, in the tangent plane of space; there is none in the plane.
Vec<3> across(const Vec<3>& d) { return {{0.0, -d[2], d[1]}}; }
Vec<2> across(const Vec<2>&) { return {}; }

/// Of two vectors, their tangential parts alone; and of a tangential vector with the rows of a block.
double tangential_dot(const Vec<3>& a, const Vec<3>& b) { return a[1] * b[1] + a[2] * b[2]; }
double tangential_dot(const Vec<2>& a, const Vec<2>& b) { return a[1] * b[1]; }
Vec<3> tangential_product(const Vec<3>& d, const Mat<3>& W) { return d[1] * W[1] + d[2] * W[2]; }
Vec<2> tangential_product(const Vec<2>& d, const Mat<2>& W) { return d[1] * W[1]; }

}  // namespace

template <int D>
ProximalNewton<D>::ProximalNewton(const BlockProblem<D>& problem, BlockSweep<D>& sweep)
    : problem_(problem), sweep_(sweep), delta_(delta_at_first) {
    lu_.set_pattern(problem.W);
    const std::size_t n = problem.b.size();
    rho_.resize(n);
    for (int i = 0; i < problem.size(); ++i) rho_[i] = step_length(problem.W.diagonal(i));
    for (auto* each : {&r_, &v_, &anchor_, &best_, &x_, &along_}) each->resize(n);
    for (auto* each : {&lift_, &alpha_}) each->resize(n);
    status_.resize(n);
    dimension_.resize(n);
    blocks_.resize(problem.W.block.size());
}

template <int D>
typename ProximalNewton<D>::Errors ProximalNewton<D>::evaluate() {
    Errors errors;
    for (int i = 0; i < problem_.size(); ++i) {
        if (rho_[i] == 0.0) continue;
        const LocalLaw<D>& law = problem_.law[i];
        const Vec<D> v = problem_.W.velocity(r_, i) + problem_.b[i], moved = r_[i] - anchor_[i];
        v_[i] = v + (delta_ / rho_[i]) * moved;
        const Vec<D> exact = natural_map(law, r_[i], v, rho_[i]);
        Vec<D> proximal;
        if (lift_is_held_) {
            v_[i][0] += lift_[i];
            proximal = r_[i] - project_on_cone(law.mu, r_[i] - rho_[i] * v_[i]);
        } else {
            proximal = natural_map(law, r_[i], v_[i], rho_[i]);
        }
        errors.exact += dot(exact, exact);
        errors.proximal += dot(proximal, proximal);
        errors.moved += dot(moved, moved);
    }
    return errors;
}

template <int D>
void ProximalNewton<D>::hold_lift() {
    for (int i = 0; i < problem_.size(); ++i)
        lift_[i] = problem_.law[i].mu * tangential_norm(problem_.W.velocity(r_, i) + problem_.b[i]);
}

/// d and alpha of (5.11), or with the lift held of (5.12).
template <int D>
void ProximalNewton<D>::describe_slip(int i, const Vec<D>& z) {
    const double mu = problem_.law[i].mu, step = rho_[i] / (1.0 + delta_), shear = tangential_norm(z);
    const double limit = mu * (lift_is_held_ ? (z[0] + mu * shear) / (1.0 + mu * mu) : z[0]);
    const double stiffest = 1e12 / step;  // beyond that r_e is zero to rounding
    along_[i] = shear > 0.0 ? (1.0 / shear) * z : Vec<D>::axis(1);
    along_[i][0] = 0.0;
    alpha_[i] = limit > 0.0 ? std::clamp((shear - limit) / (step * limit), 0.0, stiffest) : stiffest;
}

/// Statuses for the next step, from r and v. Returns how many are not what they were.
template <int D>
int ProximalNewton<D>::choose(bool one_at_a_time) {
    int changes = 0, last = -1;
    Status of_last = Status::open;
    for (int i = 0; i < problem_.size(); ++i) {
        if (rho_[i] == 0.0) continue;
        const double mu = problem_.law[i].mu;
        const Vec<D> z = r_[i] - (rho_[i] / (1.0 + delta_)) * v_[i];
        const double shear = tangential_norm(z);
        const bool open = lift_is_held_ ? mu * shear <= -z[0] : z[0] <= 0.0;
        const Status wanted = open ? Status::open : shear <= mu * z[0] ? Status::sticks : Status::slides;
        describe_slip(i, z);
        if (wanted == status_[i]) continue;
        ++changes;
        last = i;
        of_last = wanted;
        if (!one_at_a_time) status_[i] = wanted;
    }
    if (last >= 0) status_[last] = of_last;
    return changes;
}

/// P W_ij Q^T: rows n, e of a sliding contact (n + mu d, e with the lift held) and columns n + mu d, e; all of a sticking one.
template <int D>
Mat<D> ProximalNewton<D>::reduced(int row, int k) const {
    const Mat<D>& W = problem_.W.block[k];
    const int column = problem_.W.column[k];
    Mat<D> rows = W;
    if (status_[row] == Status::slides) {
        const Vec<D>& d = along_[row];
        if (lift_is_held_) rows[0] += problem_.law[row].mu * tangential_product(d, W);
        rows[1] = tangential_product(across(d), W);  // zero in the plane
        if constexpr (D == 3) rows[2] = {};
        if (dimension_[row] == 1) rows[1] = {};
    }
    if (status_[column] == Status::sticks) return rows;
    const Vec<D> d = problem_.law[column].mu * along_[column], e = across(along_[column]);
    const bool turns = dimension_[column] > 1;
    for (int x = 0; x < dimension_[row]; ++x) {
        const Vec<D> w = rows[x];
        rows[x] = {};
        rows[x][0] = w[0] + tangential_dot(d, w);
        if (turns) rows[x][1] = tangential_dot(e, w);
    }
    return rows;
}

/// Right-hand side and dimension of contact i.
template <int D>
void ProximalNewton<D>::place_contact(int i) {
    dimension_[i] = 0;
    x_[i] = {};
    if (rho_[i] == 0.0 || status_[i] == Status::open) return;
    const double mu = problem_.law[i].mu;
    Vec<D> side = (delta_ / rho_[i]) * anchor_[i] - problem_.b[i];
    if (lift_is_held_) side[0] -= lift_[i];
    if (status_[i] == Status::sticks) {
        dimension_[i] = D;
        x_[i] = side;
        return;
    }
    dimension_[i] = mu > 0.0 ? D - 1 : 1;
    x_[i][0] = side[0] + (lift_is_held_ ? mu * dot(side, along_[i]) : 0.0);
    if (dimension_[i] > 1) x_[i][1] = dot(side, across(along_[i]));
}

/// r of the present statuses.
template <int D>
bool ProximalNewton<D>::newton_step() {
    const BlockMap<D>& W = problem_.W;
    for (int i = 0; i < problem_.size(); ++i) place_contact(i);
    for (int i = 0; i < problem_.size(); ++i) {
        if (dimension_[i] == 0) continue;
        const double mu = problem_.law[i].mu, more = delta_ / rho_[i];
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) {
            const int j = W.column[k];
            blocks_[k] = dimension_[j] > 0 ? reduced(i, k) : Mat<D>{};
            if (j != i) continue;
            for (int x = 0; x < dimension_[i]; ++x) blocks_[k][x][x] += more;
            if (status_[i] != Status::slides) continue;
            if (lift_is_held_) blocks_[k][0][0] += mu * mu * more;
            if (dimension_[i] > 1) blocks_[k][1][1] += alpha_[i];
        }
    }
    if (!lu_.factorise(W, blocks_, dimension_)) return false;
    lu_.solve(x_);
    for (int i = 0; i < problem_.size(); ++i) {
        const Vec<D> x = x_[i];
        r_[i] = x;
        if (status_[i] != Status::slides || rho_[i] == 0.0) continue;
        r_[i] = (problem_.law[i].mu * x[0]) * along_[i];
        if (dimension_[i] > 1) r_[i] += x[1] * across(along_[i]);
        r_[i][0] = x[0];
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
        hold_lift();
        lift_is_held_ = true;
        const bool settled = proximal_step(target, most, result);
        lift_is_held_ = false;
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

// Proximal Newton, docs/theory.md (5.10)-(5.12): with the pieces of the laws at z = r - rho' v,
//
//     v = W r + b + delta / rho_i (r - r_bar),      with the linear equations of its piece (law_piece.h) at every contact i
//
// is a linear system; its solution may put contacts on other pieces, and so on until none changes. delta keeps the
// system regular where W is not.

#include "solvers/newton.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

constexpr double delta_at_first = 1e-3, smallest_delta = 1e-10, largest_delta = 10.0;

}  // namespace

template <int D>
void ProximalNewton<D>::clear() {
    contact_.clear();
    moment_.clear();
    exact_law_.clear();
}

template <int D>
void ProximalNewton<D>::add_contact(const LocalLaw<D>& law, double rho, const Vec<D>& b) {
    exact_law_.push_back(law);
    contact_.push_back({.law = NewtonLaw<D>(law), .rho = rho, .b = b + law.velocity_shift});
}

template <int D>
void ProximalNewton<D>::add_moment(const Turning<D>& turning, double rho) {
    const auto i = static_cast<std::size_t>(turning.contact);
    moment_.push_back({.law = NewtonTurning<D>(exact_law_[i].turning, exact_law_[i].tension),
                       .contact = turning.contact,
                       .rho = rho,
                       .weight = rho > 0.0 ? contact_[i].rho / rho : 0.0,
                       .b = turning.b});
}

template <int D>
void ProximalNewton<D>::make_room() {
    delta_ = delta_at_first;
    for (auto* each : {&r_, &u_, &anchor_, &best_}) each->resize(contact_.size());
    for (auto* each : {&m_, &w_, &anchor_m_, &best_m_}) each->resize(moment_.size());
}

/// v of (5.10), with the lift where it is held.
template <int D>
Vec<D> ProximalNewton<D>::proximal_velocity(std::size_t i) const {
    Vec<D> v = u_[i] + (delta_ / contact_[i].rho) * (r_[i] - anchor_[i]);
    v[0] += contact_[i].law.lift();
    return v;
}

template <int D>
Spin<D> ProximalNewton<D>::proximal_spin(std::size_t k) const {
    return w_[k] + (delta_ / moment_[k].rho) * (m_[k] - anchor_m_[k]);
}

template <int D>
typename NewtonTurning<D>::Place ProximalNewton<D>::place_of(std::size_t k) const {
    const Moment& t = moment_[k];
    const double step = t.rho / (1.0 + delta_);
    return {.r_n = r_[static_cast<std::size_t>(t.contact)][0],
            .m = m_[k],
            .z = m_[k] - step * proximal_spin(k),
            .rho = step,
            .sigma = t.rho / delta_,
            .anchor = anchor_m_[k]};
}

template <int D>
typename ProximalNewton<D>::Errors ProximalNewton<D>::evaluate() {
    find_velocities();
    Errors errors;
    for (std::size_t i = 0; i < contact_.size(); ++i) {
        const Contact& c = contact_[i];
        if (c.rho == 0.0) continue;
        const Vec<D> moved = r_[i] - anchor_[i];
        const Vec<D> exact = natural_map(exact_law_[i], r_[i], u_[i], c.rho);
        const Vec<D> proximal = c.law.error(r_[i], proximal_velocity(i), c.rho);
        errors.exact += dot(exact, exact);
        errors.proximal += dot(proximal, proximal);
        errors.moved += dot(moved, moved);
    }
    for (std::size_t k = 0; k < moment_.size(); ++k) {
        const Moment& t = moment_[k];
        if (t.rho == 0.0) continue;
        const double r_n = r_[static_cast<std::size_t>(t.contact)][0];
        const Spin<D> moved = m_[k] - anchor_m_[k];
        const Spin<D> exact = t.law.exact_error(r_n, m_[k], w_[k], t.rho);
        const Spin<D> proximal = t.law.error(r_n, m_[k], proximal_spin(k), t.rho);
        errors.exact += t.weight * dot(exact, exact);
        errors.proximal += t.weight * dot(proximal, proximal);
        errors.moved += t.weight * dot(moved, moved);
    }
    return errors;
}

template <int D>
void ProximalNewton<D>::hold() {
    find_velocities();
    for (std::size_t i = 0; i < contact_.size(); ++i) contact_[i].law.hold(r_[i], u_[i]);
    for (Moment& t : moment_) t.law.hold(r_[static_cast<std::size_t>(t.contact)][0]);
}

template <int D>
void ProximalNewton<D>::let_go() {
    for (std::size_t i = 0; i < contact_.size(); ++i) contact_[i].law.let_go(exact_law_[i]);
    for (Moment& t : moment_) t.law.let_go();
}

/// Pieces for the next step, from r and u, and their equations. Returns how many are not what they were.
template <int D>
int ProximalNewton<D>::choose(bool one_at_a_time) {
    int changes = 0;
    Contact* last = nullptr;
    LawPiece of_last;
    Moment* last_moment = nullptr;
    MomentPiece of_last_moment;
    for (std::size_t i = 0; i < contact_.size(); ++i) {
        Contact& c = contact_[i];
        if (c.rho == 0.0) continue;
        const double step = c.rho / (1.0 + delta_);
        const LawPiece wanted = c.law.piece_at(r_[i] - step * proximal_velocity(i), step, c.slip);
        if (wanted == c.piece) continue;
        ++changes;
        last = &c;
        of_last = wanted;
        if (!one_at_a_time) c.piece = wanted;
    }
    for (std::size_t k = 0; k < moment_.size(); ++k) {
        Moment& t = moment_[k];
        if (t.rho == 0.0) continue;
        const MomentPiece wanted = t.law.piece_at(place_of(k));
        if (wanted == t.piece) continue;
        ++changes;
        last_moment = &t;
        of_last_moment = wanted;
        if (!one_at_a_time) t.piece = wanted;
    }
    if (last_moment)
        last_moment->piece = of_last_moment;
    else if (last)
        last->piece = of_last;
    for (Contact& c : contact_) {
        if (c.rho > 0.0) c.law.set_equations(c.piece, c.slip, c.equations);
    }
    for (std::size_t k = 0; k < moment_.size(); ++k) {
        Moment& t = moment_[k];
        if (t.rho > 0.0) t.law.set_equations(t.piece, place_of(k), t.equations);
    }
    return changes;
}

template <int D>
void ProximalNewton<D>::keep_best(double error, Result& result) {
    if (!(error < result.error)) return;
    result.error = error;
    best_ = r_;
    best_m_ = m_;
}

/// Newton's steps to the solution of (5.10) or (5.12). Returns whether they came near enough to it.
template <int D>
bool ProximalNewton<D>::proximal_step(double target, int most, Result& result) {
    constexpr int enough = 15, patience = 3, few = 12;
    constexpr double near = 0.1;  // of what the proximal term adds to the error, squared
    double least = std::numeric_limits<double>::infinity();
    int since = 0;
    bool one_at_a_time = false;
    find_velocities();
    for (int k = 0; k < enough && result.steps + result.sweeps < most; ++k) {
        const int changes = choose(one_at_a_time && k > 0);
        ++result.steps;
        if (!solve_pieces()) return false;
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
typename ProximalNewton<D>::Result ProximalNewton<D>::solve(double target, int most, std::span<Vec<D>> r,
                                                            std::span<Spin<D>> m) {
    assert(!(target < 0.0) && r.size() == contact_.size() && m.size() == moment_.size());
    constexpr int sweeps_between = 10;
    Result result;
    std::copy(r.begin(), r.end(), r_.begin());
    std::copy(m.begin(), m.end(), m_.begin());
    anchor_ = best_ = r_;
    anchor_m_ = best_m_ = m_;
    result.error = evaluate().exact;
    const auto nothing = [](const Vec<D>& one) { return one == Vec<D>{}; };
    if (result.error > target && std::all_of(r_.begin(), r_.end(), nothing)) {
        constexpr int at_first = 12;  // statuses come from sweeps: that is what these are good at
        const int sweeps = std::min(at_first, most);
        sweep(sweeps);
        result.sweeps += sweeps;
        keep_best(evaluate().exact, result);
    }
    while (result.error > target && result.steps + result.sweeps < most) {
        anchor_ = r_;
        anchor_m_ = m_;
        const int before = result.steps;
        if (proximal_step(target, most, result)) {
            const int took = result.steps - before;
            delta_ = std::max(smallest_delta, (took <= 2 ? 0.1 : took <= 5 ? 0.3 : 1.0) * delta_);
            continue;
        }
        r_ = anchor_;
        m_ = anchor_m_;
        hold();
        const bool settled = proximal_step(target, most, result);
        let_go();
        delta_ = std::min(largest_delta, (settled ? 3.0 : 10.0) * delta_);
        if (settled) continue;
        r_ = anchor_;
        m_ = anchor_m_;
        const int sweeps = std::min(sweeps_between, most - result.steps - result.sweeps);
        if (sweeps <= 0) break;
        sweep(sweeps);
        result.sweeps += sweeps;
    }
    std::copy(best_.begin(), best_.end(), r.begin());
    std::copy(best_m_.begin(), best_m_.end(), m.begin());
    return result;
}

template class ProximalNewton<2>;
template class ProximalNewton<3>;

}  // namespace drystone

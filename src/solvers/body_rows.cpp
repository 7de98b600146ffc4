// The columns of H in units in which every body's mass is one:
//
//     M^-1 = L U L^T,    G = L^T H,    y = G r,    u = H^T M^-1 H r = G^T U y

#include "solvers/body_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drystone {

namespace {

/// Lower triangular L with L L^T = A / unit, for a positive semi-definite A: directions that cannot move get a zero column.
template <int N>
Mat<N> square_root(Mat<N> A, double unit) {
    Mat<N> L{};
    double largest = 0.0;
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j < N; ++j) A[i][j] /= unit;
        largest = std::max(largest, A[i][i]);
    }
    for (int j = 0; j < N; ++j) {
        double pivot = A[j][j];
        for (int k = 0; k < j; ++k) pivot -= L[j][k] * L[j][k];
        if (!(pivot > 1e-14 * largest)) continue;
        L[j][j] = std::sqrt(pivot);
        for (int i = j + 1; i < N; ++i) {
            double sum = A[i][j];
            for (int k = 0; k < j; ++k) sum -= L[i][k] * L[j][k];
            L[i][j] = sum / L[j][j];
        }
    }
    return L;
}

}  // namespace

template <int D>
void BodyRows<D>::choose_units(const RigidProblem<D>& problem) {
    double mass = 0.0, inertia = 0.0;
    for (const MobileBody<D>& body : problem.W.body) {
        mass = std::max(mass, mean_diagonal(body.inverse_mass));
        inertia = std::max(inertia, mean_diagonal(body.inverse_inertia));
    }
    for (int i = 0; i < B; ++i) {
        unit_[i] = i < D ? mass : inertia;
        if (!(unit_[i] > 0.0)) unit_[i] = 1.0;
    }
}

/// G = L^T H, column by column: component k of the row gives a body the force and torque act(side, k).
template <int D>
template <class Act>
void BodyRows<D>::place(const RigidProblem<D>& problem, BodyRow<D>& row, const Act& act) const {
    const ContactArms<D>& c = problem.W.contact[row.contact];
    row.body[0] = c.body_a;
    row.body[1] = c.body_b;
    for (int side = 0; side < 2; ++side) {
        if (row.body[side] < 0) continue;
        const MobileBody<D>& body = problem.W.body[row.body[side]];
        const Mat<D> L = square_root(body.inverse_mass, unit_[0]);
        const Mat<S> J = square_root(body.inverse_inertia, unit_[D]);
        for (int k = 0; k < row.components(); ++k) {
            const auto [force, torque] = act(side, k);
            const Vec<D> f = transpose_times(L, force);
            const Spin<D> t = transpose_times(J, torque);
            for (int i = 0; i < D; ++i) row.G[side][k][i] = f[i];
            for (int i = 0; i < S; ++i) row.G[side][k][D + i] = t[i];
        }
    }
}

/// The freedoms of the hub are M_ij, i <= j, column by column: M w is the velocity of a contact that grips it with the weights w, and
/// each answers impulses on it with a number of its own, C_ij.
template <int D>
void BodyRows<D>::hold_hub(const RigidProblem<D>& problem) {
    hub_.clear();
    if (problem.W.compliant.empty()) return;
    const CompliantBody<D>& hub = problem.W.compliant[0];
    assert(problem.W.compliant.size() == 1 && hub.hub && hub.count == D);
    ++bodies_;
    hub_.resize(problem.b.size());
    for (std::size_t c = 0; c < problem.b.size(); ++c) {
        const ContactArms<D>& arms = problem.W.contact[c];
        Vec<D> weight{};
        for (int g = arms.first_grip; g < arms.first_grip + arms.grips; ++g) {
            const Grip<D>& grip = problem.W.grip[static_cast<std::size_t>(g)];
            for (std::size_t k = 0; k < static_cast<std::size_t>(grip.count); ++k) weight[grip.dof[k]] += grip.weight[k];
        }
        int n = 0;
        for (int j = 0; j < D; ++j) {
            for (int i = 0; i <= j; ++i, ++n) {
                const double root = std::sqrt(hub.answer(j, i)[j * D + i] / unit_[n]);
                for (int k = 0; k < D; ++k) hub_[c].G[k][n] = root * weight[j] * arms.frame[k][i];
            }
        }
    }
}

template <int D>
void BodyRows<D>::set(const RigidProblem<D>& problem) {
    choose_units(problem);
    bodies_ = static_cast<int>(problem.W.body.size());
    hold_hub(problem);
    row_.clear();
    for (int i = 0; i < problem.size(); ++i) {
        const ContactArms<D>& c = problem.W.contact[i];
        BodyRow<D> row;
        row.contact = i;
        row.rho_unit = step_length(problem.W.diagonal(i));
        place(problem, row, [&](int side, int k) {
            const Vec<D> f = (side == 0 ? -1.0 : 1.0) * c.frame[k];
            return std::pair(f, moment(side == 0 ? c.arm_a : c.arm_b, f));
        });
        row_.push_back(row);
    }
    for (const Turning<D>& turning : problem.turning) {
        const ContactArms<D>& c = problem.W.contact[turning.contact];
        BodyRow<D> row;
        row.contact = turning.contact;
        row.moment = true;
        row.rho_unit = step_length(problem.W.spin_diagonal(turning.contact));
        place(problem, row, [&](int side, int k) {
            return std::pair(Vec<D>{}, (side == 0 ? -1.0 : 1.0) * from_frame(c.frame, Spin<D>::axis(k)));
        });
        row_.push_back(row);
    }
}

template <int D>
void BodyRows<D>::gather(std::span<const Vec<D>> r, std::span<const Spin<D>> m, std::span<double> y) const {
    assert(r.size() + m.size() == size());
    std::fill(y.begin(), y.end(), 0.0);
    for (std::size_t k = 0; k < r.size(); ++k) add(row_[k], r[k], y);
    for (std::size_t k = 0; k < m.size(); ++k) add(row_[r.size() + k], m[k], y);
}

template <int D>
void BodyRows<D>::scale(std::span<double> x) const {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] *= unit_[static_cast<int>(i % B)];
}

template <int D>
ResidualSums BodyRows<D>::residual(const RigidProblem<D>& problem, std::span<const Vec<D>> r, std::span<const Spin<D>> m,
                                   std::span<double> y) const {
    gather(r, m, y);
    ResidualSums sums;
    for (std::size_t k = 0; k < r.size(); ++k) {
        const BodyRow<D>& row = row_[k];
        const LocalLaw<D>& law = problem.law[k];
        const Vec<D> v = velocity<D>(row, y) + problem.b[k] + law.velocity_shift;
        const Vec<D> e = natural_map(law, r[k], v, row.rho_unit);
        sums += {dot(e, e), dot(r[k], r[k]), row.rho_unit * row.rho_unit * dot(problem.b[k], problem.b[k])};
    }
    for (std::size_t k = 0; k < m.size(); ++k) {
        const BodyRow<D>& row = row_[r.size() + k];
        const LocalLaw<D>& law = problem.law[row.contact];
        const Spin<D>& b = problem.turning[k].b;
        const Spin<D> free = problem.turning[k].free();
        const double rho = row.rho_unit, per_square = rho > 0.0 ? row_[row.contact].rho_unit / rho : 0.0;
        const double s_n = r[static_cast<std::size_t>(row.contact)][0] + law.tension;
        const Spin<D> e = turning_map(law.turning, s_n, m[k], velocity<S>(row, y) + b, rho);
        sums += {per_square * dot(e, e), per_square * dot(m[k], m[k]), per_square * rho * rho * dot(free, free)};
    }
    return sums;
}

template class BodyRows<2>;
template class BodyRows<3>;

}  // namespace drystone

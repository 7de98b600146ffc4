#include "solvers/admm.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

// In units of 1 / (mean diagonal of W_ii): firm where the law holds the contact still, soft where it lets it move.
constexpr double firm_at_first = 1e3, firmest = 1e5, soft = 10.0;

/// Lower triangular L with L L^T = A, for a positive semi-definite A: directions that cannot move get a zero column.
template <int N>
Mat<N> square_root(Mat<N> A) {
    Mat<N> L{};
    double largest = 0.0;
    for (int j = 0; j < N; ++j) largest = std::max(largest, A[j][j]);
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

template <int N>
Mat<N> over(Mat<N> A, double unit) {
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j < N; ++j) A[i][j] /= unit;
    }
    return A;
}

/// The method on one problem.
template <int D>
class Admm {
    static constexpr int S = spin_dim<D>, B = D + S;

  public:
    Admm(const RigidProblem<D>& problem, const SolverSettings& settings, AdmmScratch<D>& scratch)
        : problem_(problem), settings_(settings), s_(scratch) {
        choose_units();
        make_rows();
        make_pattern();
    }

    SolveReport solve(std::span<Vec<D>> r, std::span<Spin<D>> m) {
        s_.r.assign(r.size(), {});
        s_.m.assign(m.size(), {});
        const ResidualSums nothing = residual();
        s_.r.assign(r.begin(), r.end());
        s_.m.assign(m.begin(), m.end());
        SolveReport report;
        report.residual = keep_if_best(infinity);
        if (!set_rho(firm_)) return report;
        if (settings_.keeps_start)
            hold_still();
        else
            gather(s_.r, s_.m, s_.y);
        int since = 0;
        double watched = report.residual;
        while (report.iterations < settings_.max_iterations && report.residual > settings_.tolerance) {
            if (!iterate()) break;
            ++report.iterations;
            report.residual = keep_if_best(report.residual);
            if (++since < patience) continue;
            // Slower than a digit in so many iterations: firmer contacts, and the status of each anew.
            if (report.residual > 0.1 * watched) {
                firm_ = std::min(firmest, 3.0 * firm_);
                if (!set_rho(firm_)) break;
            }
            since = 0;
            watched = report.residual;
        }
        std::copy(s_.best_r.begin(), s_.best_r.end(), r.begin());
        std::copy(s_.best_m.begin(), s_.best_m.end(), m.begin());
        report.converged = report.residual <= settings_.tolerance && !ran_away(best_, nothing);
        report.contact_updates = static_cast<long>(report.iterations) * problem_.size();
        return report;
    }

  private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    static constexpr int patience = 20;

    /// Roots are taken of numbers without a unit: then other units of length, mass or time by powers of two leave the same
    /// digits.
    void choose_units() {
        double mass = 0.0, inertia = 0.0;
        for (const MobileBody<D>& body : problem_.W.body) {
            mass = std::max(mass, mean_diagonal(body.inverse_mass));
            inertia = std::max(inertia, mean_diagonal(body.inverse_inertia));
        }
        for (int i = 0; i < B; ++i) unit_[i] = i < D ? mass : inertia;
        for (int i = 0; i < B; ++i) {
            if (!(unit_[i] > 0.0)) unit_[i] = 1.0;
        }
    }

    void make_rows() {
        std::vector<AdmmRow<D>>& rows = s_.row;
        rows.clear();
        for (int i = 0; i < problem_.size(); ++i) {
            const ContactArms<D>& c = problem_.W.contact[i];
            AdmmRow<D> row;
            row.contact = i;
            row.rho_unit = step_length(problem_.W.diagonal(i));
            place(
                row, c,
                [&](int side, int k) {
                    const Vec<D> f = (side == 0 ? -1.0 : 1.0) * c.frame[k];
                    return std::pair(f, moment(side == 0 ? c.arm_a : c.arm_b, f));
                },
                D);
            rows.push_back(row);
        }
        for (const Turning<D>& turning : problem_.turning) {
            const ContactArms<D>& c = problem_.W.contact[turning.contact];
            AdmmRow<D> row;
            row.contact = turning.contact;
            row.moment = true;
            row.rho_unit = step_length(problem_.W.spin_diagonal(turning.contact));
            place(
                row, c,
                [&](int side, int k) {
                    return std::pair(Vec<D>{},
                                     (side == 0 ? -1.0 : 1.0) * from_frame(c.frame, Spin<D>::axis(k)));
                },
                S);
            rows.push_back(row);
        }
    }

    /// G = L^T H, column by column: component k of the row gives a body the force and torque act(side, k).
    template <class Act>
    void place(AdmmRow<D>& row, const ContactArms<D>& c, const Act& act, int components) {
        row.body[0] = c.body_a;
        row.body[1] = c.body_b;
        for (int side = 0; side < 2; ++side) {
            if (row.body[side] < 0) continue;
            const MobileBody<D>& body = problem_.W.body[row.body[side]];
            const Mat<D> L = square_root(over(body.inverse_mass, unit_[0]));
            const Mat<S> J = square_root(over(body.inverse_inertia, unit_[D]));
            for (int k = 0; k < components; ++k) {
                const auto [force, torque] = act(side, k);
                const Vec<D> f = transpose_times(L, force);
                const Spin<D> t = transpose_times(J, torque);
                for (int i = 0; i < D; ++i) row.G[side][k][i] = f[i];
                for (int i = 0; i < S; ++i) row.G[side][k][D + i] = t[i];
            }
        }
    }

    static int components(const AdmmRow<D>& row) { return row.moment ? S : D; }

    void make_pattern() {
        const int bodies = static_cast<int>(problem_.W.body.size());
        std::vector<SparseCholesky::Block>& blocks = s_.blocks;
        blocks.clear();
        for (int i = 0; i < bodies; ++i) blocks.push_back({i, i});
        for (const AdmmRow<D>& row : s_.row) {
            if (row.body[0] >= 0 && row.body[1] >= 0)
                blocks.push_back({std::max(row.body[0], row.body[1]), std::min(row.body[0], row.body[1])});
        }
        const auto by_column = [](const auto& a, const auto& b) {
            return std::pair(a.column, a.row) < std::pair(b.column, b.row);
        };
        std::sort(blocks.begin(), blocks.end(), by_column);
        blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
        s_.cholesky.set_pattern(bodies, B, blocks);
        const auto find = [&](int row, int column) {
            return static_cast<std::size_t>(std::lower_bound(blocks.begin(), blocks.end(),
                                                             SparseCholesky::Block{row, column}, by_column) -
                                            blocks.begin());
        };
        for (AdmmRow<D>& row : s_.row) {
            for (int side = 0; side < 2; ++side) {
                if (row.body[side] >= 0) row.block[side] = find(row.body[side], row.body[side]);
            }
            if (row.body[0] >= 0 && row.body[1] >= 0)
                row.block[2] = find(std::max(row.body[0], row.body[1]), std::min(row.body[0], row.body[1]));
        }
        s_.y.resize(static_cast<std::size_t>(bodies * B));
        s_.step.resize(s_.y.size());
        s_.of_r.resize(s_.y.size());
    }

    /// Firm where the law, at the present impulses, holds the contact still.
    void choose_rho(AdmmRow<D>& row, std::size_t index, double firm) const {
        constexpr double inside = 0.999;
        const LocalLaw<D>& law = problem_.law[row.contact];
        Vec<D> r = s_.r[static_cast<std::size_t>(row.contact)];
        const auto rho = [&](bool still) { return row.rho_unit * (still ? firm : soft); };
        if (row.moment) {
            const Spin<D>& moment = s_.m[index - static_cast<std::size_t>(problem_.size())];
            const double s_n = r[0] + law.tension;
            row.rho_n = row.rho_t = rho(norm(moment) < inside * law.turning.rolling_limit(s_n));
            if (law.turning.viscous())  // it gives way: no firmer than it is
                row.rho_n = row.rho_t = std::clamp(law.turning.viscosity(s_n), row.rho_unit, row.rho_t);
            return;
        }
        row.rho_n = rho(r[0] > -inside * law.tension);
        row.rho_t = rho(tangential_norm(r) < inside * law.shear_limit(r[0]));
    }

    bool set_rho(double firm) {
        s_.cholesky.clear();
        for (std::size_t b = 0; b < s_.blocks.size(); ++b) {
            if (s_.blocks[b].row != s_.blocks[b].column) continue;
            for (int i = 0; i < B; ++i) s_.cholesky.add(b, i, i, unit_[i]);
        }
        for (std::size_t k = 0; k < s_.row.size(); ++k) {
            AdmmRow<D>& row = s_.row[k];
            choose_rho(row, k, firm);
            add_to_matrix(row);
        }
        return s_.cholesky.factorise();
    }

    void add_to_matrix(const AdmmRow<D>& row) {
        const int n = components(row);
        const auto add = [&](std::size_t block, int of_row, int of_column) {
            for (int i = 0; i < B; ++i) {
                for (int j = 0; j < B; ++j) {
                    double sum = 0.0;
                    for (int k = 0; k < n; ++k)
                        sum +=
                            (k == 0 ? row.rho_n : row.rho_t) * row.G[of_row][k][i] * row.G[of_column][k][j];
                    s_.cholesky.add(block, i, j, unit_[i] * sum * unit_[j]);
                }
            }
        };
        for (int side = 0; side < 2; ++side) {
            if (row.body[side] >= 0) add(row.block[side], side, side);
        }
        if (row.body[0] < 0 || row.body[1] < 0) return;
        const bool a_is_row = row.body[0] > row.body[1];
        add(row.block[2], a_is_row ? 0 : 1, a_is_row ? 1 : 0);
    }

    /// G^T U y: the velocity that impulses gave the contact.
    template <int N>
    Vec<N> velocity(const AdmmRow<D>& row, const std::vector<double>& y) const {
        Vec<N> u{};
        for (int side = 0; side < 2; ++side) {
            if (row.body[side] < 0) continue;
            const double* at = y.data() + row.body[side] * B;
            for (int k = 0; k < N; ++k) {
                for (int i = 0; i < B; ++i) u[k] += row.G[side][k][i] * unit_[i] * at[i];
            }
        }
        return u;
    }

    /// y such that contacts stand still as nearly as they can: (U + U G rho G^T U) y = -U G rho (b + shift). Impulses far from any
    /// solution, with velocities that go with them, would be thrown away by the first iteration; from y at rest, what is
    /// found lies near r.
    void hold_still() {
        std::fill(s_.y.begin(), s_.y.end(), 0.0);
        for (std::size_t k = 0; k < s_.row.size(); ++k) {
            const AdmmRow<D>& row = s_.row[k];
            const std::size_t contacts = static_cast<std::size_t>(problem_.size());
            if (k >= contacts) {
                add(row, -row.rho_t * problem_.turning[k - contacts].b, s_.y);
                continue;
            }
            Vec<D> held = -row.rho_t * (problem_.b[k] + problem_.law[k].velocity_shift);
            held[0] *= row.rho_t > 0.0 ? row.rho_n / row.rho_t : 0.0;
            add(row, held, s_.y);
        }
        for (std::size_t i = 0; i < s_.y.size(); ++i) s_.y[i] *= unit_[static_cast<int>(i % B)];
        s_.cholesky.solve(s_.y);
    }

    template <int N>
    void add(const AdmmRow<D>& row, const Vec<N>& r, std::vector<double>& y) const {
        for (int side = 0; side < 2; ++side) {
            if (row.body[side] < 0) continue;
            double* at = y.data() + row.body[side] * B;
            for (int k = 0; k < N; ++k) {
                for (int i = 0; i < B; ++i) at[i] += row.G[side][k][i] * r[k];
            }
        }
    }

    /// y = G r.
    void gather(const std::vector<Vec<D>>& r, const std::vector<Spin<D>>& m, std::vector<double>& y) const {
        std::fill(y.begin(), y.end(), 0.0);
        const std::size_t contacts = static_cast<std::size_t>(problem_.size());
        for (std::size_t k = 0; k < contacts; ++k) add(s_.row[k], r[k], y);
        for (std::size_t k = contacts; k < s_.row.size(); ++k) add(s_.row[k], m[k - contacts], y);
    }

    /// Where the law sends r at velocity v: normal first, then shear within the limit that goes with it. Fixed points are
    /// those of the natural map (3.12).
    static Vec<D> law_step(const LocalLaw<D>& law, const Vec<D>& r, const Vec<D>& v, const AdmmRow<D>& row) {
        Vec<D> next = (1.0 / (1.0 + row.rho_t * law.yields.slip)) * (r - row.rho_t * v);
        const double normal = on_staircase(law.yields, law.tension, r[0] - row.rho_n * v[0], row.rho_n);
        const double limit = law.shear_limit(normal), shear = tangential_norm(next);
        if (shear > limit) next = (limit / shear) * next;
        next[0] = normal;
        return next;
    }

    bool iterate() {
        const std::size_t contacts = static_cast<std::size_t>(problem_.size());
        for (std::size_t i = 0; i < s_.step.size(); ++i) s_.step[i] = -s_.y[i];
        for (std::size_t k = 0; k < contacts; ++k) {
            const AdmmRow<D>& row = s_.row[k];
            const LocalLaw<D>& law = problem_.law[k];
            const Vec<D> v = velocity<D>(row, s_.y) + problem_.b[k] + law.velocity_shift;
            const Vec<D> next = law_step(law, s_.r[k], v, row);
            add(row, 2.0 * next - s_.r[k], s_.step);
            s_.r[k] = next;
        }
        for (std::size_t k = contacts; k < s_.row.size(); ++k) {
            const AdmmRow<D>& row = s_.row[k];
            const LocalLaw<D>& law = problem_.law[row.contact];
            Spin<D>& m = s_.m[k - contacts];
            const Spin<D> spin = velocity<S>(row, s_.y) + problem_.turning[k - contacts].b;
            const double s_n = s_.r[static_cast<std::size_t>(row.contact)][0] + law.tension;
            const Spin<D> next = m - turning_map(law.turning, s_n, m, spin, row.rho_t);
            add(row, 2.0 * next - m, s_.step);
            m = next;
        }
        for (std::size_t i = 0; i < s_.step.size(); ++i) s_.step[i] *= unit_[static_cast<int>(i % B)];
        s_.cholesky.solve(s_.step);
        for (std::size_t i = 0; i < s_.y.size(); ++i) s_.y[i] += s_.step[i];
        return true;
    }

    /// residual_sums() of the present impulses, by G.
    ResidualSums residual() {
        const std::size_t contacts = static_cast<std::size_t>(problem_.size());
        gather(s_.r, s_.m, s_.of_r);
        ResidualSums sums;
        for (std::size_t k = 0; k < contacts; ++k) {
            const AdmmRow<D>& row = s_.row[k];
            const LocalLaw<D>& law = problem_.law[k];
            const Vec<D> v = velocity<D>(row, s_.of_r) + problem_.b[k] + law.velocity_shift;
            const Vec<D> e = natural_map(law, s_.r[k], v, row.rho_unit);
            sums += {dot(e, e), dot(s_.r[k], s_.r[k]),
                     row.rho_unit * row.rho_unit * dot(problem_.b[k], problem_.b[k])};
        }
        for (std::size_t k = contacts; k < s_.row.size(); ++k) {
            const AdmmRow<D>& row = s_.row[k];
            const LocalLaw<D>& law = problem_.law[row.contact];
            const Spin<D>&m = s_.m[k - contacts], &b = problem_.turning[k - contacts].b;
            const double rho = row.rho_unit;
            const double per_square = rho > 0.0 ? s_.row[row.contact].rho_unit / rho : 0.0;
            const double s_n = s_.r[static_cast<std::size_t>(row.contact)][0] + law.tension;
            const Spin<D> e = turning_map(law.turning, s_n, m, velocity<S>(row, s_.of_r) + b, rho);
            sums += {per_square * dot(e, e), per_square * dot(m, m), per_square * rho * rho * dot(b, b)};
        }
        return sums;
    }

    /// The residual of the exact law at r; the best impulses so far are kept.
    double keep_if_best(double best) {
        const ResidualSums sums = this->residual();
        const double residual = sums.relative();
        if (!(residual < best)) return best;
        best_ = sums;
        s_.best_r = s_.r;
        s_.best_m = s_.m;
        return residual;
    }

    const RigidProblem<D>& problem_;
    const SolverSettings& settings_;
    ResidualSums best_;
    Vec<B> unit_{};  // U: [1/kg] and [1/(kg m2)]
    AdmmScratch<D>& s_;
    double firm_ = firm_at_first;
};

}  // namespace

template <int D>
SolveReport solve_admm(const RigidProblem<D>& problem, const SolverSettings& settings,
                       AdmmScratch<D>& scratch, std::span<Vec<D>> r, std::span<Spin<D>> m) {
    if (problem.size() == 0) return {};
    return Admm<D>(problem, settings, scratch).solve(r, m);
}

template SolveReport solve_admm(const RigidProblem<2>&, const SolverSettings&, AdmmScratch<2>&,
                                std::span<Vec<2>>, std::span<Vec<1>>);
template SolveReport solve_admm(const RigidProblem<3>&, const SolverSettings&, AdmmScratch<3>&,
                                std::span<Vec<3>>, std::span<Vec<3>>);

}  // namespace drystone

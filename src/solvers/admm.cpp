#include "solvers/admm.h"

#include <algorithm>
#include <cmath>

#include "solvers/fallbacks.h"

namespace drystone {

namespace {

/// rho of (5.9) in units of 1 / (mean diagonal of W_ii).
struct Firmness {
    double still;    // where the law holds the contact still
    double firmest;  // what that may grow to
    double moving;   // where it lets the contact move
    double slow;     // what a period may leave of the residual; more: still grows
};
constexpr Firmness at_rest{1e3, 1e5, 10.0, 0.1}, in_motion{10.0, 20.0, 1.0, 0.5};

/// |rho v| over |e|, over all contacts: at rest about 1, where bodies move 20 and more.
constexpr double lively = 10.0;

/// Iterations between two looks at the progress, and periods in which the residual may not halve: at first, and times the last.
constexpr int period = 20, first_patience = 2, more_patience = 8;

/// The method on one problem.
template <int D>
class Admm {
    static constexpr int S = BodyRows<D>::S, B = BodyRows<D>::B;

  public:
    Admm(const RigidProblem<D>& problem, const SolverSettings& settings, AdmmScratch<D>& scratch)
        : problem_(problem), settings_(settings), s_(scratch) {
        s_.rows.set(problem);
        s_.row.assign(s_.rows.size(), {});
        make_pattern();
    }

    SolveReport solve(std::span<Vec<D>> r, std::span<Spin<D>> m) {
        s_.r.assign(r.size(), {});
        s_.m.assign(m.size(), {});
        const ResidualSums nothing = s_.rows.residual(problem_, s_.r, s_.m, s_.of_r);
        s_.r.assign(r.begin(), r.end());
        s_.m.assign(m.begin(), m.end());
        SolveReport report;
        report.residual = mark_ = keep_if_best(infinity);
        begin(!settings_.keeps_start && motion() > lively * lively * best_.error);  // held still, bodies are at rest
        if (!set_rho()) return report;
        if (settings_.keeps_start)
            hold_still();
        else
            s_.rows.gather(s_.r, s_.m, s_.y);
        int since = 0;
        double watched = report.residual;
        while (report.iterations < settings_.max_iterations && report.residual > settings_.tolerance) {
            if (!iterate()) break;
            ++report.iterations;
            report.residual = keep_if_best(report.residual);
            if (++since < period) continue;
            if (!look(report.residual, watched)) break;
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

    const Vec<B>& unit() const { return s_.rows.unit(); }

    void make_pattern() {
        const int bodies = static_cast<int>(problem_.W.body.size());
        std::vector<BlockCholesky::Block>& blocks = s_.blocks;
        blocks.clear();
        for (int i = 0; i < bodies; ++i) blocks.push_back({i, i});
        for (const BodyRow<D>& row : s_.rows.row()) {
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
                                                             BlockCholesky::Block{row, column}, by_column) -
                                            blocks.begin());
        };
        for (std::size_t k = 0; k < s_.row.size(); ++k) {
            const auto& body = s_.rows[k].body;
            for (int side = 0; side < 2; ++side) {
                if (body[side] >= 0) s_.row[k].block[side] = find(body[side], body[side]);
            }
            if (body[0] >= 0 && body[1] >= 0)
                s_.row[k].block[2] = find(std::max(body[0], body[1]), std::min(body[0], body[1]));
        }
        s_.y.resize(static_cast<std::size_t>(bodies * B));
        s_.step.resize(s_.y.size());
        s_.of_r.resize(s_.y.size());
    }

    /// Firm contacts are right at rest, where velocities are errors; loose ones where bodies move.
    void begin(bool moving) {
        loose_ = moving;
        if (moving) patience_ *= more_patience;
    }

    /// After a period: firmer contacts where progress is slow. With the wrong ones there is no progress at all, so firm and loose
    /// ones take turns. False: no factor.
    bool look(double residual, double watched) {
        waits_ = residual <= fallbacks::progress * mark_ ? 0 : waits_ + 1;
        if (waits_ == 0) mark_ = residual;
        if (waits_ >= patience_ && (moves_ || loose_)) {
            take_turns();
        } else if (residual <= at_rest.slow * watched) {
            return true;
        } else if (Firmness& f = firmness(); residual > f.slow * watched) {
            f.still = std::min(f.firmest, 3.0 * f.still);
        }
        return set_rho();
    }

    /// From the best impulses.
    void take_turns() {
        loose_ = !loose_;
        patience_ *= more_patience;
        waits_ = 0;
        s_.r = s_.best_r;
        s_.m = s_.best_m;
        s_.rows.gather(s_.r, s_.m, s_.y);
    }

    /// |rho v|^2 over all contacts, of the impulses whose residual was taken last.
    double motion() const {
        double sum = 0.0;
        for (std::size_t k = 0; k < s_.r.size(); ++k) {
            const BodyRow<D>& row = s_.rows[k];
            const Vec<D> v =
                s_.rows.template velocity<D>(row, s_.of_r) + problem_.b[k] + problem_.law[k].velocity_shift;
            sum += row.rho_unit * row.rho_unit * dot(v, v);
        }
        return sum;
    }

    Firmness& firmness() { return firm_[loose_]; }

    /// Firm where the law, at the present impulses, holds the contact still.
    void choose_rho(std::size_t index) {
        constexpr double inside = 0.999;
        const BodyRow<D>& row = s_.rows[index];
        AdmmRow& own = s_.row[index];
        const LocalLaw<D>& law = problem_.law[row.contact];
        Vec<D> r = s_.r[static_cast<std::size_t>(row.contact)];
        // A joint that gives way by C: midway between its firmness and its bodies' weight, where (5.9) contracts fastest.
        const auto rho = [&](bool still, double C) {
            moves_ |= !still;
            if (still && C > 0.0) return std::min(row.rho_unit * firm_[0].still, std::sqrt(row.rho_unit / C));
            return row.rho_unit * (still ? firmness().still : firmness().moving);
        };
        if (row.moment) {
            const Spin<D>& moment = s_.m[index - static_cast<std::size_t>(problem_.size())];
            const double s_n = r[0] + law.tension;
            own.rho_n = own.rho_t = rho(norm(moment) < inside * law.turning.rolling_limit(s_n), 0.0);
            if (law.turning.viscous())  // it gives way: no firmer than it is
                own.rho_n = own.rho_t = std::clamp(law.turning.viscosity(s_n), row.rho_unit, own.rho_t);
            return;
        }
        own.rho_n = rho(r[0] > -inside * law.tension, law.yields.pressed);
        own.rho_t = rho(tangential_norm(r) < inside * law.shear_limit(r[0]), law.yields.slip);
    }

    bool set_rho() {
        moves_ = false;
        s_.cholesky.clear();
        for (std::size_t b = 0; b < s_.blocks.size(); ++b) {
            if (s_.blocks[b].row != s_.blocks[b].column) continue;
            for (int i = 0; i < B; ++i) s_.cholesky.add(b, i, i, unit()[i]);
        }
        for (std::size_t k = 0; k < s_.row.size(); ++k) {
            choose_rho(k);
            add_to_matrix(s_.rows[k], s_.row[k]);
        }
        return s_.cholesky.factorise();
    }

    void add_to_matrix(const BodyRow<D>& row, const AdmmRow& own) {
        const int n = row.components();
        const auto add = [&](std::size_t block, int of_row, int of_column) {
            double* to = s_.cholesky.values(block);
            Vec<B> firm[3];  // rho G U
            for (int k = 0; k < n; ++k) {
                for (int j = 0; j < B; ++j) firm[k][j] = (k == 0 ? own.rho_n : own.rho_t) * row.G[of_column][k][j] * unit()[j];
            }
            for (int i = 0; i < B; ++i) {
                double sum[B] = {};
                for (int k = 0; k < n; ++k) {
                    const double g = row.G[of_row][k][i] * unit()[i];
                    for (int j = 0; j < B; ++j) sum[j] += g * firm[k][j];
                }
                for (int j = 0; j < B; ++j) to[i * B + j] += sum[j];
            }
        };
        for (int side = 0; side < 2; ++side) {
            if (row.body[side] >= 0) add(own.block[side], side, side);
        }
        if (row.body[0] < 0 || row.body[1] < 0) return;
        const bool a_is_row = row.body[0] > row.body[1];
        add(own.block[2], a_is_row ? 0 : 1, a_is_row ? 1 : 0);
    }

    /// y such that contacts stand still as nearly as they can: (U + U G rho G^T U) y = -U G rho (b + shift). Impulses far from any
    /// solution, with velocities that go with them, would be thrown away by the first iteration; from y at rest, what is
    /// found lies near r.
    void hold_still() {
        std::fill(s_.y.begin(), s_.y.end(), 0.0);
        for (std::size_t k = 0; k < s_.row.size(); ++k) {
            const AdmmRow& own = s_.row[k];
            const std::size_t contacts = static_cast<std::size_t>(problem_.size());
            if (k >= contacts) {
                s_.rows.add(s_.rows[k], -own.rho_t * problem_.turning[k - contacts].b, std::span(s_.y));
                continue;
            }
            Vec<D> held = -own.rho_t * (problem_.b[k] + problem_.law[k].velocity_shift);
            held[0] *= own.rho_t > 0.0 ? own.rho_n / own.rho_t : 0.0;
            s_.rows.add(s_.rows[k], held, std::span(s_.y));
        }
        s_.rows.scale(s_.y);
        s_.cholesky.solve(s_.y);
    }

    /// Where the law sends r at velocity v: normal first, then shear within the limit that goes with it. Fixed points are
    /// those of the natural map (3.12).
    static Vec<D> law_step(const LocalLaw<D>& law, const Vec<D>& r, const Vec<D>& v, const AdmmRow& row) {
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
            const BodyRow<D>& row = s_.rows[k];
            const LocalLaw<D>& law = problem_.law[k];
            const Vec<D> v = s_.rows.template velocity<D>(row, s_.y) + problem_.b[k] + law.velocity_shift;
            const Vec<D> next = law_step(law, s_.r[k], v, s_.row[k]);
            s_.rows.add(row, 2.0 * next - s_.r[k], std::span(s_.step));
            s_.r[k] = next;
        }
        for (std::size_t k = contacts; k < s_.row.size(); ++k) {
            const BodyRow<D>& row = s_.rows[k];
            const LocalLaw<D>& law = problem_.law[row.contact];
            Spin<D>& m = s_.m[k - contacts];
            const Spin<D> spin = s_.rows.template velocity<S>(row, s_.y) + problem_.turning[k - contacts].b;
            const double s_n = s_.r[static_cast<std::size_t>(row.contact)][0] + law.tension;
            const Spin<D> next = m - turning_map(law.turning, s_n, m, spin, s_.row[k].rho_t);
            s_.rows.add(row, 2.0 * next - m, std::span(s_.step));
            m = next;
        }
        s_.rows.scale(s_.step);
        s_.cholesky.solve(s_.step);
        for (std::size_t i = 0; i < s_.y.size(); ++i) s_.y[i] += s_.step[i];
        return true;
    }

    /// The residual of the exact law at r; the best impulses so far are kept.
    double keep_if_best(double best) {
        const ResidualSums sums = s_.rows.residual(problem_, s_.r, s_.m, s_.of_r);
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
    AdmmScratch<D>& s_;
    Firmness firm_[2] = {at_rest, in_motion};
    bool loose_ = false;  // which of them
    bool moves_ = false;  // the law lets some contact move
    int waits_ = 0, patience_ = first_patience;  // periods
    double mark_ = infinity;                     // residual when it last halved
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

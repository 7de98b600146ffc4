#include "ranks/shared_solve.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/index.h"
#include "core/random.h"
#include "ranks/shared_anderson.h"

namespace drystone::ranks {

namespace {

constexpr int sweeps_a_jump_early = 4, early = 60, sweeps_a_jump = 8;  // as of solvers/anderson.cpp
constexpr int sweeps_a_look = 10, trial = 10;

/// Sweeps of this rank, and the averages between them.
template <int D>
class TeamSweep {
  public:
    TeamSweep(World<D>& world, Halo<D>& halo, Team& team, ThreadPool& pool, SharedSolveScratch<D>& scratch)
        : world_(world), halo_(halo), team_(team), s_(scratch), sweep_(world.problem, SweepOrder::coloured, pool, scratch.nlgs) {}

    BodySweep<D>& local() { return sweep_; }

    void sweep(Random& random) {
        if (sweep_.size() > 0) sweep_.sweep(random);
        average();
    }

    /// Velocities of all bodies become those of the impulses alone.
    void refresh() {
        if (sweep_.size() > 0) sweep_.refresh();
        average();
    }

    /// The sums with this rank's shares of bodies: for a look on the way.
    ResidualSums look() { return over_all(sweep_.size() > 0 ? sweep_.residual_as_it_stands() : ResidualSums{}); }

    ResidualSums load_zero() {
        sweep_.load_zero();
        return over_all(sweep_.size() > 0 ? sweep_.residual() : ResidualSums{});
    }

    void load() {
        sweep_.load(world_.impulse, world_.moment);
        refresh();
    }

    /// The certificate: bodies whole, impulses as they leave.
    ResidualSums certify() {
        sweep_.store(world_.impulse, world_.moment);
        make_whole(world_.mobile, halo_, s_.kept, world_.problem.W);
        const ResidualSums sums = over_all(residual());
        split_bodies(world_.mobile, halo_, world_.problem.W, s_.kept);
        return sums;
    }

  private:
    void average() {
        const auto row = [&](int slot) -> SweepBody<D>& { return s_.nlgs.body[at(world_.mobile[at(slot)])]; };
        halo_.average([&](int slot) { return Twist<D>{row(slot).v, row(slot).w}; },
                      [&](int slot, const Twist<D>& t) {
                          row(slot).v = t.v;
                          row(slot).w = t.w;
                      },
                      team_);
    }

    ResidualSums over_all(const ResidualSums& here) {
        std::array<double, 3> sums = {here.error, here.impulse, here.free};
        team_.sum(sums);
        return {sums[0], sums[1], sums[2]};
    }

    /// contact/contact_problem.cpp, with velocities that other ranks' impulses have a part in.
    ResidualSums residual() {
        const RigidProblem<D>& problem = world_.problem;
        problem.W.reset(s_.state);
        for (int i = 0; i < problem.size(); ++i) problem.W.add(s_.state, i, world_.impulse[at(i)]);
        for (std::size_t k = 0; k < problem.turning.size(); ++k) problem.W.add_moment(s_.state, problem.turning[k].contact, world_.moment[k]);
        const auto body = [&](int slot) -> Twist<D>& { return s_.state.body[at(world_.mobile[at(slot)])]; };
        halo_.average([&](int slot) { return body(slot); },
                      [&](int slot, const Twist<D>& mean) {
                          const double sharers = halo_.sharers()[at(slot)];
                          body(slot) = {sharers * mean.v, sharers * mean.w};
                      },
                      team_);
        ResidualSums sums;
        for (int i = 0; i < problem.size(); ++i) {
            const double rho = step_length(problem.W.diagonal(i));
            const Vec<D>& r = world_.impulse[at(i)];
            const Vec<D> v = problem.W.velocity(s_.state, i) + problem.b[at(i)] + problem.law[at(i)].velocity_shift;
            const Vec<D> e = natural_map(problem.law[at(i)], r, v, rho);
            sums += {dot(e, e), dot(r, r), rho * rho * dot(problem.b[at(i)], problem.b[at(i)])};
        }
        for (std::size_t k = 0; k < problem.turning.size(); ++k) sums += of_moment(problem.turning[k], world_.moment[k]);
        return sums;
    }

    ResidualSums of_moment(const Turning<D>& turning, const Spin<D>& m) {
        const RigidProblem<D>& problem = world_.problem;
        const int i = turning.contact;
        const double rho = step_length(problem.W.spin_diagonal(i));
        const double normal = world_.impulse[at(i)][0] + problem.law[at(i)].tension;
        const Spin<D> spin = problem.W.spin(s_.state, i) + turning.b;
        const Spin<D> e = turning_map(problem.law[at(i)].turning, normal, m, spin, rho);
        const double per_square = rho > 0.0 ? step_length(problem.W.diagonal(i)) / rho : 0.0;
        return {per_square * dot(e, e), per_square * dot(m, m), per_square * rho * rho * dot(turning.free(), turning.free())};
    }

    World<D>& world_;
    Halo<D>& halo_;
    Team& team_;
    SharedSolveScratch<D>& s_;
    BodySweep<D> sweep_;
};

/// solvers/first_guess.h, over the team.
template <int D>
ResidualSums begin(TeamSweep<D>& sweep, bool has_guess, const SolverSettings& settings, Random& random, SolveReport& report) {
    const ResidualSums cold = sweep.load_zero();
    if (!has_guess) return cold;
    sweep.load();
    ResidualSums warm = sweep.look();
    if (settings.keeps_start) return warm;
    if (warm.error > cold.error) {
        for (; report.iterations < std::min(trial, settings.max_iterations); ++report.iterations) sweep.sweep(random);
        sweep.refresh();
        warm = sweep.look();
    }
    if (!(warm.error <= cold.error)) return sweep.load_zero();
    return warm;
}

template <int D>
void sweep_to_tolerance(TeamSweep<D>& sweep, const SolverSettings& settings, Random& random, Team& team, SolveReport& report) {
    const bool fixed = settings.fixed_iterations > 0, jumps = !fixed && settings.method != SolverMethod::nlgs;
    const int most = fixed ? settings.fixed_iterations : settings.max_iterations;
    SharedAnderson<D> anderson(sweep.local(), team);
    double goal = settings.tolerance;  // of a look; lower where whole bodies say otherwise
    int look = report.iterations;
    for (bool certified = false; !certified;) {
        if (!fixed && report.residual <= goal) {
            sweep.refresh();
            report.residual = sweep.certify().relative();
            certified = report.residual <= settings.tolerance;
            goal *= 0.5;
            if (certified) break;
        }
        if (report.iterations >= most || !std::isfinite(report.residual)) break;
        const int sweeps = fixed ? most : report.iterations < early ? sweeps_a_jump_early : sweeps_a_jump;
        const int until = std::min(most, report.iterations + sweeps);
        for (; report.iterations < until; ++report.iterations) sweep.sweep(random);
        if (fixed || report.iterations >= look || report.iterations >= most) {
            report.residual = sweep.look().relative();
            look = report.iterations + std::min(sweeps_a_look, report.iterations);
        }
        if (report.iterations < most && report.residual > goal && jumps && anderson.jump()) sweep.refresh();
    }
    report.residual = sweep.certify().relative();
}

}  // namespace

template <int D>
void share_bodies(const World<D>& world, Halo<D>& halo, Team& team, std::vector<char>& touched) {
    touched.assign(world.bodies.position.size(), 0);
    for (const ContactPoint<D>& c : world.contacts.point) {
        for (const int part : {c.a, c.b}) {
            const int slot = world.parts.body[at(part)];
            if (world.mobile[at(slot)] >= 0) touched[at(slot)] = 1;
        }
    }
    halo.share(touched, team);
}

template <int D>
void split_bodies(const std::vector<int>& mobile, const Halo<D>& halo, BodyMap<D>& map, std::vector<MobileBody<D>>& kept) {
    kept.clear();
    for (const int slot : halo.shared()) {
        MobileBody<D>& body = map.body[at(mobile[at(slot)])];
        kept.push_back(body);
        const double sharers = halo.sharers()[at(slot)];
        body.inverse_mass = sharers * body.inverse_mass;
        body.inverse_inertia = sharers * body.inverse_inertia;
    }
}

template <int D>
void make_whole(const std::vector<int>& mobile, const Halo<D>& halo, const std::vector<MobileBody<D>>& kept, BodyMap<D>& map) {
    for (std::size_t k = 0; k < kept.size(); ++k) map.body[at(mobile[at(halo.shared()[k])])] = kept[k];
}

template <int D>
SolveReport solve_shared(World<D>& world, const SolverSettings& settings, const SharedSolve<D>& with) {
    const auto& [halo, team, pool, scratch] = with;
    share_bodies(world, halo, team, scratch.touched);
    SolveReport report;
    std::array<std::int64_t, 2> count = {static_cast<std::int64_t>(world.problem.size()), 0};
    for (const Vec<D>& r : world.impulse) count[1] += !(r == Vec<D>{});
    team.sum(count);
    if (count[0] == 0) return report;
    split_bodies(world.mobile, halo, world.problem.W, scratch.kept);
    {
        TeamSweep<D> sweep(world, halo, team, pool, scratch);
        Random random(settings.seed, static_cast<std::uint64_t>(world.steps));
        report.residual = begin(sweep, count[1] > 0, settings, random, report).relative();
        sweep_to_tolerance(sweep, settings, random, team, report);
    }
    make_whole(world.mobile, halo, scratch.kept, world.problem.W);
    report.converged = report.residual <= settings.tolerance;
    report.contact_updates = static_cast<long>(report.iterations) * count[0];
    report.solved_by = report.iterations == 0                     ? SolvedBy::first_guess
                       : settings.method == SolverMethod::nlgs    ? SolvedBy::nlgs
                                                                  : SolvedBy::anderson;
    report.work[report.solved_by].iterations = report.iterations;
    return report;
}

#define DRYSTONE_SHARED_SOLVE(D)                                                                             \
    template void share_bodies(const World<D>&, Halo<D>&, Team&, std::vector<char>&);                        \
    template void split_bodies(const std::vector<int>&, const Halo<D>&, BodyMap<D>&, std::vector<MobileBody<D>>&);        \
    template void make_whole(const std::vector<int>&, const Halo<D>&, const std::vector<MobileBody<D>>&, BodyMap<D>&);    \
    template SolveReport solve_shared(World<D>&, const SolverSettings&, const SharedSolve<D>&);
DRYSTONE_SHARED_SOLVE(2)
DRYSTONE_SHARED_SOLVE(3)
#undef DRYSTONE_SHARED_SOLVE

}  // namespace drystone::ranks

#include "ranks/shared_solve.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/exact_sum.h"
#include "core/index.h"
#include "core/random.h"
#include "ranks/shared_anderson.h"

namespace drystone::ranks {

namespace {

constexpr int sweeps_a_jump_early = 4, early = 60, sweeps_a_jump = 8, sweeps_a_look = 16;  // as of solvers/anderson.cpp
constexpr int trial = 10;

/// Bodies of the sweeps, by slot.
template <int D>
class SweptRows final : public SharedRows<D> {
  public:
    SweptRows(const std::vector<int>& mobile, std::vector<SweepBody<D>>& body) : mobile_(mobile), body_(body) {}
    Twist<D> load(int slot) const override {
        const SweepBody<D>& row = body_[at(mobile_[at(slot)])];
        return {row.v, row.w};
    }
    void store(int slot, const Twist<D>& t) override {
        SweepBody<D>& row = body_[at(mobile_[at(slot)])];
        row.v = t.v;
        row.w = t.w;
    }

  private:
    const std::vector<int>& mobile_;
    std::vector<SweepBody<D>>& body_;
};

/// Sweeps of this rank, its part of those of all.
template <int D>
class TeamSweep {
  public:
    TeamSweep(World<D>& world, const SolverSettings& settings, const SharedSolve<D>& with)
        : world_(world), team_(with.team), s_(with.scratch), exact_(settings.reproducible), rows_(world.mobile, with.scratch.nlgs.body),
          sweep_(world.problem, SweepOrder::coloured, with.pool, with.scratch.nlgs) {
        s_.phases.plan(touches(with.halo), s_.told.colours, with.halo, team_);
        s_.phases.use(&rows_);
        if (exact_) sweep_.stay_awake();  // who sleeps depends on who is in a group with whom
    }
    ~TeamSweep() { s_.phases.use(nullptr); }

    BodySweep<D>& local() { return sweep_; }

    void sweep(Random& random) {
        sweep_.sweep(random);
        s_.phases.finish();
    }

    /// Velocities of all bodies become those of the impulses alone.
    void refresh() {
        sweep_.refresh();
        s_.phases.finish();
    }

    ResidualSums look() {
        s_.phases.catch_up();
        return exact_ ? exact_sums() : over_all(sweep_.residual_as_it_stands());
    }

    ResidualSums load_zero() {
        sweep_.load_zero();
        refresh();
        return look();
    }

    void load() {
        sweep_.load(world_.impulse, world_.moment);
        refresh();
    }

    /// The certificate: velocities from the impulses alone.
    ResidualSums certify() {
        refresh();
        return look();
    }

    void store() { sweep_.store(world_.impulse, world_.moment); }

  private:
    /// Kinds as BodySweep goes through them: round, plain, full; moments last.
    std::vector<Touch> touches(const Halo<D>& halo) const {
        std::vector<Touch> touches;
        const Colouring& c = s_.colouring;
        const auto touch = [&](int contact, int kind) {
            for (const int slot : {c.bodies[at(contact)].a, c.bodies[at(contact)].b}) {
                if (slot >= 0 && halo.sharers()[at(slot)] > 1) touches.push_back({slot, kind * c.colours + c.colour[at(contact)]});
            }
        };
        for (int i = 0; i < world_.problem.size(); ++i) {
            if (s_.chosen[at(i)]) touch(i, static_cast<int>(s_.nlgs.place[at(i)].kind));
        }
        for (const Turning<D>& turning : world_.problem.turning) {
            if (s_.chosen[at(turning.contact)]) touch(turning.contact, 3);
        }
        return touches;
    }

    ResidualSums over_all(const ResidualSums& here) {
        std::array<double, 3> sums = {here.error, here.impulse, here.free};
        team_.sum(sums);
        return {sums[0], sums[1], sums[2]};
    }

    ResidualSums exact_sums() {
        sweep_.residual_of_each(s_.terms);
        std::array<ExactSum, 3> sums;
        for (const ResidualSums& term : s_.terms) {
            sums[0].add(term.error);
            sums[1].add(term.impulse);
            sums[2].add(term.free);
        }
        add_up(sums, team_);
        return {sums[0].value(), sums[1].value(), sums[2].value()};
    }

    World<D>& world_;
    Team& team_;
    SharedSolveScratch<D>& s_;
    bool exact_;
    SweptRows<D> rows_;
    BodySweep<D> sweep_;
};

/// solvers/first_guess.h, over the team.
template <int D>
ResidualSums begin(TeamSweep<D>& sweep, const ResidualSums& cold, const SolverSettings& settings, Random& random, SolveReport& report) {
    sweep.load();
    ResidualSums warm = sweep.look();
    if (settings.keeps_start) return warm;
    if (warm.error > cold.error) {
        for (; report.iterations < std::min(trial, settings.max_iterations); ++report.iterations) sweep.sweep(random);
        warm = sweep.certify();
    }
    if (!(warm.error <= cold.error)) return sweep.load_zero();
    return warm;
}

template <int D>
ResidualSums sweep_to_tolerance(TeamSweep<D>& sweep, const SolverSettings& settings, Random& random, SharedAnderson<D>& anderson, SolveReport& report) {
    const bool fixed = settings.fixed_iterations > 0, jumps = !fixed && settings.method != SolverMethod::nlgs;
    const int most = fixed ? settings.fixed_iterations : settings.max_iterations;
    ResidualSums sums;
    double goal = settings.tolerance;  // of a look; lower where velocities from the impulses alone say otherwise
    int look = report.iterations;
    for (;;) {
        if (!fixed && report.residual <= goal) {
            sums = sweep.certify();
            report.residual = sums.relative();
            if (report.residual <= settings.tolerance) return sums;
            goal *= 0.5;
        }
        if (report.iterations >= most || !std::isfinite(report.residual)) return sweep.certify();
        const int sweeps = fixed ? most : report.iterations < early ? sweeps_a_jump_early : sweeps_a_jump;
        const int until = std::min(most, report.iterations + sweeps);
        for (; report.iterations < until; ++report.iterations) sweep.sweep(random);
        if (!fixed && (report.iterations >= look || report.iterations >= most)) {
            report.residual = sweep.look().relative();
            look = report.iterations + std::min(sweeps_a_look, report.iterations);
        }
        if (report.iterations < most && report.residual > goal && jumps && anderson.jump()) sweep.refresh();
    }
}

}  // namespace

template <int D>
void share_bodies(const World<D>& world, bool all, Halo<D>& halo, Team& team, SharedSolveScratch<D>& s) {
    list_contacts(world, s.colouring);
    share_listed(world.bodies.position.size(), all, halo, team, s);
}

template <int D>
void share_listed(std::size_t slots, bool all, Halo<D>& halo, Team& team, SharedSolveScratch<D>& s) {
    Colouring& c = s.colouring;
    s.touched.assign(slots, 0);
    for (const BodyPair& pair : c.bodies) {
        if (pair.a >= 0) s.touched[at(pair.a)] = 1;
        if (pair.b >= 0) s.touched[at(pair.b)] = 1;
    }
    halo.share(s.touched, team);
    const auto is_shared = [&](int slot) { return slot >= 0 && halo.sharers()[at(slot)] > 1; };
    s.chosen.resize(c.bodies.size());
    for (std::size_t i = 0; i < s.chosen.size(); ++i) s.chosen[i] = all || is_shared(c.bodies[i].a) || is_shared(c.bodies[i].b);
    colour_contacts(s.chosen, halo, team, c);
    s.told.colours = c.colours;
    s.told.listener = &s.phases;
    s.told.half.resize(c.bodies.size());
    for (std::size_t i = 0; i < s.chosen.size(); ++i) {
        const bool is_border = is_shared(c.bodies[i].a) || is_shared(c.bodies[i].b);
        s.told.half[i] = s.chosen[i] ? 2 * c.colour[i] + !is_border : -1;
    }
    s.nlgs.told = s.told;
}

template <int D>
void plan_by_colour(const Halo<D>& halo, Team& team, SharedSolveScratch<D>& s) {
    std::vector<Touch> touches;
    for (std::size_t i = 0; i < s.chosen.size(); ++i) {
        if (!s.chosen[i]) continue;
        for (const int slot : {s.colouring.bodies[i].a, s.colouring.bodies[i].b}) {
            if (slot >= 0 && halo.sharers()[at(slot)] > 1) touches.push_back({slot, s.colouring.colour[i]});
        }
    }
    s.phases.plan(std::move(touches), s.told.colours, halo, team);
}

template <int D>
SolveReport solve_shared(World<D>& world, const SolverSettings& settings, const SharedSolve<D>& with) {
    const auto& [halo, team, pool, scratch] = with;
    share_bodies(world, settings.reproducible, halo, team, scratch);
    SolveReport report;
    std::array<std::int64_t, 2> count = {static_cast<std::int64_t>(world.problem.size()), 0};
    for (const Vec<D>& r : world.impulse) count[1] += !(r == Vec<D>{});
    team.sum(count);
    TeamSweep<D> sweep(world, settings, with);
    if (count[0] == 0) return report;
    Random random(settings.seed, static_cast<std::uint64_t>(world.steps));
    const ResidualSums cold = sweep.load_zero();
    report.residual = (count[1] > 0 ? begin(sweep, cold, settings, random, report) : cold).relative();
    SharedAnderson<D> anderson(sweep.local(), {std::sqrt(cold.free), settings.reproducible}, team);
    const ResidualSums end = sweep_to_tolerance(sweep, settings, random, anderson, report);
    sweep.store();
    report.residual = end.relative();
    report.converged = report.residual <= settings.tolerance && !ran_away(end, cold);
    report.contact_updates = static_cast<long>(report.iterations) * count[0];
    report.solved_by = report.iterations == 0                     ? SolvedBy::first_guess
                       : settings.method == SolverMethod::nlgs    ? SolvedBy::nlgs
                                                                  : SolvedBy::anderson;
    report.work[report.solved_by].iterations = report.iterations;
    return report;
}

/// Owners collect what others gave to their bodies, and tell what became of them. Where sums must not depend on who gave what: what the sweeps' last
/// refresh() made of all impulses, in the order of the phases, which all who touch a body have alike.
template <int D>
void settle_velocities(World<D>& world, const std::vector<Twist<D>>& free, bool reproducible, const SharedSolve<D>& with) {
    std::vector<Twist<D>>& velocity = world.bodies.velocity;
    const std::vector<char>& touched = with.halo.touched();
    const auto sum = [&](int slot, const Twist<D>& given) {
        velocity[at(slot)].v = free[at(slot)].v + given.v;
        velocity[at(slot)].w = free[at(slot)].w + given.w;
    };
    if (reproducible) {
        const auto given = [&](int slot) {
            const SweepBody<D>& row = with.scratch.nlgs.body[at(world.mobile[at(slot)])];
            return Twist<D>{row.v, row.w};
        };
        for (std::size_t i = 0; i < touched.size(); ++i) {
            if (touched[i]) sum(static_cast<int>(i), given(static_cast<int>(i)));
        }
        with.halo.collect(given, [&](int slot, const Twist<D>& t) {
            if (!touched[at(slot)]) sum(slot, t);
        }, with.team);
    } else {
        with.halo.collect(
            [&](int slot) { return Twist<D>{velocity[at(slot)].v - free[at(slot)].v, velocity[at(slot)].w - free[at(slot)].w}; },
            [&](int slot, const Twist<D>& given) {
                velocity[at(slot)].v += given.v;
                velocity[at(slot)].w += given.w;
            },
            with.team);
    }
    with.halo.publish([&](int slot) { return velocity[at(slot)]; }, [&](int slot, const Twist<D>& t) { velocity[at(slot)] = t; }, with.team);
}

#define DRYSTONE_SHARED_SOLVE(D)                                                                                \
    template void share_bodies(const World<D>&, bool, Halo<D>&, Team&, SharedSolveScratch<D>&);                 \
    template void share_listed(std::size_t, bool, Halo<D>&, Team&, SharedSolveScratch<D>&);                     \
    template void plan_by_colour(const Halo<D>&, Team&, SharedSolveScratch<D>&);                                \
    template SolveReport solve_shared(World<D>&, const SolverSettings&, const SharedSolve<D>&);                 \
    template void settle_velocities(World<D>&, const std::vector<Twist<D>>&, bool, const SharedSolve<D>&);
DRYSTONE_SHARED_SOLVE(2)
DRYSTONE_SHARED_SOLVE(3)
#undef DRYSTONE_SHARED_SOLVE

}  // namespace drystone::ranks

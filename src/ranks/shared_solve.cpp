#include "ranks/shared_solve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/exact_sum.h"
#include "core/index.h"
#include "core/random.h"
#include "core/stopwatch.h"
#include "ranks/gathered_solve.h"
#include "ranks/islands_across.h"
#include "ranks/left_over.h"
#include "ranks/shared_anderson.h"
#include "solvers/fallbacks.h"

namespace drystone::ranks {

namespace {

constexpr int sweeps_a_jump_early = 4, early = 60, sweeps_a_jump = 8, sweeps_a_look = 16;  // as of solvers/anderson.cpp
constexpr int trial = 10;

/// Bodies of the sweeps, by slot. They travel without what a hub gives them, which is each rank's own until all agree.
template <int D>
class SweptRows final : public SharedRows<D> {
  public:
    SweptRows(const std::vector<int>& mobile, std::vector<SweepBody<D>>& body, const BodySweep<D>& sweep) : mobile_(mobile), body_(body), sweep_(sweep) {}
    Twist<D> load(int slot) const override {
        const int i = mobile_[at(slot)];
        const SweepBody<D>& row = body_[at(i)];
        return {sweep_.hub().rides() ? row.v - sweep_.hub().carries(i) : row.v, row.w};
    }
    void store(int slot, const Twist<D>& t) override {
        const int i = mobile_[at(slot)];
        SweepBody<D>& row = body_[at(i)];
        row.v = sweep_.hub().rides() ? t.v + sweep_.hub().carries(i) : t.v;
        row.w = t.w;
    }

  private:
    const std::vector<int>& mobile_;
    std::vector<SweepBody<D>>& body_;
    const BodySweep<D>& sweep_;
};

/// Sweeps of this rank, its part of those of all.
template <int D>
class TeamSweep {
  public:
    TeamSweep(World<D>& world, const SolverSettings& settings, const SharedSolve<D>& with)
        : world_(world), team_(with.team), s_(with.scratch), exact_(settings.reproducible), rows_(world.mobile, with.scratch.nlgs.body, sweep_),
          sweep_(world.problem, SweepOrder::coloured, with.pool, with.scratch.nlgs) {
        s_.phases.plan(touches(with.halo), s_.beat, with.halo, team_);
        s_.phases.use(&rows_);
        if (exact_) sweep_.stay_awake();  // who sleeps depends on who is in a group with whom
    }
    ~TeamSweep() { s_.phases.use(nullptr); }

    BodySweep<D>& local() { return sweep_; }

    void sweep(Random& random) {
        const Stopwatch watch;
        const double waited = team_.waited.halo;
        sweep_.sweep(random);
        s_.phases.next_sweep();
        agree();
        s_.seconds.sweeping += watch.seconds();
        s_.seconds.waiting += team_.waited.halo - waited;
    }

    /// Velocities of all bodies become those of the impulses alone.
    void refresh() {
        s_.phases.finish();
        sweep_.refresh();
        s_.phases.finish();
        agree();
    }

    ResidualSums look() {
        s_.phases.catch_up();
        return exact_ ? exact_sums() : over_all(sweep_.residual_as_it_stands());
    }

    ResidualSums load_zero() {
        s_.phases.finish();
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
                if (slot >= 0 && halo.sharers()[at(slot)] > 1) touches.push_back({slot, kind * s_.beat.phases + c.colour[at(contact)] / s_.beat.colours});
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

    /// A cell under stress moves as the impulses of all ranks move it.
    void agree() {
        if (s_.nlgs.hub.told.rounds == 0) return;
        std::array<double, D * D> numbers;
        Mat<D> pull = sweep_.hub().pull();
        for (int i = 0; i < D; ++i) std::copy_n(pull[i].c.begin(), D, numbers.begin() + i * D);
        team_.sum(numbers);
        for (int i = 0; i < D; ++i) std::copy_n(numbers.begin() + i * D, D, pull[i].c.begin());
        sweep_.agree_on_hub(pull);
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

/// How long sweeps go on: `most` of them at all, and as long as the residual halves in every `patience`.
struct Endurance {
    int most = 0;
    int patience = 0;
};

/// Sweeps with jumps in between, of a problem of so many contacts.
template <int D>
class Sweeping {
  public:
    Sweeping(TeamSweep<D>& sweep, const SolverSettings& settings, std::uint64_t stream, SharedAnderson<D>& anderson)
        : sweep_(sweep), settings_(settings), random_(settings.seed, stream), anderson_(anderson) {}

    /// Sums of where they end, from impulses alone. Adds iterations to the report, and leaves the residual of the last look.
    ResidualSums to_tolerance(const Endurance& with, SolveReport& report) {
        const bool fixed = settings_.fixed_iterations > 0, jumps = !fixed && settings_.method != SolverMethod::nlgs;
        ResidualSums sums;
        double goal = settings_.tolerance;  // of a look; lower where velocities from the impulses alone say otherwise
        double before = report.residual;
        int look = report.iterations, judged = report.iterations + with.patience;
        for (;;) {
            if (!fixed && report.residual <= goal) {
                sums = sweep_.certify();
                report.residual = sums.relative();
                if (report.residual <= settings_.tolerance) return sums;
                goal *= 0.5;
            }
            if (report.iterations >= with.most || !std::isfinite(report.residual)) return sweep_.certify();
            if (report.iterations >= judged) {
                if (!(report.residual < fallbacks::progress * before)) return sweep_.certify();
                before = report.residual;
                judged = report.iterations + with.patience;
            }
            const int sweeps = fixed ? with.most : report.iterations < early ? sweeps_a_jump_early : sweeps_a_jump;
            const int until = std::min(with.most, report.iterations + sweeps);
            for (; report.iterations < until; ++report.iterations) sweep_.sweep(random_);
            if (!fixed && (report.iterations >= look || report.iterations >= with.most)) {
                report.residual = sweep_.look().relative();
                look = report.iterations + std::min(sweeps_a_look, report.iterations);
            }
            if (report.iterations < with.most && report.residual > goal && jumps && anderson_.jump()) sweep_.refresh();
        }
    }

    /// solvers/first_guess.h, over the team.
    ResidualSums begin(const ResidualSums& cold, SolveReport& report) {
        sweep_.load();
        ResidualSums warm = sweep_.look();
        if (settings_.keeps_start) return warm;
        if (warm.error > cold.error) {
            for (; report.iterations < std::min(trial, settings_.max_iterations); ++report.iterations) sweep_.sweep(random_);
            warm = sweep_.certify();
        }
        if (!(warm.error <= cold.error)) return sweep_.load_zero();
        return warm;
    }

  private:
    TeamSweep<D>& sweep_;
    const SolverSettings& settings_;
    Random random_;
    SharedAnderson<D>& anderson_;
};

/// What of a problem decides how long it is swept, of all ranks.
struct Extent {
    std::int64_t contacts = 0, guessed = 0, bodies = 0;  // guessed: that begin with an impulse
    bool is_in_cell = false;                             // all contacts hold on to a cell under stress

    /// Walls and vaults, of which one process makes a factor (solvers/solve.cpp).
    template <int D>
    bool is_masonry() const {
        return !is_in_cell && static_cast<double>(D * contacts) > fallbacks::masonry_rows * static_cast<double>((D + spin_dim<D>)*bodies) &&
               static_cast<double>(bodies) < fallbacks::bodies_with_factor_masonry;
    }
};

template <int D>
Extent extent_of(const World<D>& world, const Halo<D>& halo, Team& team) {
    std::vector<char> is_foreign(world.mobile.size(), 0);
    for (const auto& neighbour : halo.neighbours()) {
        for (const int slot : neighbour.theirs) is_foreign[at(slot)] = 1;
    }
    std::array<std::int64_t, 3> sums = {static_cast<std::int64_t>(world.problem.size()), 0, 0};
    for (const Vec<D>& r : world.impulse) sums[1] += !(r == Vec<D>{});
    for (std::size_t i = 0; i < is_foreign.size(); ++i) sums[2] += world.mobile[i] >= 0 && !is_foreign[i];
    team.sum(sums);
    return {sums[0], sums[1], sums[2], world.cell_model.is_pressed};
}

template <int D>
Endurance endurance(const SolverSettings& settings, const Extent& extent) {
    if (settings.fixed_iterations > 0) return {settings.fixed_iterations, settings.fixed_iterations};
    const int limit = settings.max_iterations;
    if (settings.method != SolverMethod::automatic) return {limit, limit};
    if (!extent.is_masonry<D>()) return {std::max(1, limit / 2), fallbacks::with_packings.sweeps};  // the rest is for who solves what is left
    const int sweeps = (extent.guessed > 0 ? fallbacks::with_masonry : fallbacks::with_masonry_at_first).sweeps;
    return {std::min(limit, sweeps), sweeps};
}

/// What sweeps have made since a report had so many iterations.
void book_sweeps(const SolverSettings& settings, int before, double seconds, SolveReport& report) {
    const int made = report.iterations - before;
    if (made > 0) report.solved_by = settings.method == SolverMethod::nlgs ? SolvedBy::nlgs : SolvedBy::anderson;
    MethodWork& work = report.work[report.solved_by];
    work.iterations += made;
    work.seconds += seconds;
}

/// A solve that sweeps have begun: what they leave, and what comes of it.
template <int D>
class Aftermath {
  public:
    Aftermath(World<D>& world, const SolverSettings& settings, const SharedSolve<D>& with, TeamSweep<D>& sweep)
        : world_(world), settings_(settings), with_(with), sweep_(sweep) {}

    /// Islands that are left go to one rank each, from the first guess (`afresh`) or from where they stand, which `end` has the sums of. Sums of
    /// what is there then.
    ResidualSums gather(bool afresh, const ResidualSums& end, SolveReport& report) {
        const LeftOver left = find();
        if (left.empty()) return end;
        std::vector<Vec<D>> r(world_.impulse.size());
        std::vector<Spin<D>> m(world_.moment.size());
        sweep_.local().store(r, m);
        begin_from(left, afresh, r, m);
        SolverSettings settings = settings_;
        settings.max_iterations = std::max(1, settings_.max_iterations - report.iterations);
        const GatheredReport gathered = solve_gathered<D>(world_, left, settings, {with_.team, with_.pool, with_.scratch.apart});
        report.iterations += gathered.report.iterations;
        report.contact_updates += gathered.report.contact_updates;
        report.work += gathered.report.work;
        report.solved_by = gathered.report.solved_by;
        ran_away_ = gathered.ran_away;
        sweep_.load();
        const ResidualSums now = sweep_.look();
        if (gathered.solved || now.relative() <= end.relative()) return now;
        world_.impulse = r;
        world_.moment = m;
        sweep_.load();
        return sweep_.look();
    }

    /// Impulses of an island are no answer, whatever the sums over all are.
    bool ran_away() const { return ran_away_; }

  private:
    LeftOver find() {
        SharedSolveScratch<D>& s = with_.scratch;
        sweep_.local().residual_of_each(s.terms);
        std::vector<Vec<D>> r(world_.impulse.size());
        std::vector<Spin<D>> m(world_.moment.size());
        sweep_.local().store(r, m);
        sweep_.load_zero();
        std::vector<ResidualSums> without;
        sweep_.local().residual_of_each(without);
        sweep_.local().load(r, m);
        sweep_.refresh();
        if (world_.cell_model.is_pressed) {  // it holds all together
            const std::vector<int> one(s.terms.size(), 0);
            const std::vector<char> everywhere(s.terms.size(), 1);
            return find_left_over({one, everywhere}, {s.terms, without}, settings_.tolerance, with_.team);
        }
        const std::vector<int> island = label_islands(world_, s.colouring, with_.halo, with_.team);
        const std::vector<char> spans = which_span(island);
        return find_left_over({island, spans}, {s.terms, without}, settings_.tolerance, with_.team);
    }

    /// (contacts)  1: a body of its island is shared.
    std::vector<char> which_span(const std::vector<int>& island) const {
        const std::vector<int>& sharers = with_.halo.sharers();
        const auto is_shared = [&](int slot) { return slot >= 0 && sharers[at(slot)] > 1; };
        std::vector<int> names;
        for (std::size_t i = 0; i < island.size(); ++i) {
            const BodyPair& pair = with_.scratch.colouring.bodies[i];
            if (is_shared(pair.a) || is_shared(pair.b)) names.push_back(island[i]);
        }
        std::sort(names.begin(), names.end());
        std::vector<char> spans(island.size());
        for (std::size_t i = 0; i < island.size(); ++i) spans[i] = std::binary_search(names.begin(), names.end(), island[i]);
        return spans;
    }

    /// world.impulse and world.moment, which hold the first guess: others than those of the lots are as they stand.
    void begin_from(const LeftOver& left, bool afresh, const std::vector<Vec<D>>& r, const std::vector<Spin<D>>& m) {
        const auto keeps_guess = [&](std::size_t contact) { return afresh && left.lot[contact] >= 0; };
        for (std::size_t i = 0; i < r.size(); ++i) {
            if (!keeps_guess(i)) world_.impulse[i] = r[i];
        }
        for (std::size_t k = 0; k < m.size(); ++k) {
            if (!keeps_guess(at(world_.problem.turning[k].contact))) world_.moment[k] = m[k];
        }
    }

    World<D>& world_;
    const SolverSettings& settings_;
    const SharedSolve<D>& with_;
    TeamSweep<D>& sweep_;
    bool ran_away_ = false;
};

/// In a cell: whether the ranks can sweep the problem together. Where it is under stress, each is told its share of it.
template <int D>
bool can_be_swept(const World<D>& world, const SharedSolve<D>& with) {
    HubShare& told = with.scratch.nlgs.hub.told;
    told.rounds = 0;
    if (!world.cell_model.is_there) return true;
    const HubWeight here = weigh_hub(world.problem);
    std::array<double, 4> sums = {here.contacts, here.odd, here.through_hub, here.own};
    with.team.sum(sums);
    const HubWeight all{sums[0], sums[1], sums[2], sums[3]};
    if (all.contacts == 0.0) return true;
    if (!world.cell_model.is_pressed) return all.odd == 0.0;
    told.rounds = all.rounds();
    told.mass = here.contacts > 0.0 ? here.contacts / all.contacts : 1.0;
    told.elsewhere.assign(world.problem.W.body.size(), 0);
    for (std::size_t slot = 0; slot < world.mobile.size(); ++slot) {
        if (world.mobile[slot] >= 0 && with.halo.sharers()[slot] > 1) told.elsewhere[at(world.mobile[slot])] = 1;
    }
    told.contacts.clear();
    for (std::size_t i = 0; i < with.scratch.chosen.size(); ++i) {
        if (with.scratch.chosen[i]) told.contacts.push_back(static_cast<int>(i));
    }
    return told.rounds > 0;
}

/// All of it, by one rank: the last, since the first has the whole world besides.
template <int D>
SolveReport solve_by_one(World<D>& world, const SolverSettings& settings, const SharedSolve<D>& with) {
    LeftOver all;
    all.lot.assign(world.problem.b.size(), 0);
    all.rank = {with.team.size() - 1};
    SolverSettings of_all = settings;
    of_all.tolerance *= std::numbers::sqrt2;  // of which solve_gathered() leaves room for other lots
    const GatheredReport gathered = solve_gathered<D>(world, all, of_all, {with.team, with.pool, with.scratch.apart});
    SolveReport report = gathered.report;
    report.converged = gathered.solved && !gathered.ran_away;
    return report;
}

}  // namespace

template <int D>
SolveReport solve_shared(World<D>& world, const SolverSettings& settings, const SharedSolve<D>& with) {
    const auto& [halo, team, pool, scratch] = with;
    const Stopwatch watch;
    share_bodies(world, settings.reproducible, halo, team, scratch);
    if (!can_be_swept(world, with)) return solve_by_one(world, settings, with);
    SolveReport report;
    const Extent extent = extent_of(world, halo, team);
    TeamSweep<D> sweep(world, settings, with);
    scratch.seconds.preparing += watch.seconds();
    if (extent.contacts == 0) return report;
    const ResidualSums cold = sweep.load_zero();
    SharedAnderson<D> anderson(sweep.local(), {std::sqrt(cold.free), settings.reproducible}, team);
    Sweeping<D> sweeping(sweep, settings, static_cast<std::uint64_t>(world.steps), anderson);
    report.solved_by = SolvedBy::first_guess;
    report.residual = (extent.guessed > 0 ? sweeping.begin(cold, report) : cold).relative();
    anderson.forget();
    ResidualSums end = sweeping.to_tolerance(endurance<D>(settings, extent), report);
    report.contact_updates = static_cast<long>(report.iterations) * extent.contacts;
    book_sweeps(settings, 0, watch.seconds(), report);
    const auto is_solved = [&] { return end.relative() <= settings.tolerance && !ran_away(end, cold); };
    Aftermath<D> after(world, settings, with, sweep);
    if (!is_solved() && settings.method == SolverMethod::automatic && settings.fixed_iterations == 0) {
        end = after.gather(extent.is_masonry<D>(), end, report);
        report.residual = end.relative();
        if (!(report.residual <= settings.tolerance)) {
            const Stopwatch again;
            const int before = report.iterations;
            anderson.forget();
            end = sweeping.to_tolerance({settings.max_iterations, settings.max_iterations}, report);
            report.contact_updates += static_cast<long>(report.iterations - before) * extent.contacts;
            book_sweeps(settings, before, again.seconds(), report);
        }
    }
    sweep.store();
    report.residual = end.relative();
    report.converged = is_solved() && !after.ran_away();
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
    template SolveReport solve_shared(World<D>&, const SolverSettings&, const SharedSolve<D>&);                 \
    template void settle_velocities(World<D>&, const std::vector<Twist<D>>&, bool, const SharedSolve<D>&);
DRYSTONE_SHARED_SOLVE(2)
DRYSTONE_SHARED_SOLVE(3)
#undef DRYSTONE_SHARED_SOLVE

}  // namespace drystone::ranks

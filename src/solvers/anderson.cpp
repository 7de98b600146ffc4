// Sweeps as a map x -> g(x) whose fixed point is wanted, and jumps ahead from the last few of them, docs/theory.md (5.14):
//
//     f_k = g_k - x_k,   gamma = argmin | f_k - sum_j gamma_j (f_j+1 - f_j) |,   x_k+1 = g_k - sum_j gamma_j (g_j+1 - g_j)
//
// x: the impulses (and moments) as they lie in the groups of a sweep, `depth` differences back. The least squares are taken over a
// sample of the groups. A jump that makes sweeps move more than before is taken back. Where jumps do not help, plain sweeps follow
// (plateau_sweeps.h), and where these do not either, sweeps with momentum (momentum.h).

#include "solvers/anderson.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "solvers/fallbacks.h"
#include "solvers/first_guess.h"
#include "solvers/held_sweeps.h"
#include "solvers/momentum.h"
#include "solvers/plateau_sweeps.h"
#include "solvers/solve_leading.h"
#include "solvers/sweep_state.h"

namespace drystone {

namespace {

constexpr int depth = AndersonScratch::depth;
using Products = AndersonScratch::Products;
constexpr int early = 60, sweeps_a_jump_early = 4, sweeps_a_jump = 8;  // a jump costs about two sweeps
constexpr int sweeps_a_look = 16;  // a look costs less than one; the residual wanders too much to foresee it

/// Numbers of a group: where the sweeps ended, where they ended before, and the two differences before this one.
struct Pass {
    double* now;
    double* last;
    const float* second;
    float* third;  // becomes the new difference
    std::size_t count;
};

/// change = now - last, last = now, now -= sum over `used` differences, number by number. Different arrays, hence restrict.
template <int used>
void go_on_by(const Pass& pass, double scale, const std::array<double, depth>& gamma) {
    double *__restrict now = pass.now, *__restrict last = pass.last;
    const float* __restrict second = pass.second;
    float* __restrict third = pass.third;
    for (std::size_t i = 0; i < pass.count; ++i) {
        const double g = now[i];
        const float d = static_cast<float>(scale * (g - last[i]));
        last[i] = g;
        double x = g;
        if constexpr (used > 0) x -= gamma[0] * d;
        if constexpr (used > 1) x -= gamma[1] * second[i];
        if constexpr (used > 2) x -= gamma[2] * third[i];
        third[i] = d;
        now[i] = x;
    }
}

static_assert(depth == 3);
constexpr std::array go_on = {go_on_by<0>, go_on_by<1>, go_on_by<2>, go_on_by<3>};

template <int D>
class Anderson {
  public:
    Anderson(BodySweep<D>& sweep, SweepState<D>& state, AndersonLists& lists, AndersonScratch& sums) : state_(state), s_(lists), sums_(sums) {
        s_.take_those_of_jumps();
        // A power of two: single precision has few exponents, and other units must leave the same digits.
        const double size = sweep.size_of_impulses();
        if (size > 0.0 && std::isfinite(size)) scale_ = std::ldexp(1.0, -std::ilogb(size));
        begin();
    }

    /// Where the next sweeps begin.
    void begin() {
        state_.for_sampled([&](std::size_t, std::size_t, const double* now, std::size_t count, std::size_t at) {
            std::copy_n(now, count, s_.begin.data() + at);
        });
    }

    /// The next jump needs new differences. The present impulses are where the next sweeps begin.
    void forget() {
        begun_ = jumped_ = false;
        kept_ = 0;
        begin();
    }

    /// After some sweeps: jumps, or takes the last jump back. The body velocities must then be refreshed.
    /// False: nothing was changed.
    bool jump() {
        const double length2 = measure();
        if (jumped_ && !(length2 <= length2_)) return take_back();
        const bool first = !begun_;
        newest_ = begun_ ? (newest_ + 1) % depth : 0;
        learn(first);
        kept_ = first ? 0 : std::min(depth, kept_ + 1);
        length2_ = length2;
        begun_ = true;
        const Mix mix = choose_mix();
        go_on_from(mix);
        jumped_ = mix.used > 0;
        begin();
        return jumped_;
    }

  private:
    /// Which differences are taken, and how much of each.
    struct Mix {
        int used = 0;
        std::array<int, depth> slot{};
        std::array<double, depth> gamma{};
    };

    /// |f|^2 of the sweeps since begin().
    double measure() {
        return state_.sum_sampled(sums_.lengths, [&](const double* g, std::size_t count, std::size_t at, double& sum) {
            for (std::size_t i = 0; i < count; ++i) {
                const double f = g[i] - s_.begin[at + i];
                sum += s_.weight[at + i] * f * f;
            }
        });
    }

    /// bend and its products from the new end of the sweeps; moved becomes the new one.
    void learn(bool first) {
        const Products sums = state_.sum_sampled(sums_.partial, [&](const double* now, std::size_t count, std::size_t at, Products& part) {
            learn_group(now, count, at, part);
        });
        with_moved_ = sums.with_moved;
        if (first) return;
        for (int j = 0; j < depth; ++j) gram_[newest_][j] = gram_[j][newest_] = sums.with_newest[j];
    }

    void learn_group(const double* now, std::size_t count, std::size_t at, Products& part) {
        for (std::size_t i = at; i < at + count; ++i) {
            const double f = now[i - at] - s_.begin[i], w = s_.weight[i];
            s_.bend[newest_][i] = f - s_.moved[i];
            s_.moved[i] = f;
            for (int j = 0; j < depth; ++j) {
                part.with_moved[j] += w * f * s_.bend[j][i];
                part.with_newest[j] += w * s_.bend[newest_][i] * s_.bend[j][i];
            }
        }
    }

    Mix choose_mix() const {
        std::array<std::array<double, depth>, depth> A{};
        std::array<double, depth> b{};
        Mix mix;
        for (int j = 0; j < kept_; ++j) mix.slot[j] = (newest_ + depth - j) % depth;
        for (int i = 0; i < kept_; ++i) {
            b[i] = with_moved_[mix.slot[i]];
            for (int j = 0; j < kept_; ++j) A[i][j] = gram_[mix.slot[i]][mix.slot[j]];
        }
        mix.used = kept_;  // the newest first: older ones that say the same are left out
        while (mix.used > 0 && !solve_leading<depth>(A, b, mix.used, mix.gamma)) --mix.used;
        for (int j = 0; j < mix.used; ++j) mix.gamma[j] /= scale_;
        return mix;
    }

    /// change and last from the new end of the sweeps g, and x = g - sum gamma_j change_j in its place, in one pass.
    void go_on_from(const Mix& mix) {
        const std::span<float> second = s_.change[changed_], third = s_.change[1 - changed_];
        state_.for_groups([&](double* now, std::size_t count, std::size_t at) {
            go_on[mix.used]({now, s_.last.data() + at, second.data() + at, third.data() + at, count}, scale_, mix.gamma);
        });
        changed_ = 1 - changed_;
    }

    bool take_back() {
        state_.for_groups([&](double* now, std::size_t count, std::size_t at) { std::copy_n(s_.last.data() + at, count, now); });
        forget();
        return true;
    }

    SweepState<D>& state_;
    AndersonLists& s_;
    AndersonScratch& sums_;
    std::array<std::array<double, depth>, depth> gram_{};
    std::array<double, depth> with_moved_{};
    double scale_ = 1.0;
    double length2_ = 0.0;
    int newest_ = 0, kept_ = 0;
    std::size_t changed_ = 0;  // which of the changes is the newest
    bool begun_ = false, jumped_ = false;
};

/// Watches for a residual that does not halve for many sweeps.
class Stall {
  public:
    explicit Stall(const SolveReport& report) { mark(report); }

    /// What was slow is gone: patience as at the start.
    void begin(const SolveReport& report) {
        mark(report);
        begun_ = report.iterations;
    }

    void mark(const SolveReport& report) {
        since_ = report.iterations;
        mark_ = report.residual;
    }

    bool is_found(const SolveReport& report) {
        if (report.residual <= fallbacks::progress * mark_) mark(report);
        return sweeps(report) >
               std::max(fallbacks::anderson_stalls,
                        (report.iterations - begun_) / 2);  // slow modes may take as long again
    }

    int sweeps(const SolveReport& report) const { return report.iterations - since_; }

  private:
    int since_ = 0, begun_ = 0;
    double mark_ = 0.0;
};

/// Where sweeps only drift there is no point to jump to: as many plain sweeps as jumps were tried in vain, so that these cost
/// no more than a factor of two, or until the residual has halved. Returns whether more than plain sweeps was done.
template <int D>
bool sweep_the_plateau(PlateauSweeps<BodySweep<D>, D>& plateau, int sweeps, SolverSettings settings,
                       Random& random, SolveReport& report) {
    const double goal = std::max(settings.tolerance, fallbacks::progress * report.residual);
    settings.max_iterations = std::min(settings.max_iterations, report.iterations + sweeps);
    plateau.begin(report.residual);
    while (report.iterations < settings.max_iterations && report.residual > goal &&
           std::isfinite(report.residual))
        plateau.go_on(settings, random, report);
    return plateau.helped();
}

template <int D>
bool is_nothing(std::span<const Vec<D>> r) {
    return std::all_of(r.begin(), r.end(), [](const Vec<D>& one) { return one == Vec<D>{}; });
}

}  // namespace

template <int D>
SolveReport solve_anderson(const RigidProblem<D>& problem, const SolveCall& call, NlgsScratch<D>& scratch,
                           AndersonScratch& history, Impulses<D> impulses) {
    const auto [r, m] = impulses;
    const SolverSettings& settings = call.settings;
    assert(r.size() == problem.b.size() && m.size() == problem.turning.size());
    assert(!(settings.tolerance < 0.0));
    if (problem.size() == 0) return {};
    BodySweep<D> sweep(problem, SweepOrder::coloured, call.pool, scratch);
    Random random(settings.seed, call.stream);
    const FirstGuess guess = first_guess<BodySweep<D>, D>(sweep, impulses, settings, random);
    SolveReport report{.iterations = guess.sweeps, .residual = guess.sums.relative()};
    SweepState<D> state(sweep, call.pool);
    const Workbench::Use use(scratch.bench);
    AndersonLists lists(use, state.size(), state.sampled());
    state.weigh(sweep, lists.weight);
    Anderson<D> anderson(sweep, state, lists, history);
    Momentum<D> momentum(sweep, state, lists, history.lengths);
    HeldSweeps<D> held(sweep, state, momentum, lists);
    PlateauSweeps<BodySweep<D>, D> plateau(sweep, r.size(), m.size(), scratch.strides);
    const bool closely = fallbacks::closely(settings.tolerance, r.size());
    const bool can_hold = sweep.can_hold_lift() && (closely || !call.others_follow);
    if (can_hold && closely && !settings.keeps_start && is_nothing<D>(r)) {
        held.go_from_rest(settings, random, report);
        anderson.forget();
    }
    Stall stall(report);
    int look = report.iterations;
    while (report.iterations < settings.max_iterations && !(report.residual <= settings.tolerance)) {
        const int sweeps = report.iterations < early ? sweeps_a_jump_early : sweeps_a_jump;
        const int until = std::min(settings.max_iterations, report.iterations + sweeps);
        for (; report.iterations < until; ++report.iterations) sweep.sweep(random);
        const bool last = report.iterations >= settings.max_iterations;
        if (report.iterations >= look || last) {
            report.residual = sweep.residual_as_it_stands().relative();
            if (!std::isfinite(report.residual)) break;
            look = report.iterations + std::min(sweeps_a_look, report.iterations);
            if (can_hold && report.residual < fallbacks::worth_keeping * held.kept()) held.keep(report.residual);
        }
        if (report.residual <= settings.tolerance || last) {
            report.residual = sweep.residual().relative();
        } else if (stall.is_found(report)) {
            const int sweeps_in_vain = std::max(stall.sweeps(report), report.iterations / 2);
            const double before = report.residual;
            const bool helped = sweep_the_plateau(plateau, sweeps_in_vain, settings, random, report);
            const bool halved = report.residual <= std::max(settings.tolerance, fallbacks::progress * before);
            const bool wanders = !halved && !(can_hold && held.go(settings, random, report));
            if (wanders && state.is_of_cones() && (!can_hold || report.residual < fallbacks::momentum_below))
                momentum.go(settings, random, report, r, m);
            helped ? stall.begin(report) : stall.mark(report);
            look = report.iterations;
            anderson.forget();
        } else if (anderson.jump()) {
            sweep.refresh();
        }
    }
    if (can_hold && !(report.residual <= settings.tolerance) && held.kept() < report.residual) held.go_back(report);
    sweep.store(r, m);
    report.converged = report.residual <= settings.tolerance && !ran_away(sweep.last(), guess.without_impulses);
    report.contact_updates = static_cast<long>(report.iterations) * sweep.size();
    return report;
}

template SolveReport solve_anderson(const RigidProblem<2>&, const SolveCall&, NlgsScratch<2>&, AndersonScratch&, Impulses<2>);
template SolveReport solve_anderson(const RigidProblem<3>&, const SolveCall&, NlgsScratch<3>&, AndersonScratch&, Impulses<3>);

}  // namespace drystone

#include "ensemble/sampler.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <iterator>

namespace drystone {

namespace {

// Sweeps in random order with which a run begins; how many is drawn. They relax contact by contact, the factor all at once, and
// the two end in other parts of what is admissible: of the interval of a wedge's normal force ten sweeps before the factor reached
// 57 %, none 96 %, a mixture 99.7 %.
constexpr int sweeps_at_first[] = {0, 1, 3, 10};
constexpr int factor_iterations = 3000;

template <int D>
struct Sampler {
    const RigidProblem<D>& problem;
    const EnsembleSettings& settings;
    bool factor;
    ThreadPool alone{1};
    SolverScratch<D> scratch;

    Sampler(const RigidProblem<D>& p, const EnsembleSettings& s)
        : problem(p), settings(s), factor(!s.sweeps_only && factor_is_affordable(p)) {}

    SolverSettings sweeps() const {
        return {.method = SolverMethod::nlgs,
                .order = SweepOrder::random,
                .tolerance = settings.tolerance,
                .max_iterations = settings.max_iterations,
                .fixed_iterations = 0,
                .seed = settings.seed,
                .keeps_start = true};
    }

    /// Sweeps, then alternating directions where a factor is affordable; if those do not arrive, sweeps again.
    SolveReport solve(std::uint64_t stream, int sweeps_first, ForceSample<D>& sample) {
        SolverSettings now = sweeps();
        if (factor) now.max_iterations = std::min(now.max_iterations, sweeps_first);
        SolveReport report = solve_nlgs<D>(problem, {now, stream, alone}, scratch.nlgs, {sample.r, sample.m});
        const auto add = [&](SolveReport next) {
            next.iterations += report.iterations;
            next.contact_updates += report.contact_updates;
            report = next;
        };
        const auto left = [&] { return settings.max_iterations - report.iterations; };
        if (!factor || report.converged || left() <= 0) return report;
        now.max_iterations = std::min(left(), factor_iterations);
        add(solve_by_factor<D>(problem, now, scratch, std::span<Vec<D>>(sample.r), std::span<Spin<D>>(sample.m)));
        if (report.converged || left() <= 0) return report;
        now.max_iterations = left();
        add(solve_nlgs<D>(problem, {now, stream, alone}, scratch.nlgs, {sample.r, sample.m}));
        return report;
    }

    ForceSample<D> draw(int run, double typical) {
        const std::uint64_t stream = 2 * static_cast<std::uint64_t>(run);  // even: the start; odd: the sweeps
        Random random(settings.seed, stream);
        ForceSample<D> sample;
        const double decades = std::log2(settings.largest / settings.smallest);
        sample.factor = settings.smallest * std::exp2(decades * random.uniform());
        Start<D> start = random_start(problem, sample.factor * typical, random);
        sample.r = std::move(start.r);
        sample.m = std::move(start.m);
        const int sweeps_first = sweeps_at_first[random.below(std::size(sweeps_at_first))];
        sample.report = solve(stream + 1, sweeps_first, sample);
        return sample;
    }
};

}  // namespace

template <int D>
std::vector<ForceSample<D>> draw_samples(const RigidProblem<D>& problem, double typical,
                                         const EnsembleSettings& settings, ThreadPool& pool) {
    assert(settings.runs >= 0 && settings.smallest > 0.0 && settings.largest >= settings.smallest);
    assert(settings.tolerance > 0.0);
    std::vector<ForceSample<D>> samples(static_cast<std::size_t>(settings.runs));
    // Runs take unlike times: each thread takes the next one that nobody has. Every run has a slot of its own.
    std::atomic<int> next{0};
    const std::size_t threads = static_cast<std::size_t>(pool.size());
    pool.for_ranges(threads, 1, [&](std::size_t begin, std::size_t end) {
        if (begin == end) return;
        Sampler<D> sampler(problem, settings);
        for (int run = next++; run < settings.runs; run = next++)
            samples[static_cast<std::size_t>(run)] = sampler.draw(run, typical);
    });
    return samples;
}

template std::vector<ForceSample<2>> draw_samples(const RigidProblem<2>&, double, const EnsembleSettings&,
                                                  ThreadPool&);
template std::vector<ForceSample<3>> draw_samples(const RigidProblem<3>&, double, const EnsembleSettings&,
                                                  ThreadPool&);

}  // namespace drystone

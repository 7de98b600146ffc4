#include "ensemble/ensemble.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "core/invariants.h"
#include "step/abilities.h"
#include "step/deformable.h"

namespace drystone {

namespace {

/// Contacts that are looked at together, with a frame in common.
template <int D>
struct ForceGroup {
    int a = 0, b = 0;
    std::vector<std::size_t> contacts;
    Vec<D> point{}, normal{};
};

template <int D>
std::vector<ForceGroup<D>> one_by_one(const World<D>& world) {
    std::vector<ForceGroup<D>> groups;
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        const ContactPoint<D>& p = world.contacts.point[c];
        groups.push_back({world.parts.body[p.a], world.parts.body[p.b], {c}, p.point, p.normal});
    }
    return groups;
}

/// By pairs of bodies, in a cell by which image of the second it is; the normal is the mean of the contacts'.
template <int D>
std::vector<ForceGroup<D>> by_pairs(const World<D>& world) {
    std::map<std::tuple<int, int, std::array<int, D>>, ForceGroup<D>> pairs;
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        const ContactPoint<D>& p = world.contacts.point[c];
        const int a = world.parts.body[p.a], b = world.parts.body[p.b];
        std::array<int, D> image = p.image;
        for (int& one : image) one = a <= b ? one : -one;
        ForceGroup<D>& group = pairs[{std::min(a, b), std::max(a, b), image}];
        group.a = std::min(a, b);
        group.b = std::max(a, b);
        group.contacts.push_back(c);
        group.point += p.point;
        group.normal += (a <= b ? 1.0 : -1.0) * p.normal;
    }
    std::vector<ForceGroup<D>> groups;
    for (auto& [pair, group] : pairs) {
        group.point = (1.0 / static_cast<double>(group.contacts.size())) * group.point;
        const double length = norm(group.normal);
        group.normal = length > 0.0 ? (1.0 / length) * group.normal : Vec<D>::axis(0);
        groups.push_back(std::move(group));
    }
    return groups;
}

/// Force of a group on its body b, world axes [N].
template <int D>
Vec<D> force_of(const World<D>& world, const ForceGroup<D>& group, const std::vector<Vec<D>>& force) {
    assert(force.size() == world.contacts.point.size());
    Vec<D> sum{};
    for (const std::size_t c : group.contacts) {
        const Vec<D> f = transpose_times(world.problem.W.contact[c].frame, force[c]);
        sum += world.parts.body[world.contacts.point[c].b] == group.b ? f : -f;
    }
    return sum;
}

template <int D>
ForceSpread<D> spread_over_runs(const World<D>& world, const ForceGroup<D>& group,
                                const std::vector<std::vector<Vec<D>>>& force) {
    assert(!group.contacts.empty() && is_unit(group.normal));
    ForceSpread<D> out{.a = group.a,
                       .b = group.b,
                       .contacts = static_cast<int>(group.contacts.size()),
                       .point = group.point,
                       .normal = group.normal,
                       .normal_force = {},
                       .tangential = {},
                       .mean = {}};
    const Mat<D> frame = contact_frame(group.normal);
    std::vector<Vec<D>> f;  // (counted)  in the group's frame
    for (const std::vector<Vec<D>>& run : force) f.push_back(frame * force_of(world, group, run));
    if (f.empty()) return out;
    out.normal_force = spread_of(f.size(), [&](std::size_t k) { return f[k][0]; });
    out.tangential =
        spread_of(f.size(), [&](std::size_t k) { return D == 2 ? f[k][1] : tangential_norm(f[k]); });
    const double share = 1.0 / static_cast<double>(f.size());
    Vec<D> mean{};
    for (const Vec<D>& one : f) {
        mean += share * one;
        out.size += share * norm(one);
    }
    for (const Vec<D>& one : f) out.fluctuation += share * dot(one - mean, one - mean);
    out.fluctuation = std::sqrt(out.fluctuation);
    out.mean = transpose_times(frame, mean);
    return out;
}

template <int D>
std::vector<ForceSpread<D>> spreads(const World<D>& world, const std::vector<ForceGroup<D>>& groups,
                                    const std::vector<std::vector<Vec<D>>>& force, ThreadPool& pool) {
    std::vector<ForceSpread<D>> out(groups.size());
    pool.for_ranges(groups.size(), 64, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) out[k] = spread_over_runs(world, groups[k], force);
    });
    return out;
}

/// Sum of the fluctuations over the sum of the sizes: contacts that never bear count nowhere.
template <int D>
double relative_fluctuation(const std::vector<ForceSpread<D>>& forces) {
    double fluctuation = 0.0, size = 0.0;
    for (const ForceSpread<D>& one : forces) {
        fluctuation += one.fluctuation;
        size += one.size;
    }
    return size > 0.0 ? fluctuation / size : 0.0;
}

/// Supports, their sum, the stress and the velocities over the runs that converged.
template <int D>
void gather_whole(const StaticState<D>& state, Ensemble<D>& out) {
    const auto over_runs = [&](const auto& number) {
        return spread_of(out.counted.size(), [&](std::size_t k) {
            return number(out.runs[static_cast<std::size_t>(out.counted[k])].whole);
        });
    };
    for (std::size_t s = 0; s < state.supports.size(); ++s) {
        SupportSpread<D> support;
        support.body = state.supports[s];
        support.name = state.world.description.bodies[static_cast<std::size_t>(support.body)].name;
        for (int i = 0; i < D; ++i)
            support.force[i] = over_runs([&](const Macroscopic<D>& w) { return w.force[s][i]; });
        for (int i = 0; i < spin_dim<D>; ++i)
            support.torque[i] = over_runs([&](const Macroscopic<D>& w) { return w.torque[s][i]; });
        out.supports.push_back(support);
    }
    for (int i = 0; i < D; ++i) {
        out.total[i] = over_runs([&](const Macroscopic<D>& w) { return w.total[i]; });
        for (int j = 0; j < D; ++j)
            out.stress[i][j] = over_runs([&](const Macroscopic<D>& w) { return w.stress[i][j]; });
    }
    out.fastest = over_runs([](const Macroscopic<D>& w) { return w.fastest; }).high;
    out.change = over_runs([](const Macroscopic<D>& w) { return w.change; }).high;
}

template <int D>
void gather_forces(const World<D>& world, ThreadPool& pool, Ensemble<D>& out) {
    out.contacts = spreads(world, one_by_one(world), out.force, pool);
    out.joints = spreads(world, by_pairs(world), out.force, pool);
    out.indeterminacy = relative_fluctuation(out.contacts);
    out.joint_indeterminacy = relative_fluctuation(out.joints);
    for (const ForceSpread<D>& one : out.contacts)
        out.mean_force += one.size / static_cast<double>(out.contacts.size());
    std::vector<std::vector<double>> normal;
    for (const std::vector<Vec<D>>& run : out.force) {
        normal.emplace_back();
        for (const Vec<D>& f : run) normal.back().push_back(f[0]);
    }
    out.histogram = force_histogram(normal);
}

}  // namespace

template <int D>
Ensemble<D> sample_forces(World<D>& world, StepSettings settings, const EnsembleSettings& ensemble,
                          ThreadPool& pool) {
    require_able(Solves::ensemble, world.description);
    Ensemble<D> out;
    out.settings = ensemble;
    out.h = settings.step;
    out.time = world.time;
    settings.overlap = Overlap::keep;
    settings.halve = 0;
    world.description.controls.clear();  // controlled loads stay as they are: their multiplier is the state's
    settings.solver = {.tolerance = ensemble.tolerance,
                       .max_iterations = ensemble.max_iterations,
                       .seed = settings.solver.seed};
    out.step = advance(world, settings, pool).solve;
    const StaticState<D> state = static_state(world, out.h);
    for (const BodyDescription<D>& body : world.description.bodies) out.names.push_back(body.name);
    out.movable = static_cast<int>(world.problem.W.body.size() + count_deformable<D>(world));
    out.volume = state.volume;
    const double typical = typical_impulse(world.problem, world.impulse);
    out.typical_force = typical / out.h;

    const std::vector<ForceSample<D>> samples = draw_samples(world.problem, typical, ensemble, pool);
    for (std::size_t k = 0; k < samples.size(); ++k) {
        const ForceSample<D>& sample = samples[k];
        out.runs.push_back({sample.factor, sample.report, macroscopic(state, sample)});
        if (!sample.report.converged) continue;
        out.counted.push_back(static_cast<int>(k));
        out.force.emplace_back();
        for (const Vec<D>& r : sample.r) out.force.back().push_back((1.0 / out.h) * r);
    }
    gather_whole(state, out);
    gather_forces(world, pool, out);
    return out;
}

template <int D>
std::vector<int> least_determined(const std::vector<ForceSpread<D>>& spreads) {
    std::vector<int> order(spreads.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return spreads[static_cast<std::size_t>(a)].fluctuation >
               spreads[static_cast<std::size_t>(b)].fluctuation;
    });
    return order;
}

template Ensemble<2> sample_forces(World<2>&, StepSettings, const EnsembleSettings&, ThreadPool&);
template Ensemble<3> sample_forces(World<3>&, StepSettings, const EnsembleSettings&, ThreadPool&);
template std::vector<int> least_determined(const std::vector<ForceSpread<2>>&);
template std::vector<int> least_determined(const std::vector<ForceSpread<3>>&);

}  // namespace drystone

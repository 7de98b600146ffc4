#include "compare/cost_map.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/stopwatch.h"
#include "solvers/solve.h"
#include "step/world.h"

namespace drystone {

namespace {

template <int D>
struct KnownProblem {
    World<D> world;
    std::vector<double> exact;  // (contacts)  normal impulses [N s]
    double largest = 0.0;

    double error(const std::vector<Vec<D>>& r) const {
        assert(r.size() == world.problem.b.size());
        double worst = 0.0;
        for (std::size_t i = 0; i < exact.size(); ++i) worst = std::max(worst, std::abs(r[i][0] - exact[i]));
        return worst / largest;
    }
};

template <int D>
KnownProblem<D> first_step(Pile<D> pile, double h, ThreadPool& pool) {
    KnownProblem<D> known{make_world(std::move(pile.description)), {}, 0.0};
    StepSettings settings;
    settings.step = h;
    settings.solver.fixed_iterations = 1;
    settings.solver.method = SolverMethod::nlgs;
    advance(known.world, settings, pool);
    const auto key = [](const KnownForce& f) { return std::pair{f.a, f.b}; };
    std::sort(pile.forces.begin(), pile.forces.end(),
              [&](const KnownForce& x, const KnownForce& y) { return key(x) < key(y); });
    for (const ContactPoint<D>& at : known.world.contacts.point) {
        const std::pair bodies{known.world.parts.body[static_cast<std::size_t>(at.a)],
                               known.world.parts.body[static_cast<std::size_t>(at.b)]};
        const auto found = std::lower_bound(pile.forces.begin(), pile.forces.end(), bodies,
                                            [&](const KnownForce& f, const auto& k) { return key(f) < k; });
        const bool is = found != pile.forces.end() && key(*found) == bodies;
        known.exact.push_back(is ? h * found->force : 0.0);
        known.largest = std::max(known.largest, known.exact.back());
    }
    return known;
}

/// Sweeps in the order of contacts from zero; looks at the forces more seldom the more sweeps there were, so that the count
/// is exact up to 256 of them and to half a percent beyond.
template <int D>
StepCost by_sweeps(const KnownProblem<D>& known, const CostSettings& settings, ThreadPool& pool) {
    std::vector<Vec<D>> r(known.exact.size());
    SolverScratch<D> scratch;
    SolverSettings solver{.method = SolverMethod::nlgs, .order = SweepOrder::sequential, .keeps_start = true};
    StepCost cost;
    cost.error = known.error(r);
    while (!(cost.error <= settings.accuracy) && cost.iterations < settings.most_sweeps &&
           !settings.stops()) {
        solver.fixed_iterations = 1 + static_cast<int>(cost.iterations / 256);
        const Stopwatch watch;
        const SolveReport report = solve_contacts<D>(known.world.problem, {solver, 0, pool}, scratch, {r});
        cost.seconds += watch.seconds();
        cost.iterations += report.iterations;
        cost.updates += report.contact_updates;
        cost.error = known.error(r);
    }
    cost.converged = cost.error <= settings.accuracy;
    return cost;
}

/// The default method from zero, with the loosest tolerance by powers of ten that is enough.
template <int D>
StepCost by_default(const KnownProblem<D>& known, const CostSettings& settings, ThreadPool& pool) {
    StepCost cost;
    SolverScratch<D> scratch;
    for (int k = 2; k <= 14 && !cost.converged && !settings.stops(); ++k) {
        std::vector<Vec<D>> r(known.exact.size());
        const SolverSettings solver{.tolerance = std::pow(10.0, -k), .max_iterations = 100000};
        const Stopwatch watch;
        const SolveReport report = solve_contacts<D>(known.world.problem, {solver, 0, pool}, scratch, {r});
        cost = {.iterations = report.iterations,
                .updates = report.contact_updates,
                .seconds = watch.seconds(),
                .error = known.error(r)};
        cost.converged = cost.error <= settings.accuracy;
    }
    return cost;
}

/// A fifth of a collision from a state in which every contact is closed: none opens meanwhile. Repeated for the clock's sake.
template <int D>
SoftCost soft_grains(const Pile<D>& pile, const CostSettings& settings, double stiffness, ThreadPool& pool) {
    constexpr int substeps = 10, most_repeats = 20;
    constexpr double worth = 0.02;  // [s]
    SoftCost cost;
    cost.stiffness = stiffness;
    double seconds = 0.0;
    int repeats = 0;
    while (repeats < most_repeats && seconds < worth) {
        World<D> world = make_world(pile.description);
        StepSettings step;
        step.solver.method = SolverMethod::md;
        StepSettings hardly = step;  // a first look, that lists the pairs and finds the time of a collision
        hardly.step = 1e-6 * std::sqrt(settings.units.mass / stiffness);
        advance(world, hardly, pool);
        const double substep = world.grains.shortest_time() / step.soft.steps_per_collision;
        step.step = substeps * substep;
        const StepReport report = advance(world, step, pool);
        cost.substeps = 1.0 / substep;
        cost.pair_forces = static_cast<double>(report.solve.contact_updates) / report.solve.iterations;
        seconds += report.seconds.solve;
        ++repeats;
        cost.seconds = seconds / (repeats * static_cast<double>(report.solve.iterations));
    }
    return cost;
}

template <class Make>
void measure(const Make& make, int size, CostMap& map) {
    constexpr double hardly = 1e-6, closed = 1e-3;  // squeeze: of rigid and of soft balls
    const CostSettings& settings = map.settings;
    ThreadPool pool(1);
    auto pile = make(size, settings.stiffness.front(), hardly);
    SizeCost cost;
    cost.balls = pile.movable;
    {
        auto known = first_step(std::move(pile), settings.units.step(), pool);
        cost.contacts = static_cast<int>(known.exact.size());
        cost.plain = by_sweeps(known, settings, pool);
        cost.automatic = by_default(known, settings, pool);
    }
    const double steps = map.steps_per_second();
    for (const double stiffness : settings.stiffness) {
        if (settings.stops()) break;
        SoftCost soft = soft_grains(make(size, stiffness, closed), settings, stiffness, pool);
        soft.size = static_cast<int>(map.sizes.size());
        const double work = soft.substeps * soft.pair_forces, seconds = soft.substeps * soft.seconds;
        soft.ratio = steps * static_cast<double>(cost.plain.updates) / work;
        soft.ratio_seconds = steps * cost.plain.seconds / seconds;
        soft.ratio_automatic = steps * cost.automatic.seconds / seconds;
        cost.pair_forces = soft.pair_forces;
        cost.crossover = stiffness * soft.ratio * soft.ratio;  // T_MD grows as sqrt K
        map.soft.push_back(soft);
    }
    map.sizes.push_back(cost);
}

template <class Of>
double over_size(const CostMap& map, const Of& of) {
    std::vector<double> x, y;
    for (const SizeCost& one : map.sizes) {
        x.push_back(one.balls);
        y.push_back(of(one));
    }
    return exponent_of(x, y);
}

/// Soft grains of the first stiffness over N, or of the first size over K.
template <class Of>
double over_soft(const CostMap& map, bool size, const Of& of) {
    std::vector<double> x, y;
    for (const SoftCost& one : map.soft) {
        if (size ? one.stiffness != map.soft.front().stiffness : one.size != 0) continue;
        x.push_back(size ? map.sizes[static_cast<std::size_t>(one.size)].balls : one.stiffness);
        y.push_back(of(one));
    }
    return exponent_of(x, y);
}

CostExponents exponents_of(const CostMap& map) {
    const auto count = [](long n) { return static_cast<double>(n); };
    CostExponents e;
    e.sweeps = over_size(map, [&](const SizeCost& c) { return count(c.plain.iterations); });
    e.plain = over_size(map, [&](const SizeCost& c) { return count(c.plain.updates); });
    e.automatic = over_size(map, [&](const SizeCost& c) { return count(c.automatic.updates); });
    e.automatic_seconds = over_size(map, [](const SizeCost& c) { return c.automatic.seconds; });
    e.crossover = over_size(map, [](const SizeCost& c) { return c.crossover; });
    e.soft_size = over_soft(map, true, [](const SoftCost& c) { return c.pair_forces; });
    e.soft_stiffness = over_soft(map, false, [](const SoftCost& c) { return c.substeps; });
    e.ratio_size = over_soft(map, true, [](const SoftCost& c) { return c.ratio; });
    e.ratio_stiffness = over_soft(map, false, [](const SoftCost& c) { return c.ratio; });
    return e;
}

}  // namespace

int dimension_of(CostCase which) { return which == CostCase::stack ? 1 : which == CostCase::disks ? 2 : 3; }

std::string name_of(CostCase which) {
    return which == CostCase::stack ? "stack" : which == CostCase::disks ? "disks" : "spheres";
}

double exponent_of(const std::vector<double>& x, const std::vector<double>& y) {
    assert(x.size() == y.size());
    double mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0;
    const auto n = static_cast<double>(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) mean_x += std::log(x[i]) / n, mean_y += std::log(y[i]) / n;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double u = std::log(x[i]) - mean_x;
        xx += u * u;
        xy += u * (std::log(y[i]) - mean_y);
    }
    return xx > 0.0 ? xy / xx : std::numeric_limits<double>::quiet_NaN();
}

bool CostMap::converged() const {
    return std::all_of(sizes.begin(), sizes.end(),
                       [](const SizeCost& one) { return one.plain.converged && one.automatic.converged; });
}

CostMap map_costs(const CostSettings& settings) {
    CostMap map;
    map.settings = settings;
    for (const int size : settings.sizes) {
        const auto make = [&](auto build) {
            measure([&](int n, double k, double squeeze) { return build(n, k, squeeze, settings.units); },
                    size, map);
        };
        if (settings.which == CostCase::stack) make(stack_of);
        if (settings.which == CostCase::disks) make(pile_of<2>);
        if (settings.which == CostCase::spheres) make(pile_of<3>);
        map.interrupted = settings.stops();
        if (map.interrupted) return map;
    }
    map.exponents = exponents_of(map);
    return map;
}

}  // namespace drystone

#include "statics/statics.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "contact/body_map.h"
#include "contact/match.h"
#include "laws/spring_force.h"

namespace drystone {

namespace {

/// Contacts that opened and were born.
template <int D>
void compare(const std::vector<Link<D>>& before, const std::vector<Link<D>>& now, Increment& increment) {
    const auto name = [](const Link<D>& link) { return identity_of(link); };
    const auto goes_on = [&](std::size_t i, std::size_t k) {
        increment.opened += before[k].closed && !now[i].closed;
        increment.born += !before[k].closed && now[i].closed;
    };
    const auto begins = [&](std::size_t i) { increment.born += now[i].closed; };
    const auto ends = [&](std::size_t k) { increment.opened += before[k].closed; };
    Succession{now, before, name, goes_on, begins, ends}.walk();
}

/// Energy in the springs [J].
template <int D>
double stored_in(const Link<D>& link) {
    const double overlap = (link.bonded ? link.rest_gap : 0.0) - link.gap;
    return elastic_energy(*link.law, overlap, 0.0, link.normal, link.drawn);
}

/// What the law of the link's contact, the last of the world's, would remember of it.
template <int D>
void remember_link(World<D>& world, const Link<D>& link) {
    const LawBook& book = world.book;
    Memories& memory = world.contacts.memory;
    const std::size_t last = world.contacts.point.size() - 1;
    memory.resize(last + 1);
    memory.set_stored(last, stored_in(link));
    const int law = book.number(world.matter.surface[link.body_a], world.matter.surface[link.body_b]);
    memory.open(last, book.places[law], MemoryAxes<D>{}).template change<Spring::Memory<D>>([&](auto& joint) {
        joint.intact = joint.holds = link.bonded;
        joint.rest_gap = link.rest_gap;
    });
}

}  // namespace

template <int D>
int break_bonds(std::vector<Link<D>>& links) {
    double worst = 1.0;
    for (const Link<D>& link : links)
        if (link.bonded) worst = std::max(worst, bond_load(link));
    if (worst == 1.0) return 0;
    int broken = 0;
    for (Link<D>& link : links) {
        if (!link.bonded || bond_load(link) < 0.999 * worst || bond_load(link) <= 1.0) continue;
        link.bonded = false;
        stretch(link, link.normal, Vec<D>{}, Spin<D>{});
        ++broken;
    }
    return broken;
}

template <int D>
void judge(const StiffAssembly<D>& assembly, const std::vector<Link<D>>& before,
           const std::vector<Generalised<D>>& residual, Increment& increment) {
    const double scale = assembly.force_scale(assembly.link);
    increment.mean_force = scale;
    std::vector<Increment::OutOfBalance> beyond;
    increment.error = 0.0;
    for (std::size_t e = 0; e < residual.size(); ++e) {
        const double force = assembly.error(assembly.element[e], residual[e]);
        const double error = force == 0.0 ? 0.0 : force / scale;
        if (!(error <= increment.error)) increment.error = error;
        if (!(error <= assembly.settings().tolerance)) beyond.push_back({assembly.element[e].body, error});
    }
    increment.converged = beyond.empty();
    const std::size_t named = std::min(beyond.size(), Increment::most_named);
    std::partial_sort(
        beyond.begin(), beyond.begin() + static_cast<std::ptrdiff_t>(named), beyond.end(),
        [](const auto& x, const auto& y) { return std::tie(y.error, x.body) < std::tie(x.error, y.body); });
    beyond.resize(named);
    increment.worst = std::move(beyond);
    for (const Link<D>& link : assembly.link) {
        increment.contacts += link.closed;
        increment.sliding += link.at_limit();
    }
    compare(before, assembly.link, increment);
}

template <int D>
void show_in_world(const StiffAssembly<D>& assembly, const Increment& increment, double step, World<D>& world) {
    Contacts<D>& contacts = world.contacts;
    contacts = {};
    contacts.memory.schema = world.book.memory;
    world.problem.W.contact.clear();
    world.energy.stored = 0.0;
    double deepest = 0.0;
    for (const Link<D>& link : assembly.link) {
        if (!link.closed) continue;
        contacts.point.push_back({link.a, link.b, link.feature, 0, link.point, link.normal, link.gap, 0.0, -1, -1, link.image});
        contacts.impulse.push_back(step * link.force());
        contacts.moment.push_back(step * link.couple);
        const bool bears = link.bonded || link.press > 0.0;
        contacts.status.push_back(!bears            ? ContactStatus::open
                                  : link.at_limit() ? ContactStatus::sliding
                                                    : ContactStatus::sticking);
        if (world.book.remembers) remember_link(world, link);
        world.problem.W.contact.push_back(
            {-1, -1, false, contact_frame(link.normal), link.arm_a, link.arm_b});
        world.energy.stored += stored_in(link);
        deepest = std::max(deepest, -link.gap);
    }
    world.steps = increment.number;
    world.time = increment.time;
    world.last = {};
    world.last.solve.iterations = static_cast<int>(std::min<long>(increment.iterations, 2'000'000'000));
    world.last.solve.residual = increment.error;
    world.last.solve.converged = increment.converged;
    world.last.contacts = contacts.size();
    world.last.max_penetration = deepest;
    world.last.finite = std::isfinite(increment.error);
    measure_energy(world);
}

template <int D>
QuasistaticReport<D> solve_statics(World<D>& world, const StaticsSettings& settings, ThreadPool& pool,
                                   const AfterIncrement<D>& after) {
    StiffAssembly<D> assembly(world, settings, pool);
    QuasistaticReport<D> report;
    const bool at_once = settings.method == StaticsMethod::serrano;
    const int increments = at_once ? 1 : settings.load_steps;
    const double step = settings.duration / increments;
    for (int k = 1; k <= increments; ++k) {
        const double from = settings.duration * (k - 1) / increments, to = settings.duration * k / increments;
        Increment increment;
        switch (settings.method) {
            case StaticsMethod::serrano:
                increment = serrano_step(assembly, to, report);
                break;
            case StaticsMethod::kishino:
                increment = kishino_increment(assembly, from, to);
                break;
            case StaticsMethod::bagi_bojtar:
                increment = bagi_bojtar_increment(assembly, from, to);
                break;
        }
        increment.number = k;
        increment.time = to;
        show_in_world(assembly, increment, step, world);
        report.converged = report.converged && increment.converged;
        report.increments.push_back(increment);
        if (after && !after(world, increment)) break;
    }
    return report;
}

#define DRYSTONE_STATICS(D)                                                                                  \
    template int break_bonds(std::vector<Link<D>>&);                                                         \
    template void judge(const StiffAssembly<D>&, const std::vector<Link<D>>&, const std::vector<Generalised<D>>&, \
                        Increment&);                                                                         \
    template void show_in_world(const StiffAssembly<D>&, const Increment&, double, World<D>&);                    \
    template QuasistaticReport<D> solve_statics(World<D>&, const StaticsSettings&, ThreadPool&,              \
                                                const AfterIncrement<D>&);
DRYSTONE_STATICS(2)
DRYSTONE_STATICS(3)
#undef DRYSTONE_STATICS

}  // namespace drystone

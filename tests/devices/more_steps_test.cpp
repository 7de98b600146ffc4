// Steps of a world in shares against one process of the CPU, as in steps_test.cpp: walls that turn and walls that impulses move, clumps, bodies held in
// part, cells that repeat. Where they run is said there.

#include "devices/team_rig.h"

namespace drystone::devices::more_steps_test {
namespace {

using device::pile;
using device::several_answers;

Signal steady(double value) { return {.kind = Signal::Kind::constant, .value = value}; }

template <int D, class Change>
void both_integrators(Where where, const Change& change) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        SCOPED_TRACE(integrator == Integrator::euler ? "euler" : "moreau");
        Stage<D> stage = pile<D>(40, Coulomb{.friction = 0.4});
        stage.settings.integrator = integrator;
        stage.settings.solver.max_iterations = 20000;
        change(stage, static_cast<int>(stage.description.bodies.size()) - 40);
        shares_as_the_cpu_does<D>(stage, where, steps_on(where, 5, 2), several_answers);
    }
}

/// A lid with a mass, known to all shares, that comes down on the pile of all of them.
template <int D>
void lid(Where where) {
    both_integrators<D>(where, [](Stage<D>& stage, int) {
        BodyDescription<D> body;
        body.mass = 20.0;
        body.geometry = {{Plane<D>{-Vec<D>::axis(D - 1)}, {}, {}}};
        body.position = (D == 2 ? 0.95 : 0.57) * Vec<D>::axis(D - 1);
        body.velocity = -0.2 * Vec<D>::axis(D - 1);
        const int plate = stage.add(body);
        Spin<D> all;
        for (int k = 0; k < spin_dim<D>; ++k) all[k] = 1.0;
        Vec<D> across;
        for (int k = 0; k + 1 < D; ++k) across[k] = 1.0;
        stage.description.holds = {{.body = plate, .directions = across, .rotations = all}};
        stage.description.loads = {{.body = plate, .force = -50.0 * Vec<D>::axis(D - 1)}};
    });
}
TEST_P(OnRanks, AWallThatImpulsesMove) { lid<2>(GetParam()), lid<3>(GetParam()); }

/// Clumps, in space tops; a ball on rails, one that cannot turn, one driven along x and free across, one that is turned.
template <int D>
void held(Where where) {
    both_integrators<D>(where, [](Stage<D>& stage, int first) {
        for (int i = 0; i < 4; ++i)
            stage.clump(1.5, tripod<D>(0.06), (0.2 + 0.35 * i) * Vec<D>::axis(0) + 1.2 * Vec<D>::axis(D - 1), -Vec<D>::axis(D - 1), Spin<D>::axis(0));
        Spin<D> all;
        for (int k = 0; k < spin_dim<D>; ++k) all[k] = 1.0;
        stage.description.holds = {{.body = first, .directions = Vec<D>::axis(0)}, {.body = first + 1, .rotations = all}};
        stage.moves(first + 2, Driven::velocity, Vec<D>::axis(0), steady(0.4));
        stage.turns(first + 3, Driven::velocity, Spin<D>::axis(0), steady(3.0));
    });
}
TEST_P(OnRanks, ClumpsAndBodiesHeldInPart) { held<2>(GetParam()), held<3>(GetParam()); }

template <int D>
void drum(Where where) {
    Stage<D> stage(Coulomb{.friction = 0.6});
    stage.falling();
    const int shell = stage.fixed(Drum<D>{0.6, 0.8});
    stage.turns(shell, Driven::velocity, Spin<D>::axis(spin_dim<D> - 1), steady(2.0));
    Random random(3);
    for (int i = 0; i < 40; ++i) {
        Vec<D> x;
        for (int k = 0; k < D; ++k) x[k] = random.uniform(-0.33, 0.33);
        stage.ball(1.0, 0.04, x);
    }
    stage.settings.solver = {.tolerance = 1e-9, .max_iterations = 20000};
    shares_as_the_cpu_does<D>(stage, where, steps_on(where, 8, 4), several_answers);
}
TEST_P(OnRanks, ADrumThatTurns) { drum<2>(GetParam()), drum<3>(GetParam()); }

/// A layer without end that drifts across the edges of its cell, and of its shares.
template <int D>
void cell(Where where) {
    Stage<D> stage(Coulomb{.friction = 0.4});
    const int across = D == 2 ? 12 : 6, count = D == 2 ? 48 : 72;
    const double spacing = 0.19;
    CellDescription<D> cell;
    for (int k = 0; k < D; ++k) {
        cell.size[k] = k + 1 < D ? across * spacing : 2.0;
        cell.periodic[static_cast<std::size_t>(k)] = k + 1 < D;
    }
    stage.description.cell = cell;
    stage.falling().floor();
    Random random(3);
    for (int i = 0; i < count; ++i) {
        Vec<D> x, v = 2.0 * Vec<D>::axis(0);
        for (int k = 0, rest = i; k < D; ++k) {
            x[k] = ((k + 1 < D ? rest % across : rest) + 0.5) * spacing + random.uniform(-0.004, 0.004);
            v[k] += random.uniform(-0.5, 0.5);
            rest /= across;
        }
        stage.ball(1.0, random.uniform(0.09, 0.097), x, v);
    }
    stage.settings.step = 2e-3;
    stage.settings.solver = {.tolerance = 1e-9, .max_iterations = 20000};
    shares_as_the_cpu_does<D>(stage, where, steps_on(where, 30, 6), several_answers);
}
TEST_P(OnRanks, ACellThatRepeats) { cell<2>(GetParam()), cell<3>(GetParam()); }

}  // namespace
}  // namespace drystone::devices::more_steps_test

// What probes say of forces is what bodies feel: momentum and angular momentum change by them, body by body, group by group, on either side of any
// cut, in heaps and in cells that repeat, for every law and both integrators.

#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "core/random.h"
#include "geometry/convex.h"
#include "measure/probe.h"
#include "measure/probe_region.h"
#include "measure/seams.h"
#include "measure/small_worlds.h"
#include "physics/cell_stage.h"
#include "physics/deformable_stage.h"

namespace drystone::balances_test {
namespace {

struct Rule {
    const char* name;
    Law law;
};
std::vector<Rule> rules() {
    return {{"dry", Coulomb{.friction = 0.5}},
            {"smooth", Coulomb{}},
            {"bouncing", Coulomb{.friction = 0.3, .restitution_normal = 0.6, .restitution_tangential = 0.2}},
            {"rolling", Coulomb{.friction = 0.6, .rolling_friction = 0.01, .torsion_friction = 0.02}},
            {"viscous", Coulomb{.friction = 0.6, .rolling_viscosity = 0.01}},
            {"cohesive", Coulomb{.friction = 0.5, .cohesion = {.force = 20.0}}},
            {"bridged", Coulomb{.friction = 0.5, .cohesion = {.force = 20.0, .range = 1e-3}}},
            {"mortar", MohrCoulomb{.tensile_strength = 2e3, .cohesion = 4e3, .friction = 0.5, .residual_friction = 0.4, .joint = {.area = 0.01}}},
            {"elastic", Elastic{.normal_stiffness = 1e7, .shear_stiffness = 1e7, .friction = 0.5, .joint = {.area = 0.01}}},
            {"bonded", Bonded{.tensile_force = 40.0, .shear_force = 40.0, .bending_moment = 2.0, .twisting_moment = 2.0, .friction = 0.5}}};
}

template <int D>
Vec<D> all(double value) {
    Vec<D> out;
    for (double& one : out.c) one = value;
    return out;
}

template <int D>
Geometry<D> block(double edge) {
    return {{Solid<D>{std::make_shared<const Convex<D>>(box<D>(all<D>(edge)))}, {}, {}}};
}

/// Balls, blocks and tripods on a floor, falling and struck, one above the other.
template <int D>
Stage<D> heap(const Law& law) {
    Stage<D> stage(law);
    stage.falling();
    stage.floor();
    double height = 0.0;
    for (int k = 0; k < 5; ++k) {
        const Vec<D> x = (0.005 * k) * Vec<D>::axis(0) + (height + 0.05) * Vec<D>::axis(D - 1), v = (0.3 - 0.1 * k) * Vec<D>::axis(0);
        if (k % 3 == 0) stage.clump(2.0, block<D>(0.1), x, v);
        if (k % 3 == 1) stage.ball(1.0, 0.05, x, v);
        if (k % 3 == 2) stage.clump(1.5, tripod<D>(0.05), x, v);
        height += 0.1;
    }
    return stage;
}

/// A crowd in a cell that repeats, its border through many of them; a block among them.
template <int D>
Stage<D> crowd(const Law& law) {
    CellStage<D> stage(law, all<D>(0.4));
    stage.crowd(3, 1.0, 1.0);
    stage.clump(1.0, block<D>(0.04), all<D>(0.067), 0.5 * Vec<D>::axis(1));
    return stage;
}

/// The same of bodies that deform, of uniform strain and of elements, between rigid ones.
template <int D>
Stage<D> soft_heap(const Law& law) {
    ElasticStage<D> stage(law, 1e6, 0.2);
    stage.falling();
    stage.floor();
    std::array<int, D> two;
    two.fill(2);
    const auto at = [](double x, double z) { return x * Vec<D>::axis(0) + z * Vec<D>::axis(D - 1); };
    stage.box_of(all<D>(0.1), two, at(0.0, 0.0505), 0.3 * Vec<D>::axis(0));
    stage.box_of(all<D>(0.1), {}, at(0.02, 0.152));
    stage.ball(1.0, 0.05, at(0.01, 0.253), -0.5 * Vec<D>::axis(0));
    stage.box_of(all<D>(0.1), {}, at(0.02, 0.355), -1.0 * Vec<D>::axis(D - 1));
    return stage;
}

template <int D>
std::vector<double> of(const World<D>& world, const Probe& probe, double h) {
    std::vector<double> values;
    measure(world, probe, h, values);
    return values;
}

template <int D>
Vec<D> vector_of(const std::vector<double>& values) {
    Vec<D> out;
    for (int i = 0; i < D; ++i) out[i] = values.at(static_cast<std::size_t>(i));
    return out;
}

/// Momentum and angular momentum of a body.
template <int D>
struct Motion {
    Vec<D> p{};
    Spin<D> L{};
};

template <int D>
std::vector<Motion<D>> motions(const World<D>& world, double h) {
    std::vector<Motion<D>> out;
    for (int id = 0; id < world.bodies.size(); ++id)
        out.push_back({vector_of<D>(of(world, Probe{"", id, {"momentum"}}, h)), vector_of<spin_dim<D>>(of(world, Probe{"", id, {"angular_momentum"}}, h))});
    return out;
}

template <int D, class Make>
void bodies_feel_what_probes_say(const Make& make, const Law& law, Integrator integrator, bool weighs) {
    Stage<D> stage = make(law);
    stage.settings.integrator = integrator;
    stage.settings.overlap = Overlap::keep;                                   // what is projected turns spins along
    stage.settings.solver = {.tolerance = 1e-4, .max_iterations = 300};       // balances hold whatever is left undone
    World<D> world = stage.build();
    const double h = stage.settings.step;
    int felt = 0;
    Random random(3);
    for (int step = 0; step < 25; ++step) {
        const std::vector<Motion<D>> before = motions(world, h);
        run(world, stage.settings);
        const std::vector<Motion<D>> after = motions(world, h);
        const double scale = 100.0;  // N; weights are 10 to 20
        std::vector<Vec<D>> force;
        for (int id = 0; id < world.bodies.size(); ++id) {
            const auto i = static_cast<std::size_t>(id);
            force.push_back(vector_of<D>(of(world, Probe{"", id, {"contact_force"}}, h)));
            const auto torque = vector_of<spin_dim<D>>(of(world, Probe{"", id, {"contact_torque"}}, h));
            felt += norm(force.back()) > 1e-6 * scale;
            if (world.matter.freedom[i] == Freedom::immovable) continue;
            const Vec<D> weight = weighs ? world.matter.mass[i] * world.gravity : Vec<D>{};
            ASSERT_LT(norm((1.0 / h) * (after[i].p - before[i].p) - force.back() - weight), 1e-9 * scale / h) << "body " << id << " step " << step;
            ASSERT_LT(norm((1.0 / h) * (after[i].L - before[i].L) - torque), 1e-9 * scale / h) << "body " << id << " step " << step;
        }
        // Any group: what is within cancels.
        std::vector<int> group;
        Vec<D> sum{};
        for (int id = 0; id < world.bodies.size(); ++id) {
            if (random.uniform() < 0.5) continue;
            group.push_back(id);
            sum += force[static_cast<std::size_t>(id)];
        }
        if (group.empty()) continue;
        ASSERT_LT(norm(vector_of<D>(of(world, Probe{.name = "", .quantities = {"contact_force"}, .bodies = group}, h)) - sum), 1e-9 * scale / h);
        // All of them: walls bear the rest.
        if (weighs) continue;
        Vec<D> total{};
        for (const Vec<D>& f : force) total += f;
        ASSERT_LT(norm(total), 1e-9 * scale / h);
    }
    EXPECT_GT(felt, 10);
}

/// The force across a plane is what those behind it feel, less their weight and what the floor gives them.
template <int D>
void cuts_bear_what_is_behind(const Law& law, Integrator integrator) {
    Stage<D> stage = heap<D>(law);
    stage.settings.integrator = integrator;
    World<D> world = stage.build();
    const double h = stage.settings.step;
    double borne = 0.0;
    for (int step = 0; step < 20; ++step) {
        const std::vector<Motion<D>> before = motions(world, h);
        run(world, stage.settings);
        const std::vector<Motion<D>> after = motions(world, h);
        for (const double height : {0.02, 0.1, 0.2, 0.33, 2.0}) {
            for (const double tilt : {0.0, 0.4}) {
                Vec<D> n = std::sin(tilt) * Vec<D>::axis(0);
                n[D - 1] = std::cos(tilt);
                const Vec<D> point = height * Vec<D>::axis(D - 1);
                Probe probe{"", -1, {"force"}};
                ProbeCut cut;
                for (int i = 0; i < D; ++i) {
                    cut.point.push_back(point[i]);
                    cut.normal.push_back(n[i]);
                }
                probe.cut = std::make_shared<const ProbeCut>(cut);
                Vec<D> expected = vector_of<D>(of(world, Probe{"", 0, {"contact_force"}}, h));  // of the floor, whose centre is behind
                for (std::size_t i = 1; i < before.size(); ++i) {
                    if (dot(world.bodies.position[i] - point, n) > 0.0) continue;
                    expected += (1.0 / h) * (after[i].p - before[i].p) - world.matter.mass[i] * world.gravity;
                }
                const Vec<D> found = vector_of<D>(of(world, probe, h));
                ASSERT_LT(norm(found - expected), 1e-7 / h) << height << " " << tilt << " step " << step;
                borne += norm(found);
            }
        }
    }
    EXPECT_GT(borne, 100.0);
}

class Balances : public testing::TestWithParam<std::tuple<Rule, Integrator>> {
  public:
    Law law() const { return std::get<0>(GetParam()).law; }
    Integrator integrator() const { return std::get<1>(GetParam()); }
};
TEST_P(Balances, BodiesOfAHeapFeelWhatProbesSayInThePlane) { bodies_feel_what_probes_say<2>(heap<2>, law(), integrator(), true); }
TEST_P(Balances, BodiesOfAHeapFeelWhatProbesSayInSpace) { bodies_feel_what_probes_say<3>(heap<3>, law(), integrator(), true); }
TEST_P(Balances, BodiesOfACellFeelWhatProbesSayInThePlane) { bodies_feel_what_probes_say<2>(crowd<2>, law(), integrator(), false); }
TEST_P(Balances, BodiesOfACellFeelWhatProbesSayInSpace) { bodies_feel_what_probes_say<3>(crowd<3>, law(), integrator(), false); }
TEST_P(Balances, BodiesThatDeformFeelWhatProbesSay) {
    bodies_feel_what_probes_say<2>(soft_heap<2>, law(), integrator(), true);
    bodies_feel_what_probes_say<3>(soft_heap<3>, law(), integrator(), true);
}
TEST_P(Balances, CutsBearWhatIsBehindThem) {
    cuts_bear_what_is_behind<2>(law(), integrator());
    cuts_bear_what_is_behind<3>(law(), integrator());
}
INSTANTIATE_TEST_SUITE_P(EveryLaw, Balances, testing::Combine(testing::ValuesIn(rules()), testing::Values(Integrator::moreau, Integrator::euler)),
                         [](const auto& one) {
                             return std::string(std::get<0>(one.param).name) + (std::get<1>(one.param) == Integrator::euler ? "_euler" : "_moreau");
                         });

// A body that touches an image of itself feels nothing of it, moments included.
template <int D>
void images_of_oneself_do_not_turn() {
    World<D> world;
    const int body = add_bare_body(world, 1.0), part = add_ball(world, body, 0.5);
    add_contact(world, part, part, 0.5 * Vec<D>::axis(0), 3.0 * Vec<D>::axis(0));
    world.contacts.moment.set(0, 2.0 * Spin<D>::axis(0));
    world.problem.W.contact.whole()[0].arm_b = -0.5 * Vec<D>::axis(0);
    EXPECT_EQ(of(world, Probe{"", body, {"contact_force"}}, 1.0), std::vector<double>(D, 0.0));
    EXPECT_EQ(of(world, Probe{"", body, {"contact_torque"}}, 1.0), std::vector<double>(spin_dim<D>, 0.0));
}
TEST(Images, OfOneselfDoNotTurn) {
    images_of_oneself_do_not_turn<2>();
    images_of_oneself_do_not_turn<3>();
}

}  // namespace
}  // namespace drystone::balances_test

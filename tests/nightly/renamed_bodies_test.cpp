// Bodies of a cell that is sheared and squeezed, called by other images from the start: they move as before, for every law, rigid or not. (They begin a little apart: where
// many contacts close in one step friction leaves more than one answer.)

#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "geometry/convex.h"
#include "laws/lone_contact.h"
#include "physics/cell_stage.h"

namespace drystone::renamed_bodies_test {
namespace {

template <int D>
using Control = typename CellDescription<D>::Control;

template <int D>
Vec<D> all(double value) {
    Vec<D> out;
    for (double& one : out.c) one = value;
    return out;
}

struct Case {
    std::string name;
    Law law;
    Integrator integrator;
};

std::vector<Case> cases() {
    std::vector<Case> out;
    for (const NamedLaw& one : every_law()) {
        Law law = one.law;
        std::visit(
            [](auto& with) {
                if constexpr (requires { with.joint.area; }) with.joint.area = 0.01;  // of balls
            },
            law);
        std::string name = one.name;
        std::erase_if(name, [](char c) { return c == ','; });
        std::replace(name.begin(), name.end(), ' ', '_');
        out.push_back({name + "_moreau", law, Integrator::moreau});
        out.push_back({name + "_euler", law, Integrator::euler});
    }
    return out;
}

/// Blocks, balls and clumps on a lattice, the border through some; `renamed`: by images up to two cells away.
template <int D>
World<D> made(const Case& how, bool renamed, bool soft, StepSettings& settings) {
    constexpr double edge = 0.6;
    constexpr int n = 3;
    CellStage<D> stage(how.law, all<D>(edge));
    stage.description.materials[0].young = 1e6;
    stage.control("xy", Control<D>::rate, 1.0);
    stage.control("xx", Control<D>::rate, -0.3);
    Random random(5);
    int count = 1;
    for (int j = 0; j < D; ++j) count *= n;
    for (int k = 0; k < count; ++k) {
        BodyDescription<D> body;
        for (int j = 0, rest = k; j < D; ++j, rest /= n) {
            const int image = renamed ? (5 * k + 2 * j) % 4 - 1 : 0;
            body.position[j] = edge / n * (rest % n + 0.5) + edge * image;
            body.velocity[j] = random.uniform(-1.0, 1.0);  // against the cell
        }
        if (k % 3 == 0) body.geometry = {{Solid<D>{std::make_shared<const Convex<D>>(box<D>(all<D>(0.196)))}, {}, {}}};
        if (k % 3 == 0 && soft) body.deformable.emplace();
        if (k % 3 == 1) body.geometry = {{Ball<D>{0.099}, {}, {}}};
        if (k % 3 == 2) body.geometry = {{Ball<D>{0.099}, {}, {}}, {Ball<D>{0.05}, 0.02 * Vec<D>::axis(0), {}}};
        stage.add(body);
    }
    stage.settings.integrator = how.integrator;
    stage.settings.overlap = Overlap::keep;
    stage.settings.solver = {.tolerance = 1e-11, .max_iterations = 5000};
    settings = stage.settings;
    return stage.build();
}

template <int D>
void move_as_before(const Case& how, bool soft) {
    StepSettings settings;
    World<D> one = made<D>(how, false, soft, settings), other = made<D>(how, true, soft, settings);
    int contacts = 0;
    for (int step = 0; step < 25; ++step) {
        drystone::run(one, settings);
        drystone::run(other, settings);
        contacts += one.contacts.size();
        double apart = 0.0;
        for (std::size_t i = 0; i < one.bodies.position.size(); ++i)
            apart = std::max(apart, norm(one.parts.space.difference(one.bodies.position[i], other.bodies.position[i])));
        ASSERT_LT(apart, 1e-5) << "step " << step;  // of 0.2 m
        ASSERT_NEAR(one.energy.kinetic, other.energy.kinetic, 1e-3 * one.energy.kinetic) << step;
    }
    EXPECT_GT(contacts, 50);
}

class RenamedBodies : public testing::TestWithParam<Case> {};
TEST_P(RenamedBodies, MoveAsBeforeInThePlane) { move_as_before<2>(GetParam(), false); }
TEST_P(RenamedBodies, MoveAsBeforeInSpace) { move_as_before<3>(GetParam(), false); }
TEST_P(RenamedBodies, ThatDeformMoveAsBefore) { move_as_before<2>(GetParam(), true); }
INSTANTIATE_TEST_SUITE_P(EveryLaw, RenamedBodies, testing::ValuesIn(cases()), [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace drystone::renamed_bodies_test

// Joints across the border of a cell that deforms: where faces touched at time 0 is a matter of the cell of that time, and slip is the same whether a border is
// between two bodies or not.

#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "geometry/convex.h"
#include "measure/joints.h"
#include "measure/probe.h"
#include "measure/seams.h"
#include "physics/cell_stage.h"

namespace drystone::cell_seams_test {
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
    const char* name;
    const char* component;
    double rate;
    bool blocks;
};

/// Two bodies that touch, the one above the other along y, the border of the cell at so much below the first's centre; bodies within it.
template <int D>
World<D> pair_in_a_cell(const Case& how, double border, StepSettings& settings) {
    CellStage<D> stage(Coulomb{.friction = 0.3}, all<D>(1.0));
    stage.cell().origin = all<D>(0.0) - border * Vec<D>::axis(1) - 0.5 * Vec<D>::axis(0);
    if (D == 3) stage.cell().origin[D - 1] = -0.5;
    stage.control(how.component, Control<D>::rate, how.rate);
    const double edge = 0.2;
    const Geometry<D> shape = how.blocks ? Geometry<D>{{Solid<D>{std::make_shared<const Convex<D>>(box<D>(all<D>(edge)))}, {}, {}}}
                                         : Geometry<D>{{Ball<D>{0.5 * edge}, {}, {}}};
    stage.clump(1.0, shape, {});
    stage.clump(1.0, shape, (border > 0.85 ? edge - 1.0 : edge) * Vec<D>::axis(1));
    settings = stage.settings;
    return stage.build();
}

class CellSeams : public testing::TestWithParam<Case> {};

// Seams are known from the model and time 0 alone: the same before and after the cell has deformed, as for a run that goes on from a checkpoint.
template <int D>
void seams_stay(const Case& how) {
    for (const double border : {0.05, 0.3, 0.9}) {  // through the first, through none, between the two
        StepSettings settings;
        World<D> world = pair_in_a_cell<D>(how, border, settings);
        const std::vector<Seam<D>> before = seams_of(world);
        run(world, settings, 100);
        const std::vector<Seam<D>> after = seams_of(world);
        EXPECT_EQ(before.size(), how.blocks ? (D == 2 ? 2u : 4u) : 0u);
        ASSERT_EQ(after.size(), before.size()) << border;
        for (std::size_t k = 0; k < before.size(); ++k) {
            EXPECT_EQ(after[k].point, before[k].point);
            EXPECT_EQ(after[k].area, before[k].area);
            EXPECT_EQ(after[k].normal, before[k].normal);
        }
    }
}
TEST_P(CellSeams, AreThoseOfTimeZeroHoweverTheCellHasDeformed) {
    seams_stay<2>(GetParam());
    seams_stay<3>(GetParam());
}

// One body called by another image: opening, slip and force of the joint are the same.
template <int D>
void names_do_not_matter(const Case& how) {
    StepSettings settings;
    World<D> world = pair_in_a_cell<D>(how, 0.3, settings);
    world.bodies.velocity[0].v += 0.2 * Vec<D>::axis(0) + 0.1 * Vec<D>::axis(1);
    run(world, settings, 60);
    World<D> other = world;
    std::array<int, D> up{}, back{};
    up[1] = 2;
    up[0] = -1;
    for (std::size_t j = 0; j < D; ++j) back[j] = -up[j];
    other.bodies.position[1] = world.parts.space.seen(world.bodies.position[1], up);
    other.bodies.velocity[1].v += velocity_gradient(world) * world.parts.space.shift(up);
    other.start_position[1] = Space<D>(world.cell_model.origin, world.cell_model.start, world.cell_model.periodic).seen(world.start_position[1], up);
    ASSERT_GT(other.contacts.size(), 0);
    for (ContactPoint<D>& c : other.contacts.point.whole()) {
        ASSERT_EQ(other.parts.body[c.a], 0);
        for (std::size_t j = 0; j < D; ++j) c.image[j] += back[j];
    }
    for (const char* quantity : {"force", "normal", "shear", "opening", "slip", "contacts", "area"}) {
        const Probe probe{.name = "", .body = 0, .quantities = {quantity}, .other = 1};
        std::vector<double> a, b;
        measure(world, probe, ProbeMemory<D>{seams_of(world, probe), {}}, settings.step, a);
        measure(other, probe, ProbeMemory<D>{seams_of(other, probe), {}}, settings.step, b);
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], 1e-9) << quantity;
    }
}
TEST_P(CellSeams, SayTheSameOfABodyByAnyOfItsImages) {
    names_do_not_matter<2>(GetParam());
    names_do_not_matter<3>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Cells, CellSeams,
                         testing::Values(Case{"blocks_sheared", "xy", 2.0, true}, Case{"balls_sheared", "xy", 2.0, false}, Case{"blocks_squeezed", "yy", -0.5, true},
                                         Case{"balls_squeezed", "yy", -0.5, false}, Case{"blocks_stretched", "xx", 0.5, true}, Case{"balls_stretched", "xx", 0.5, false}),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace drystone::cell_seams_test

// A block on a slab that is divided otherwise: the points of both stand for the area in which they overlap, whatever the meshes, and the joint between
// them for its strength. docs/theory.md (10.18).

#include <gtest/gtest.h>

#include "physics/block_stage.h"
#include "physics/deformable_stage.h"

namespace drystone::deformable_areas_test {
namespace {

constexpr double width = 0.2, slab_width = 0.76, height = 0.1;

/// One is divided n times along the slab; of the block 0: it is rigid.
struct Case {
    int slab = 1, block = 0;
    bool slab_first = true;
    double offset = 0.0;  // of the block's centre [m]
    Candidates candidates = Candidates::nodes;
};

std::vector<Case> cases() {
    std::vector<Case> out;
    for (const int slab : {2, 4, 5, 8})
        for (const int block : {0, 3})
            for (const bool first : {false, true})
                for (const double offset : {0.0, 0.095, 0.31, 0.34}) out.push_back({slab, block, first, offset});
    return out;
}

template <int D>
std::array<int, D> divided(int n) {
    std::array<int, D> out;
    out.fill(n);
    out[D - 1] = 1;
    return out;
}

template <int D>
struct Glued {
    ElasticStage<D> stage;
    int block = 0;
    double area = std::pow(width, D - 1);

    explicit Glued(const Case& one) : stage(MohrCoulomb{.tensile_strength = 1e3, .cohesion = 2e3, .friction = 0.5}, 1e9, 0.2) {
        area *= std::min(width, 0.5 * (width + slab_width) - one.offset) / width;
        if (one.slab_first) add_slab(one);
        const Vec<D> size = BlockStage<D>::size(width, height), place = one.offset * Vec<D>::axis(0) + 0.5 * height * Vec<D>::axis(D - 1);
        Deformable<D> how;
        how.candidates = one.candidates;
        block = one.block == 0 ? stage.rigid_box(size, place) : stage.box_of(size, divided<D>(one.block), place, {}, how);
        if (!one.slab_first) add_slab(one);
    }

  private:
    /// Held as a whole.
    void add_slab(const Case& one) {
        Deformable<D> how;
        how.candidates = one.candidates;
        const int slab = stage.box_of(BlockStage<D>::size(slab_width, height), divided<D>(one.slab), -0.5 * height * Vec<D>::axis(D - 1), {}, how);
        Vec<D> all;
        for (double& c : all.c) c = 1.0;
        stage.description.holds = {{.body = slab, .directions = all, .where = Bounds<D>{-9.0 * all, 9.0 * all}}};
    }
};

std::string words(const Case& one) {
    return "slab " + std::to_string(one.slab) + ", block " + std::to_string(one.block) + (one.slab_first ? ", slab first, at " : ", block first, at ") +
           std::to_string(one.offset);
}

template <int D>
void points_stand_for_the_overlap(double tolerance, Candidates candidates) {
    for (Case one : cases()) {
        one.candidates = candidates;
        Glued<D> glued(one);
        World<D> world = glued.stage.build();
        run(world, glued.stage.settings);
        double area = 0.0;
        for (const ContactPoint<D>& c : world.contacts.point) area += c.area;
        EXPECT_NEAR(area, glued.area, tolerance * glued.area) << words(one);
    }
}
TEST(DeformableAreas, PointsOfBothSidesStandForTheOverlapInThePlane) { points_stand_for_the_overlap<2>(1e-9, Candidates::nodes); }
TEST(DeformableAreas, PointsOfBothSidesStandForTheOverlapInSpace) { points_stand_for_the_overlap<3>(1e-9, Candidates::nodes); }

/// Pulled at its centre by less and by more than f_t A.
template <int D>
void glue_holds_its_strength() {
    for (const Case& one : cases()) {
        if (one.block != 0 || one.offset > 0.2) continue;
        for (const double share : {0.95, 1.05}) {
            Glued<D> glued(one);
            glued.stage.settings.solver.tolerance = 1e-9;
            glued.stage.description.loads = {{.body = glued.block, .force = share * 1e3 * glued.area * Vec<D>::axis(D - 1)}};
            World<D> world = glued.stage.build();
            run(world, glued.stage.settings, 20);
            EXPECT_EQ(intact_points(world) == 0, share > 1.0) << words(one) << ", pulled by " << share;
        }
    }
}
TEST(DeformableAreas, GlueHoldsItsStrengthOnAnyMeshInThePlane) { glue_holds_its_strength<2>(); }
TEST(DeformableAreas, GlueHoldsItsStrengthOnAnyMeshInSpace) { glue_holds_its_strength<3>(); }

}  // namespace
}  // namespace drystone::deformable_areas_test

#include <gtest/gtest.h>

#include "counted_new.h"
#include "elastic/meshes.h"
#include "elastic/motion.h"

namespace drystone::allocation_test {
namespace {

TEST(Allocation, AStepNeedsNoNewMemoryAfterTheFirst) {
    for (const auto kind : {Elasticity::small, Elasticity::corotational}) {
        const auto model = finite_element_model<3>(rough_block<3>(Cells::quads), stone(kind));
        Motion<3> motion{place_body<3>(model, {}, {}, {Vec<3>{}, Vec<3>::axis(1)})};
        std::vector<MaterialPoint> points;
        for (const auto& face : model->mesh.surface)
            points.push_back(face_point(face, face_weights(face, 0.5, 0.5)));
        std::vector<Mat<3>> W(points.size() * points.size());
        std::vector<Vec<3>> dv(motion.v.size());
        const auto step = [&] {
            drift(motion.body, 0.005, motion.step);
            ASSERT_TRUE(prepare(motion.step, motion.body, 0.01, 0.5, *motion.pool));
            free_velocity<3>(motion.step, motion.body, motion.force, motion.v);
            compliance<3>(motion.step, motion.body, points, W);
            respond<3>(motion.step, motion.body, motion.force, dv);
            motion.body.v = motion.v;
            drift(motion.body, 0.005, motion.step);
            EXPECT_GE(kinetic_energy(motion.body) + strain_energy(motion.body, motion.step), 0.0);
        };
        step();
        const long before = allocations;
        for (int k = 0; k < 5; ++k) step();
        EXPECT_EQ(allocations, before);
    }
}

}  // namespace
}  // namespace drystone::allocation_test

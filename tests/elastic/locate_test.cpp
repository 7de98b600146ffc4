#include "elastic/locate.h"

#include <gtest/gtest.h>

#include "elastic/meshes.h"

namespace drystone::locate_test {
namespace {

/// A turned and bent body of rough elements.
template <int D>
ElasticBody<D> bent(std::shared_ptr<const ElasticModel<D>> model) {
    Spin<D> axis;
    for (int i = 0; i < spin_dim<D>; ++i) axis[i] = 0.4 - 0.3 * i;
    ElasticBody<D> body = place_body<D>(std::move(model), Vec<D>::axis(1), rotation_by(axis));
    Random random(7);
    for (Vec<D>& x : body.x)
        for (int i = 0; i < D; ++i) x[i] += random.uniform(-0.02, 0.02);
    return body;
}

/// A place with known weights in an element: in it, and a little outside, where shape functions go on.
template <int D>
void finds_what_was_put(Cells cells) {
    const auto body = bent<D>(finite_element_model<D>(rough_block<D>(cells), stone()));
    Random random(3);
    for (std::size_t e = 0; e < body.model->mesh.element.size(); ++e) {
        const Element& element = body.model->mesh.element[e];
        Vec<D> xi;  // of the parent: [-1, 1]^D of quads and hexahedra, else the corner of [0, 1]^D
        for (int i = 0; i < D; ++i)
            xi[i] = cells == Cells::quads ? random.uniform(-1.1, 1.1) : random.uniform(-0.05, 1.1 / D);
        const auto N = shape_functions<D>(element.type, xi);
        Vec<D> place{};
        for (std::size_t a = 0; a < element.nodes().size(); ++a)
            place += N[a] * body.x[static_cast<std::size_t>(element.node[a])];
        const MaterialPoint point = locate(body, static_cast<int>(e), place);
        ASSERT_EQ(point.count, static_cast<int>(element.nodes().size()));
        double sum = 0.0;
        for (std::size_t a = 0; a < element.nodes().size(); ++a) {
            EXPECT_EQ(point.dof[a], element.node[a]);
            EXPECT_NEAR(point.weight[a], N[a], 1e-11);
            sum += point.weight[a];
        }
        EXPECT_NEAR(sum, 1.0, 1e-14);
        EXPECT_LT(norm(at_point<D>(point, body.x) - place), 1e-14);
    }
}

TEST(Locate, FindsTheWeightsOfAPlaceInTheElementItIsToldOf) {
    finds_what_was_put<2>(Cells::quads);
    finds_what_was_put<2>(Cells::simplices);
    finds_what_was_put<3>(Cells::quads);
    finds_what_was_put<3>(Cells::simplices);
}

template <int D>
void finds_it_in_a_uniform_strain() {
    UniformStrainShape<D> shape{1.7, 0.9, Mat<D>::scaled_identity(0.2)};
    const auto body = bent<D>(uniform_strain_model<D>(shape, stone()));
    Vec<D> X;
    for (int i = 0; i < D; ++i) X[i] = 0.3 - 0.5 * i;
    Vec<D> place = body.x[0];
    for (int i = 0; i < D; ++i) place += X[i] * body.x[static_cast<std::size_t>(i + 1)];
    const MaterialPoint point = locate(body, -1, place);
    for (int i = 0; i < D; ++i) EXPECT_NEAR(point.weight[static_cast<std::size_t>(i + 1)], X[i], 1e-14);
    EXPECT_LT(norm(at_point<D>(point, body.x) - place), 1e-14);
}

TEST(Locate, FindsTheMaterialPointOfAUniformStrain) {
    finds_it_in_a_uniform_strain<2>();
    finds_it_in_a_uniform_strain<3>();
}

}  // namespace
}  // namespace drystone::locate_test

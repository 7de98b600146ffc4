#include <gtest/gtest.h>

#include "elastic/elastic_body.h"
#include "elastic/meshes.h"
#include "elastic/theta_step.h"

namespace drystone::patch_test {
namespace {

struct Case {
    Cells cells;
    Formulation formulation;
};

constexpr Case cases[] = {{Cells::quads, Formulation::incompatible},
                          {Cells::quads, Formulation::full},
                          {Cells::simplices, Formulation::full}};

template <int D>
Mat<D> some_gradient() {
    Mat<D> H;
    for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) H[i][j] = 1e-3 * (1.0 + 0.3 * i - 0.7 * j + 0.2 * i * j);
    return H;
}

/// Surface nodes are put where a uniform gradient puts them; the inner ones must find their places by themselves: their
/// forces vanish there, and the energy is that of the uniform strain.
template <int D>
void patch(Elasticity kind) {
    for (const Case& c : cases) {
        const auto mesh = rough_block<D>(c.cells);
        const auto model = finite_element_model<D>(mesh, stone(kind), {c.formulation, true});
        auto body = place_body<D>(model, {});
        const Mat<D> H = some_gradient<D>();
        for (Vec<D>& x : body.x) x += H * x;
        std::vector<Vec<D>> force(body.x.size());
        internal_force<D>(body, body.x, force);
        for (std::size_t a = 0; a < force.size(); ++a) {
            if (!on_surface(mesh, static_cast<int>(a))) {
                EXPECT_LT(norm(force[a]), 3e-12 * stone().young) << a;
            }
        }
        Mat<D> strain = 0.5 * (H + transpose(H));
        if (kind == Elasticity::svk) strain = strain + 0.5 * (transpose(H) * H);
        if (kind == Elasticity::corotational) {
            const Mat<D> F = Mat<D>::scaled_identity(1.0) + H;
            strain = transpose(polar_rotation(F)) * F - Mat<D>::scaled_identity(1.0);
        }
        const double energy = 0.5 * model->volume * contract(stress_of(lame<D>(stone()), strain), strain);
        EXPECT_NEAR(strain_energy<D>(body, body.x), energy, 1e-11 * energy);
    }
}

TEST(Patch, UniformStrainIsExactOnRoughMeshesInThePlane) {
    for (const auto kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) patch<2>(kind);
}
TEST(Patch, UniformStrainIsExactOnRoughMeshesInSpace) {
    for (const auto kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) patch<3>(kind);
}

/// Rank of the stiffness by Gaussian elimination with full pivoting.
template <int D>
int rank(const ElasticModel<D>& m) {
    const int n = m.size() * D;
    std::vector<double> A(static_cast<std::size_t>(n) * n, 0.0);
    for (int a = 0; a < m.size(); ++a)
        for (int k = m.row_start[a]; k < m.row_start[a + 1]; ++k)
            for (int i = 0; i < D; ++i)
                for (int j = 0; j < D; ++j) A[(a * D + i) * n + m.column[k] * D + j] = m.stiffness[k][i][j];
    std::vector<int> left(n);
    for (int i = 0; i < n; ++i) left[i] = i;
    double first = 0.0;
    int found = 0;
    while (!left.empty()) {
        std::size_t best = 0;
        for (std::size_t i = 0; i < left.size(); ++i)
            if (A[left[i] * (n + 1)] > A[left[best] * (n + 1)]) best = i;
        const int p = left[best];
        const double pivot = A[p * (n + 1)];
        if (found == 0) first = pivot;
        if (pivot < 1e-10 * first) break;
        ++found;
        left.erase(left.begin() + static_cast<long>(best));
        for (const int i : left) {
            const double factor = A[i * n + p] / pivot;
            for (const int j : left) A[i * n + j] -= factor * A[p * n + j];
        }
    }
    return found;
}

template <int D>
void only_rigid_motion_is_free() {
    for (const Case& c : cases) {
        std::array<int, D> one;
        one.fill(1);
        for (const auto& mesh : {rough_block<D>(c.cells), block(c.cells, one)}) {
            const auto model = finite_element_model<D>(mesh, stone(), {c.formulation, true});
            EXPECT_EQ(rank(*model), model->size() * D - D - spin_dim<D>);
        }
    }
}

TEST(Patch, OnlyRigidMotionCostsNothing) {
    only_rigid_motion_is_free<2>();
    only_rigid_motion_is_free<3>();
}

TEST(Patch, MassesAndMomentsAreThoseOfTheBlock) {
    for (const Case& c : cases) {
        for (const bool lumped : {true, false}) {
            const auto model =
                finite_element_model<3>(rough_block<3>(c.cells), stone(), {c.formulation, lumped});
            const double mass = 2.0 * 1.2 * 0.9 * 0.7;
            EXPECT_NEAR(model->mass, mass, 1e-13);
            EXPECT_NEAR(model->volume, 1.2 * 0.9 * 0.7, 1e-14);
            if (!lumped) {  // lumping moves mass outwards
                EXPECT_NEAR(model->inertia[2][2], mass / 12 * (1.2 * 1.2 + 0.9 * 0.9), 1e-3 * mass);
            }
        }
    }
}

}  // namespace
}  // namespace drystone::patch_test

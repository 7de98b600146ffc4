#include <gtest/gtest.h>

#include <numbers>

#include "elastic/fields.h"
#include "elastic/meshes.h"
#include "elastic/motion.h"

namespace drystone::beams_test {
namespace {

/// Held where x is smallest, and the loads of a force spread over the side where x is largest.
template <int D>
void clamp_and_load(Motion<D>& motion, const Vec<D>& total) {
    const auto& m = *motion.body.model;
    double low = 0.0, high = 0.0;
    for (const auto& X : m.mesh.node) {
        low = std::min(low, X[0]);
        high = std::max(high, X[0]);
    }
    motion.body.held.assign(m.mesh.node.size(), 0);
    for (std::size_t a = 0; a < m.mesh.node.size(); ++a)
        if (m.mesh.node[a][0] < low + 1e-9) motion.body.held[a] = hold_all;
    int faces = 0;
    const auto at_end = [&](const SurfaceFace& face) {
        for (const int a : face.nodes())
            if (m.mesh.node[static_cast<std::size_t>(a)][0] < high - 1e-9) return false;
        return true;
    };
    for (const auto& face : m.mesh.surface) faces += at_end(face);
    for (const auto& face : m.mesh.surface) {
        if (!at_end(face)) continue;
        const double share = 1.0 / face.count;
        const std::array<double, 4> weights = {share, share, share, share};
        add_at_point<D>(face_point(face, weights), (1.0 / faces) * total, motion.force);
    }
}

template <int D>
double tip(const Motion<D>& motion, int axis) {
    double sum = 0.0, count = 0.0;
    const auto& m = *motion.body.model;
    for (std::size_t a = 0; a < m.mesh.node.size(); ++a)
        if (m.mesh.node[a][0] > 0.5 - 1e-9) {
            sum += motion.body.x[a][axis] - m.mesh.node[a][axis];
            count += 1.0;
        }
    return sum / count;
}

/// E11: 1 x 0.1 x 0.1, E = 1e7, nu = 0, load 1 at the tip: 4.024e-3 with shear.
constexpr double deflection = 4.024e-3;

ElasticMaterial beam(Elasticity kind = Elasticity::corotational) {
    ElasticMaterial m;
    m.young = 1e7;
    m.density = 1000.0;
    m.plane = PlaneKind::stress;
    m.elasticity = kind;
    return m;
}

double deflection_in_plane(std::array<int, 2> n, Cells cells, Formulation formulation,
                           Elasticity kind = Elasticity::small) {
    const auto model =
        finite_element_model<2>(divide_box(Vec<2>{{1.0, 0.1}}, n, cells), beam(kind), {formulation, true});
    Motion<2> motion{place_body<2>(model, {})};
    clamp_and_load(motion, Vec<2>{{0.0, -10.0}});  // per metre of depth
    motion.settle(100.0, kind == Elasticity::small ? 1 : 12);
    return -tip(motion, 1);
}

double deflection_in_space(std::array<int, 3> n, Cells cells, Formulation formulation,
                           Elasticity kind = Elasticity::small) {
    const auto model = finite_element_model<3>(divide_box(Vec<3>{{1.0, 0.1, 0.1}}, n, cells), beam(kind),
                                               {formulation, true});
    Motion<3> motion{place_body<3>(model, {})};
    clamp_and_load(motion, Vec<3>{{0.0, 0.0, -1.0}});
    motion.settle(100.0, kind == Elasticity::small ? 1 : 12);
    return -tip(motion, 2);
}

TEST(Cantilever, IncompatibleElementsBend) {
    EXPECT_NEAR(deflection_in_plane({10, 1}, Cells::quads, Formulation::incompatible), deflection,
                0.01 * deflection);
    EXPECT_NEAR(deflection_in_plane({20, 2}, Cells::quads, Formulation::incompatible), deflection,
                0.003 * deflection);
    EXPECT_NEAR(deflection_in_space({10, 1, 1}, Cells::quads, Formulation::incompatible), deflection,
                0.01 * deflection);
}

TEST(Cantilever, EveryKindBendsAlike) {
    // The deflection is 4e-3 of the length: small, corotational and svk differ by its square.
    for (const auto kind : {Elasticity::corotational, Elasticity::svk}) {
        EXPECT_NEAR(deflection_in_plane({10, 1}, Cells::quads, Formulation::incompatible, kind), deflection,
                    0.01 * deflection);
        EXPECT_NEAR(deflection_in_space({10, 1, 1}, Cells::quads, Formulation::incompatible, kind),
                    deflection, 0.01 * deflection);
    }
}

TEST(Cantilever, PlainQuadsLockAsTheoryHasIt) {
    // One bilinear element of sides a (along) and b over the depth is too stiff by 1 + (a/b)^2 / 2 at nu = 0.
    const double ratio = deflection_in_plane({10, 1}, Cells::quads, Formulation::full) / 4.0e-3;
    EXPECT_NEAR(ratio, 1.0 / 1.5, 0.01);
}

TEST(Cantilever, LinearTrianglesConvergeWithTheSquareOfTheirSize) {
    const double exact = deflection_in_plane({160, 16}, Cells::quads, Formulation::incompatible);
    double error[4];
    for (int k = 0; k < 4; ++k)
        error[k] = exact - deflection_in_plane({20 << k, 2 << k}, Cells::simplices, Formulation::full);
    // Sizes 0.05 to 0.00625; the corners of the clamped end take a little of the order.
    EXPECT_NEAR(std::log2(error[1] / error[2]), 2.0, 0.2);
    EXPECT_NEAR(std::log2(error[2] / error[3]), 2.0, 0.1);
}

/// E18 and E01's bar: length 10, E = 900, density 1.
template <int D>
Motion<D> bar(int elements, Cells cells, bool lumped) {
    ElasticMaterial m;
    m.young = 900.0;
    m.density = 1.0;
    std::array<int, D> n;
    n.fill(1);
    n[0] = elements;
    Vec<D> size;
    for (int i = 0; i < D; ++i) size[i] = i == 0 ? 10.0 : 0.5;
    const auto model =
        finite_element_model<D>(divide_box(size, n, cells), m, {Formulation::incompatible, lumped});
    Motion<D> motion{place_body<D>(model, {})};
    for (std::size_t a = 0; a < motion.body.x.size(); ++a)
        motion.body.v[a][0] = 0.01 * std::sin(std::numbers::pi * motion.body.x[a][0] / 10.0);
    return motion;
}

/// The first mode's amplitude in the velocities.
template <int D>
double amplitude(const ElasticBody<D>& body) {
    double sum = 0.0;
    for (std::size_t a = 0; a < body.x.size(); ++a)
        sum += body.model->weight[a] * body.v[a][0] *
               std::sin(std::numbers::pi * body.model->reference[a][0] / 10.0);
    return sum;
}

template <int D>
void first_mode(Cells cells, bool lumped) {
    auto motion = bar<D>(20, cells, lumped);
    const double h = 1.0 / 400.0, start = motion.energy();
    double before = amplitude(motion.body);
    std::vector<double> crossings;
    double drift_of_energy = 0.0;
    for (int k = 1; k <= 2000; ++k) {
        motion.advance(h, 0.5);
        const double now = amplitude(motion.body);
        if (before > 0.0 && now <= 0.0) crossings.push_back(h * (k - now / (now - before)));
        before = now;
        drift_of_energy = std::max(drift_of_energy, std::abs(motion.energy() / start - 1.0));
    }
    ASSERT_GT(crossings.size(), 3u);
    const double frequency =
        (static_cast<double>(crossings.size()) - 1.0) / (crossings.back() - crossings.front());
    EXPECT_NEAR(frequency, 1.5, 0.015);
    EXPECT_LT(drift_of_energy, 1e-8);
}

TEST(Bar, FreeAtBothEndsItSoundsAtItsFirstModeAndKeepsItsEnergy) {
    first_mode<2>(Cells::quads, true);
    first_mode<2>(Cells::simplices, false);
    first_mode<3>(Cells::quads, false);
}

TEST(Bar, ThetaAboveHalfLosesWhatTheSchemeSays) {
    // Delta(T + U) = -(theta - 1/2) (dv M dv + dx K dx) - h v_theta C v_theta, docs/theory.md (10.15).
    for (const double theta : {0.5, 0.7, 1.0}) {
        for (const double beta : {0.0, 1e-3}) {
            ElasticMaterial material = stone(Elasticity::small);
            material.stiffness_damping = beta;
            material.mass_damping = 40.0 * beta;
            const auto model = finite_element_model<2>(rough_block<2>(Cells::quads), material);
            Motion<2> motion{place_body<2>(model, {})};
            Random random(3);
            for (auto& v : motion.body.v)
                for (int i = 0; i < 2; ++i) v[i] = random.uniform(-1, 1);
            for (int k = 0; k < 5; ++k) {
                const auto x = motion.body.x, v = motion.body.v;
                const double energy = motion.energy(), h = 0.01;
                motion.advance(h, theta);
                std::vector<Vec<2>> dv(x.size()), dx(x.size()), vt(x.size()), Kx(x.size()), Mv(x.size()),
                    Kv(x.size()), Mt(x.size());
                for (std::size_t a = 0; a < x.size(); ++a) {
                    dv[a] = motion.body.v[a] - v[a];
                    dx[a] = motion.body.x[a] - x[a];
                    vt[a] = v[a] + theta * dv[a];
                }
                multiply_stiffness<2>(*model, model->stiffness, dx, Kx);
                multiply_stiffness<2>(*model, model->stiffness, vt, Kv);
                multiply_mass<2>(*model, dv, Mv);
                multiply_mass<2>(*model, vt, Mt);
                double lost = 0.0;
                for (std::size_t a = 0; a < x.size(); ++a) {
                    lost += (theta - 0.5) * (dot(dv[a], Mv[a]) + dot(dx[a], Kx[a]));
                    lost += h * (material.mass_damping * dot(vt[a], Mt[a]) + beta * dot(vt[a], Kv[a]));
                }
                EXPECT_NEAR(energy - motion.energy(), lost, 1e-11 * energy);
                if (theta > 0.5 || beta > 0.0) {
                    EXPECT_GT(lost, 0.0);
                }
            }
        }
    }
}

/// E08: a column on a held base, nu = 0.
template <int D>
void own_weight(Cells cells, Elasticity kind) {
    ElasticMaterial m;
    m.young = 1e6;
    m.density = 1000.0;
    m.elasticity = kind;
    std::array<int, D> n;
    n.fill(2);
    n[D - 1] = 10;
    Vec<D> size = 0.4 * Vec<D>{};
    for (int i = 0; i < D; ++i) size[i] = i == D - 1 ? 1.0 : 0.4;
    const auto model = finite_element_model<D>(divide_box(size, n, cells), m);
    Motion<D> motion{place_body<D>(model, {})};
    motion.body.held.assign(motion.body.x.size(), 0);
    for (std::size_t a = 0; a < motion.body.x.size(); ++a)
        motion.body.held[a] = model->reference[a][D - 1] < -0.5 + 1e-9 ? hold_all : 0;
    const Vec<D> g = -9.81 * Vec<D>::axis(D - 1);
    add_gravity<D>(motion.body, g, motion.force);
    motion.settle(1000.0, kind == Elasticity::small ? 1 : 10);
    // svk: softer in compression by half the strain.
    const double slack = kind == Elasticity::small ? 1e-6 : kind == Elasticity::corotational ? 1e-6 : 2e-2;
    for (std::size_t a = 0; a < motion.body.x.size(); ++a) {
        const double z = model->reference[a][D - 1] + 0.5;
        const double u = -1000.0 * 9.81 / 1e6 * (z - 0.5 * z * z);
        EXPECT_NEAR(motion.body.x[a][D - 1] - model->reference[a][D - 1], u, slack * 4.905e-3);
    }
    std::vector<StressState<D>> points, elements;
    stress_at_points(motion.body, points);
    stress_of_elements(motion.body, points, elements);
    for (std::size_t e = 0; e < elements.size(); ++e) {
        double z = 0.5;
        for (const int a : model->mesh.element[e].nodes())
            z += model->reference[static_cast<std::size_t>(a)][D - 1] /
                 node_count(model->mesh.element[e].type);
        const double layer = std::floor(z * 10) / 10 + 0.05;  // linear elements: constant over a layer
        EXPECT_NEAR(elements[e].stress[D - 1][D - 1], -9810.0 * (1.0 - layer), (slack + 1e-3) * 9810.0);
    }
    // The base carries the weight.
    drift(motion.body, 0.0, motion.step);
    ASSERT_TRUE(prepare(motion.step, motion.body, 1.0, 1.0, *motion.pool));
    free_velocity<D>(motion.step, motion.body, motion.force, motion.v);
    std::vector<Vec<D>> support(motion.body.x.size());
    support_impulses<D>(motion.step, motion.body, {motion.force}, motion.v, support);
    Vec<D> sum{};
    for (const auto& one : support) sum += one;
    EXPECT_NEAR(sum[D - 1], model->mass * 9.81, 1e-9 * model->mass * 9.81);
}

TEST(Column, CarriesItsOwnWeight) {
    for (const auto kind : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) {
        own_weight<2>(Cells::quads, kind);
        own_weight<3>(Cells::quads, kind);
    }
}

}  // namespace
}  // namespace drystone::beams_test

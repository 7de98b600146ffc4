// What holds for every law, whatever it is: its solution obeys it, it makes no energy, units do not matter.

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "core/random.h"
#include "laws/lone_contact.h"

namespace drystone::every_law_test {
namespace {

template <int D>
Mat<D> inverse_masses(Random& random, bool coupled) {
    Mat<D> W = Mat<D>::scaled_identity(1.0);
    for (int i = 0; i < D; ++i) {
        W[i][i] = random.uniform(0.5, 1.5);
        for (int j = 0; coupled && j < i; ++j) W[i][j] = W[j][i] = 0.2 * random.uniform(-1.0, 1.0);
    }
    return W;
}

template <int D>
Vec<D> any(Random& random, double size) {
    Vec<D> v;
    for (int i = 0; i < D; ++i) v[i] = size * random.uniform(-1.0, 1.0);
    return v;
}

/// How a contact is disturbed.
enum class By { loads, kicks };  // impulses within the steps; between them

/// A contact that is pressed, pulled and sheared about: `visit` sees every step.
template <int D, class Visit>
void shake(By by, const Visit& visit) {
    for (const auto& [name, law] : every_law()) {
        SCOPED_TRACE(name);
        Random random(17);
        for (int trial = 0; trial < 30; ++trial) {
            LoneContact<D> contact(law, inverse_masses<D>(random, by == By::loads));
            contact.gap = trial % 3 == 0 ? 1e-5 * random.uniform() : 0.0;
            contact.velocity = any<D>(random, trial % 2 == 0 ? 0.05 : 0.0);
            for (int k = 0; k < 25; ++k) {
                Vec<D> push = any<D>(random, 0.2);
                push[0] = random.uniform(-0.3, 0.2);
                if (by == By::kicks) contact.velocity += contact.W * push;
                visit(contact, contact.step(by == By::loads ? push : Vec<D>{}));
            }
        }
    }
}

// (3.11): the staircase, the cone, slip against friction at the limit and none below it; for any rho the natural map is zero.
template <int D>
void solutions_obey_the_law() {
    int slipped = 0, opened = 0, held = 0;
    const auto check = [&](const LoneContact<D>& contact, const typename LoneContact<D>::Step& s) {
        const double size = norm(s.r) + norm(s.v) / contact.W[0][0] + 1e-12;
        for (const double rho : {0.1, 1.0, 10.0})
            ASSERT_LT(norm(natural_map(s.law, s.r, s.v, rho)), 1e-10 * (1.0 + rho) * size);
        ASSERT_GE(s.r[0], -s.law.tension - 1e-12 * size);
        const double limit = s.law.shear_limit(s.r[0]), shear = tangential_norm(s.r);
        ASSERT_LE(shear, limit + 1e-10 * size);
        Vec<D> slip = s.v + s.law.yields.slip * s.r;
        slip[0] = 0.0;
        if (norm(slip) > 1e-9 * size) {
            ASSERT_NEAR(shear, limit, 1e-9 * size);
            ASSERT_NEAR(dot(slip, s.r), -norm(slip) * shear, 1e-9 * size * size);
            ++slipped;
        } else {
            ++held;
        }
        if (s.law.yields == Yielding{}) {  // Signorini, from -tension on
            ASSERT_NEAR(s.v[0] * (s.r[0] + s.law.tension), 0.0, 1e-9 * size * size);
            ASSERT_GE(s.v[0], -1e-10 * size);
        }
        opened += s.r == Vec<D>{};
    };
    shake<D>(By::loads, check);
    EXPECT_GT(slipped, 500);  // the three states did come up
    EXPECT_GT(opened, 500);
    EXPECT_GT(held, 500);
}
TEST(EveryLaw, IsObeyedByItsSolutionInThePlane) { solutions_obey_the_law<2>(); }
TEST(EveryLaw, IsObeyedByItsSolutionInSpace) { solutions_obey_the_law<3>(); }

// Without loads within the steps, and components that do not feel each other: what friction, impacts, bridges and damage take is
// never negative, and no contact that is rigid does work on its body.
template <int D>
void no_law_makes_energy() {
    std::map<std::string, double> taken;
    const auto check = [&](const LoneContact<D>& contact, const typename LoneContact<D>::Step& s) {
        const double size = 1e-12 * (std::abs(s.work) + norm(s.r) * norm(s.in.velocity) + 1e-12);
        ASSERT_GE(s.losses.friction, -size);
        ASSERT_GE(s.losses.damage, -size);
        ASSERT_GE(contact.number("stored"), 0.0);
        if (s.law.yields == Yielding{}) {
            ASSERT_LE(s.work, size);
        }
        ASSERT_GE(s.losses.impact, -size);
        ASSERT_GE(s.losses.cohesion, -size);
        taken["friction"] += s.losses.friction;
        taken["damage"] += s.losses.damage;
        taken["impact"] += s.losses.impact;
        taken["cohesion"] += s.losses.cohesion;
        taken["stored"] += contact.number("stored");
    };
    shake<D>(By::kicks, check);
    for (const char* cause : {"friction", "impact", "cohesion", "damage", "stored"})
        EXPECT_GT(taken[cause], 0.0) << cause;
}
TEST(EveryLaw, MakesNoEnergyInThePlane) { no_law_makes_energy<2>(); }
TEST(EveryLaw, MakesNoEnergyInSpace) { no_law_makes_energy<3>(); }

// A contact that is left alone, open and parting, does nothing and remembers nothing that it has not been told.
template <int D>
void parting_bodies_part() {
    for (const auto& [name, law] : every_law()) {
        SCOPED_TRACE(name);
        LoneContact<D> contact(law, Mat<D>::scaled_identity(1.0));
        contact.gap = 0.1;
        contact.velocity = any<D>(*std::make_unique<Random>(3), 0.1);
        contact.velocity[0] = 0.3;
        const Vec<D> v = contact.velocity;
        for (int k = 0; k < 5; ++k) {
            const auto s = contact.step();
            EXPECT_EQ(s.r, Vec<D>{});
            EXPECT_EQ(s.losses.total(), 0.0);
        }
        EXPECT_EQ(contact.velocity, v);
        EXPECT_EQ(contact.number("intact"), 0.0);
        EXPECT_EQ(contact.number("stored"), 0.0);
    }
}
TEST(EveryLaw, LetsPartingBodiesPart) {
    parting_bodies_part<2>();
    parting_bodies_part<3>();
}

/// Powers of two: of metre, second and kilogram.
struct Units {
    double m, s, kg;
    double velocity() const { return m / s; }
    double impulse() const { return kg * m / s; }
    double force() const { return impulse() / s; }
    double energy() const { return force() * m; }
    /// Of a unit as schemas write it.
    double of(const std::string& unit) const {
        const std::map<std::string, double> known{
            {"", 1.0}, {"-", 1.0}, {"m", m}, {"m2", m * m}, {"J", energy()}};
        return known.at(unit);
    }
    /// Areas are lengths in the plane.
    double area(int D) const { return D == 2 ? m : m * m; }
    double stress(int D) const { return force() / area(D); }
};

/// The law in other units.
struct InUnits {
    Units u;
    int D;

    Law operator()(Coulomb law) const {
        law.cohesion.force *= u.force();
        law.cohesion.range *= u.m;
        return law;
    }
    Law operator()(MohrCoulomb law) const {
        for (double* strength : {&law.tensile_strength, &law.cohesion, &law.compressive_strength})
            *strength *= u.stress(D);
        return law;
    }
    Law operator()(Elastic law) const {
        for (double* k : {&law.normal_stiffness, &law.shear_stiffness}) *k *= u.stress(D) / u.m;
        return law;
    }
    Law operator()(CohesiveZone law) const {
        for (double* k : {&law.normal_stiffness, &law.shear_stiffness}) *k *= u.stress(D) / u.m;
        for (double* strength : {&law.tensile_strength, &law.shear_strength, &law.compressive_strength,
                                 &law.residual_compressive_strength})
            *strength *= u.stress(D);
        for (double* energy : {&law.energy_opening, &law.energy_shear, &law.energy_crushing})
            *energy *= u.stress(D) * u.m;
        return law;
    }
    Law operator()(Bonded law) const {
        for (double* force : {&law.tensile_force, &law.shear_force}) *force *= u.force();
        return law;
    }
    Law operator()(Spring law) const {
        for (double* k : {&law.normal_stiffness, &law.tangential_stiffness}) *k *= u.force() / u.m;
        for (double* force : {&law.tension_strength, &law.shear_strength}) *force *= u.force();
        return law;
    }
    Law operator()(const OwnLaw& law) const { return law; }
};

// The same steps in other units have the same digits, memories by the units that their fields have.
template <int D>
void units_do_not_matter() {
    for (const auto& [name, law] : every_law()) {
        SCOPED_TRACE(name);
        for (const Units& u : {Units{4.0, 1.0, 1.0}, Units{1.0, 0.125, 1.0}, Units{1.0, 1.0, 1024.0},
                               Units{0.25, 16.0, 0.5}}) {
            Random random(23);
            const Mat<D> W = inverse_masses<D>(random, true);
            LoneContact<D> one(law, W), other(std::visit(InUnits{u, D}, law), (1.0 / u.kg) * W);
            other.h = u.s * one.h;
            other.area = u.area(D) * one.area;
            other.least_radius = u.m * one.least_radius;
            one.velocity = any<D>(random, 0.02);
            other.velocity = u.velocity() * one.velocity;
            for (int k = 0; k < 40; ++k) {
                const Vec<D> push = any<D>(random, 0.2);
                const auto a = one.step(push), b = other.step(u.impulse() * push);
                ASSERT_EQ(u.impulse() * a.r, b.r) << k;
                ASSERT_EQ(u.velocity() * one.velocity, other.velocity);
                ASSERT_EQ(u.energy() * a.losses.total(), b.losses.total());
                for (const MemoryField& field : one.schema.fields) {
                    for (int i = field.first; i < field.first + field.count; ++i)
                        ASSERT_EQ(u.of(field.unit) * one.row[static_cast<std::size_t>(i)],
                                  other.row[static_cast<std::size_t>(i)])
                            << field.name;
                }
            }
        }
    }
}
TEST(EveryLaw, GivesTheSameDigitsInOtherUnitsInThePlane) { units_do_not_matter<2>(); }
TEST(EveryLaw, GivesTheSameDigitsInOtherUnitsInSpace) { units_do_not_matter<3>(); }

}  // namespace
}  // namespace drystone::every_law_test

// Where a line enters a shape, against the shape's own word on what is inside.

#include "geometry/line_hit.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "geometry/curved_samples.h"

namespace drystone::line_hit_test {
namespace {

template <int D>
Vec<D> random_unit(Random& random) {
    for (;;) {
        Vec<D> x;
        for (int i = 0; i < D; ++i) x[i] = 2.0 * random.uniform() - 1.0;
        const double length = norm(x);
        if (length > 0.1 && length < 1.0) return (1.0 / length) * x;
    }
}

template <int D>
Parts<D> one_part(PartKind kind) {
    Parts<D> parts;
    parts.body = {0};
    parts.kind = {kind};
    parts.radius = {0.0};
    parts.solid = {0};
    parts.centre = {Vec<D>{}};
    return parts;
}

/// The line of sight enters at s: before it is outside, behind it inside. `slack`: what a skin is off, of the size.
template <int D, class Holds>
void enters(const Parts<D>& parts, const Vec<D>& middle, double size, double outer, double slack, const Holds& holds) {
    Random random(7);
    for (int k = 0; k < 200; ++k) {
        const Vec<D> d = random_unit<D>(random);
        const Line<D> line{middle + 0.05 * size * random_unit<D>(random) - 3.0 * size * random.uniform() * d, d};
        const auto hit = line_hit(parts, 0, line);
        ASSERT_TRUE(hit);
        EXPECT_FALSE(holds(line.start + (hit->s - slack * size) * d));
        EXPECT_TRUE(holds(line.start + (hit->s + slack * size) * d));
        const Vec<D> aside = line.start + 3.0 * outer * random_unit<D>(random);
        const Vec<D> off = aside - middle, across = off - dot(off, d) * d;
        if (norm(across) > outer) {
            EXPECT_FALSE(line_hit(parts, 0, Line<D>{aside, d}));
        }
    }
}

template <int D>
void boxes_and_balls() {
    Parts<D> parts = one_part<D>(PartKind::solid);
    Vec<D> size;
    for (int i = 0; i < D; ++i) size[i] = 1.0 + 0.3 * i;
    parts.solids.shape = {std::make_shared<const Convex<D>>(box<D>(size))};
    parts.solids.curved = {nullptr};
    parts.solids.origin = {Vec<D>::axis(0)};
    parts.solids.turn = {Mat<D>::scaled_identity(1.0)};
    const auto in_box = [&](const Vec<D>& x) {
        for (int i = 0; i < D; ++i) {
            if (std::abs(x[i] - (i == 0)) > 0.5 * size[i]) return false;
        }
        return true;
    };
    enters(parts, Vec<D>::axis(0), 1.0, 2.0, 1e-9, in_box);
    parts = one_part<D>(PartKind::ball);
    parts.radius = {0.7};
    enters(parts, Vec<D>{}, 0.7, 0.71, 1e-9, [](const Vec<D>& x) { return norm(x) <= 0.7; });
    parts.kind = {PartKind::plane};
    EXPECT_FALSE(line_hit(parts, 0, Line<D>{Vec<D>{}, Vec<D>::axis(0)}));
}

TEST(LineHit, OfBoxesAndBalls) {
    boxes_and_balls<2>();
    boxes_and_balls<3>();
}

template <int D>
void curved() {
    for (const auto& [name, shape, holds] : samples::curved_samples(Vec<D>{})) {
        SCOPED_TRACE(name);
        Parts<D> parts = one_part<D>(PartKind::curved);
        parts.solids.shape = {nullptr};
        parts.solids.curved = {shape};
        parts.solids.origin = {Vec<D>{}};
        parts.solids.turn = {Mat<D>::scaled_identity(1.0)};
        double outer = 0.0;
        for (const Vec<D>& x : shape->skin.vertex) outer = std::max(outer, norm(x - shape->middle));
        enters(parts, shape->middle, shape->inner_radius, 1.01 * outer, 0.2, holds);
    }
}

TEST(LineHit, OfEveryCurvedShapeByItsSkin) {
    curved<2>();
    curved<3>();
}

}  // namespace
}  // namespace drystone::line_hit_test

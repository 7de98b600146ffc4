// Places in a cell that repeats: core/space.h.

#include "core/space.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::space_test {
namespace {

template <int D>
Vec<D> any_place(Random& random, double size) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = size * (2.0 * random.uniform() - 1.0);
    return x;
}

template <int D>
Space<D> sheared_cell(double shear) {
    Mat<D> edges = Mat<D>::diagonal(2.0 * Vec<D>::axis(0) + 3.0 * Vec<D>::axis(1) +
                                    (D == 3 ? 2.5 * Vec<D>::axis(D - 1) : Vec<D>{}));
    edges[0][1] = shear;
    std::array<bool, D> periodic;
    periodic.fill(true);
    return {0.25 * Vec<D>::axis(0), edges, periodic};
}

TEST(Space, WithoutACellItIsSubtraction) {
    const Space<3> space;
    const Vec<3> x{{1.0, -2.0, 1e300}}, y{{0.5, 7.0, -3.0}};
    EXPECT_FALSE(space.repeats());
    EXPECT_EQ(space.difference(x, y), x - y);
    EXPECT_EQ(space.wrap(x), x);
}

// No image of the difference is shorter, by brute force over neighbouring cells.
template <int D>
void differences_are_shortest() {
    Random random(7, 1);
    for (const double shear : {0.0, 0.7, -0.9}) {
        const Space<D> space = sheared_cell<D>(shear);
        for (int trial = 0; trial < 500; ++trial) {
            const Vec<D> x = any_place<D>(random, 20.0), y = any_place<D>(random, 20.0),
                         d = space.difference(x, y);
            if (norm(d) > 1.0)
                continue;  // beyond half the least edge a sheared cell has no single shortest way
            double least = norm(d);
            for (int i = -2; i <= 2; ++i) {
                for (int j = -2; j <= 2; ++j) {
                    for (int k = D == 3 ? -2 : 0; k <= (D == 3 ? 2 : 0); ++k) {
                        std::array<int, D> image{};
                        image[0] = i, image[1] = j;
                        if constexpr (D == 3) image[2] = k;
                        least = std::min(least, norm(d + space.shift(image)));
                    }
                }
            }
            EXPECT_GE(least, norm(d) - 1e-12);
        }
    }
}
TEST(Space, ADifferenceIsTheShortestOfItsImagesInThePlane) { differences_are_shortest<2>(); }
TEST(Space, ADifferenceIsTheShortestOfItsImagesInSpace) { differences_are_shortest<3>(); }

// Wrapping keeps a place, lands in the cell, and the image says how far it came.
template <int D>
void wrapping_keeps_places() {
    Random random(8, 1);
    const Space<D> space = sheared_cell<D>(0.6);
    for (int trial = 0; trial < 500; ++trial) {
        const Vec<D> x = any_place<D>(random, 30.0), in = space.wrap(x);
        EXPECT_LT(norm(space.difference(x, in)), 1e-12);
        EXPECT_LT(norm(x - (in + space.shift(space.image(x)))), 1e-12);
        EXPECT_EQ(space.image(in), (std::array<int, D>{}));
        const Vec<D> y = any_place<D>(random, 30.0);
        EXPECT_LT(norm(space.difference(space.wrap(x), space.wrap(y)) - space.difference(x, y)), 1e-12);
        EXPECT_LT(norm(space.difference(x, y) + space.difference(y, x)), 1e-12);
    }
}
TEST(Space, WrappingKeepsPlacesInThePlane) { wrapping_keeps_places<2>(); }
TEST(Space, WrappingKeepsPlacesInSpace) { wrapping_keeps_places<3>(); }

TEST(Space, EdgesThatDoNotRepeatAreLeftAlone) {
    const Space<2> space({}, Mat<2>::diagonal(Vec<2>{{2.0, 0.0}}), {true, false});
    EXPECT_EQ(space.difference({{3.5, 9.0}}, {{0.0, 0.0}}), (Vec<2>{{-0.5, 9.0}}));
    EXPECT_EQ(space.wrap({{-0.5, -9.0}}), (Vec<2>{{1.5, -9.0}}));
}

}  // namespace
}  // namespace drystone::space_test

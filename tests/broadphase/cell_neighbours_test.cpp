#include "broadphase/cell_neighbours.h"

#include <gtest/gtest.h>

#include <set>

#include "broadphase/part_builder.h"

namespace drystone::cell_neighbours_test {
namespace {

template <int D>
using Named = std::tuple<int, int, std::array<int, D>>;

/// Every pair and image nearer than `most`, by trying all of them.
template <int D>
std::set<Named<D>> by_trying(const Parts<D>& parts, double more, int images) {
    std::set<Named<D>> found;
    std::array<int, D> k;
    const int side = 2 * images + 1;
    int all = 1;
    for (int j = 0; j < D; ++j) all *= side;
    for (int n = 0; n < all; ++n) {
        int rest = n;
        bool there = true;
        for (int j = 0; j < D; ++j, rest /= side) {
            k[static_cast<std::size_t>(j)] = rest % side - images;
            there = there && (k[static_cast<std::size_t>(j)] == 0 || parts.space.repeats_along(j));
        }
        if (!there) continue;
        for (int a = 0; a < parts.size(); ++a) {
            for (int b = a; b < parts.size(); ++b) {
                if (a == b && !(k > std::array<int, D>{})) continue;
                if (!parts.movable[a] && !parts.movable[b]) continue;
                const Vec<D> apart = parts.space.seen(parts.centre[b], k) - parts.centre[a];
                if (norm(apart) <= parts.radius[a] + parts.radius[b] + more) found.insert({a, b, k});
            }
        }
    }
    return found;
}

template <int D>
std::set<Named<D>> listed(const CellNeighbours<D>& near) {
    std::set<Named<D>> found;
    for (std::size_t n = 0; n < near.pairs().size(); ++n) {
        const auto [it, fresh] = found.insert({near.pairs()[n].a, near.pairs()[n].b, near.images()[n]});
        EXPECT_TRUE(fresh);
    }
    return found;
}

/// Unlike balls, some of them held, wound about the cell, which is sheared by more than an edge.
template <int D>
Parts<D> crowd(Random& random, double smallest, double largest, int count, std::array<bool, D> periodic) {
    Mat<D> edges;
    for (int i = 0; i < D; ++i) {
        edges[i][i] = 1.0 + 0.25 * i;
        for (int j = i + 1; j < D; ++j) {
            const bool both = periodic[static_cast<std::size_t>(i)] && periodic[static_cast<std::size_t>(j)];
            edges[i][j] = both ? random.uniform(-2.5, 2.5) : 0.0;
        }
    }
    Parts<D> parts;
    parts.space = Space<D>(random_point<D>(random, -1.0, 1.0), edges, periodic);
    for (int n = 0; n < count; ++n) {
        Vec<D> x;
        for (int j = 0; j < D; ++j)
            x[j] =
                periodic[static_cast<std::size_t>(j)] ? random.uniform(-1.5, 1.5) : random.uniform(0.0, 1.0);
        add_ball(parts, parts.space.origin() + edges * x, random.uniform(smallest, largest), n % 5 != 0);
    }
    return parts;
}

template <int D>
void every_image_is_listed(std::array<bool, D> periodic, double smallest, double largest, int count) {
    Random random(7, 1);
    ThreadPool one(1), two(2);
    for (int trial = 0; trial < 6; ++trial) {
        const Parts<D> parts = crowd<D>(random, smallest, largest, count, periodic);
        const std::vector<double> reach(static_cast<std::size_t>(count), 0.01);
        CellNeighbours<D> near, other;
        EXPECT_TRUE(near.update(parts, reach, one));
        EXPECT_FALSE(near.update(parts, reach, one));
        other.update(parts, reach, two);
        const std::set<Named<D>> found = listed(near);
        EXPECT_EQ(found, listed(other));
        const std::set<Named<D>> wanted = by_trying(parts, 0.02, D == 2 ? 14 : 9),
                                 most = by_trying(parts, 0.4, D == 2 ? 14 : 9);
        for (const auto& pair : wanted) EXPECT_TRUE(found.contains(pair));
        for (const auto& pair : found) EXPECT_TRUE(most.contains(pair));
        EXPECT_GT(wanted.size(), 4u);
        CellNeighbours<D> restored;
        restored.restore(parts, near.reference(), near.edges(), one);
        EXPECT_EQ(found, listed(restored));
    }
}

TEST(CellNeighbours, EveryImageIsListedInThePlane) { every_image_is_listed<2>({true, true}, 0.02, 0.1, 40); }
TEST(CellNeighbours, EveryImageIsListedOfBodiesAsWideAsTheCell) {
    every_image_is_listed<2>({true, true}, 0.2, 0.5, 6);
}
TEST(CellNeighbours, EveryImageIsListedInAStrip) { every_image_is_listed<2>({true, false}, 0.02, 0.1, 40); }
TEST(CellNeighbours, EveryImageIsListedInSpace) {
    every_image_is_listed<3>({true, true, true}, 0.05, 0.2, 24);
}
TEST(CellNeighbours, EveryImageIsListedInASlab) {
    every_image_is_listed<3>({true, true, false}, 0.05, 0.2, 24);
}

/// Parts and cell go on; as long as the list is said to hold, it has all that came within reach.
template <int D>
void list_holds(double affine) {
    Random random(3, 2);
    ThreadPool pool(1);
    std::array<bool, D> periodic;
    periodic.fill(true);
    Parts<D> parts = crowd<D>(random, 0.05, 0.1, D == 2 ? 40 : 24, periodic);
    const std::vector<double> reach(parts.body.size(), 0.005);
    Mat<D> L;
    for (int i = 0; i < D; ++i)
        for (int j = i; j < D; ++j) L[i][j] = random.uniform(-affine, affine);
    CellNeighbours<D> near;
    int kept = 0;
    for (int step = 0; step < 12; ++step) {
        const Mat<D> F = Mat<D>::scaled_identity(1.0) + L;
        const Vec<D> o = parts.space.origin();
        for (Vec<D>& x : parts.centre) x = o + F * (x - o) + random_point<D>(random, -0.002, 0.002);
        parts.space = Space<D>(o, F * parts.space.edges(), periodic);
        kept += !near.update(parts, reach, pool);
        const std::set<Named<D>> found = listed(near);
        for (const auto& pair : by_trying(parts, 0.01, D == 2 ? 14 : 8)) EXPECT_TRUE(found.contains(pair));
    }
    EXPECT_GT(kept, 2);
}

TEST(CellNeighbours, TheListHoldsWhileTheCellDeforms) {
    list_holds<2>(0.01);
    list_holds<3>(0.01);
}

TEST(CellNeighbours, PartsOfABodyMeetItsImagesButNotEachOther) {
    Parts<2> parts;
    parts.space = Space<2>({}, Mat<2>::diagonal({{1.0, 1.0}}), {true, true});
    add_ball(parts, Vec<2>{{0.9, 0.5}}, 0.3);
    add_ball(parts, Vec<2>{{1.3, 0.5}}, 0.3);  // of the same body, and beyond the border
    parts.body[1] = 0;
    const std::vector<double> reach(2, 0.0);
    ThreadPool pool(1);
    CellNeighbours<2> near;
    near.update(parts, reach, pool);
    const std::set<Named<2>> found = listed(near), expected{{0, 1, {-1, 0}}};
    EXPECT_EQ(found, expected);
    near.place(parts, reach, pool);
    const auto seen = near.seen_pairs()[0];
    EXPECT_NEAR(near.seen().centre[seen.b][0], 0.3, 1e-15);
    EXPECT_EQ(near.original(seen.b).part, 1);
}

}  // namespace
}  // namespace drystone::cell_neighbours_test

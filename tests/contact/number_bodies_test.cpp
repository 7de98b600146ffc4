#include "contact/number_bodies.h"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::number_bodies_test {
namespace {

struct Scattered : Bodies<3> {
    Matter<3> matter;
};

/// across^3 isotropic bodies on a lattice, in random order; every tenth is fixed.
Scattered scattered(int across, double spacing) {
    std::vector<int> cells(static_cast<std::size_t>(across * across * across));
    for (std::size_t k = 0; k < cells.size(); ++k) cells[k] = static_cast<int>(k);
    Random random(5);
    random.shuffle(std::span<int>(cells));
    Scattered bodies;
    for (const int cell : cells) {
        bodies.position.push_back({{spacing * (cell % across), spacing * (cell / across % across),
                                    spacing * (cell / across / across)}});
        bodies.matter.mass.push_back(1.0);
        bodies.matter.freedom.push_back(bodies.position.size() % 10 == 0 ? Freedom::immovable
                                                                         : Freedom::isotropic);
    }
    return bodies;
}

std::vector<int> numbers(const Scattered& bodies, int threads) {
    ThreadPool pool(threads);
    Workbench bench;
    BodyNumbering numbering;
    std::vector<int> mobile;
    number_mobile_bodies<3>({bodies.matter, bodies}, pool, bench, numbering, mobile);
    return mobile;
}

TEST(NumberBodies, EachBodyThatCanMoveHasOneNumber) {
    for (const int across : {6, 20}) {
        const Scattered bodies = scattered(across, 0.1);
        std::vector<int> seen;
        const std::vector<int> mobile = numbers(bodies, 1);
        for (int i = 0; i < bodies.size(); ++i) {
            EXPECT_EQ(mobile[i] < 0, bodies.matter.freedom[i] == Freedom::immovable);
            if (mobile[i] >= 0) seen.push_back(mobile[i]);
        }
        std::sort(seen.begin(), seen.end());
        for (int k = 0; k < static_cast<int>(seen.size()); ++k) ASSERT_EQ(seen[k], k);
    }
}

TEST(NumberBodies, FewBodiesKeepTheirOrder) {
    const std::vector<int> mobile = numbers(scattered(6, 0.1), 1);
    int next = 0;
    for (const int row : mobile) {
        if (row >= 0) {
            EXPECT_EQ(row, next++);
        }
    }
}

// In random order a chunk of 512 of 8000 bodies would hold 6 % of the neighbours of its bodies.
TEST(NumberBodies, NeighboursInSpaceAreMostlyInOneChunk) {
    const Scattered bodies = scattered(20, 0.1);
    const std::vector<int> mobile = numbers(bodies, 2);
    int near = 0, together = 0;
    for (int i = 0; i < bodies.size(); ++i) {
        for (int j = 0; j < i; ++j) {
            if (mobile[i] < 0 || mobile[j] < 0 || norm(bodies.position[i] - bodies.position[j]) > 0.11)
                continue;
            ++near;
            together += mobile[i] / 512 == mobile[j] / 512;
        }
    }
    EXPECT_GT(together, 0.75 * near);
}

TEST(NumberBodies, ThreadsAndUnitsDoNotMatter) {
    const std::vector<int> mobile = numbers(scattered(20, 0.1), 1);
    EXPECT_EQ(numbers(scattered(20, 0.1), 3), mobile);
    EXPECT_EQ(numbers(scattered(20, 0.1 * 1024), 1), mobile);
}

TEST(NumberBodies, ABodyThatFlewAwayToInfinityDoesNoHarm) {
    Scattered bodies = scattered(15, 0.1);
    bodies.position[0][0] = 1e300;
    bodies.position[1][1] = std::numeric_limits<double>::quiet_NaN();
    std::vector<int> mobile = numbers(bodies, 1);
    std::sort(mobile.begin(), mobile.end());
    EXPECT_EQ(mobile.back(), static_cast<int>(mobile.size()) - static_cast<int>(mobile.size()) / 10 - 1);
}

/// What a step finds of the last one changes no number: bodies that hardly move, that are thrown about, that come, go and are held.
TEST(NumberBodies, LastStepsOrderChangesNothing) {
    for (const int threads : {1, 3}) {
        Scattered bodies = scattered(20, 0.1);
        ThreadPool pool(threads);
        Workbench bench;
        BodyNumbering numbering;
        std::vector<int> mobile;
        Random random(7);
        for (const double shake : {0.0, 1e-9, 1e-6, 1e-4, 0.05, 10.0, 1e-6, 0.0}) {
            for (Vec<3>& x : bodies.position) {
                for (int k = 0; k < 3; ++k) x[k] += random.uniform(-shake, shake);
            }
            number_mobile_bodies<3>({bodies.matter, bodies}, pool, bench, numbering, mobile);
            EXPECT_EQ(mobile, numbers(bodies, 1)) << shake;
            std::swap(bodies.matter.freedom[10], bodies.matter.freedom[static_cast<std::size_t>(100 * (1.0 + shake))]);
            number_mobile_bodies<3>({bodies.matter, bodies}, pool, bench, numbering, mobile);
            EXPECT_EQ(mobile, numbers(bodies, 1)) << shake;
            bodies.position.pop_back();
            bodies.matter.mass.pop_back();
            bodies.matter.freedom.pop_back();
        }
    }
}

}  // namespace
}  // namespace drystone::number_bodies_test

#include "step/body_list.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::body_list_test {
namespace {

BodyDescription<3> ball(int number) {
    BodyDescription<3> body;
    body.group = "heap";
    body.name = "heap." + std::to_string(number);
    body.material = 2;
    body.geometry = {{Ball<3>{0.1 + 0.001 * number}, {}, {}}};
    body.position = {{1.0 * number, -0.0, 3.0}};
    body.velocity = {{0.0, 0.0, -1.0}};
    body.place.line = 7 + number;
    return body;
}

BodyDescription<3> plate() {
    BodyDescription<3> body;
    body.name = "plate";
    body.fixed = true;
    body.geometry = {{Plane<3>{{{0.0, 0.0, 1.0}}}, {}, {}}};
    return body;
}

/// What differs from a ball of the heap in one thing.
std::vector<BodyDescription<3>> others() {
    std::vector<BodyDescription<3>> all(12, ball(4));
    all[0].name = "heap.04";
    all[1].name = "mine";
    all[2].name.clear();
    all[3].group = "other";
    all[3].name = "other.4";
    all[4].material = 0;
    all[5].mass = 3.0;
    all[6].orientation = rotation_by(Vec<3>{{0.1, 0.0, 0.0}});
    all[7].velocity[0] = -0.0;
    all[8].angular_velocity[1] = 1.0;
    all[9].fixed = true;
    all[10].place.column = 3;
    all[11].geometry.push_back({Ball<3>{0.2}, {{0.1, 0.0, 0.0}}, {}});
    return all;
}

void expect_same(const BodyDescription<3>& is, const BodyDescription<3>& expected) {
    EXPECT_EQ(is.name, expected.name);
    EXPECT_EQ(is.group, expected.group);
    EXPECT_EQ(is.material, expected.material);
    EXPECT_EQ(is.mass, expected.mass);
    EXPECT_EQ(is.fixed, expected.fixed);
    EXPECT_EQ(is.place, expected.place);
    EXPECT_EQ(is.orientation, expected.orientation);
    EXPECT_EQ(is.angular_velocity, expected.angular_velocity);
    for (const auto& [a, b] : {std::pair(is.position, expected.position), std::pair(is.velocity, expected.velocity)}) {
        EXPECT_EQ(a, b);
        for (int k = 0; k < 3; ++k) EXPECT_EQ(std::signbit(a[k]), std::signbit(b[k])) << k;
    }
    ASSERT_EQ(is.geometry.size(), expected.geometry.size());
    for (std::size_t k = 0; k < is.geometry.size(); ++k) {
        EXPECT_EQ(is.geometry[k].shape.index(), expected.geometry[k].shape.index());
        EXPECT_EQ(is.geometry[k].position, expected.geometry[k].position);
        const auto* round = std::get_if<Ball<3>>(&is.geometry[k].shape);
        if (round) {
            EXPECT_EQ(round->radius, std::get<Ball<3>>(expected.geometry[k].shape).radius);
        }
    }
}

void expect_same(const BodyList<3>& list, const std::vector<BodyDescription<3>>& expected) {
    ASSERT_EQ(list.size(), expected.size());
    std::size_t i = 0;
    for (const BodyDescription<3>& body : list) expect_same(body, expected[i++]);
}

TEST(BodyList, BallsOfAGeneratorTakeLittleSpace) {
    BodyList<3> list{plate()};
    list.reserve(1001);
    for (int k = 0; k < 1000; ++k) list.push_back(ball(k));
    EXPECT_LT(list.bytes(), 52u * 1001u);
    expect_same(list[0], plate());
    for (int k = 0; k < 1000; ++k) expect_same(list[k + 1], ball(k));
}

TEST(BodyList, WhatDiffersInOneThingIsKeptAsItIs) {
    std::vector<BodyDescription<3>> all = others();
    for (int k = 0; k < 5; ++k) all.insert(all.begin() + 2 * k, ball(k));
    expect_same(BodyList<3>(all), all);
}

TEST(BodyList, BallsThatAreAllDifferentAreKept) {
    std::vector<BodyDescription<3>> all;
    for (int k = 0; k < 600; ++k) {
        all.push_back(ball(k));
        all.back().velocity[0] = 0.1 * k;
    }
    expect_same(BodyList<3>(all), all);
}

TEST(BodyList, BodiesAreChangedAndReplacedOneByOne) {
    std::vector<BodyDescription<3>> some = others(), all;
    some.push_back(plate());
    some.push_back(ball(9));
    BodyList<3> list;
    Random random(1);
    const auto any = [&](std::size_t n) { return static_cast<std::size_t>(random.uniform() * static_cast<double>(n)); };
    for (int k = 0; k < 40; ++k) all.push_back(some[any(some.size())]), list.push_back(all.back());
    for (int k = 0; k < 400; ++k) {
        const std::size_t i = any(all.size());
        const BodyDescription<3> body = some[any(some.size())];
        list.set(i, all[i] = body);
        all[any(all.size())].mass = k;
        list.change(i, [&](BodyDescription<3>& one) { one.fixed = !one.fixed; });
        all[i].fixed = !all[i].fixed;
        for (std::size_t j = 0; j < all.size(); ++j) {
            if (all[j].mass == k) list.edit(j).mass = k;
        }
    }
    expect_same(list, all);
    EXPECT_LT(list.bytes(), 400 * sizeof(BodyDescription<3>));  // places of those that were replaced are taken by others
    list.erase(0);
    all.erase(all.begin());
    for (BodyDescription<3>& body : list.edit_all()) body.material = 5;
    for (BodyDescription<3>& body : all) body.material = 5;
    list.edit_last().name = all.back().name = "last";
    expect_same(list, all);
    list.resize(2);
    all.resize(2);
    expect_same(list, all);
}

}  // namespace
}  // namespace drystone::body_list_test

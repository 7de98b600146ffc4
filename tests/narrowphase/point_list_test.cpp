#include "narrowphase/point_list.h"

#include <gtest/gtest.h>

namespace drystone::point_list_test {
namespace {

template <int D>
bool same(const ContactPoint<D>& p, const ContactPoint<D>& q) {
    return p.a == q.a && p.b == q.b && p.feature == q.feature && p.layer == q.layer && p.point == q.point && p.normal == q.normal && p.gap == q.gap &&
           p.area == q.area && p.element_a == q.element_a && p.element_b == q.element_b && p.image == q.image;
}

ContactPoint<3> of_ball(int a, int b, std::uint32_t feature) {
    return {.a = a, .b = b, .feature = feature, .point = {{0.1 * a, 0.2, -0.0}}, .normal = {{0.0, -1.0, 0.0}}, .gap = -1e-3 * b};
}

const std::vector<ContactPoint<3>> points = {of_ball(0, 2147483647, 0), of_ball(1, 2, 1), of_ball(1, 2, 2), of_ball(3, 4, 3)};

PointList<3> brief_list() {
    PointList<3> list;
    list.begin_brief();
    for (const ContactPoint<3>& point : points) list.push_back(point);
    return list;
}

TEST(PointList, BallsTakeLittleSpaceAndAreReadAsTheyWere) {
    EXPECT_EQ(sizeof(ContactName) + sizeof(Touch<3>), 64u);
    EXPECT_EQ(sizeof(ContactName) + sizeof(Touch<2>), 48u);
    const PointList<3> list = brief_list();
    ASSERT_TRUE(list.is_brief());
    ASSERT_EQ(list.size(), points.size());
    std::size_t i = 0;
    for (const ContactPoint<3>& point : list) {
        EXPECT_TRUE(same(point, points[i])) << i;
        const ContactName& name = list.names()[i];
        EXPECT_TRUE(name.a() == points[i].a && name.b() == points[i].b && name.feature() == points[i].feature) << i;
        ++i;
    }
}

// Whatever a ball's point does not have makes it a plain list, in which nothing is lost.
TEST(PointList, OtherPointsAreKeptWhole) {
    std::vector<ContactPoint<3>> others(7, of_ball(5, 6, 0));
    others[0].feature = 4;
    others[1].layer = 1;
    others[2].area = 0.5;
    others[3].element_a = 7;
    others[4].element_b = 8;
    others[5].image = {0, 0, -1};
    others[6].a = -1;
    for (const ContactPoint<3>& other : others) {
        PointList<3> added = brief_list(), written = brief_list();
        added.push_back(other);
        written.set(2, other);
        EXPECT_FALSE(added.is_brief() || written.is_brief());
        EXPECT_FALSE(added.become_brief() || written.become_brief());
        ASSERT_EQ(added.size(), points.size() + 1);
        for (std::size_t i = 0; i < points.size(); ++i) {
            EXPECT_TRUE(same(added[i], points[i]));
            EXPECT_TRUE(same(written[i], i == 2 ? other : points[i]));
        }
        EXPECT_TRUE(same(added[points.size()], other));
    }
}

TEST(PointList, CopyingAndResizingKeepItBrief) {
    PointList<3> list = brief_list(), other({of_ball(8, 9, 0)});
    list.copy(3, 1);
    list.resize(2);
    list.set(0, of_ball(7, 8, 2));
    ASSERT_TRUE(list.is_brief());
    EXPECT_TRUE(same(list[0], of_ball(7, 8, 2)) && same(list[1], points[3]));
    list.swap(other);
    EXPECT_FALSE(list.is_brief());
    EXPECT_TRUE(other.is_brief());
    EXPECT_TRUE(list.size() == 1 && same(list[0], of_ball(8, 9, 0)) && other.size() == 2);
}

// A world that goes on from a file has plain points in its first step, and brief ones in the next.
TEST(PointList, WhatItIsNoLongerTakesNoMemory) {
    PointList<3> list(points);
    EXPECT_GE(list.bytes(), points.size() * sizeof(ContactPoint<3>));
    list.begin_brief();
    EXPECT_EQ(list.bytes(), 0u);
    for (const ContactPoint<3>& point : points) list.push_back(point);
    list.whole();
    EXPECT_EQ(list.bytes(), points.size() * sizeof(ContactPoint<3>));
    ASSERT_TRUE(list.become_brief());
    EXPECT_EQ(list.bytes(), points.size() * 64u);
    for (std::size_t i = 0; i < points.size(); ++i) EXPECT_TRUE(same(list[i], points[i])) << i;
}

// Names change hands; where they are is found anew.
TEST(PointList, NamesAreKeptApart) {
    PointList<3> list = brief_list();
    std::vector<ContactName> names = {{8, 9, 1}};
    list.swap_names(names);
    ASSERT_TRUE(list.is_brief() && list.size() == 1u);
    EXPECT_TRUE(list[0].a == 8 && list[0].b == 9 && list[0].feature == 1u);
    EXPECT_EQ(names, brief_list().names());
}

// Who shares the points has them as they were, whatever is done to the list, and a list that nobody shares is written in its place.
TEST(PointList, WhatIsSharedStaysAsItWas) {
    const std::vector<void (*)(PointList<3>&)> changes = {
        [](PointList<3>& list) { list.set(1, of_ball(7, 8, 0)); },  [](PointList<3>& list) { list.push_back(of_ball(7, 8, 0)); },
        [](PointList<3>& list) { list.copy(0, 1); },                [](PointList<3>& list) { list.resize(2); },
        [](PointList<3>& list) { list.clear(); },                   [](PointList<3>& list) { list.begin_brief().clear(); },
        [](PointList<3>& list) { list.whole()[0].gap = 1.0; },      [](PointList<3>& list) { list = PointList<3>(); },
        [](PointList<3>& list) { list = PointList<3>(list); },      [](PointList<3>& list) { PointList<3>().swap(list); },
        [](PointList<3>& list) { std::vector<ContactName> names(2); list.swap_names(names); }};
    for (const auto& change : changes) {
        PointList<3> list = brief_list();
        const auto shared = list.share();
        change(list);
        ASSERT_EQ(shared->size(), points.size());
        for (std::size_t i = 0; i < points.size(); ++i) EXPECT_TRUE(same((*shared)[i], points[i])) << i;
    }
    PointList<3> list = brief_list();
    const auto before = list.share().get();
    list.set(1, of_ball(7, 8, 0));
    EXPECT_EQ(list.share().get(), before);
}

}  // namespace
}  // namespace drystone::point_list_test

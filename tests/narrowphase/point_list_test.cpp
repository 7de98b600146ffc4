#include "narrowphase/point_list.h"

#include <gtest/gtest.h>

#include "broadphase/part_builder.h"

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

/// Balls of several sizes in a drum with ends, on a plane; the plane comes between them.
Parts<3> balls_in_a_drum() {
    Parts<3> parts;
    for (int i = 0; i < 6; ++i) {
        if (i == 2) add_plane<3>(parts, {{0.1, 0.2, -0.3}}, {{0.0, 0.0, 1.0}});
        add_ball<3>(parts, {{0.3 * i, 0.1 * i * i, -0.05 * i}}, 0.1 + 0.02 * i);
    }
    add_drum<3>(parts, {{0.4, 0.3, 0.1}}, 2.0, {{1.0, 0.0, 0.0}}, 3.0);
    return parts;
}

const std::vector<ContactName> names = {{0, 1, 0}, {0, 2, 0}, {1, 3, 0}, {2, 5, 0}, {3, 7, 0}, {3, 7, 1}, {4, 7, 2}, {6, 7, 0}};

PointList<3> brief_list(const Parts<3>& parts) {
    ThreadPool pool(2);
    PointList<3> list;
    list.begin_brief(parts, pool) = names;
    return list;
}

/// What the routines of the pairs say.
Touch<3> touch_of(const Parts<3>& parts, const ContactName& name) {
    const auto ball = [&](int p) { return parts.kind[static_cast<std::size_t>(p)] == PartKind::ball; };
    const auto x = [&](int p) { return parts.centre[static_cast<std::size_t>(p)]; };
    const auto r = [&](int p) { return parts.radius[static_cast<std::size_t>(p)]; };
    const int a = name.a(), b = name.b();
    if (ball(a) && ball(b)) return ball_ball<3>(x(a), r(a), x(b), r(b));
    const bool first = ball(a);
    Touch<3> touch = ball_wall<3>(x(first ? a : b), r(first ? a : b), wall_of(parts, first ? b : a), name.feature());
    if (!first) touch.normal = -touch.normal;
    return touch;
}

TEST(PointList, ContactsOfBallsTakeTheirNamesAndSayWhatTheirPairsDo) {
    EXPECT_EQ(sizeof(ContactName), 8u);
    Parts<3> parts = balls_in_a_drum();
    const Parts<3> found = parts;
    const PointList<3> list = brief_list(parts);
    for (Vec<3>& x : parts.centre) x = {};  // where they are later does not matter
    ASSERT_TRUE(list.is_brief());
    ASSERT_EQ(list.size(), names.size());
    EXPECT_LE(list.bytes(), names.size() * 8u + found.body.size() * 32u + 2 * sizeof(BallWall<3>));
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Touch<3> expected = touch_of(found, names[i]);
        const ContactPoint<3> point = list[i];
        EXPECT_TRUE(same(point, whole_point(names[i], expected))) << i;
        EXPECT_TRUE(list.parts(i).a == names[i].a() && list.parts(i).b == names[i].b()) << i;
        EXPECT_TRUE(list.touch(i).gap == expected.gap && list.touch(i).normal == expected.normal && list.touch(i).point == expected.point) << i;
        EXPECT_NEAR(norm(point.normal), 1.0, 1e-15);
    }
}

// Whoever writes a point need not write one that follows from places.
TEST(PointList, WhatIsWrittenMakesItAPlainList) {
    const Parts<3> parts = balls_in_a_drum();
    const std::vector<ContactPoint<3>> points = brief_list(parts).all();
    const ContactPoint<3> other = of_ball(5, 6, 0);
    PointList<3> added = brief_list(parts), written = brief_list(parts), longer = brief_list(parts);
    added.push_back(other);
    written.set(2, other);
    longer.resize(points.size() + 1);
    EXPECT_FALSE(added.is_brief() || written.is_brief() || longer.is_brief());
    ASSERT_TRUE(added.size() == points.size() + 1 && longer.size() == points.size() + 1);
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_TRUE(same(added[i], points[i]) && same(longer[i], points[i])) << i;
        EXPECT_TRUE(same(written[i], i == 2 ? other : points[i])) << i;
    }
    EXPECT_TRUE(same(added[points.size()], other));
    EXPECT_EQ(added.bytes(), added.whole().capacity() * sizeof(ContactPoint<3>));  // and nothing of names and places
}

TEST(PointList, CopyingAndShorteningKeepItBrief) {
    const Parts<3> parts = balls_in_a_drum();
    const std::vector<ContactPoint<3>> points = brief_list(parts).all();
    PointList<3> list = brief_list(parts), other({of_ball(8, 9, 0)});
    list.copy(3, 1);
    list.resize(2);
    ASSERT_TRUE(list.is_brief());
    EXPECT_TRUE(same(list[0], points[0]) && same(list[1], points[3]));
    list.swap(other);
    EXPECT_FALSE(list.is_brief());
    EXPECT_TRUE(other.is_brief());
    EXPECT_TRUE(list.size() == 1 && same(list[0], of_ball(8, 9, 0)) && other.size() == 2);
}

// A world that goes on from a file has plain points in its first step, and brief ones in the next.
TEST(PointList, WhatItIsNoLongerTakesNoMemory) {
    const Parts<3> parts = balls_in_a_drum();
    ThreadPool pool(1);
    PointList<3> list(std::vector<ContactPoint<3>>(1000, of_ball(0, 1, 0)));
    EXPECT_GE(list.bytes(), 1000 * sizeof(ContactPoint<3>));
    list.begin_brief(parts, pool);
    EXPECT_LT(list.bytes(), 1000u);
    EXPECT_TRUE(list.empty());
    EXPECT_EQ(list.begin_whole(3).size(), 3u);
    EXPECT_EQ(list.bytes(), 3 * sizeof(ContactPoint<3>));
}

// Names change hands; where they are is found anew.
TEST(PointList, NamesAreKeptApart) {
    const Parts<3> parts = balls_in_a_drum();
    PointList<3> list = brief_list(parts);
    std::vector<ContactName> others = {{1, 3, 0}};
    ASSERT_TRUE(list.give_names(others));
    EXPECT_EQ(others, names);
    ASSERT_TRUE(list.is_brief() && list.size() == 1u);
    list.swap_names(others);
    EXPECT_EQ(list.names(), names);
    EXPECT_EQ(others, (std::vector<ContactName>{{1, 3, 0}}));
}

// Of plain points where all are such as balls have; where one is not, nothing happens.
TEST(PointList, PlainPointsGiveNamesWhereTheySayAllThatBallsNeed) {
    std::vector<ContactPoint<3>> others(7, of_ball(5, 6, 0));
    others[0].feature = 4;
    others[1].layer = 1;
    others[2].area = 0.5;
    others[3].element_a = 7;
    others[4].element_b = 8;
    others[5].image = {0, 0, -1};
    others[6].a = -1;
    const std::vector<ContactPoint<3>> balls = {of_ball(0, 2147483647, 0), of_ball(1, 2, 1), of_ball(1, 2, 2), of_ball(3, 4, 3)};
    for (const ContactPoint<3>& other : others) {
        PointList<3> list(balls);
        list.push_back(other);
        std::vector<ContactName> given = names;
        EXPECT_FALSE(list.give_names(given));
        EXPECT_EQ(given, names);
        EXPECT_FALSE(list.is_brief());
        EXPECT_TRUE(same(list[balls.size()], other));
    }
    PointList<3> list(balls);
    std::vector<ContactName> given = names;
    ASSERT_TRUE(list.give_names(given));
    EXPECT_EQ(given, (std::vector<ContactName>{{0, 2147483647, 0}, {1, 2, 1}, {1, 2, 2}, {3, 4, 3}}));
}

TEST(PointList, TheDeepestIsWhatWasFoundOrWhatAPlainListHas) {
    const Parts<3> parts = balls_in_a_drum();
    ThreadPool pool(3);
    PointList<3> list = brief_list(parts);
    EXPECT_EQ(list.deepest(pool), 0.0);
    list.note_overlap(0.25), list.note_overlap(0.125);
    EXPECT_EQ(list.deepest(pool), 0.25);
    list.begin_brief(parts, pool);
    EXPECT_EQ(list.deepest(pool), 0.0);
    EXPECT_EQ(PointList<3>({of_ball(0, 1, 0), of_ball(1, 7, 0), of_ball(1, 2, 0)}).deepest(pool), 7e-3);
    std::vector<ContactPoint<3>> open(100000, of_ball(0, 1, 0));
    for (ContactPoint<3>& point : open) point.gap = 1.0;
    EXPECT_EQ(PointList<3>(open).deepest(pool), 0.0);
    open[77777].gap = -0.5;
    EXPECT_EQ(PointList<3>(open).deepest(pool), 0.5);
}

// Who shares the points has them as they were, whatever is done to the list, and a list that nobody shares is written in its place.
TEST(PointList, WhatIsSharedStaysAsItWas) {
    static const Parts<3> parts = balls_in_a_drum();
    const std::vector<ContactPoint<3>> points = brief_list(parts).all();
    const std::vector<void (*)(PointList<3>&)> changes = {
        [](PointList<3>& list) { list.set(1, of_ball(7, 8, 0)); },
        [](PointList<3>& list) { list.push_back(of_ball(7, 8, 0)); },
        [](PointList<3>& list) { list.copy(0, 1); },
        [](PointList<3>& list) { list.resize(2); },
        [](PointList<3>& list) { list.clear(); },
        [](PointList<3>& list) { ThreadPool pool(1); list.begin_brief(Parts<3>(), pool).clear(); },
        [](PointList<3>& list) { list.begin_whole(2)[1] = of_ball(1, 2, 0); },
        [](PointList<3>& list) { list.whole()[0].gap = 1.0; },
        [](PointList<3>& list) { list = PointList<3>(); },
        [](PointList<3>& list) { list = PointList<3>(list); },
        [](PointList<3>& list) { PointList<3>().swap(list); },
        [](PointList<3>& list) { std::vector<ContactName> two(2); list.swap_names(two); },
        [](PointList<3>& list) { std::vector<ContactName> two(2); list.give_names(two); }};
    for (const auto& change : changes) {
        PointList<3> list = brief_list(parts);
        const auto shared = list.share();
        change(list);
        ASSERT_EQ(shared->size(), points.size());
        for (std::size_t i = 0; i < points.size(); ++i) EXPECT_TRUE(same((*shared)[i], points[i])) << i;
    }
    PointList<3> list = brief_list(parts);
    const auto before = list.share().get();
    list.copy(0, 1);
    EXPECT_EQ(list.share().get(), before);
}

}  // namespace
}  // namespace drystone::point_list_test

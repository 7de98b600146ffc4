#include "contact/contact_arms.h"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include "core/random.h"
#include "core/random_point.h"

namespace drystone::contact_arms_test {
namespace {

/// Directions among which are those at which tangents jump.
template <int D>
std::vector<Vec<D>> directions(Random& random) {
    std::vector<Vec<D>> out;
    for (int k = 0; k < D; ++k) out.push_back(Vec<D>::axis(k)), out.push_back(-Vec<D>::axis(k));
    for (int i = 0; i < 50; ++i) {
        const Vec<D> x = in_unit_ball<D>(random);
        out.push_back((1.0 / norm(x)) * x);
    }
    return out;
}

template <int D>
int add_ball(Parts<D>& parts, const Vec<D>& centre, double radius) {
    parts.body.push_back(parts.size());
    parts.kind.push_back(PartKind::ball);
    parts.radius.push_back(radius);
    parts.centre.push_back(centre);
    return parts.size() - 1;
}

/// Contacts of some balls with the last one, in any direction, and the seats of these: balls about their bodies' centres, and others: beside them, not
/// round, or of bodies that cannot be moved.
template <int D>
struct Heap {
    Parts<D> parts;
    std::vector<Seat<D>> seat;
    std::vector<ContactName> name;
    std::vector<ContactPoint<D>> point;

    explicit Heap(Random& random) {
        for (const Vec<D>& n : directions<D>(random)) add_ball<D>(parts, -random.uniform(0.5, 2.0) * n, random.uniform(0.1, 1.0));
        const int last = add_ball<D>(parts, {}, 0.7);
        for (int p = 0; p <= last; ++p) {
            const bool at_its_ball = random.uniform() < 0.6;
            seat.push_back({at_its_ball ? parts.centre[static_cast<std::size_t>(p)] : 10.0 * in_unit_ball<D>(random),
                            random.uniform() < 0.2 ? -1 : static_cast<int>(random.below(1000000)), random.uniform() < 0.7});
            if (p < last) name.emplace_back(p, last, 0);
        }
        point = brief().all();
    }
    PointList<D> brief() const {
        ThreadPool pool(1);
        PointList<D> list;
        list.begin_brief(parts, pool) = name;
        return list;
    }
    /// Twice: what had a seat of its own in the last step has it in the next.
    ArmsList<D> at(const PointList<D>& points, const Space<D>& space, ThreadPool& pool) const {
        ArmsList<D> out;
        out.begin_at(points, space, seat.size(), pool, [&](std::size_t p) { return Seat<D>{seat[seat.size() - 1 - p].place, static_cast<int>(p), p % 3 == 0}; });
        out.begin_at(points, space, seat.size(), pool, [&](std::size_t p) { return seat[p]; });
        return out;
    }
    std::vector<ContactArms<D>> told(const Space<D>& space) const {
        std::vector<ContactArms<D>> out;
        for (const ContactPoint<D>& c : point) {
            const Seat<D>&a = seat[static_cast<std::size_t>(c.a)], &b = seat[static_cast<std::size_t>(c.b)];
            out.push_back({a.row, b.row, a.round && b.round, contact_frame(c.normal), c.point - a.place, c.point - space.seen(b.place, c.image)});
        }
        return out;
    }
};

template <int D>
bool same_bits(const ContactArms<D>& x, const ContactArms<D>& y) {  // zeros have signs
    return x == y && std::memcmp(&x.frame, &y.frame, sizeof(x.frame)) == 0 && std::memcmp(&x.arm_a, &y.arm_a, sizeof(x.arm_a)) == 0 &&
           std::memcmp(&x.arm_b, &y.arm_b, sizeof(x.arm_b)) == 0;
}

template <int D>
void points_and_seats_say_all(bool brief) {
    Random random(3);
    const Heap<D> heap(random);
    PointList<D> points = brief ? heap.brief() : PointList<D>(heap.point);
    ASSERT_EQ(points.is_brief(), brief);
    ThreadPool pool(3);
    const std::vector<ContactArms<D>> plain = heap.told({});
    ArmsList<D> arms = heap.at(points, {}, pool);
    ASSERT_EQ(arms.size(), plain.size());
    EXPECT_LT(arms.bytes(), ArmsList<D>(plain).bytes());
    for (std::size_t i = 0; i < plain.size(); ++i) {
        EXPECT_TRUE(same_bits(arms[i], plain[i])) << i;
        EXPECT_EQ(arms.is_round(i), plain[i].round);
        EXPECT_EQ(arms.bodies(i), std::pair(plain[i].body_a, plain[i].body_b));
        EXPECT_EQ(arms.grips(i), 0);
        EXPECT_EQ(arms.frame(i), plain[i].frame);
        EXPECT_EQ(arms.arm(i, false), plain[i].arm_a);
        EXPECT_EQ(arms.arm(i, true), plain[i].arm_b);
    }
    EXPECT_EQ(arms, ArmsList<D>(plain));
    EXPECT_EQ(arms.all(), plain);
    EXPECT_FALSE(arms.all_round());
    points.clear();  // they stay as they were
    EXPECT_EQ(arms.all(), plain);
    ArmsList<D> changed = arms;
    changed.whole()[7].grips = 2;
    EXPECT_FALSE(changed == arms);
    changed.whole()[7].grips = 0;
    EXPECT_EQ(changed, arms);
    changed.push_back(plain[0]);
    EXPECT_EQ(changed.size(), plain.size() + 1);
    changed.clear();
    EXPECT_TRUE(changed.empty());
    arms.clear();
    EXPECT_TRUE(arms.empty());
}

TEST(ContactArms, PointsAndSeatsSayAll) {
    for (const bool brief : {false, true}) {
        points_and_seats_say_all<2>(brief);
        points_and_seats_say_all<3>(brief);
    }
}

template <int D>
void the_second_body_is_where_it_is_seen() {
    Random random(5);
    Heap<D> heap(random);
    for (ContactPoint<D>& c : heap.point) {
        for (int& k : c.image) k = static_cast<int>(random.below(3)) - 1;
    }
    std::array<bool, D> all{};
    all.fill(true);
    const Space<D> cell({}, Mat<D>::scaled_identity(7.5), all);
    const std::vector<ContactArms<D>> plain = heap.told(cell);
    ThreadPool pool(1);
    const ArmsList<D> arms = heap.at(PointList<D>(heap.point), cell, pool);
    for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_TRUE(same_bits(arms[i], plain[i])) << i;
    EXPECT_FALSE(arms == ArmsList<D>(heap.told({})));
}

// Of balls about their bodies' centres nothing is kept but the rows of these.
TEST(ContactArms, RoundBodiesTakeARowEach) {
    Parts<3> parts;
    for (int i = 0; i < 1000; ++i) add_ball<3>(parts, {{1.9 * i, 0.0, 0.0}}, 1.0);
    PointList<3> points;
    ThreadPool pool(2);
    std::vector<ContactName>& names = points.begin_brief(parts, pool);
    for (int i = 0; i < 999; ++i) names.emplace_back(i, i + 1, 0);
    ArmsList<3> arms;
    arms.begin_at(points, {}, parts.body.size(), pool, [&](std::size_t p) { return Seat<3>{parts.centre[p], static_cast<int>(p), true}; });
    EXPECT_EQ(arms.bytes(), 1000 * sizeof(int));
    EXPECT_TRUE(arms.all_round());
    EXPECT_EQ(arms[500].arm_a, points[500].point - parts.centre[500]);
    EXPECT_EQ(arms[500].body_b, 501);
}

TEST(ContactArms, TheSecondBodyIsWhereItIsSeen) {
    the_second_body_is_where_it_is_seen<2>();
    the_second_body_is_where_it_is_seen<3>();
}

}  // namespace
}  // namespace drystone::contact_arms_test

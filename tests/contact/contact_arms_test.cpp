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

/// Contacts of some balls, in any direction, and the seats of these: some of bodies that cannot be moved, some beside their bodies' centres.
template <int D>
struct Heap {
    static constexpr int parts = 20;
    std::vector<Seat<D>> seat;
    std::vector<ContactPoint<D>> point;

    explicit Heap(Random& random) {
        for (int p = 0; p < parts; ++p)
            seat.push_back({10.0 * in_unit_ball<D>(random), random.uniform() < 0.2 ? -1 : static_cast<int>(random.below(1000000)), random.uniform() < 0.5});
        for (const Vec<D>& n : directions<D>(random)) {
            ContactPoint<D> c;
            c.a = static_cast<int>(random.below(parts - 1)), c.b = parts - 1;
            c.point = 10.0 * in_unit_ball<D>(random), c.normal = n, c.gap = random.uniform();
            point.push_back(c);
        }
    }
    ArmsList<D> at(const PointList<D>& points, const Space<D>& space) const {
        ArmsList<D> out;
        const std::span<Seat<D>> seats = out.begin_at(points, space, seat.size());
        std::copy(seat.begin(), seat.end(), seats.begin());
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
    PointList<D> points(heap.point);
    if (brief) {
        ASSERT_TRUE(points.become_brief());
    }
    const std::vector<ContactArms<D>> plain = heap.told({});
    ArmsList<D> arms = heap.at(points, {});
    ASSERT_EQ(arms.size(), plain.size());
    EXPECT_LT(arms.bytes(), ArmsList<D>(plain).bytes());
    for (std::size_t i = 0; i < plain.size(); ++i) {
        EXPECT_TRUE(same_bits(arms[i], plain[i])) << i;
        EXPECT_EQ(arms.is_round(i), plain[i].round);
        EXPECT_EQ(arms.frame(i), plain[i].frame);
        EXPECT_EQ(arms.arm(i, false), plain[i].arm_a);
        EXPECT_EQ(arms.arm(i, true), plain[i].arm_b);
    }
    EXPECT_EQ(arms, ArmsList<D>(plain));
    EXPECT_EQ(arms.all(), plain);
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
    const ArmsList<D> arms = heap.at(PointList<D>(heap.point), cell);
    for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_TRUE(same_bits(arms[i], plain[i])) << i;
    EXPECT_FALSE(arms == ArmsList<D>(heap.told({})));
}

TEST(ContactArms, TheSecondBodyIsWhereItIsSeen) {
    the_second_body_is_where_it_is_seen<2>();
    the_second_body_is_where_it_is_seen<3>();
}

}  // namespace
}  // namespace drystone::contact_arms_test

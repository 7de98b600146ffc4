#include "contact/contact_arms.h"

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
void what_is_read_is_what_was_written() {
    Random random(3);
    std::vector<ContactArms<D>> plain;
    for (const Vec<D>& n : directions<D>(random)) {
        const int a = static_cast<int>(random.below(5)) - 1, b = static_cast<int>(random.below(1000000));
        plain.push_back({a, b, random.uniform() < 0.5, contact_frame(n), in_unit_ball<D>(random), in_unit_ball<D>(random)});
    }
    ArmsList<D> brief;
    brief.begin_brief(plain.size());
    for (std::size_t i = 0; i < plain.size(); ++i) brief.set_brief(i, plain[i]);
    const ArmsList<D> whole(plain);
    ASSERT_EQ(brief.size(), plain.size());
    EXPECT_LT(brief.bytes(), whole.bytes());
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const ContactArms<D> read = brief[i];
        EXPECT_EQ(read, plain[i]) << i;
        EXPECT_EQ(std::memcmp(&read.frame, &plain[i].frame, sizeof(read.frame)), 0) << i;  // zeros have signs
        EXPECT_EQ(std::memcmp(&read.arm_a, &plain[i].arm_a, sizeof(read.arm_a)), 0) << i;
        EXPECT_EQ(std::memcmp(&read.arm_b, &plain[i].arm_b, sizeof(read.arm_b)), 0) << i;
    }
    EXPECT_EQ(brief, whole);
    EXPECT_EQ(brief.all(), plain);
    ArmsList<D> changed = brief;
    changed.whole()[7].grips = 2;
    EXPECT_FALSE(changed == brief);
    changed.whole()[7].grips = 0;
    EXPECT_EQ(changed, brief);
    changed.push_back(plain[0]);
    EXPECT_EQ(changed.size(), plain.size() + 1);
    changed.clear();
    EXPECT_TRUE(changed.empty());
}

TEST(ContactArms, WhatIsReadIsWhatWasWritten) {
    what_is_read_is_what_was_written<2>();
    what_is_read_is_what_was_written<3>();
}

}  // namespace
}  // namespace drystone::contact_arms_test

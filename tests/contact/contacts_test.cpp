#include "contact/contacts.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone {
namespace {

ContactPoint<3> between(int a, int b, std::uint32_t feature = 0) {
    ContactPoint<3> c;
    c.a = a, c.b = b, c.feature = feature;
    return c;
}

/// One step of detection that finds `found`.
void detect(Contacts<3>& contacts, const std::vector<ContactPoint<3>>& found) {
    set_aside(contacts);
    contacts.point = found;
    carry_over(contacts, false);
}

TEST(Contacts, NewOnesBeginWithoutImpulse) {
    Contacts<3> contacts;
    detect(contacts, {between(0, 1), between(0, 2)});
    EXPECT_EQ(contacts.impulse, (std::vector<Vec<3>>(2)));
    EXPECT_EQ(contacts.status, (std::vector<ContactStatus>(2, ContactStatus::open)));
}

TEST(Contacts, AppearingAndVanishingOnesDoNotDisturbTheOthers) {
    Contacts<3> contacts;
    detect(contacts, {between(0, 1), between(0, 2), between(1, 2), between(3, 4)});
    contacts.impulse = {{{1, 0, 0}}, {{2, 0, 0}}, {{3, 0, 0}}, {{4, 0, 0}}};
    detect(contacts, {between(0, 2), between(0, 5), between(1, 3), between(3, 4), between(3, 5)});
    const std::vector<Vec<3>> expected = {{{2, 0, 0}}, {}, {}, {{4, 0, 0}}, {}};
    EXPECT_EQ(contacts.impulse, expected);
}

TEST(Contacts, MomentsFollowTheirContactAsImpulsesDo) {
    Contacts<3> contacts;
    detect(contacts, {between(0, 1), between(0, 2)});
    contacts.moment = {{{1, 0, 0}}, {{2, 0, 0}}};
    detect(contacts, {between(0, 2), between(0, 3)});
    const std::vector<Vec<3>> expected = {{{2, 0, 0}}, {}};
    EXPECT_EQ(contacts.moment, expected);
}

TEST(Contacts, SeveralPointsOfOnePairAreToldApartByTheirFeature) {
    Contacts<3> contacts;
    detect(contacts, {between(0, 1, 0), between(0, 1, 1), between(0, 1, 2)});
    contacts.impulse = {{{1, 0, 0}}, {{2, 0, 0}}, {{3, 0, 0}}};
    detect(contacts, {between(0, 1, 0), between(0, 1, 2)});
    const std::vector<Vec<3>> expected = {{{1, 0, 0}}, {{3, 0, 0}}};
    EXPECT_EQ(contacts.impulse, expected);
}

TEST(Contacts, OneThatWasGoneForAStepBeginsAnew) {
    Contacts<3> contacts;
    detect(contacts, {between(0, 1)});
    contacts.impulse = {{{1, 2, 3}}};
    detect(contacts, {});
    EXPECT_TRUE(contacts.impulse.empty());
    detect(contacts, {between(0, 1)});
    EXPECT_EQ(contacts.impulse[0], (Vec<3>{}));
}

// Against a search by hand, over many steps of random lists.
TEST(Contacts, ImpulsesFollowIdentityThroughRandomLists) {
    Random random(6);
    Contacts<3> contacts;
    for (int step = 0; step < 200; ++step) {
        std::vector<ContactPoint<3>> found;
        for (int a = 0; a < 6; ++a) {
            for (int b = a + 1; b < 7; ++b) {
                for (std::uint32_t f = 0; f < 2; ++f) {
                    if (random.uniform() < 0.3) found.push_back(between(a, b, f));
                }
            }
        }
        const std::vector<ContactPoint<3>> old = contacts.point;
        const std::vector<Vec<3>> impulse = contacts.impulse;
        detect(contacts, found);
        for (std::size_t i = 0; i < found.size(); ++i) {
            const auto same = std::find_if(old.begin(), old.end(), [&](const ContactPoint<3>& c) {
                return c.a == found[i].a && c.b == found[i].b && c.feature == found[i].feature;
            });
            EXPECT_EQ(contacts.impulse[i], same == old.end() ? Vec<3>{} : impulse[same - old.begin()]);
            contacts.impulse[i] = {{random.uniform(), random.uniform(), random.uniform()}};
        }
    }
}

}  // namespace
}  // namespace drystone

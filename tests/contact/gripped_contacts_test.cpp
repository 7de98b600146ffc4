#include "contact/gripped_contacts.h"

#include <gtest/gtest.h>

namespace drystone {
namespace gripped_contacts_test {

TEST(GrippedContacts, AreThoseThatTookHoldInTheirOrder) {
    GrippedContacts<3> gripped;
    gripped.begin(100);
    gripped.open(7, 0).grips = 2;
    gripped.open(40, 2).grips = 1;
    ++gripped.open(40, 3).grips;  // a second hold of the same contact stands beside its first
    ASSERT_EQ(gripped.all().size(), 2u);
    EXPECT_EQ(gripped.all()[0].contact, 7);
    EXPECT_EQ(gripped.all()[1].contact, 40);
    EXPECT_EQ(gripped.find(40)->first_grip, 2);
    EXPECT_EQ(gripped.find(40)->grips, 2);
    EXPECT_EQ(gripped.find(8), nullptr);
}

TEST(GrippedContacts, KeepNothingOfTheStepBefore) {
    GrippedContacts<2> gripped;
    EXPECT_EQ(gripped.find(3), nullptr);  // nothing to grip: no contact is asked for
    gripped.begin(5);
    gripped.open(3, 0).free.v = {1.0, 2.0};
    gripped[3].after.v = {4.0, 5.0};
    EXPECT_EQ(gripped.find(3)->after.v[1], 5.0);
    gripped.begin(5);
    EXPECT_EQ(gripped.find(3), nullptr);
    EXPECT_EQ(gripped.open(3, 0).free.v[0], 0.0);
    EXPECT_EQ(gripped[3].after.v[0], 0.0);
    gripped.clear();
    EXPECT_EQ(gripped.find(3), nullptr);
    EXPECT_TRUE(gripped.all().empty());
}

}  // namespace gripped_contacts_test
}  // namespace drystone

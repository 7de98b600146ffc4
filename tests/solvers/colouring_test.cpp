#include "solvers/colouring.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone {
namespace {

TEST(Colouring, NoTwoContactsOfAColourShareABody) {
    Random random(2);
    std::vector<BodyPair> contacts;
    for (int k = 0; k < 5000; ++k) {
        const int a = static_cast<int>(random.below(1000)), b = static_cast<int>(random.below(1001)) - 1;
        if (a != b) contacts.push_back({a, b});
    }
    Colouring colouring;
    colour_contacts(contacts, 1000, colouring);

    std::vector<int> seen = colouring.order;
    std::sort(seen.begin(), seen.end());
    for (int i = 0; i < static_cast<int>(seen.size()); ++i) ASSERT_EQ(seen[i], i);
    for (int c = 0; c < colouring.colours(); ++c) {
        std::set<int> bodies;
        for (int k = colouring.colour_start[c]; k < colouring.colour_start[c + 1]; ++k) {
            for (const int body : {contacts[colouring.order[k]].a, contacts[colouring.order[k]].b}) {
                if (body < 0) continue;
                EXPECT_TRUE(bodies.insert(body).second) << "colour " << c;
            }
        }
    }
    EXPECT_EQ(colouring.serial_start, colouring.colour_start.back());
}

TEST(Colouring, ABodyWithVeryManyContactsOverflowsIntoTheSerialGroup) {
    std::vector<BodyPair> contacts;
    for (int i = 1; i <= 100; ++i) contacts.push_back({0, i});
    Colouring colouring;
    colour_contacts(contacts, 101, colouring);
    EXPECT_EQ(colouring.colours(), Colouring::most_colours);
    EXPECT_EQ(static_cast<int>(contacts.size()) - colouring.serial_start, 100 - Colouring::most_colours);
}

}  // namespace
}  // namespace drystone

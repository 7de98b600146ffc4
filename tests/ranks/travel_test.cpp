#include "ranks/travel.h"

#include <gtest/gtest.h>

#include "ranks/dealt.h"

namespace drystone::ranks::travel_test {
namespace {

/// Disks in a row on a floor.
WorldDescription<2> row() {
    WorldDescription<2> d;
    d.materials = {{"stone", 2000.0}};
    d.interactions = {{Interaction::any, Interaction::any, Coulomb{.friction = 0.3}}};
    d.gravity = {{0.0, -9.81}};
    BodyDescription<2> floor;
    floor.fixed = true;
    floor.geometry = {{Plane<2>{{{0.0, 1.0}}}, {}, {}}};
    d.bodies.push_back(floor);
    for (int k = 0; k < 6; ++k) {
        BodyDescription<2> ball;
        ball.geometry = {{Ball<2>{0.1}, {}, {}}};
        ball.position = {{0.199 * k, 0.1}};
        d.bodies.push_back(ball);
    }
    return d;
}

/// Every contact gets numbers of its own, so that nothing can be mistaken for something else.
void mark(Contacts<2>& contacts) {
    for (std::size_t c = 0; c < contacts.point.size(); ++c) {
        const double n = static_cast<double>(c) + 1.0;
        contacts.impulse[c] = {{n, -0.5 * n}};
        contacts.moment.set(c, {{0.25 * n}});
        contacts.status[c] = c % 2 ? ContactStatus::sliding : ContactStatus::sticking;
    }
}

/// A contact's two bodies, by their ids.
std::pair<int, int> ids(const World<2>& world, std::size_t c) {
    const ContactPoint<2>& point = world.contacts.point[c];
    return {world.bodies.id[static_cast<std::size_t>(world.parts.body[static_cast<std::size_t>(point.a)])],
            world.bodies.id[static_cast<std::size_t>(world.parts.body[static_cast<std::size_t>(point.b)])]};
}

TEST(Travel, ContactsArriveAsTheyWereWhereTheirBodiesAre) {
    World<2> whole = make_world(row());
    ThreadPool pool(1);
    StepSettings settings;
    settings.step = 1e-3;
    advance(whole, settings, pool);
    ASSERT_GE(whole.contacts.size(), 11);  // six on the floor, five between neighbours
    mark(whole.contacts);
    Catalogue<2> catalogue;
    catalogue.whole = &whole;
    list_bodies(catalogue);
    const std::vector<int> slots = {0, 2, 3, 5};  // of the whole: the floor, two neighbours, one apart
    World<2> part = world_of<2>(catalogue, slots, {});
    Bytes bytes;
    for (std::size_t c = 0; c < whole.contacts.point.size(); ++c) put_contact(whole, {}, c, bytes);
    // To every rank and back: what goes through a team comes out as it went in
    Team& team = team_of_tests();
    std::vector<int> here(whole.bodies.id.size(), -1);
    for (std::size_t k = 0; k < slots.size(); ++k) here[static_cast<std::size_t>(slots[k])] = static_cast<int>(k);
    for (const Bytes& from : team.exchange(std::vector<Bytes>(static_cast<std::size_t>(team.size()), bytes))) {
        ContactLoad<2> load;
        take_contacts(from, static_cast<std::size_t>(whole.contacts.memory.schema.width), load);
        ASSERT_EQ(load.contact.size(), whole.contacts.point.size());
        put_contacts(load, {slots, {}}, here, part);
        ASSERT_EQ(part.contacts.size(), 4);  // three on the floor, one between
        for (std::size_t c = 0; c < part.contacts.point.size(); ++c) {
            bool found = false;
            for (std::size_t k = 0; k < whole.contacts.point.size(); ++k) {
                if (ids(whole, k) != ids(part, c)) continue;
                found = true;
                EXPECT_EQ(part.contacts.impulse[c], whole.contacts.impulse[k]);
                EXPECT_EQ(part.contacts.moment[c], whole.contacts.moment[k]);
                EXPECT_EQ(part.contacts.status[c], whole.contacts.status[k]);
                EXPECT_EQ(part.contacts.point[c].gap, whole.contacts.point[k].gap);
                EXPECT_EQ(part.contacts.point[c].normal, whole.contacts.point[k].normal);
            }
            EXPECT_TRUE(found);
        }
        for (std::size_t c = 1; c < part.contacts.point.size(); ++c) {
            const auto &p = part.contacts.point[c - 1], &q = part.contacts.point[c];
            EXPECT_TRUE(std::tie(p.a, p.b) < std::tie(q.a, q.b));
        }
    }
}

}  // namespace
}  // namespace drystone::ranks::travel_test

#include "contact/contacts.h"

#include <algorithm>
#include <tuple>

#include <gtest/gtest.h>

#include <utility>

#include "core/random.h"

namespace drystone::contacts_test {
namespace {

ContactPoint<3> between(int a, int b, std::uint32_t feature = 0) {
    ContactPoint<3> c;
    c.a = a, c.b = b, c.feature = feature;
    return c;
}

/// The contacts of a run.
struct Listed : Contacts<3> {
    ContactScratch<3> scratch;
};

/// One step of detection that finds `found`.
void detect(Listed& contacts, const std::vector<ContactPoint<3>>& found) {
    ThreadPool pool(1);
    set_aside(contacts, contacts.scratch);
    contacts.point = found;
    carry_over<3>(contacts, contacts.scratch, false, pool);
}

TEST(Contacts, NewOnesBeginWithoutImpulse) {
    Listed contacts;
    detect(contacts, {between(0, 1), between(0, 2)});
    EXPECT_EQ(contacts.impulse, (std::vector<Vec<3>>(2)));
    EXPECT_EQ(contacts.status, (std::vector<ContactStatus>(2, ContactStatus::open)));
}

TEST(Contacts, AppearingAndVanishingOnesDoNotDisturbTheOthers) {
    Listed contacts;
    detect(contacts, {between(0, 1), between(0, 2), between(1, 2), between(3, 4)});
    contacts.impulse = {{{1, 0, 0}}, {{2, 0, 0}}, {{3, 0, 0}}, {{4, 0, 0}}};
    detect(contacts, {between(0, 2), between(0, 5), between(1, 3), between(3, 4), between(3, 5)});
    const std::vector<Vec<3>> expected = {{{2, 0, 0}}, {}, {}, {{4, 0, 0}}, {}};
    EXPECT_EQ(contacts.impulse, expected);
}

// Two unit cubes: a point whose features change takes impulse and memory from the nearest old one that has no heir.
TEST(Contacts, PointsOfFacesAreKnownByTheirPlaceWhenTheirFeaturesChange) {
    Parts<3> parts;
    const auto cube = std::make_shared<const Convex<3>>(box<3>({{1.0, 1.0, 1.0}}));
    for (int p = 0; p < 2; ++p) {
        parts.body.push_back(p);
        parts.kind.push_back(PartKind::solid);
        parts.solid.push_back(p);
        parts.solids.shape.push_back(cube);
    }
    const auto at = [](std::uint32_t feature, double x) {
        ContactPoint<3> c = between(0, 1, feature);
        c.point = {{x, 0.0, 0.0}};
        return c;
    };
    Listed contacts;
    MemorySchema schema;
    schema.add(fields_of<StandingMemory>());
    const int damage = schema.add({{.name = "damage", .unit = "-"}})[0];
    contacts.memory.schema = schema;
    Bodies<3> bodies;
    bodies.position.resize(2);
    bodies.velocity.resize(2);
    const SinceLast<3> since{parts, bodies, 0.01};
    const auto find = [&](const std::vector<ContactPoint<3>>& found) {
        ThreadPool pool(1);
        set_aside(contacts, contacts.scratch);
        contacts.point = found;
        return carry_over<3>(contacts, contacts.scratch, true, pool, &since);
    };
    find({at(1, 0.0), at(2, 1.0), at(3, 0.5)});
    contacts.impulse = {{{1, 0, 0}}, {{2, 0, 0}}, {{3, 0, 0}}};
    for (std::size_t i = 0; i < 3; ++i) {
        contacts.memory.set_stored(i, 0.25 * static_cast<double>(i + 1));
        contacts.memory.row(i)[damage] = contacts.memory.stored(i);
    }
    // 3 keeps its name; 7 and 8 stand where 2 and 1 were; 9 is new.
    const double given_up = find({at(3, 0.5), at(7, 1.001), at(8, 0.001), at(9, 0.2)});
    EXPECT_EQ(contacts.impulse, (std::vector<Vec<3>>{{{3, 0, 0}}, {{2, 0, 0}}, {{1, 0, 0}}, {}}));
    EXPECT_EQ(contacts.memory.number("damage", 1), 0.5);
    EXPECT_EQ(contacts.memory.number("damage", 2), 0.25);
    EXPECT_EQ(contacts.scratch.fresh, (std::vector<char>{0, 0, 0, 1}));
    EXPECT_EQ(given_up, 0.0);
    EXPECT_EQ(find({at(7, 1.001)}), 0.25 + 0.75);  // what two contacts held that are gone
    // Where both bodies have gone, or one of them, the point is still the same.
    bodies.velocity = {Twist<3>{{{20.0, 0.0, 0.0}}, {}}, Twist<3>{{{20.0, 0.0, 0.0}}, {}}};
    EXPECT_EQ(find({at(8, 1.201)}), 0.0);
    bodies.velocity = {Twist<3>{}, Twist<3>{{}, {{0.0, 0.0, 10.0}}}};  // it turns about the origin
    EXPECT_EQ(find({at(9, 1.201)}), 0.0);
    EXPECT_EQ(contacts.memory.number("damage", 0), 0.5);
    bodies.velocity = {Twist<3>{{{20.0, 0.0, 0.0}}, {}}, Twist<3>{{{20.0, 0.0, 0.0}}, {}}};
    EXPECT_EQ(find({at(10, 1.201)}), 0.5);  // it stayed behind
}

/// A list as detection makes it, in the order of identities, a share of all there could be.
std::vector<ContactPoint<3>> random_list(Random& random, double share) {
    std::vector<ContactPoint<3>> list;
    for (int a = 0; a < 900; ++a) {
        for (int b = a + 1; b < a + 4; ++b) {
            for (int image = 0; image < 2; ++image) {
                for (std::uint32_t feature = 0; feature < 2; ++feature) {
                    for (int layer = 0; layer < 2; ++layer) {
                        if (random.uniform() > share) continue;
                        list.push_back(between(a, b, feature));
                        list.back().image[2] = image;
                        list.back().layer = layer;
                    }
                }
            }
        }
    }
    return list;
}

// Against a look at every old contact: whoever has all five numbers of a name in common goes on, and nobody else.
TEST(Contacts, ContactsGoOnByAllOfTheirName) {
    for (const double kept : {0.0, 0.5, 0.97}) {
        for (const int threads : {1, 3}) {
            for (const bool moments : {true, false}) {
                Random random(5);
                ThreadPool pool(threads);
                Listed contacts;
                contacts.scratch.moments = moments;
                const std::vector<ContactPoint<3>> before = random_list(random, 0.8);
                std::vector<ContactPoint<3>> now = random_list(random, 0.3);
                for (const ContactPoint<3>& c : before) {
                    if (random.uniform() < kept) now.push_back(c);
                }
                const auto name = [](const ContactPoint<3>& c) { return std::make_tuple(c.a, c.b, c.image, c.feature, c.layer); };
                std::sort(now.begin(), now.end(), [&](const auto& c, const auto& d) { return name(c) < name(d); });
                now.erase(std::unique(now.begin(), now.end(), [&](const auto& c, const auto& d) { return name(c) == name(d); }), now.end());
                const auto find = [&](const std::vector<ContactPoint<3>>& found) {
                    set_aside(contacts, contacts.scratch);
                    contacts.point = found;
                    carry_over<3>(contacts, contacts.scratch, false, pool);
                };
                for (int step = 0; step < 2; ++step) {  // so that both lists have been written to
                    find(before);
                    for (std::size_t i = 0; i < before.size(); ++i) contacts.impulse[i] = {{1.0 + static_cast<double>(i), 0, 0}}, contacts.moment.set(i, contacts.impulse[i]);
                }
                find(now);
                ASSERT_GT(now.size(), 4096u);
                std::size_t k = 0, went_on = 0;
                for (std::size_t i = 0; i < now.size(); ++i) {
                    while (k < before.size() && name(before[k]) < name(now[i])) ++k;
                    const bool known = k < before.size() && name(before[k]) == name(now[i]);
                    const Vec<3> expected = known ? Vec<3>{{1.0 + static_cast<double>(k), 0, 0}} : Vec<3>{};
                    ASSERT_EQ(contacts.impulse[i], expected) << i;
                    ASSERT_EQ(contacts.moment[i], moments ? expected : Vec<3>{}) << i;
                    ASSERT_EQ(contacts.scratch.fresh[i], known ? 0 : 1) << i;
                    went_on += known;
                }
                EXPECT_EQ(static_cast<std::size_t>(std::count(contacts.scratch.taken.begin(), contacts.scratch.taken.end(), 1)), went_on);
                EXPECT_GT(went_on, now.size() / 8);
                EXPECT_LT(went_on, now.size());
            }
        }
    }
}

// Where nothing repeats the name of a ball's contact is all of its identity: lists that are kept by name hand over what lists of whole points do, also
// after a step was taken back.
TEST(Contacts, NamesAreEnoughWhereNothingRepeats) {
    const auto of_balls = [](std::vector<ContactPoint<3>> list) {
        std::erase_if(list, [](const ContactPoint<3>& c) { return c.image[2] != 0; });
        for (ContactPoint<3>& c : list) c.feature = 2 * c.feature + static_cast<std::uint32_t>(std::exchange(c.layer, 0));
        return list;
    };
    for (const int threads : {1, 3}) {
        ThreadPool pool(threads);
        Random random(8);
        Listed points, names;
        points.scratch.moments = names.scratch.moments = false;
        names.scratch.by_name = true;
        const auto find = [&](Listed& contacts, const std::vector<ContactPoint<3>>& found) {
            set_aside(contacts, contacts.scratch);
            if (contacts.scratch.by_name) {
                std::vector<ContactName>& of = contacts.point.begin_brief(Parts<3>(), pool);
                of.clear();
                for (const ContactPoint<3>& c : found) of.emplace_back(c.a, c.b, c.feature);
            } else {
                contacts.point = found;
            }
            carry_over<3>(contacts, contacts.scratch, false, pool);
        };
        for (int step = 0; step < 6; ++step) {
            const std::vector<ContactPoint<3>> found = of_balls(random_list(random, step < 4 ? 0.9 : 0.5));
            for (Listed* contacts : {&points, &names}) {
                find(*contacts, found);
                if (step % 2 == 1) {
                    put_back(*contacts, contacts->scratch);
                    find(*contacts, found);
                }
            }
            ASSERT_GT(found.size(), 4096u);
            ASSERT_EQ(names.impulse, points.impulse);
            ASSERT_EQ(names.moment, points.moment);
            ASSERT_EQ(names.scratch.fresh, points.scratch.fresh);
            ASSERT_EQ(names.scratch.taken, points.scratch.taken);
            if (step > 0) {
                ASSERT_GT(std::count(names.scratch.fresh.begin(), names.scratch.fresh.end(), 0), 1000);
            }
            for (Listed* contacts : {&points, &names}) {
                for (std::size_t i = 0; i < found.size(); ++i) contacts->impulse[i] = {{static_cast<double>(10000 * step) + static_cast<double>(i), 0, 0}};
            }
        }
        EXPECT_TRUE(names.scratch.old.point.empty());
    }
}

// Where nothing came or went all is handed over at once: as it is contact by contact, which one more at the end brings about.
TEST(Contacts, TheSameListIsHandedOverAsOneThatHasGrown) {
    MemorySchema schema;
    schema.add(fields_of<StandingMemory>());
    for (const bool remembers : {false, true}) {
        for (const int threads : {1, 3}) {
            std::vector<ContactPoint<3>> found;
            for (int a = 0; a < 5000; ++a) found.push_back(between(a, a + 1 + a % 3, static_cast<std::uint32_t>(a % 2)));
            Listed same, grown;
            ThreadPool pool(threads);
            const auto detect_in = [&](Listed& contacts, const std::vector<ContactPoint<3>>& list) {
                set_aside(contacts, contacts.scratch);
                contacts.point = list;
                return carry_over<3>(contacts, contacts.scratch, remembers, pool);
            };
            Random random(2);
            for (Listed* contacts : {&same, &grown}) {
                if (remembers) contacts->memory.schema = schema;
                detect_in(*contacts, found);
            }
            for (std::size_t i = 0; i < found.size(); ++i) {
                Vec<3> moment;
                for (int k = 0; k < 3; ++k) same.impulse[i][k] = random.uniform(-1, 1), moment[k] = random.uniform(-1, 1);
                same.moment.set(i, moment);
                if (remembers) same.memory.set_stored(i, random.uniform(0, 1));
            }
            same.status.assign(found.size(), ContactStatus::sliding);
            grown.impulse = same.impulse, grown.moment = same.moment, grown.memory = same.memory, grown.status = same.status;
            const std::vector<Vec<3>> impulse = same.impulse, moment = same.moment.all();
            std::vector<ContactPoint<3>> more = found;
            more.push_back(between(9000, 9001));
            Listed onward = same;
            onward.scratch.may_go_back = false;
            EXPECT_EQ(detect_in(same, found), detect_in(grown, more));
            EXPECT_EQ(same.impulse, impulse);
            detect_in(onward, found);
            EXPECT_EQ(onward.impulse, impulse);
            EXPECT_EQ(same.moment, moment);
            EXPECT_EQ(same.scratch.old.impulse, impulse);  // a step may be taken back
            grown.impulse.pop_back(), grown.moment.resize(found.size()), grown.status.pop_back(), grown.scratch.fresh.pop_back();
            if (remembers) grown.memory.resize(found.size());
            EXPECT_EQ(grown.impulse, same.impulse);
            EXPECT_EQ(grown.moment, same.moment);
            EXPECT_EQ(grown.memory, same.memory);
            EXPECT_EQ(grown.status, same.status);
            EXPECT_EQ(grown.scratch.fresh, same.scratch.fresh);
            EXPECT_EQ(grown.scratch.taken, same.scratch.taken);
        }
    }
}

TEST(Contacts, MomentsFollowTheirContactAsImpulsesDo) {
    Listed contacts;
    detect(contacts, {between(0, 1), between(0, 2)});
    contacts.moment = {{{1, 0, 0}}, {{2, 0, 0}}};
    detect(contacts, {between(0, 2), between(0, 3)});
    const std::vector<Vec<3>> expected = {{{2, 0, 0}}, {}};
    EXPECT_EQ(contacts.moment, expected);
}

TEST(Contacts, SeveralPointsOfOnePairAreToldApartByTheirFeature) {
    Listed contacts;
    detect(contacts, {between(0, 1, 0), between(0, 1, 1), between(0, 1, 2)});
    contacts.impulse = {{{1, 0, 0}}, {{2, 0, 0}}, {{3, 0, 0}}};
    detect(contacts, {between(0, 1, 0), between(0, 1, 2)});
    const std::vector<Vec<3>> expected = {{{1, 0, 0}}, {{3, 0, 0}}};
    EXPECT_EQ(contacts.impulse, expected);
}

TEST(Contacts, OneThatWasGoneForAStepBeginsAnew) {
    Listed contacts;
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
    Listed contacts;
    for (int step = 0; step < 200; ++step) {
        std::vector<ContactPoint<3>> found;
        for (int a = 0; a < 6; ++a) {
            for (int b = a + 1; b < 7; ++b) {
                for (std::uint32_t f = 0; f < 2; ++f) {
                    if (random.uniform() < 0.3) found.push_back(between(a, b, f));
                }
            }
        }
        const std::vector<ContactPoint<3>> old = contacts.point.all();
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
}  // namespace drystone::contacts_test

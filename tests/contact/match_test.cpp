#include "contact/match.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::match_test {
namespace {

struct Named {
    int a = 0, b = 0, image = 0;
    unsigned feature = 0;
    bool operator==(const Named&) const = default;
};

/// Every name with a chance of its own, in order.
std::vector<Named> some_names(Random& random, double chance) {
    std::vector<Named> names;
    for (int a = 0; a < 5; ++a) {
        for (int b = a + 1; b < 6; ++b) {
            for (unsigned f = 0; f < 6; ++f) {
                if (random.uniform() < chance) names.push_back({a, b, static_cast<int>(f / 2), f % 2});
            }
        }
    }
    return names;
}

struct Found {
    std::vector<std::optional<std::size_t>> heir_of;  // (now)
    std::vector<std::size_t> ended;
    std::vector<Named> walked;  // in the order of the calls
};

Found match(const std::vector<Named>& now, const std::vector<Named>& old) {
    Found found;
    found.heir_of.resize(now.size());
    const auto name = [](const Named& c) { return identity_of(c); };
    const auto goes_on = [&](std::size_t i, std::size_t k) {
        found.heir_of[i] = k;
        found.walked.push_back(now[i]);
    };
    const auto begins = [&](std::size_t i) { found.walked.push_back(now[i]); };
    const auto ends = [&](std::size_t k) {
        found.ended.push_back(k);
        found.walked.push_back(old[k]);
    };
    Succession{now, old, name, goes_on, begins, ends}.walk();
    return found;
}

// Lists that grow, shrink and are others altogether, against a search through everything.
TEST(Succession, FindsEachByItsNameAndNoOther) {
    Random random(3);
    for (const double before : {0.0, 0.1, 0.5, 1.0}) {
        for (const double after : {0.0, 0.1, 0.5, 1.0}) {
            for (int trial = 0; trial < 20; ++trial) {
                const std::vector<Named> old = some_names(random, before), now = some_names(random, after);
                const Found found = match(now, old);
                std::vector<std::size_t> ended;
                for (std::size_t k = 0; k < old.size(); ++k) {
                    if (std::find(now.begin(), now.end(), old[k]) == now.end()) ended.push_back(k);
                }
                EXPECT_EQ(found.ended, ended);
                for (std::size_t i = 0; i < now.size(); ++i) {
                    const auto at = std::find(old.begin(), old.end(), now[i]);
                    EXPECT_EQ(found.heir_of[i].has_value(), at != old.end());
                    if (found.heir_of[i]) {
                        EXPECT_EQ(old[*found.heir_of[i]], now[i]);
                    }
                }
                EXPECT_EQ(found.walked.size(), now.size() + ended.size());
                EXPECT_TRUE(std::is_sorted(
                    found.walked.begin(), found.walked.end(),
                    [](const Named& x, const Named& y) { return identity_of(x) < identity_of(y); }));
            }
        }
    }
}

// The same bodies under other numbers: what goes on is the same.
TEST(Succession, DoesNotDependOnHowPartsAreNumbered) {
    Random random(8);
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<int> number{0, 1, 2, 3, 4, 5};
        for (std::size_t i = 5; i > 0; --i)
            std::swap(number[i],
                      number[static_cast<std::size_t>(random.uniform() * static_cast<double>(i + 1))]);
        const auto renamed = [&](std::vector<Named> list) {
            for (Named& c : list)
                c = {std::min(number[c.a], number[c.b]), std::max(number[c.a], number[c.b]), c.image, c.feature};
            std::sort(list.begin(), list.end(),
                      [](const Named& x, const Named& y) { return identity_of(x) < identity_of(y); });
            return list;
        };
        const std::vector<Named> old = some_names(random, 0.5), now = some_names(random, 0.5);
        const std::vector<Named> old_2 = renamed(old), now_2 = renamed(now);
        std::vector<Named> heirs, heirs_2;
        const Found found = match(now, old), found_2 = match(now_2, old_2);
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (found.heir_of[i]) heirs.push_back(old[*found.heir_of[i]]);
            if (found_2.heir_of[i]) heirs_2.push_back(old_2[*found_2.heir_of[i]]);
        }
        EXPECT_EQ(renamed(heirs), heirs_2);
    }
}

// Several features of one pair, asked for by the pair: each is told.
TEST(Succession, SeveralOldOnesMayHaveOneName) {
    const std::vector<Named> now{{0, 1, 0}, {0, 3, 0}}, old{{0, 1, 0}, {0, 1, 2}, {0, 2, 0}, {0, 3, 1}};
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::vector<std::size_t> ended;
    const auto name = [](const Named& c) { return std::make_tuple(c.a, c.b); };
    const auto goes_on = [&](std::size_t i, std::size_t k) { pairs.push_back({i, k}); };
    const auto begins = [](std::size_t) { ADD_FAILURE(); };
    const auto ends = [&](std::size_t k) { ended.push_back(k); };
    Succession{now, old, name, goes_on, begins, ends}.walk();
    EXPECT_EQ(pairs, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 0}, {0, 1}, {1, 3}}));
    EXPECT_EQ(ended, std::vector<std::size_t>{2});
}

}  // namespace
}  // namespace drystone::match_test

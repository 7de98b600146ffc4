#include "core/read_ahead.h"

#include <vector>

#include <gtest/gtest.h>

namespace drystone::read_ahead_test {
namespace {

TEST(ReadAhead, EverythingIsVisitedOnceInItsOrderAndAskedForBefore) {
    for (const std::size_t end : {3u, 4u, 18u, 19u, 20u, 35u, 100u}) {
        std::vector<std::size_t> asked, visited;
        in_turns(3, end, [&](std::size_t i) { asked.push_back(i); }, [&](std::size_t i) {
            visited.push_back(i);
            EXPECT_GE(asked.size(), visited.size());
        });
        ASSERT_EQ(visited.size(), end - 3);
        for (std::size_t k = 0; k < visited.size(); ++k) EXPECT_EQ(visited[k], k + 3);
        EXPECT_EQ(asked, visited);
    }
}

}  // namespace
}  // namespace drystone::read_ahead_test

#include "solvers/method_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

namespace drystone::method_names_test {
namespace {

TEST(MethodNames, EveryMethodHasOneNameAndEveryNameOneMethod) {
    for (const MethodName& one : method_names) {
        EXPECT_EQ(method_named(one.name), one.method);
        EXPECT_EQ(name_of(one.method), one.name);
        EXPECT_EQ(one.on_bodies || one.on_blocks, one.method != SolverMethod::md) << one.name;
        EXPECT_EQ(
            1, std::count_if(std::begin(method_names), std::end(method_names), [&](const MethodName& other) {
                return other.name == one.name || other.method == one.method;
            }));
    }
    EXPECT_EQ(method_named("simplex"), std::nullopt);
}

}  // namespace
}  // namespace drystone::method_names_test

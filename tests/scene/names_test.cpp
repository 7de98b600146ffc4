// Names of bodies while a scene is read: those of a crowd are "name.0", "name.1", .., and no list of them is kept.

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "scene/draft.h"

namespace drystone::names_test {

std::string refusal(const auto& add) {
    try {
        add();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Names, OfACrowdAreKnownAsTheyAreWritten) {
    Names names("body");
    names.add("floor", 0, {});
    names.add("grain.7", 1, {});
    names.add_numbered("grain", 2, 5, {});
    names.add_numbered("a.b", 7, 1, {});
    for (const char* name : {"floor", "grain.7", "grain.0", "grain.4", "a.b.0"}) EXPECT_TRUE(names.has(name)) << name;
    for (const char* name : {"grain.5", "grain", "grain.", "grain.04", "grain.+1", "grain.-1", "grain.1 ", "grain.99999999999", "a.0", "b.0", ".0"})
        EXPECT_FALSE(names.has(name)) << name;
    EXPECT_EQ(names.all_in_order(), (std::vector<std::string>{"floor", "grain.7", "grain.0", "grain.1", "grain.2", "grain.3", "grain.4", "a.b.0"}));
}

TEST(Names, OfACrowdAreNobodyElses) {
    Names names("body");
    names.add("grain.4", 0, {});
    names.add("grain.3", 1, {});
    EXPECT_NE(refusal([&] { names.add_numbered("grain", 2, 5, {}); }).find("\"grain.3\" is already taken by another body"), std::string::npos);
    names.add_numbered("grain", 2, 3, {});
    EXPECT_NE(refusal([&] { names.add_numbered("grain", 5, 9, {}); }).find("\"grain.0\" is already taken"), std::string::npos);
    EXPECT_NE(refusal([&] { names.add("grain.2", 5, {}); }).find("\"grain.2\" is already taken"), std::string::npos);
    EXPECT_EQ(refusal([&] { names.add("grain.5", 5, {}); }), "");
}

}  // namespace drystone::names_test

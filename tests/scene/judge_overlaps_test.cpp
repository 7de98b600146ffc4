#include "scene/judge_overlaps.h"

#include <gtest/gtest.h>

#include "scene/scene_text.h"
#include "step/world.h"

namespace drystone::judge_overlaps_test {
namespace {

std::string body(const std::string& name, const std::string& shape, const std::string& position,
                 const std::string& more = "") {
    return "[[bodies]]\nname = \"" + name + "\"\nmaterial = \"m\"\nshape = " + shape + "\nposition = " + position +
           "\n" + more;
}

/// Warnings of the scene once its bodies stand, or what it is refused with.
std::vector<std::string> judged(const std::string& path) {
    Scene scene = read_scene(path, {});
    auto description = scene.world;
    std::visit([&](auto& world) { judge_overlaps(make_world(world), scene); }, description);
    return scene.warnings;
}

std::string refusal(const std::string& path) {
    try {
        judged(path);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

const std::string disk = "{ type = \"disk\", radius = 0.1 }", square = "{ type = \"box\", size = [1.0, 1.0] }";

TEST(JudgeOverlaps, AreWarnedOfByNameAndDepth) {
    const Folder folder;
    const auto warnings = judged(folder.write(
        "a.toml", head(2) + body("one", disk, "[0, 0]") + body("two", disk, "[0.19, 0]") + body("far", disk, "[9, 9]")));
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0], "bodies overlap at the start: 'one' and 'two' by 0.01 m (5 % of the smaller)");
}

TEST(JudgeOverlaps, BeyondATenthAreRefusedAtTheBody) {
    const Folder folder;
    for (const bool fixed_last : {false, true}) {
        const std::string ground = body("ground", square, "[0, -0.5]", "fixed = true\n"),
                          block = body("block", square, "[0, 0]");
        const std::string text = head(2) + (fixed_last ? block + ground : ground + block);
        const std::string path = folder.write("a.toml", text);
        const std::size_t at = text.find("[[bodies]]\nname = \"block\"");
        const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
        const std::string said = refusal(path);
        EXPECT_TRUE(said.starts_with(path + ":" + std::to_string(line) + ":")) << said;
        EXPECT_NE(said.find("by 0.5 m (50 % of the smaller)"), std::string::npos) << said;
        EXPECT_NE(said.find("initial_overlaps = \"accept\""), std::string::npos) << said;
        const std::string accepted = folder.write("b.toml", "[contacts]\ninitial_overlaps = \"accept\"\n" + text);
        EXPECT_EQ(judged(accepted).size(), 1u);
    }
}

TEST(JudgeOverlaps, TheLimitIsATenthOfTheSmallerBody) {
    const Folder folder;
    const auto at = [&](double distance) {
        return refusal(folder.write("a.toml", head(2) + body("one", disk, "[0, 0]") +
                                                  body("two", disk, "[" + std::to_string(distance) + ", 0]")));
    };
    EXPECT_EQ(at(0.1801), "");
    EXPECT_NE(at(0.1799), "");
}

TEST(JudgeOverlaps, TheWorstFiveOfManyAreNamed) {
    const Folder folder;
    std::string text = head(2);
    for (int i = 0; i < 8; ++i)
        text += body("disk" + std::to_string(i), disk, "[" + std::to_string(i * (0.2 - 0.001 * i)) + ", 0]");
    const auto warnings = judged(folder.write("a.toml", text));
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].find("'disk6' and 'disk7'"), std::string::npos);
    EXPECT_NE(warnings[0].find("'disk2' and 'disk3'"), std::string::npos);
    EXPECT_EQ(warnings[0].find("'disk1' and 'disk2'"), std::string::npos);
    EXPECT_NE(warnings[0].find(", and 2 more"), std::string::npos);
}

TEST(JudgeOverlaps, ThoseOfAGeneratorAreAtItsPlace) {
    const Folder folder;
    const std::string text = head(2) + body("one", disk, "[0, 0]") +
                             "[[generate]]\ntype = \"lattice\"\nname = \"row\"\nshape = \"disk\"\nmaterial = \"m\"\n"
                             "radius = 0.1\nspacing = 0.25\ncounts = [3, 1]\norigin = [0.1, 0]\n";
    const std::string path = folder.write("a.toml", text), said = refusal(path);
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("[[generate]]")), '\n') + 1;
    EXPECT_TRUE(said.starts_with(path + ":" + std::to_string(line) + ":")) << said;
    EXPECT_NE(said.find("'one' and 'row.0'"), std::string::npos) << said;
}

}  // namespace
}  // namespace drystone::judge_overlaps_test

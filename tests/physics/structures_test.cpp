// The structures of the reference stand under their own weight: a converged step from rest moves nothing.

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "scene/scene_text.h"
#include "step/world.h"

namespace drystone::structures_test {
namespace {

constexpr double g = 9.81;

/// The examples of a type in the reference, as whole scenes on a plane at height 0 where nothing else carries them.
std::vector<std::string> examples_of(const std::string& type) {
    std::ifstream page(DRYSTONE_SOURCE_DIR "/docs/masonry-generators.md");
    std::stringstream text;
    text << page.rdbuf();
    const std::string all = text.str(), fence = "```toml\n";
    std::vector<std::string> scenes;
    for (std::size_t at = all.find(fence); at != std::string::npos; at = all.find(fence, at + 1)) {
        const std::string block =
            all.substr(at + fence.size(), all.find("```", at + fence.size()) - at - fence.size());
        if (block.find("= \"" + type + "\"") == std::string::npos) continue;
        const bool flat = block.starts_with("# 2D");
        std::string scene =
            std::string("[scene]\ndimension = ") +
            (flat ? "2\ngravity = [0.0, -9.81]\n" : "3\ngravity = [0.0, 0.0, -9.81]\n") +
            "[time]\nstep = 1e-3\nduration = 1.0\n[solver]\ntolerance = 1e-8\nmax_iterations = 20000\n";
        for (const char* material : {"stone", "brick", "wood"})
            scene += std::string("[materials.") + material + "]\ndensity = 2000.0\n";
        for (const char* pair :
             {"\"stone\", \"stone\"", "\"brick\", \"brick\"", "\"brick\", \"wood\"", "\"wood\", \"wood\""})
            scene += std::string("[[interactions]]\nbetween = [") + pair + "]\nfriction = 0.7\n";
        if (type == "cut")
            scene +=
                std::string(
                    "[[bodies]]\nmaterial = \"stone\"\nfixed = true\nshape = { type = \"plane\", normal = ") +
                (flat ? "[0, 1]" : "[0, 0, 1]") + " }\n";
        scenes.push_back(scene + block);
    }
    return scenes;
}

/// The fastest body after a step from rest, as a share of free fall.
double moved(const std::string& text, const std::vector<std::string>& overrides = {}) {
    const Folder folder;
    const Scene scene = read_scene(folder.write("scene.toml", text), overrides);
    return std::visit(
        [&](const auto& description) {
            auto world = make_world(description);
            ThreadPool pool(1);
            EXPECT_TRUE(advance(world, scene.settings, pool).solve.converged);
            double fastest = 0.0;
            for (const auto& velocity : world.bodies.velocity) fastest = std::max(fastest, norm(velocity.v));
            return fastest / (g * scene.settings.step);
        },
        scene.world);
}

TEST(Structures, OfTheReferenceStand) {
    for (const char* type : {"groin_vault", "apse", "buttress", "staircase", "arcade", "bridge", "cut"}) {
        const auto scenes = examples_of(type);
        EXPECT_FALSE(scenes.empty()) << type;
        for (const std::string& scene : scenes) EXPECT_LT(moved(scene), 1e-4) << type;
    }
    EXPECT_LT(moved(examples_of("wall")[0]), 1e-4);
}

/// Half a dome leans on the arch in front of it.
TEST(Structures, HalfADomeAloneFalls) {
    EXPECT_GT(moved(examples_of("apse")[0], {"generate.0.front=0", "generate.0.keystone=false"}), 1e-2);
}

}  // namespace
}  // namespace drystone::structures_test

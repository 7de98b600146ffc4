#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "scene/scene_text.h"

namespace drystone::documentation_test {
namespace {

/// The whole scenes of a page: blocks that begin with a line "# scene: NAME".
std::vector<std::pair<std::string, std::string>> scenes_of(const std::string& page) {
    std::ifstream in(page);
    std::vector<std::pair<std::string, std::string>> scenes;
    std::string line, mark = "# scene: ";
    bool inside = false;
    for (bool fresh = false; std::getline(in, line);) {
        if (line == "```toml") {
            fresh = true;
            continue;
        }
        if (line == "```") inside = false;
        if (fresh && line.starts_with(mark)) {
            scenes.push_back({line.substr(mark.size()), ""});
            inside = true;
        }
        fresh = false;
        if (inside) scenes.back().second += line + "\n";
    }
    return scenes;
}

TEST(Documentation, EverySceneOfTheReferenceIsValid) {
    const Folder folder;
    folder.write("quake.at2", "NPTS= 3, DT= .01 SEC\n0 0.1 0\n");
    folder.write("sieves.csv", "0.002, 0\n0.004, 60\n0.008, 100\n");
    const auto scenes = scenes_of(DRYSTONE_SOURCE_DIR "/docs/scene.md");
    EXPECT_GE(scenes.size(), 5u);
    for (const auto& [name, text] : scenes) {
        EXPECT_EQ(objection(folder.write(name + ".toml", text)), "") << name;
    }
}

}  // namespace
}  // namespace drystone::documentation_test

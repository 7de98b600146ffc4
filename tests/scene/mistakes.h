#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "scene/scene_text.h"

namespace drystone {

// A scene without mistakes. Each case below spoils one line of it, with a ^ where the report must point.
inline const std::string solid = R"([scene]
title = "Base"
dimension = 3
gravity = [0, 0, -9.81]
[time]
step = 1e-3
duration = 1.0
[solver]
tolerance = 1e-5
[materials.stone]
density = 2300.0
[[interactions]]
between = ["stone", "stone"]
law = "coulomb"
friction = 0.6
restitution = [0.1, 0.0]
[[bodies]]
name = "ball"
material = "stone"
shape = { type = "sphere", radius = 0.05 }
position = [0.0, 0.0, 0.3]
[[bodies]]
name = "plate"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 0, 1] }
[[bodies]]
name = "clump"
material = "stone"
shape = { type = "compound", parts = [ { type = "sphere", radius = 0.1 } ] }
position = [5, 0, 1]
[[generate]]
type = "packing"
name = "grains"
count = 20
shape = "sphere"
material = "stone"
radius = [0.01, 0.02]
inside = { type = "box", min = [1, 1, 1], max = [2, 2, 2] }
[[generate]]
type = "lattice"
shape = "sphere"
material = "stone"
radius = 0.1
spacing = 0.3
counts = [2, 2, 2]
origin = [10, 10, 10]
[[drives]]
body = "plate"
motion = { quantity = "displacement", direction = [1, 0, 0], kind = "sine", amplitude = 0.02, frequency_hz = 3.0 }
[[drives]]
body = "ball"
fix = ["x", "rz"]
force = [0, 0, 1]
history = { kind = "table", points = [[0, 0], [1, 1]] }
[[probes]]
name = "ball"
body = "ball"
quantities = ["position"]
every = 0.0
[output]
frames_every = 0.02
)";

inline const std::string flat = R"([scene]
dimension = 2
gravity = [0, -9.81]
[time]
step = 1e-3
duration = 1.0
[materials.stone]
density = 2300.0
[[interactions]]
between = ["stone", "*"]
friction = 0.6
[[bodies]]
name = "ball"
material = "stone"
shape = { type = "disk", radius = 0.05 }
position = [0.0, 0.3]
[[bodies]]
name = "drum"
material = "stone"
fixed = true
shape = { type = "drum", radius = 1.0 }
[[drives]]
body = "drum"
motion = { quantity = "velocity", axis = [0, 0, 1], kind = "ramp", from = 0, to = 1, over = 0.5 }
[[probes]]
name = "all"
quantities = ["kinetic_energy"]
)";

struct Mistake {
    std::string line;     // of the scene, the first that begins so (whole line is replaced)
    std::string instead;  // with ^ before what the report must point at
    std::string says;
};

inline std::string spoil(const std::string& scene, const Mistake& mistake) {
    std::string text = "\n" + scene;
    const auto begin = text.find("\n" + mistake.line);
    EXPECT_NE(begin, std::string::npos) << mistake.line;
    text.replace(begin + 1, text.find('\n', begin + 1) - begin - 1, mistake.instead);
    return text.substr(1);
}

/// Takes the ^ out of the text and says where it was.
inline std::string take_mark(std::string& text) {
    const auto at = text.find('^');
    const auto line = std::count(text.begin(), text.begin() + static_cast<long>(at), '\n') + 1;
    const auto begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    text.erase(at, 1);
    return std::to_string(line) + ":" + std::to_string(at - begin + 1);
}

/// Each mistake is refused at its mark, in these words.
inline void check_mistakes(const std::string& scene, const std::vector<Mistake>& mistakes) {
    const Folder folder;
    ASSERT_EQ(objection(folder.write("good.toml", scene)), "");
    for (const Mistake& mistake : mistakes) {
        std::string text = spoil(scene, mistake);
        const std::string place = take_mark(text);
        const std::string path = folder.write("bad.toml", text);
        const std::string said = objection(path);
        EXPECT_TRUE(said.starts_with(path + ":" + place + ": ")) << mistake.instead << "\nsaid: " << said;
        EXPECT_NE(said.find(mistake.says), std::string::npos)
            << "said: " << said << "\nwanted: " << mistake.says;
    }
}

}  // namespace drystone

#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include <fmt/format.h>

namespace drystone {

/// A scene in a file of its own, for as long as it lives.
class SceneFile {
  public:
    explicit SceneFile(const std::string& text) {
        static int number = 0;
        path_ = std::filesystem::temp_directory_path() /
                fmt::format("compare_{}_{}.toml", static_cast<long>(::getpid()), number++);
        std::ofstream(path_) << text;
    }
    ~SceneFile() { std::filesystem::remove(path_); }
    SceneFile(const SceneFile&) = delete;
    SceneFile& operator=(const SceneFile&) = delete;
    std::string path() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

inline std::string disk(double x, double y, bool fixed) {
    return fmt::format(
        "[[bodies]]\nmaterial = \"stone\"\nmass = 1.0\nshape = {{ type = \"disk\", radius = 0.5 }}\nposition "
        "= [{:.17g}, {:.17g}]\n{}",
        x, y, fixed ? "fixed = true\n" : "");
}

/// Validation case D08: n rows of disks of weight 1, the lowest of n disks fixed, 2 % apart within a row.
inline std::string triangular_pile(int n, double stiffness, double squeeze, const std::string& more = "") {
    std::string text = fmt::format(
        "[scene]\ndimension = 2\ngravity = [0.0, -1.0]\n[time]\nstep = 0.01\nduration = "
        "0.5\n[solver]\ntolerance = 1e-12\n"
        "[statics]\nload_steps = 1\ntolerance = 1e-10\ntouching_gap = 1e-6\n[materials.stone]\ndensity = "
        "1.0\n"
        "[[interactions]]\nbetween = [\"stone\", \"stone\"]\nlaw = \"spring\"\nnormal_stiffness = "
        "{}\nfriction = 0.0\n{}\n",
        stiffness, more);
    const double s = 1.02, rise = std::sqrt(1.0 - 0.25 * s * s);
    for (int row = 0; row < n; ++row)
        for (int i = 0; i < n - row; ++i)
            text += disk((1.0 - squeeze) * s * (i + 0.5 * row), (1.0 - squeeze) * rise * row, row == 0);
    return text;
}

}  // namespace drystone

#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/input_error.h"
#include "scene/scene.h"

namespace drystone {

/// A folder of its own for a test's files, gone when the test ends.
class Folder {
  public:
    Folder() {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        std::string name = std::string(test->test_suite_name()) + "." + test->name();
        for (char& c : name) c = c == '/' ? '_' : c;
        path_ =
            std::filesystem::temp_directory_path() / ("drystone." + name + "." + std::to_string(getpid()));
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
        return (path_ / name).string();
    }
    std::string path(const std::string& name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

/// What read_scene says of a file, or "" if it has no objection.
inline std::string objection(const std::string& path, const std::vector<std::string>& overrides = {}) {
    try {
        read_scene(path, overrides);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

template <int D>
const WorldDescription<D>& world_of(const Scene& scene) {
    return std::get<WorldDescription<D>>(scene.world);
}

/// Head of a scene of one material "m" that rubs at 0.5; bodies and the rest are appended by the test.
inline std::string head(int dimension) {
    return "[scene]\ndimension = " + std::to_string(dimension) +
           "\n[time]\nstep = 1e-3\nduration = 1.0\n[materials.m]\ndensity = 1000.0\n"
           "[[interactions]]\nbetween = [\"m\", \"m\"]\nfriction = 0.5\n";
}

}  // namespace drystone

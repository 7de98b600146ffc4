#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

#include <gtest/gtest.h>

namespace drystone {

inline std::string content_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void put_file(const std::string& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

/// A folder of its own for each test, gone at its end.
class InAFolder : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "drystone_XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    std::string path(const std::string& name) const { return folder + "/" + name; }

    std::string folder;
};

}  // namespace drystone

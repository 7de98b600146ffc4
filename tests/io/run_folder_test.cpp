#include "io/run_folder.h"

#include "core/input_error.h"
#include "io/folders.h"

namespace drystone {
namespace {

class RunFolders : public InAFolder {
  protected:
    void SetUp() override {
        InAFolder::SetUp();
        put_file(path("a.toml"), "title");
    }
    void prepare(const std::string& out, bool force) { prepare_run_folder(out, path("a.toml"), force); }
};

TEST(DefaultRunFolder, IsTheScenesNameHere) {
    EXPECT_EQ(default_run_folder("some/where/drum.toml"), "drum");
    EXPECT_EQ(default_run_folder("drum.v2.toml"), "drum.v2");
    EXPECT_EQ(default_run_folder("drum"), "drum");
}

TEST_F(RunFolders, AreMadeWithTheirParents) {
    prepare(path("x/y"), false);
    EXPECT_EQ(content_of_file(path("x/y/scene.toml")), "title");
    EXPECT_TRUE(std::filesystem::is_directory(path("x/y/probes")));
}

TEST_F(RunFolders, MayExistEmpty) {
    std::filesystem::create_directories(path("out"));
    EXPECT_NO_THROW(prepare(path("out"), false));
}

TEST_F(RunFolders, AreRefusedWhenTheyHoldAnything) {
    std::filesystem::create_directories(path("out"));
    put_file(path("out/summary.json"), "mine");
    EXPECT_THROW(prepare(path("out"), false), InputError);
    EXPECT_EQ(content_of_file(path("out/summary.json")), "mine");
    EXPECT_FALSE(std::filesystem::exists(path("out/probes")));
}

TEST_F(RunFolders, ForceReplacesOnlyWhatARunWrites) {
    std::filesystem::create_directories(path("out/probes"));
    put_file(path("out/summary.json"), "old");
    put_file(path("out/scene.toml"), "old");
    put_file(path("out/notes.txt"), "mine");
    put_file(path("out/probes/mine.csv"), "mine");
    prepare(path("out"), true);
    EXPECT_FALSE(std::filesystem::exists(path("out/summary.json")));
    EXPECT_EQ(content_of_file(path("out/scene.toml")), "title");
    EXPECT_EQ(content_of_file(path("out/notes.txt")), "mine");
    EXPECT_EQ(content_of_file(path("out/probes/mine.csv")), "mine");
}

TEST_F(RunFolders, MayHoldTheSceneItself) {
    std::filesystem::create_directories(path("out"));
    put_file(path("out/scene.toml"), "title");
    prepare_run_folder(path("out"), path("out/scene.toml"), true);
    EXPECT_EQ(content_of_file(path("out/scene.toml")), "title");
}

TEST_F(RunFolders, CannotBeAFile) {
    put_file(path("out"), "mine");
    EXPECT_THROW(prepare(path("out"), true), InputError);
    EXPECT_THROW(prepare(path("out/deeper"), true), InputError);
    EXPECT_EQ(content_of_file(path("out")), "mine");
}

TEST_F(RunFolders, CannotBeWhereNothingCanBeWritten) {
    EXPECT_THROW(prepare("/proc/drystone", true), InputError);
    EXPECT_THROW(prepare("", true), InputError);
}

}  // namespace
}  // namespace drystone

#include "io/run_folder.h"

#include <cerrno>
#include <map>

#include "core/input_error.h"
#include "io/folders.h"
#include "io/output_file.h"

namespace drystone::run_folder_test {
namespace {

class RunFolders : public InAFolder {
  protected:
    void SetUp() override {
        InAFolder::SetUp();
        put_file(path("a.toml"), "title");
    }
    RunFolder prepare(const std::string& out, bool force) { return prepare_with({}, out, force); }
    RunFolder prepare_with(const std::vector<std::string>& inputs, const std::string& out, bool force) {
        RunPlan plan{.scene = path("a.toml"), .names = {"probes/all.csv"}};
        for (const std::string& input : inputs) plan.inputs.emplace_back("drives.0.motion.file", path(input));
        return prepare_run_folder(out, plan, force);
    }
    /// What was there stays as it was.
    void expect_refused(const std::string& out, bool force, const std::string& reason) {
        const auto before = contents();
        try {
            prepare(out, force);
            FAIL() << "not refused: " << reason;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
        }
        EXPECT_EQ(contents(), before);
    }
    std::map<std::string, std::string> contents() const {
        std::map<std::string, std::string> all;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
            all[entry.path().string()] =
                entry.is_regular_file() ? content_of_file(entry.path().string()) : "";
        return all;
    }
    bool has(const std::string& name) const {
        return std::filesystem::exists(std::filesystem::symlink_status(path(name)));
    }
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
    expect_refused(path("out"), false, "the folder is not empty");
    expect_refused(path("out"), true, "files that no drystone command made, \"summary.json\"");
}

TEST_F(RunFolders, ForceReplacesOnlyWhatARunMade) {
    prepare(path("out"), false);
    put_file(path("out/summary.json"), "old");
    put_file(path("out/frames.h5.part"), "of a kill");
    put_file(path("out/probes/all.csv"), "old");
    put_file(path("out/probes/mine.csv"), "mine");
    put_file(path("out/notes.txt"), "mine");
    std::filesystem::create_directories(path("out/inputs"));
    put_file(path("out/inputs/mine.at2"), "mine");
    prepare(path("out"), true);
    for (const char* name : {"out/summary.json", "out/frames.h5.part", "out/probes/all.csv"})
        EXPECT_FALSE(has(name)) << name;
    for (const char* name : {"out/probes/mine.csv", "out/notes.txt", "out/inputs/mine.at2"})
        EXPECT_EQ(content_of_file(path(name)), "mine") << name;
    EXPECT_EQ(content_of_file(path("out/scene.toml")), "title");
}

TEST_F(RunFolders, OfNobodyAreNotForced) {
    std::filesystem::create_directories(path("out/inputs"));
    put_file(path("out/inputs/quake.at2"), "mine");
    put_file(path("out/scene.toml"), "title");
    expect_refused(path("out"), true, "no drystone command made");
    put_file(path("out/summary.json"), R"({"version": "0.1.0", "simulated_seconds": 1})");
    expect_refused(path("out"), true, "\"inputs/quake.at2\"");
}

TEST_F(RunFolders, OfVersionsThatLeftNoMarkAreKnownByTheirSummary) {
    std::filesystem::create_directories(path("out/probes"));
    std::filesystem::create_directories(path("out/inputs/0"));
    std::filesystem::create_directories(path("out/problems"));
    put_file(path("out/summary.json"), R"({"version": "0.1.0", "simulated_seconds": 1})");
    for (const char* name :
         {"scene.toml", "probes/x.csv", "inputs/0/quake.at2", "problems/step-000100.hdf5", "frames.h5"})
        put_file(path(std::string("out/") + name), "old");
    put_file(path("out/problems/mine.txt"), "mine");
    expect_refused(path("out"), true, "\"problems\"");
    std::filesystem::remove(path("out/problems/mine.txt"));
    prepare(path("out"), true);
    for (const char* name : {"summary.json", "probes/x.csv", "inputs", "problems", "frames.h5"})
        EXPECT_FALSE(has(std::string("out/") + name)) << name;
}

TEST_F(RunFolders, CopiesThatWereEditedAreTheUsers) {
    put_file(path("quake.at2"), "0 1 0");
    prepare_with({"quake.at2"}, path("out"), false);
    put_file(path("out/scene.toml"), "better");
    expect_refused(path("out"), true, "out/scene.toml: was changed since");
    put_file(path("out/scene.toml"), "title");
    put_file(path("out/inputs/0/quake.at2"), "0 2 0");
    expect_refused(path("out"), true, "out/inputs/0: was changed since");
    put_file(path("out/inputs/0/quake.at2"), "0 1 0");
    put_file(path("out/inputs/0/mine.txt"), "mine");
    expect_refused(path("out"), true, "out/inputs/0: was changed since");
    std::filesystem::remove(path("out/inputs/0/mine.txt"));
    prepare(path("out"), true);
    EXPECT_FALSE(has("out/inputs"));
}

TEST_F(RunFolders, MayHoldTheSceneItself) {
    prepare(path("out"), false);
    put_file(path("out/scene.toml"), "better");
    prepare_run_folder(path("out"), {path("out/scene.toml"), {}, {}}, true);
    EXPECT_EQ(content_of_file(path("out/scene.toml")), "better");
}

TEST_F(RunFolders, MustNotHoldWhatTheSceneReads) {
    prepare(path("out"), false);
    put_file(path("out/probes/all.csv"), "0 1 0");
    std::filesystem::create_directory_symlink(path("out"), path("link"));
    for (const char* input : {"out/probes/all.csv", "link/probes/../probes/all.csv", "out/probes"})
        EXPECT_THROW(prepare_with({input}, path("out"), true), InputError) << input;
    EXPECT_EQ(content_of_file(path("out/probes/all.csv")), "0 1 0");
}

TEST_F(RunFolders, LinksAreTakenAwayAndNotFollowed) {
    prepare(path("out"), false);
    put_file(path("precious"), "mine");
    std::filesystem::create_directories(path("kept"));
    put_file(path("kept/all.csv"), "mine");
    std::filesystem::create_symlink(path("precious"), path("out/steps.csv"));
    prepare(path("out"), true);
    EXPECT_FALSE(has("out/steps.csv"));
    EXPECT_EQ(content_of_file(path("precious")), "mine");
    std::filesystem::remove_all(path("out/probes"));
    std::filesystem::create_directory_symlink(path("kept"), path("out/probes"));
    expect_refused(path("out"), true, "out/probes: is a link");
    std::filesystem::create_directory_symlink(path("kept"), path("away"));
    expect_refused(path("away"), true, "no drystone command made");
}

TEST_F(RunFolders, FoldersInTheWayAreRefused) {
    prepare(path("out"), false);
    std::filesystem::create_directories(path("out/summary.json/deep"));
    expect_refused(path("out"), true, "is in the way of the results");
}

TEST_F(RunFolders, WhatAnotherCommandMadeIsReplacedByNameOnly) {
    prepare(path("out"), false);
    put_file(path("out/frames.h5"), "of the run");
    const std::vector<std::string> files{"mechanism.csv"};
    EXPECT_THROW(prepare_result_folder(path("out"), files, false), InputError);
    put_file(path("out/mechanism.csv"), "mine");
    EXPECT_THROW(prepare_result_folder(path("out"), files, true), InputError);
    EXPECT_EQ(content_of_file(path("out/mechanism.csv")), "mine");
    std::filesystem::remove(path("out/mechanism.csv"));
    prepare_result_folder(path("out"), files, true);
    put_file(path("out/mechanism.csv"), "of stability");
    EXPECT_EQ(content_of_file(path("out/frames.h5")), "of the run");
    prepare(path("out"), true);
    EXPECT_FALSE(has("out/mechanism.csv"));
    EXPECT_FALSE(has("out/frames.h5"));
}

TEST_F(RunFolders, AMarkThatWasTamperedWithLeadsNowhere) {
    std::filesystem::create_directories(path("out"));
    put_file(path("precious"), "mine");
    for (const char* mark :
         {R"({"made": {"../precious": ""}})", R"({"made": {"inputs/..": ""}})", R"({"made": {"": ""}})",
          R"({"made": {"probes/../../precious": ""}})", R"({"made": ["precious"]})", "[", ""}) {
        put_file(path("out/.drystone"), mark);
        expect_refused(path("out"), true, "is not the mark");
    }
    put_file(path("out/.drystone"), "{\"made\": {\"" + path("precious") + "\": \"\"}}");
    expect_refused(path("out"), true, "is not the mark");
}

TEST_F(RunFolders, AKillWhileTheMarkIsWrittenLeavesAFolderToUse) {
    std::filesystem::create_directories(path("out"));
    put_file(path("out/.drystone.part"), "{");
    EXPECT_NO_THROW(prepare(path("out"), true));
}

TEST_F(RunFolders, CopiesOfInputsAreReadWhateverTheirNames) {
    std::filesystem::create_directories(path("stones"));
    put_file(path("stones/a.obj"), "v");
    for (const char* name : {"a b.at2", "\"q\".at2", "new\nline.at2", "-dash.at2", "\u00e9\u4e2d.at2",
                             "back\\slash.at2", "..at2"})
        put_file(path(name), "0 1");
    const RunFolder run =
        prepare_with({"a b.at2", "\"q\".at2", "new\nline.at2", "-dash.at2", "\u00e9\u4e2d.at2",
                      "back\\slash.at2", "..at2", "stones/", "stones/.", "a b.at2"},
                     path("out"), false);
    EXPECT_EQ(run.inputs[0], "drives.0.motion.file=\"inputs/0/a b.at2\"");
    EXPECT_EQ(run.inputs[1], "drives.0.motion.file=\"inputs/1/\\\"q\\\".at2\"");
    EXPECT_EQ(run.inputs[2], "drives.0.motion.file=\"inputs/2/new\\u000aline.at2\"");
    EXPECT_EQ(run.inputs[7], "drives.0.motion.file=\"inputs/7/stones\"");
    EXPECT_EQ(run.inputs[8], "drives.0.motion.file=\"inputs/8/folder\"");
    EXPECT_EQ(run.inputs[9], run.inputs[0]);
    EXPECT_EQ(content_of_file(path("out/inputs/2/new\nline.at2")), "0 1");
    EXPECT_EQ(content_of_file(path("out/inputs/8/folder/a.obj")), "v");
    EXPECT_EQ(run.copies.size(), 10u);
    EXPECT_NO_THROW(expect_unchanged(path("out"), run.copies));
    put_file(path("out/inputs/6/..at2"), "0 2");
    EXPECT_THROW(expect_unchanged(path("out"), run.copies), InputError);
}

TEST_F(RunFolders, ThatAreGivenUpLeaveNothing) {
    put_file(path("motion.csv"), "0,1");
    const auto before = contents();
    {
        RunFolder run = prepare_with({"motion.csv"}, path("x/y/z"), false);
        put_file(path("x/y/z/probes/all.csv"), "half");
        put_file(path("x/y/z/steps.csv"), "half");
        run.folder.give_up();
    }
    EXPECT_EQ(contents(), before);
}

TEST_F(RunFolders, ThatAreGivenUpKeepWhatIsNotOurs) {
    std::filesystem::create_directories(path("x/y"));
    {
        RunFolder run = prepare(path("x/y"), false);
        put_file(path("x/y/notes.txt"), "mine");
        run.folder.give_up();
    }
    EXPECT_EQ(content_of_file(path("x/y/notes.txt")), "mine");
    for (const char* name : {"x/y/.drystone", "x/y/scene.toml", "x/y/probes"}) EXPECT_FALSE(has(name)) << name;
    {
        RunFolder run = prepare(path("new"), false);
        put_file(path("new/notes.txt"), "mine");
        run.folder.give_up();
    }
    EXPECT_TRUE(has("new/notes.txt"));
    EXPECT_FALSE(has("new/scene.toml"));
}

TEST_F(RunFolders, ALinkThatLeadsNowhereIsTheUsers) {
    std::filesystem::create_symlink("none/such", path("link"));
    EXPECT_THROW(prepare(path("link"), true), InputError);
    EXPECT_THROW(prepare(path("link/below"), true), InputError);
    EXPECT_TRUE(has("link"));
}

TEST(FileErrors, KnowTheMachineFromTheUser) {
    for (const int reason : {ENOSPC, EDQUOT, EFBIG, EIO, EMFILE, ENFILE, ENOMEM}) {
        EXPECT_TRUE(is_of_machine(FileError("a", "write", reason).code())) << reason;
        EXPECT_TRUE(is_of_machine(std::error_code(reason, std::system_category()))) << reason;  // as std::filesystem has it
    }
    for (const int reason : {EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, EISDIR})
        EXPECT_FALSE(is_of_machine(FileError("a", "write", reason).code())) << reason;
    const FileError full("x/scene.toml", "write", ENOSPC);
    try {
        try {
            throw full;
        } catch (const std::exception& error) {
            refuse_results("x", error);
        }
    } catch (const InputError&) {
        ADD_FAILURE() << "a full disk is no mistake of the user's";
    } catch (const FileError& error) {
        EXPECT_STREQ(error.what(), full.what());
    }
    EXPECT_THROW(
        try { throw FileError("x/scene.toml", "write", EACCES); } catch (const std::exception& error) { refuse_results("x", error); }, InputError);
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
}  // namespace drystone::run_folder_test

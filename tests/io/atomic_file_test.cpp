#include "io/atomic_file.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <functional>

#include "io/folders.h"

namespace drystone::atomic_file_test {
namespace {

using AtomicFiles = InAFolder;
using OutputFiles = InAFolder;

/// While it lives, no file of this process grows beyond so many bytes: a disk that is nearly full.
class SmallDisk {
  public:
    explicit SmallDisk(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~SmallDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

  private:
    rlimit before_{};
};

std::string message_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const FileError& error) {
        return error.what();
    }
    return "no exception";
}

TEST_F(AtomicFiles, ReplaceWhatWasThere) {
    put_file(path("a"), "old");
    write_atomically(path("a"), "new content");
    EXPECT_EQ(content_of_file(path("a")), "new content");
    EXPECT_FALSE(std::filesystem::exists(path("a.part")));
}

TEST_F(AtomicFiles, LeaveTheOldFileWhenTheDiskIsFull) {
    put_file(path("a"), "old");
    {
        const SmallDisk disk(1000);
        EXPECT_EQ(message_of([&] { write_atomically(path("a"), std::string(5000, 'x')); }),
                  path("a.part") + ": cannot write: File too large");
    }
    EXPECT_EQ(content_of_file(path("a")), "old");
    EXPECT_FALSE(std::filesystem::exists(path("a.part")));
}

TEST_F(AtomicFiles, LeaveTheOldFileWhenNobodyCommits) {
    put_file(path("a"), "old");
    {
        AtomicFile file(path("a"));
        file.write("half of");
    }
    EXPECT_EQ(content_of_file(path("a")), "old");
    EXPECT_FALSE(std::filesystem::exists(path("a.part")));
}

TEST_F(AtomicFiles, CannotReplaceAFolder) {
    std::filesystem::create_directories(path("a"));
    EXPECT_EQ(message_of([&] { write_atomically(path("a"), "x"); }),
              path("a") + ": cannot replace the file: Is a directory");
    EXPECT_FALSE(std::filesystem::exists(path("a.part")));
}

TEST_F(AtomicFiles, NameTheMissingFolder) {
    EXPECT_EQ(message_of([&] { write_atomically(path("no/a"), "x"); }),
              path("no/a.part") + ": cannot create the file: No such file or directory");
}

TEST_F(AtomicFiles, NeedAFolderThatCanBeWritten) {
    constexpr uid_t nobody = 65534;
    put_file(path("a"), "old");
    ASSERT_EQ(chmod(folder.c_str(), 0555), 0);
    const bool root = geteuid() == 0;  // who may write everywhere
    if (root && seteuid(nobody) != 0) GTEST_SKIP() << "root cannot become somebody else here";
    const std::string message = message_of([&] { write_atomically(path("a"), "x"); });
    if (root) {
        ASSERT_EQ(seteuid(0), 0);
    }
    chmod(folder.c_str(), 0755);
    EXPECT_EQ(message, path("a.part") + ": cannot create the file: Permission denied");
    EXPECT_EQ(content_of_file(path("a")), "old");
}

TEST_F(OutputFiles, HearOfAFullDevice) {
    EXPECT_EQ(message_of([] { OutputFile("/dev/full").write("x"); }),
              "/dev/full: cannot write: No space left on device");
}

TEST_F(OutputFiles, EndWithAWholeLineWhenTheDiskIsFull) {
    OutputFile file(path("a"));
    file.write("one line\n");
    {
        const SmallDisk disk(12);
        EXPECT_THROW(file.write("another line\n"), FileError);
    }
    file.close();
    EXPECT_EQ(content_of_file(path("a")), "one line\n");
}

}  // namespace
}  // namespace drystone::atomic_file_test

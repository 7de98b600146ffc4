#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace drystone {

/// A file or folder could not be written: "path: what was tried: the system's reason".
class FileError : public std::runtime_error {
  public:
    FileError(const std::string& path, const std::string& action, int error_number);

    std::error_code code() const { return code_; }

  private:
    std::error_code code_;
};

/// The machine is the reason (a disk that is full or broken, a quota, too many open files), and not the name that the user gave.
bool is_of_machine(const std::error_code& code);

// Rows that are written one by one are gathered until they are worth a call, or for so long.
constexpr std::size_t enough_pending = 1 << 16;  // [bytes] per file
constexpr std::chrono::seconds flush_interval{1};

/// A file being written. What the system says of every write, sync and close is heard: a full disk is an
/// exception, never a short file.
class OutputFile {
  public:
    explicit OutputFile(std::string path);  // created, or emptied

    /// Goes on with a file that is there after its first `size` bytes; what follows them is cut off. InputError where it has
    /// fewer.
    static OutputFile go_on(std::string path, std::int64_t size);

    /// What go_on() would refuse, with nothing changed.
    static void expect_to_go_on(const std::string& path, std::int64_t size);
    ~OutputFile();  // closes; what went wrong then is lost, so call close()
    OutputFile(OutputFile&& other) noexcept;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    OutputFile& operator=(OutputFile&&) = delete;

    /// All of the text, or (where the file can be cut back) none of it and an exception.
    void write(std::string_view text);
    void sync();   // what was written lasts through a power cut
    void close();  // with sync

    const std::string& path() const { return path_; }
    std::int64_t size() const { return size_; }

  private:
    OutputFile(std::string path, int flags);

    std::string path_;
    int descriptor_ = -1;
    std::int64_t size_ = 0;  // bytes of whole writes
};

/// Makes a rename or a new file in the folder last through a power cut.
void sync_folder(const std::string& folder);

}  // namespace drystone

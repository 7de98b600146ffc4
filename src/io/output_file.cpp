#include "io/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>
#include <utility>

#include "core/input_error.h"

namespace drystone {

FileError::FileError(const std::string& path, const std::string& action, int error_number)
    : std::runtime_error(path + ": cannot " + action + ": " + std::generic_category().message(error_number)),
      code_(error_number, std::generic_category()) {}

bool is_of_machine(const std::error_code& code) {
    constexpr int reasons[] = {ENOSPC, EDQUOT, EFBIG, EIO, EMFILE, ENFILE, ENOMEM};
    // Not by conditions: the library does not know that of a quota as one.
    const bool is_number = code.category() == std::generic_category() || code.category() == std::system_category();
    return is_number && std::find(std::begin(reasons), std::end(reasons), code.value()) != std::end(reasons);
}

OutputFile::OutputFile(std::string path, int flags) : path_(std::move(path)) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
    if (descriptor_ < 0) throw FileError(path_, flags == 0 ? "open the file" : "create the file", errno);
}

OutputFile::OutputFile(std::string path) : OutputFile(std::move(path), O_CREAT | O_TRUNC) {}

void OutputFile::expect_to_go_on(const std::string& path, std::int64_t size) {
    struct stat found {};
    if (stat(path.c_str(), &found) != 0)
        throw InputError(path, "cannot be opened: " + std::generic_category().message(errno));
    if (!S_ISREG(found.st_mode)) throw InputError(path, "is not a file");
    if (found.st_size < size) {
        throw InputError(path, "has " + std::to_string(found.st_size) + " bytes, but had " +
                                   std::to_string(size) +
                                   " when the checkpoint was written: it was changed since");
    }
}

OutputFile OutputFile::go_on(std::string path, std::int64_t size) {
    expect_to_go_on(path, size);
    OutputFile file(std::move(path), 0);
    if (ftruncate(file.descriptor_, size) != 0) throw FileError(file.path_, "cut the file", errno);
    lseek(file.descriptor_, size, SEEK_SET);
    file.size_ = size;
    return file;
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

namespace {

/// A kill cuts a write between two pages of the file. So each write takes whole lines that end before the page
/// does; only a line that lies across two pages goes alone.
std::size_t next_write(std::string_view text, std::int64_t position) {
    constexpr std::size_t page = 4096;
    const std::size_t room = page - static_cast<std::size_t>(position) % page;
    if (text.size() <= room) return text.size();
    const std::size_t last = text.substr(0, room).rfind('\n');
    const std::size_t end = last != std::string_view::npos ? last : text.find('\n');
    return end == std::string_view::npos ? text.size() : end + 1;
}

}  // namespace

void OutputFile::write(std::string_view text) {
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::int64_t position = size_ + static_cast<std::int64_t>(text.size() - rest.size());
        const ssize_t written = ::write(descriptor_, rest.data(), next_write(rest, position));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            const int reason = errno;
            if (ftruncate(descriptor_, size_) == 0) lseek(descriptor_, size_, SEEK_SET);
            throw FileError(path_, "write", reason);
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    size_ += static_cast<std::int64_t>(text.size());
}

void OutputFile::sync() {
    // Pipes and devices cannot be synced, and say so with EINVAL.
    if (fsync(descriptor_) != 0 && errno != EINVAL) throw FileError(path_, "write to the disk", errno);
}

void OutputFile::close() {
    if (descriptor_ < 0) return;
    sync();
    if (::close(std::exchange(descriptor_, -1)) != 0) throw FileError(path_, "close", errno);
}

void sync_folder(const std::string& folder) {
    const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) throw FileError(folder, "open the folder", errno);
    // Some network file systems do not sync folders; their renames are synchronous anyway.
    const int error = fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
    ::close(descriptor);
    if (error != 0) throw FileError(folder, "write the folder to the disk", error);
}

}  // namespace drystone

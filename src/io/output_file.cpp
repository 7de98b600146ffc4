#include "io/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace drystone {

FileError::FileError(const std::string& path, const std::string& action, int error_number)
    : std::runtime_error(path + ": cannot " + action + ": " + std::generic_category().message(error_number)) {
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) throw FileError(path_, "create the file", errno);
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

void OutputFile::close() {
    if (descriptor_ < 0) return;
    const int descriptor = std::exchange(descriptor_, -1);
    // Pipes and devices cannot be synced, and say so with EINVAL.
    const int sync_error = fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
    const int close_error = ::close(descriptor) == 0 ? 0 : errno;
    if (sync_error != 0) throw FileError(path_, "write to the disk", sync_error);
    if (close_error != 0) throw FileError(path_, "close", close_error);
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

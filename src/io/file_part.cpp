#include "io/file_part.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace drystone {

FilePart::FilePart(const std::string& path) : descriptor_(open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
    struct stat found {};
    if (descriptor_ >= 0 && fstat(descriptor_, &found) == 0) size_ = found.st_size;
}

FilePart::~FilePart() {
    if (descriptor_ >= 0) close(descriptor_);
}

int FilePart::put(std::int64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = pwrite(descriptor_, bytes.data(), bytes.size(), offset);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        offset += written;
    }
    return 0;
}

int FilePart::finish() {
    const int synced = fsync(descriptor_) == 0 ? 0 : errno;
    const int closed = close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno;
    return synced != 0 ? synced : closed;
}

}  // namespace drystone

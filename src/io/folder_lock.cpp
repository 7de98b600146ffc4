#include "io/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/input_error.h"

namespace drystone {

FolderLock::FolderLock(const std::string& folder) {
    descriptor_ = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor_ < 0)
        throw InputError(folder, "cannot be opened: " + std::generic_category().message(errno));
    // File systems without locks (some network ones) say so in other ways; there we go on without.
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(descriptor_);
        throw InputError(folder, "another run is at work in this folder");
    }
}

FolderLock::~FolderLock() {
    if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace drystone

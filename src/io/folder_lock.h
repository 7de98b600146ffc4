#pragma once

#include <string>
#include <utility>

namespace drystone {

/// Keeps a run's folder for one process. The lock lies on the folder itself and ends with the process, also when it is
/// killed.
class FolderLock {
  public:
    /// InputError where another process has it, or the folder cannot be opened.
    explicit FolderLock(const std::string& folder);
    ~FolderLock();
    FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

  private:
    int descriptor_ = -1;
};

}  // namespace drystone

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace drystone {

/// A file that another process made, and several fill, each at its places. Errors are numbers, which travel between processes.
class FilePart {
  public:
    explicit FilePart(const std::string& path);
    ~FilePart();
    FilePart(const FilePart&) = delete;
    FilePart& operator=(const FilePart&) = delete;

    std::int64_t size() const { return size_; }  // when it was opened [bytes]; -1: there is no such file here

    /// The number of the system's error; 0: none.
    int put(std::int64_t offset, std::span<const std::byte> bytes);
    int finish();  // what was put lasts through a power cut

  private:
    int descriptor_ = -1;
    std::int64_t size_ = -1;
};

}  // namespace drystone

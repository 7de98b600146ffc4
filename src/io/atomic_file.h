#pragma once

#include <string>
#include <string_view>

#include "io/output_file.h"

namespace drystone {

/// A file that appears whole or not at all: written aside as <path>.part, synced, renamed over the target.
/// Without commit(), or when anything fails, the file that was there before stays as it was.
class AtomicFile {
  public:
    explicit AtomicFile(std::string path);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view text) { aside_.write(text); }
    void commit();

  private:
    std::string path_;
    OutputFile aside_;
    bool committed_ = false;
};

/// The whole content in one go.
void write_atomically(const std::string& path, std::string_view content);

}  // namespace drystone

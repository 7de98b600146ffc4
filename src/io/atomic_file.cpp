#include "io/atomic_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace drystone {

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), aside_(path_ + ".part") {}

AtomicFile::~AtomicFile() {
    if (!committed_) unlink(aside_.path().c_str());
}

void AtomicFile::commit() {
    aside_.close();
    if (std::rename(aside_.path().c_str(), path_.c_str()) != 0)
        throw FileError(path_, "replace the file", errno);
    committed_ = true;
    sync_folder(std::filesystem::path(path_).parent_path().string());
}

void write_atomically(const std::string& path, std::string_view content) {
    AtomicFile file(path);
    file.write(content);
    file.commit();
}

}  // namespace drystone

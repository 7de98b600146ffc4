#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace drystone {

// Archives of files: tar (POSIX ustar) within gzip, which any system unpacks. The same files give the same bytes: owners, times and
// modes are not kept.

/// An archive that appears whole or not at all.
class ArchiveWriter {
  public:
    explicit ArchiveWriter(const std::string& path);
    ~ArchiveWriter();
    ArchiveWriter(const ArchiveWriter&) = delete;
    ArchiveWriter& operator=(const ArchiveWriter&) = delete;

    void add(const std::string& name, std::string_view content);
    void add_file(const std::string& name, const std::string& path);
    void commit();

  private:
    struct Content;
    std::unique_ptr<Content> content_;
};

/// A file of an archive: pieces of it come in order.
struct ArchivedFile {
    std::string name;
    std::int64_t size = 0;
    std::function<bool(std::string& piece)> next;  // false: that was all
};

/// Every file of the archive in its order. InputError where it is damaged, cut short or holds names that lead out of a folder.
void read_archive(const std::string& path, const std::function<void(ArchivedFile&)>& take);

}  // namespace drystone

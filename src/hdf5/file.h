#pragma once

#include <functional>

#include "hdf5/group.h"

namespace drystone::hdf5 {

/// A file, and its outermost group.
class File : public Group {
  public:
    /// Creates the file, or empties it. WriteError where that cannot be.
    static File create(const std::string& path);

    /// A file that is never on a disk, to compare others with. No other that is open may have its name.
    static File create_in_memory(const std::string& name);

    /// Opens it to be read, also while another process appends to it (open_to_append()). InputError where there is no
    /// file, it is not HDF5 or it is cut short.
    static File open(const std::string& path);

    /// Opens it to be changed, also where its last writer was killed.
    static File open_for_writing(const std::string& path);

    /// Opens it so that only series (hdf5/series.h) can be written, and nothing be made or cut. In return readers may open the
    /// file at any moment, and a kill at any moment leaves a file that opens. Also where the last writer was killed. A program that is
    /// just opening the file to read it is waited for; one that keeps it open in another mode is an InputError.
    static File open_to_append(const std::string& path);

    /// Everything written so far reaches the file system; with `sync`, the disk.
    void flush(bool sync = false);

    /// Flushes, syncs and closes. The destructor closes too, but cannot say that it failed.
    void close();

    const std::string& path() const { return file_; }

    /// Gives the open file another name, in the place of one that has it.
    void rename(const std::string& path);

    File(File&&) = default;
    File& operator=(File&&) = default;
    ~File();

  private:
    File(Handle handle, const std::string& path, bool writes)
        : Group(std::move(handle), path, ""), writes_(writes) {}

    bool writes_ = false;
};

/// Writes a file aside and puts it in its place when it is whole: readers see the old one or the new one.
void write_aside(const std::string& path, const std::function<void(const File&)>& fill);

/// The same, and goes on appending to it: nobody meets the file before it may be read while it grows, so that no reader's lock can stand in the writer's way.
File write_aside_to_append(const std::string& path, const std::function<void(const File&)>& fill);

}  // namespace drystone::hdf5

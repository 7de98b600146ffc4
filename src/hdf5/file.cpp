#include "hdf5/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "core/input_error.h"
#include "hdf5/at_exit.h"

namespace drystone::hdf5 {

namespace {

/// The library keeps what describes arrays in memory, 32 MB if it is let; a run with many frames shall not grow that long.
void hold_little(const Handle& properties) {
    H5AC_cache_config_t cache;
    cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
    H5Pget_mdc_config(properties.get(), &cache);
    cache.min_size = cache.initial_size = 1 << 20;
    cache.max_size = 4 << 20;
    H5Pset_mdc_config(properties.get(), &cache);
}

Handle access_properties() {
    Handle properties(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    // The newest format: checksums on everything but the numbers themselves, and what append mode needs.
    H5Pset_libver_bounds(properties.get(), H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    // Closing the file closes what is still open in it, so that a file that was closed is whole.
    H5Pset_fclose_degree(properties.get(), H5F_CLOSE_STRONG);
    // A reader that meets a wrong checksum in append mode tries again, waiting twice as long each time, from a nanosecond: the
    // library's own choice of a hundred attempts would outlast us. These take a millisecond.
    H5Pset_metadata_read_attempts(properties.get(), 20);
    hold_little(properties);
    return properties;
}

/// What describes arrays lies within pages of the system's, which a kill leaves either as they were or as they were to be: where an index lay across two of
/// them, a kill between the two left it with half of each.
Handle creation_properties() {
    constexpr hsize_t page = 4096;
    Handle properties(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    H5Pset_file_space_strategy(properties.get(), H5F_FSPACE_STRATEGY_PAGE, false, 1);
    H5Pset_file_space_page_size(properties.get(), page);
    return properties;
}

void expect_hdf5(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) throw InputError(path, "there is no such file");
    if (!std::filesystem::is_regular_file(path, error)) throw InputError(path, "is not a file");
    if (access(path.c_str(), R_OK) != 0) throw InputError(path, "cannot be opened: permission denied");
    if (H5Fis_hdf5(path.c_str()) <= 0) throw InputError(path, "is not an HDF5 file");
}

/// Readers in append mode hold a lock while they open the file and no longer, so that a moment's waiting passes them.
Handle open_when_free(const std::string& path, unsigned flags, const Handle& properties) {
    constexpr int attempts = 40;
    constexpr std::chrono::milliseconds pause(25);
    for (int k = 1;; ++k) {
        Handle handle(H5Fopen(path.c_str(), flags, properties.get()), H5Fclose);
        if (handle.valid() || k == attempts || !is_of_lock(last_reason())) return handle;
        std::this_thread::sleep_for(pause);
    }
}

/// A file that is there, to be changed.
Handle open_again(const std::string& path, unsigned flags) {
    be_silent();
    expect_hdf5(path);
    const Handle properties = access_properties();
    // A writer that was killed leaves a mark; the library's own h5clear takes it away by this property.
    const hbool_t clear = 1;
    H5Pset(properties.get(), "clear_status_flags", &clear);
    Handle handle = open_when_free(path, flags, properties);
    if (!handle.valid() && is_of_lock(last_reason())) throw InputError(path, "is open in another program: close it there first");
    if (!handle.valid() && is_of_disk(last_reason())) throw WriteError(path, "open the file to be changed");
    if (!handle.valid()) throw InputError(path, "cannot be opened to be changed: " + last_reason());
    // What a killed writer had put behind the end that the file knows of must not be given away a second time.
    if (H5Fincrement_filesize(handle.get(), 0) < 0) throw InputError(path, "is damaged: " + last_reason());
    return handle;
}

void sync_file(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const bool synced = descriptor >= 0 && fsync(descriptor) == 0;
    if (descriptor >= 0) ::close(descriptor);
    if (!synced) throw std::runtime_error(path + ": cannot write to the disk");
}

}  // namespace

File File::create(const std::string& path) {
    be_silent();
    const Handle creation = creation_properties(), access = access_properties();  // closing them would make the reason forgotten
    Handle handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.get(), access.get()), H5Fclose);
    if (!handle.valid()) throw WriteError(path, "create the file");
    return {std::move(handle), path, true};
}

File File::create_in_memory(const std::string& name) {
    be_silent();
    const Handle properties = access_properties();
    constexpr std::size_t growth = 1 << 20;
    H5Pset_fapl_core(properties.get(), growth, 0);
    Handle handle(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, properties.get()), H5Fclose);
    if (!handle.valid()) throw WriteError(name, "create the file");
    return {std::move(handle), name, false};
}

File File::open(const std::string& path) {
    be_silent();
    expect_hdf5(path);
    const Handle properties = access_properties();
    Handle handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, properties.get()), H5Fclose);
    // Files of the older formats know no append mode.
    if (!handle.valid()) handle = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, properties.get()), H5Fclose);
    if (!handle.valid()) throw InputError(path, "the file is damaged or cut short: " + last_reason());
    return {std::move(handle), path, false};
}

File File::open_for_writing(const std::string& path) { return {open_again(path, H5F_ACC_RDWR), path, true}; }

// In this mode from the first moment: a file marked as being written in the other one is refused by every reader.
File File::open_to_append(const std::string& path) {
    return {open_again(path, H5F_ACC_RDWR | H5F_ACC_SWMR_WRITE), path, true};
}

void File::rename(const std::string& path) {
    std::filesystem::rename(file_, path);
    file_ = path;
}

void File::flush(bool sync) {
    if (H5Fflush(id(), H5F_SCOPE_GLOBAL) < 0) throw WriteError(path(), "write");
    if (sync) sync_file(path());
}

void File::close() {
    if (!handle_.valid()) return;
    if (writes_) flush();
    if (!handle_.reset()) {
        end_before_library_does();
        throw WriteError(path(), "close");
    }
    if (writes_) sync_file(path());
}

File::~File() {
    if (writes_ && !handle_.reset()) end_before_library_does();
}

namespace {

/// Hands the name of the file aside to `write`, and leaves none behind where that fails.
template <class Write>
auto aside_of(const std::string& path, const Write& write) {
    const std::string aside = path + ".part";
    try {
        return write(aside);
    } catch (...) {
        std::error_code ignored;
        std::filesystem::remove(aside, ignored);
        throw;
    }
}

void write_whole(const std::string& path, const std::function<void(const File&)>& fill) {
    File file = File::create(path);
    fill(file);
    file.close();
}

}  // namespace

void write_aside(const std::string& path, const std::function<void(const File&)>& fill) {
    aside_of(path, [&](const std::string& aside) {
        write_whole(aside, fill);
        std::filesystem::rename(aside, path);
    });
}

File write_aside_to_append(const std::string& path, const std::function<void(const File&)>& fill) {
    return aside_of(path, [&](const std::string& aside) {
        write_whole(aside, fill);
        File file = File::open_to_append(aside);
        file.rename(path);
        return file;
    });
}

}  // namespace drystone::hdf5

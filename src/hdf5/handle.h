#pragma once

#include <string>
#include <utility>

#include <hdf5.h>

namespace drystone::hdf5 {

/// One of the library's identifiers, closed at the end of its scope. Making the first one turns the library's own
/// printing of errors off: what went wrong is told by exceptions.
class Handle {
  public:
    using Close = herr_t (*)(hid_t);

    Handle() = default;
    Handle(hid_t id, Close close) : id_(id), close_(close) {}
    ~Handle() { reset(); }
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    bool valid() const { return id_ >= 0; }
    hid_t get() const { return id_; }

    /// Closes now; false if the library could not.
    bool reset() {
        const hid_t id = std::exchange(id_, -1);
        return id < 0 || close_(id) >= 0;
    }

    /// Gives the identifier up without closing it.
    void forget() { id_ = -1; }

  private:
    hid_t id_ = -1;
    Close close_ = nullptr;
};

/// Called before the library is used first.
void be_silent();

/// The innermost reason of the library's last failure: "unable to open file: No such file or directory", say.
std::string last_reason();

/// That reason is a disk that is full or broken, a quota or a limit of the system, and not the file.
bool is_of_disk(const std::string& reason);

/// That reason is another program that has the file open.
bool is_of_lock(const std::string& reason);

}  // namespace drystone::hdf5

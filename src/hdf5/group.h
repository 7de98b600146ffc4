#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hdf5/handle.h"
#include "hdf5/shape.h"

namespace drystone::hdf5 {

/// A file could not be written: "path: what was tried: the library's reason". What is wrong with a file that is read is an
/// InputError.
class WriteError : public std::runtime_error {
  public:
    WriteError(const std::string& place, const std::string& action);
};

template <class T>
struct Array {
    Shape shape;
    std::vector<T> values;  // the last axis runs fastest
};

/// How an array is stored. Compression (deflate after shuffle) needs chunks.
struct Storage {
    Shape chunk;      // empty: in one piece
    int deflate = 0;  // 0: none, 1: fast .. 9: small
    bool checksum = false;  // of every chunk, the library's; of one piece hdf5/checksum.h, as an attribute
};

/// A folder of a file: named arrays, attributes and groups. T: uint8, int32, int64, float, double.
///
/// Every read checks the type and the shape first, and refuses with the place: "frames.h5: /contacts/gap: ...".
class Group {
  public:
    bool has(const std::string& name) const;     // a group or an array
    std::vector<std::string> names() const;      // in the order of the alphabet
    Group group(const std::string& name) const;  // refuses where there is none
    Group make_group(const std::string& name) const;

    Shape shape(const std::string& name) const;
    template <class T>
    Array<T> read(const std::string& name) const;
    template <class T>
    std::vector<T> read(const std::string& name, const Shape& expected) const;
    template <class T>
    void write(const std::string& name, std::span<const T> values, const Shape& shape,
               const Storage& storage = {}) const;

    /// Makes an array in one piece that others fill once the file is closed, with values of that checksum. Where it begins in the file [bytes]; -1: it
    /// is empty.
    template <class T>
    std::int64_t make_room(const std::string& name, const Shape& shape, std::uint64_t checksum) const;

    // Texts: a list of them, and a single one (of fixed or of variable length).
    std::vector<std::string> read_texts(const std::string& name) const;
    std::string read_text(const std::string& name) const;
    void write_texts(const std::string& name, std::span<const std::string> texts) const;
    void write_text(const std::string& name, std::string_view text) const;

    // Attributes
    bool has_attribute(const std::string& name) const;
    std::string text(const std::string& name) const;
    std::int64_t whole_number(const std::string& name) const;
    double number(const std::string& name) const;
    void set_text(const std::string& name, std::string_view value) const;
    void set_whole_number(const std::string& name, std::int64_t value) const;
    void set_number(const std::string& name, double value) const;

    hid_t id() const { return handle_.get(); }
    std::string place(const std::string& name = "") const;  // "file: /group/name"

  protected:
    Group(Handle handle, std::string file, std::string path)
        : handle_(std::move(handle)), file_(std::move(file)), path_(std::move(path)) {}

    Handle handle_;
    std::string file_;  // for messages
    std::string path_;  // "" or "/group": for messages
};

}  // namespace drystone::hdf5

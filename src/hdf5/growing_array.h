#pragma once

#include "hdf5/group.h"

namespace drystone::hdf5 {

/// What series and sheets are made of: an array some of whose first axes grow, and the block of it at some place.
class GrowingArray {
  public:
    /// How one is made: the types and lengths, how many of the first axes grow, how it is stored.
    struct Make {
        hid_t file_type = H5I_INVALID_HID;
        Shape shape;
        int growing = 1;
        Handle properties;
    };

    static GrowingArray make(const Group& group, const std::string& name, const Make& how);

    /// Refuses another type or shape (`any` fits every length).
    static GrowingArray open(const Group& group, const std::string& name, hid_t memory_type, const Shape& expected);

    const Shape& shape() const { return shape_; }
    const std::string& place() const { return place_; }

    /// To this shape; `action` is what could not be done, else.
    void resize(const Shape& shape, const char* action);

    /// The block of `lengths` at `start`, from and to memory of that type.
    void write(const Shape& start, const Shape& lengths, hid_t memory_type, const void* values);
    void read(const Shape& start, const Shape& lengths, hid_t memory_type, void* values) const;

    /// Refuses to read so many values where the file cannot hold them.
    void expect_room(std::int64_t values, std::size_t bytes_each) const;

    void flush();
    void refresh();

  private:
    GrowingArray(Handle data, Shape shape, std::string place)
        : data_(std::move(data)), shape_(std::move(shape)), place_(std::move(place)) {}

    Handle data_;
    Shape shape_;
    std::string place_;
};

/// Lengths of the axes that grow, and of those behind them.
Shape joined(Shape growing, const Shape& others);

}  // namespace drystone::hdf5

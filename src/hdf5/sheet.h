#pragma once

#include "hdf5/group.h"

namespace drystone::hdf5 {

/// An array (rows, columns, ...) of real numbers that grows along its first two axes; the other lengths are fixed. What was never
/// written is not a number. One made as a Series opens as a sheet whose columns do not grow.
template <class T>
class Sheet {
  public:
    /// Makes an empty one. `entry`: the lengths behind the columns; storage.chunk has all lengths.
    static Sheet make(const Group& group, const std::string& name, const Shape& entry,
                      const Storage& storage);

    static Sheet open(const Group& group, const std::string& name, const Shape& entry);

    std::int64_t rows() const { return shape_[0]; }
    std::int64_t columns() const { return shape_[1]; }

    /// Row number `row`, of as many columns as there are values; the sheet grows where it is smaller.
    void write(std::int64_t row, std::span<const T> values);

    /// Takes the rows, and of a sheet the columns, beyond the end away. Not in append mode.
    void cut(std::int64_t rows, std::int64_t columns);

    /// The first columns of a row.
    std::vector<T> read(std::int64_t row, std::int64_t columns) const;

    /// Refuses where one of the first rows is missing or damaged.
    void expect_readable(std::int64_t rows, std::int64_t columns) const;

    /// Looks again how far another process has got.
    void refresh();

  private:
    Sheet(Handle data, Shape shape, std::string place)
        : data_(std::move(data)), shape_(std::move(shape)), place_(std::move(place)) {}

    std::int64_t values_in_entry() const;
    void resize(const Shape& shape, const char* action);

    Handle data_;
    Shape shape_;
    std::string place_;
};

}  // namespace drystone::hdf5

#pragma once

#include "hdf5/growing_array.h"

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

    std::int64_t rows() const { return array_.shape()[0]; }
    std::int64_t columns() const { return array_.shape()[1]; }

    /// Row number `row`, of as many columns as there are values; the sheet grows where it is smaller.
    void write(std::int64_t row, std::span<const T> values);

    /// Takes the rows, and of a sheet the columns, beyond the end away. Not in append mode.
    void cut(std::int64_t rows, std::int64_t columns);

    /// The first columns of a row.
    std::vector<T> read(std::int64_t row, std::int64_t columns) const;

    /// The entry in one column of a row.
    std::vector<T> entry(std::int64_t row, std::int64_t column) const;

    /// Refuses where one of the first rows is missing or damaged.
    void expect_readable(std::int64_t rows, std::int64_t columns) const;

    /// Looks again how far another process has got.
    void refresh() { array_.refresh(); }

  private:
    explicit Sheet(GrowingArray array) : array_(std::move(array)) {}

    std::int64_t values_in_entry() const;
    void expect_within(std::int64_t row, std::int64_t columns) const;
    Shape in_row(std::int64_t row) const;                // where it begins
    Shape lengths_of(std::int64_t columns) const;        // of the first columns of a row

    GrowingArray array_;
};

}  // namespace drystone::hdf5

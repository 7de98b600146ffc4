#pragma once

#include "hdf5/growing_array.h"

namespace drystone::hdf5 {

/// An array that grows along its first axis; the other lengths are fixed. `row`: one index of the first axis.
///
/// Rows are written at a given place, not only at the end: writing a row again replaces it.
template <class T>
class Series {
  public:
    /// Makes an empty one. storage.chunk has the lengths of the first axis and of the others.
    static Series make(const Group& group, const std::string& name, const Shape& row, const Storage& storage);

    /// Opens one; refuses a row of another shape (`any` fits every length).
    static Series open(const Group& group, const std::string& name, const Shape& row);

    std::int64_t rows() const { return array_.shape()[0]; }
    const Shape& shape() const { return array_.shape(); }  // (rows, the rest of a row)

    /// Rows first, first + 1, ...; the series grows where they reach beyond its end.
    void write(std::int64_t first, std::span<const T> values);

    /// Takes the rows beyond the end away. Not in append mode.
    void cut(std::int64_t rows);

    std::vector<T> read(std::int64_t first, std::int64_t count) const;

    /// Reads the first rows, some at a time, and forgets them: refuses where one is missing or damaged.
    void expect_readable(std::int64_t rows) const;

    /// What is written becomes visible to those who read meanwhile.
    void flush() { array_.flush(); }

    /// Looks again how far another process has got.
    void refresh() { array_.refresh(); }

  private:
    explicit Series(GrowingArray array) : array_(std::move(array)) {}

    std::int64_t values_in_row() const;
    Shape at_row(std::int64_t first) const;      // where it begins
    Shape lengths_of(std::int64_t count) const;      // of so many rows

    GrowingArray array_;
};

}  // namespace drystone::hdf5

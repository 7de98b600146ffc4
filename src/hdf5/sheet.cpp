#include "hdf5/sheet.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "core/input_error.h"
#include "hdf5/dataset.h"
#include "hdf5/value_type.h"

namespace drystone::hdf5 {

template <class T>
std::int64_t Sheet<T>::values_in_entry() const {
    return values_in(Shape(array_.shape().begin() + 2, array_.shape().end()));
}

template <class T>
Shape Sheet<T>::in_row(std::int64_t row) const {
    Shape start(array_.shape().size(), 0);
    start[0] = row;
    return start;
}

template <class T>
Shape Sheet<T>::lengths_of(std::int64_t columns) const {
    Shape block = array_.shape();
    block[0] = 1;
    block[1] = columns;
    return block;
}

template <class T>
Sheet<T> Sheet<T>::make(const Group& group, const std::string& name, const Shape& entry,
                        const Storage& storage) {
    GrowingArray::Make how{.file_type = file_type<T>(),
                           .shape = joined({0, 0}, entry),
                           .growing = 2,
                           .properties = creation_properties(storage)};
    const T nothing = std::numeric_limits<T>::quiet_NaN();
    H5Pset_fill_value(how.properties.get(), memory_type<T>(), &nothing);
    return Sheet(GrowingArray::make(group, name, how));
}

template <class T>
Sheet<T> Sheet<T>::open(const Group& group, const std::string& name, const Shape& entry) {
    return Sheet(GrowingArray::open(group, name, memory_type<T>(), joined({any, any}, entry)));
}

template <class T>
void Sheet<T>::write(std::int64_t row, std::span<const T> values) {
    assert(row >= 0 && static_cast<std::int64_t>(values.size()) % values_in_entry() == 0);
    const std::int64_t columns = static_cast<std::int64_t>(values.size()) / values_in_entry();
    Shape grown = array_.shape();
    grown[0] = std::max(grown[0], row + 1);
    grown[1] = std::max(grown[1], columns);
    array_.resize(grown, "grow");
    if (columns > 0) array_.write(in_row(row), lengths_of(columns), memory_type<T>(), values.data());
}

template <class T>
void Sheet<T>::cut(std::int64_t rows, std::int64_t columns) {
    assert(rows >= 0 && columns >= 0);
    Shape cut = array_.shape();
    cut[0] = std::min(cut[0], rows);
    cut[1] = std::min(cut[1], columns);
    array_.resize(cut, "cut");
}

template <class T>
void Sheet<T>::expect_within(std::int64_t row, std::int64_t columns) const {
    if (row < 0 || row >= rows() || columns < 0 || columns > this->columns()) {
        throw InputError(array_.place(), "has " + std::to_string(rows()) + " rows of " +
                                             std::to_string(this->columns()) + "; there is no row " +
                                             std::to_string(row) + " of " + std::to_string(columns));
    }
}

template <class T>
std::vector<T> Sheet<T>::read(std::int64_t row, std::int64_t columns) const {
    expect_within(row, columns);
    array_.expect_room(columns * values_in_entry(), sizeof(T));
    std::vector<T> values(static_cast<std::size_t>(columns * values_in_entry()));
    if (!values.empty()) array_.read(in_row(row), lengths_of(columns), memory_type<T>(), values.data());
    return values;
}

template <class T>
std::vector<T> Sheet<T>::entry(std::int64_t row, std::int64_t column) const {
    assert(column >= 0);
    expect_within(row, column + 1);
    std::vector<T> values(static_cast<std::size_t>(values_in_entry()));
    Shape start = in_row(row);
    start[1] = column;
    array_.read(start, lengths_of(1), memory_type<T>(), values.data());
    return values;
}

template <class T>
void Sheet<T>::expect_readable(std::int64_t rows, std::int64_t columns) const {
    for (std::int64_t row = 0; row < rows; ++row) read(row, columns);
}

template class Sheet<float>;
template class Sheet<double>;

}  // namespace drystone::hdf5

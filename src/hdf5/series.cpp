#include "hdf5/series.h"

#include <algorithm>
#include <cassert>

#include "core/input_error.h"
#include "hdf5/dataset.h"
#include "hdf5/value_type.h"

namespace drystone::hdf5 {

template <class T>
std::int64_t Series<T>::values_in_row() const {
    return values_in(Shape(shape().begin() + 1, shape().end()));
}

template <class T>
Shape Series<T>::at_row(std::int64_t first) const {
    Shape start(shape().size(), 0);
    start[0] = first;
    return start;
}

template <class T>
Shape Series<T>::lengths_of(std::int64_t count) const {
    Shape block = shape();
    block[0] = count;
    return block;
}

template <class T>
Series<T> Series<T>::make(const Group& group, const std::string& name, const Shape& row,
                          const Storage& storage) {
    return Series(GrowingArray::make(group, name,
                                     {.file_type = file_type<T>(),
                                      .shape = joined({0}, row),
                                      .growing = 1,
                                      .properties = creation_properties(storage)}));
}

template <class T>
Series<T> Series<T>::open(const Group& group, const std::string& name, const Shape& row) {
    return Series(GrowingArray::open(group, name, memory_type<T>(), joined({any}, row)));
}

template <class T>
void Series<T>::write(std::int64_t first, std::span<const T> values) {
    if (values.empty()) return;
    assert(first >= 0 && static_cast<std::int64_t>(values.size()) % values_in_row() == 0);
    const std::int64_t count = static_cast<std::int64_t>(values.size()) / values_in_row();
    if (first + count > rows()) array_.resize(lengths_of(first + count), "grow");
    array_.write(at_row(first), lengths_of(count), memory_type<T>(), values.data());
}

template <class T>
void Series<T>::cut(std::int64_t rows) {
    assert(rows >= 0);
    if (rows < this->rows()) array_.resize(lengths_of(rows), "cut");
}

template <class T>
std::vector<T> Series<T>::read(std::int64_t first, std::int64_t count) const {
    if (first < 0 || count < 0 || first > rows() || count > rows() - first) {
        throw InputError(array_.place(), "has " + std::to_string(rows()) + " rows; there are no rows " +
                                             std::to_string(first) + " to " + std::to_string(first + count));
    }
    const Shape block = lengths_of(count);
    array_.expect_room(values_in(block), sizeof(T));
    std::vector<T> values(static_cast<std::size_t>(values_in(block)));
    if (!values.empty()) array_.read(at_row(first), block, memory_type<T>(), values.data());
    return values;
}

template <class T>
void Series<T>::expect_readable(std::int64_t rows) const {
    constexpr std::int64_t block = 1 << 17;  // values
    const std::int64_t some = std::max<std::int64_t>(1, block / std::max<std::int64_t>(1, values_in_row()));
    for (std::int64_t first = 0; first < rows; first += some) read(first, std::min(some, rows - first));
}

template class Series<std::uint8_t>;
template class Series<std::int32_t>;
template class Series<std::int64_t>;
template class Series<float>;
template class Series<double>;

}  // namespace drystone::hdf5

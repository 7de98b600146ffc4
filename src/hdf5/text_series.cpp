#include "hdf5/text_series.h"

#include <algorithm>
#include <cassert>

#include "core/input_error.h"
#include "hdf5/dataset.h"
#include "hdf5/value_type.h"

namespace drystone::hdf5 {

namespace {

Handle select(hid_t data, hsize_t first, hsize_t count) {
    Handle space(H5Dget_space(data), H5Sclose);
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &first, nullptr, &count, nullptr);
    return space;
}

Handle in_memory(hsize_t count) { return {H5Screate_simple(1, &count, nullptr), H5Sclose}; }

/// Whether a byte of UTF-8 goes on with a letter that began before it.
bool goes_on(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

TextSeries::TextSeries(Handle data, Handle type, std::string place)
    : data_(std::move(data)), type_(std::move(type)), place_(std::move(place)) {
    rows_ = shape_of_array(data_.get())[0];
    bytes_ = H5Tget_size(type_.get());
}

TextSeries TextSeries::make(const Group& group, const std::string& name, std::size_t bytes,
                            std::int64_t chunk) {
    Handle type = text_type(std::max<std::size_t>(bytes, 1));
    const hsize_t none = 0, most = H5S_UNLIMITED;
    const Handle space(H5Screate_simple(1, &none, &most), H5Sclose);
    const Handle properties = creation_properties({.chunk = {chunk}});
    Handle data(H5Dcreate2(group.id(), name.c_str(), type.get(), space.get(), H5P_DEFAULT, properties.get(),
                           without_cache().get()),
                H5Dclose);
    if (!data.valid()) throw WriteError(group.place(name), "make the list of texts");
    return {std::move(data), std::move(type), group.place(name)};
}

TextSeries TextSeries::open(const Group& group, const std::string& name) {
    const std::string place = group.place(name);
    if (!group.has(name)) throw InputError(place, "is missing");
    Handle data(H5Dopen2(group.id(), name.c_str(), without_cache().get()), H5Dclose);
    if (!data.valid()) throw InputError(place, "is not an array, or is damaged: " + last_reason());
    Handle type(H5Dget_type(data.get()), H5Tclose);
    if (!type.valid() || H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0)
        throw InputError(place, "is not a list of texts of one length");
    expect_shape(place, shape_of_array(data.get()), {any});
    return {std::move(data), std::move(type), place};
}

std::string TextSeries::kept(const std::string& text) const {
    if (text.size() <= bytes_) return text;
    std::size_t end = bytes_;
    while (end > 0 && goes_on(text[end])) --end;
    return text.substr(0, end);
}

void TextSeries::write(std::int64_t first, std::span<const std::string> texts) {
    assert(first >= 0);
    if (texts.empty()) return;
    const std::int64_t end = first + static_cast<std::int64_t>(texts.size());
    if (end > rows_) {
        const hsize_t length = static_cast<hsize_t>(end);
        if (H5Dset_extent(data_.get(), &length) < 0) throw WriteError(place_, "grow");
        rows_ = end;
    }
    std::vector<char> letters(texts.size() * bytes_, '\0');
    for (std::size_t k = 0; k < texts.size(); ++k) {
        const std::string text = kept(texts[k]);
        std::copy(text.begin(), text.end(), letters.begin() + static_cast<std::ptrdiff_t>(k * bytes_));
    }
    const Handle where = select(data_.get(), static_cast<hsize_t>(first), texts.size()),
                 memory = in_memory(texts.size());
    if (H5Dwrite(data_.get(), type_.get(), memory.get(), where.get(), H5P_DEFAULT, letters.data()) < 0)
        throw WriteError(place_, "write");
}

void TextSeries::cut(std::int64_t rows) {
    if (rows >= rows_) return;
    const hsize_t length = static_cast<hsize_t>(rows);
    if (H5Dset_extent(data_.get(), &length) < 0) throw WriteError(place_, "cut");
    rows_ = rows;
}

std::vector<std::string> TextSeries::read(std::int64_t count) const {
    if (count < 0 || count > rows_)
        throw InputError(place_,
                         "has " + std::to_string(rows_) + " texts, expected " + std::to_string(count));
    expect_size(place_, data_.get(), count, bytes_);
    std::vector<std::string> texts;
    if (count == 0) return texts;
    std::vector<char> letters(static_cast<std::size_t>(count) * bytes_);
    const Handle where = select(data_.get(), 0, static_cast<hsize_t>(count)),
                 memory = in_memory(static_cast<hsize_t>(count));
    if (H5Dread(data_.get(), type_.get(), memory.get(), where.get(), H5P_DEFAULT, letters.data()) < 0)
        throw InputError(place_, "cannot be read: " + last_reason());
    for (std::int64_t k = 0; k < count; ++k) {
        const std::string text(letters.data() + static_cast<std::size_t>(k) * bytes_, bytes_);
        texts.push_back(text.substr(0, text.find('\0')));
    }
    return texts;
}

void TextSeries::refresh() {
    if (H5Drefresh(data_.get()) < 0) throw InputError(place_, "cannot be read again: " + last_reason());
    rows_ = shape_of_array(data_.get())[0];
}

}  // namespace drystone::hdf5

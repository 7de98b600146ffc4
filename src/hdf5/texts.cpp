// Texts and attributes of a group. Texts are written as UTF-8 of a fixed length, that of the longest in a list (a million short
// names are then one block). Those of variable length are read, too, but not written: they lie in a heap without checksums, and the
// library reads beyond its end where it is damaged.
#include <algorithm>

#include "core/input_error.h"
#include "hdf5/dataset.h"
#include "hdf5/value_type.h"

namespace drystone::hdf5 {

namespace {

/// A type has one byte at least.
std::string at_least_a_byte(std::string_view text) { return text.empty() ? std::string(1, '\0') : std::string(text); }

/// Reads `count` texts; `read(type, buffer)` is the library's read of an attribute or an array.
template <class Read>
std::vector<std::string> take_texts(hid_t stored, hid_t space, std::size_t count, const std::string& place,
                                    const Read& read) {
    std::vector<std::string> texts;
    if (count == 0) return texts;
    if (H5Tis_variable_str(stored) > 0) {
        std::vector<char*> pointers(count, nullptr);
        const Handle type(H5Tcopy(stored), H5Tclose);
        if (read(type.get(), static_cast<void*>(pointers.data())) < 0)
            throw InputError(place, "cannot be read: " + last_reason());
        for (const char* text : pointers) texts.emplace_back(text ? text : "");
        H5Dvlen_reclaim(type.get(), space, H5P_DEFAULT, pointers.data());
        return texts;
    }
    const std::size_t length = H5Tget_size(stored);
    std::vector<char> letters(count * length);
    if (read(stored, static_cast<void*>(letters.data())) < 0)
        throw InputError(place, "cannot be read: " + last_reason());
    for (std::size_t k = 0; k < count; ++k) {
        std::string text(letters.data() + k * length, length);
        const std::size_t end =
            H5Tget_strpad(stored) == H5T_STR_SPACEPAD ? text.find_last_not_of(' ') + 1 : text.find('\0');
        texts.push_back(text.substr(0, end));
    }
    return texts;
}

void expect_text(const std::string& place, hid_t type) {
    if (H5Tget_class(type) != H5T_STRING)
        throw InputError(place, "holds " + in_words(type) + ", expected text");
}

/// An attribute that was opened, of one value.
Handle open_attribute(const Group& group, const std::string& name) {
    const std::string place = group.place() + ": attribute " + name;
    if (!group.has_attribute(name)) throw InputError(place, "is missing");
    Handle attribute(H5Aopen(group.id(), name.c_str(), H5P_DEFAULT), H5Aclose);
    if (!attribute.valid()) throw InputError(place, "is damaged: " + last_reason());
    const Handle space(H5Aget_space(attribute.get()), H5Sclose);
    if (values_in(shape_of(space.get())) != 1) throw InputError(place, "is not a single value");
    return attribute;
}

template <class T>
T attribute_value(const Group& group, const std::string& name) {
    const Handle attribute = open_attribute(group, name);
    const std::string place = group.place() + ": attribute " + name;
    const Handle type(H5Aget_type(attribute.get()), H5Tclose);
    if (!can_be_read_as(type.get(), memory_type<T>()))
        throw InputError(place, "holds " + in_words(type.get()) + ", expected " + in_words(memory_type<T>()));
    T value{};
    if (H5Aread(attribute.get(), memory_type<T>(), &value) < 0)
        throw InputError(place, "cannot be read: " + last_reason());
    return value;
}

void put_attribute(const Group& group, const std::string& name, hid_t stored, hid_t memory,
                   const void* value) {
    if (group.has_attribute(name)) H5Adelete(group.id(), name.c_str());
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(
        H5Acreate2(group.id(), name.c_str(), stored, space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    if (!attribute.valid() || H5Awrite(attribute.get(), memory, value) < 0)
        throw WriteError(group.place() + ": attribute " + name, "write it");
}

}  // namespace

std::vector<std::string> Group::read_texts(const std::string& name) const {
    if (!has(name)) throw InputError(place(name), "is missing");
    const Handle data(H5Dopen2(id(), name.c_str(), H5P_DEFAULT), H5Dclose);
    if (!data.valid()) throw InputError(place(name), "is not an array, or is damaged: " + last_reason());
    const Handle type(H5Dget_type(data.get()), H5Tclose), space(H5Dget_space(data.get()), H5Sclose);
    expect_text(place(name), type.get());
    const Shape shape = shape_of(space.get());
    expect_size(place(name), data.get(), values_in(shape), sizeof(char*));
    return take_texts(
        type.get(), space.get(), static_cast<std::size_t>(values_in(shape)), place(name),
        [&](hid_t as, void* into) { return H5Dread(data.get(), as, H5S_ALL, H5S_ALL, H5P_DEFAULT, into); });
}

std::string Group::read_text(const std::string& name) const {
    const std::vector<std::string> texts = read_texts(name);
    if (texts.size() != 1)
        throw InputError(place(name), "holds " + std::to_string(texts.size()) + " texts, expected one");
    return texts[0];
}

void Group::write_texts(const std::string& name, std::span<const std::string> texts) const {
    std::size_t length = 1;
    for (const std::string& text : texts) length = std::max(length, text.size());
    std::vector<char> letters(texts.size() * length, '\0');
    for (std::size_t k = 0; k < texts.size(); ++k)
        std::copy(texts[k].begin(), texts[k].end(),
                  letters.begin() + static_cast<std::ptrdiff_t>(k * length));
    const Handle type = text_type(length);
    const hsize_t count = texts.size();
    const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
    const Handle properties = creation_properties(
        {.chunk =
             count > 0 ? Shape{std::min<std::int64_t>(static_cast<std::int64_t>(count), 1 << 14)} : Shape{},
         .deflate = 1,
         .checksum = true});
    const Handle data(
        H5Dcreate2(id(), name.c_str(), type.get(), space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT),
        H5Dclose);
    if (!data.valid() ||
        (count > 0 && H5Dwrite(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, letters.data()) < 0))
        throw WriteError(place(name), "write the texts");
}

void Group::write_text(const std::string& name, std::string_view text) const {
    const std::string letters = at_least_a_byte(text);
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose), type = text_type(letters.size());
    const Handle data(
        H5Dcreate2(id(), name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose);
    if (!data.valid() || H5Dwrite(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, letters.data()) < 0)
        throw WriteError(place(name), "write the text");
}

bool Group::has_attribute(const std::string& name) const { return H5Aexists(id(), name.c_str()) > 0; }

std::string Group::text(const std::string& name) const {
    const Handle attribute = open_attribute(*this, name);
    const Handle type(H5Aget_type(attribute.get()), H5Tclose), space(H5Aget_space(attribute.get()), H5Sclose);
    const std::string where = place() + ": attribute " + name;
    expect_text(where, type.get());
    return take_texts(type.get(), space.get(), 1, where,
                      [&](hid_t as, void* into) { return H5Aread(attribute.get(), as, into); })[0];
}

std::int64_t Group::whole_number(const std::string& name) const {
    return attribute_value<std::int64_t>(*this, name);
}
double Group::number(const std::string& name) const { return attribute_value<double>(*this, name); }

void Group::set_text(const std::string& name, std::string_view value) const {
    const std::string letters = at_least_a_byte(value);
    const Handle type = text_type(letters.size());
    put_attribute(*this, name, type.get(), type.get(), letters.data());
}
void Group::set_whole_number(const std::string& name, std::int64_t value) const {
    put_attribute(*this, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
}
void Group::set_number(const std::string& name, double value) const {
    put_attribute(*this, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

}  // namespace drystone::hdf5

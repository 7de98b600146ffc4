#include "laws/memory_schema.h"

#include <algorithm>
#include <cassert>

#include "core/input_error.h"

namespace drystone {

const char* name_of(MemoryKind kind) {
    switch (kind) {
        case MemoryKind::number:
            return "number";
        case MemoryKind::flag:
            return "flag";
        case MemoryKind::tangent:
            return "tangent";
        case MemoryKind::vector:
            return "vector";
        case MemoryKind::on_a:
            return "vector on body a";
        case MemoryKind::on_b:
            return "vector on body b";
    }
    return "";
}

std::string described(const MemoryField& field) {
    const std::string unit = field.unit.empty() ? "" : " [" + field.unit + "]";
    return field.name + unit + ", " + name_of(field.kind) + (field.shared ? ", shared by layers" : "");
}

const MemoryField* MemorySchema::find(std::string_view name) const {
    const auto at = std::find_if(fields.begin(), fields.end(),
                                 [&](const MemoryField& field) { return field.name == name; });
    return at == fields.end() ? nullptr : &*at;
}

std::vector<MemoryField> shown_fields(const MemorySchema& schema) {
    std::vector<MemoryField> shown;
    for (const MemoryField& field : schema.fields) {
        if (!field.inner) shown.push_back(field);
    }
    return shown;
}

namespace {

/// Names become columns of tables and arrays of files.
void expect_name(const std::string& name) {
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    if (name.empty() || !std::all_of(name.begin(), name.end(), fits))
        throw InputError("",
                         "a law remembers '" + name + "': such a name has small letters, digits and _ only");
}

}  // namespace

MemoryPlaces MemorySchema::add(const std::vector<MemoryField>& own) {
    MemoryPlaces places;
    for (const MemoryField& field : own) {
        const MemoryField* known = find(field.name);
        if (known && described(*known) != described(field))
            throw InputError("", "two laws remember different things by one name: " + described(*known) +
                                     "; and " + described(field) + ". Give one of them another name");
        if (!known) {
            expect_name(field.name);
            fields.push_back(field);
            fields.back().first = width;
            width += field.count;
            known = &fields.back();
        }
        assert(known->count == field.count);
        places.push_back(known->first);
    }
    return places;
}

}  // namespace drystone

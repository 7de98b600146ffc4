#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "laws/memory_schema.h"

namespace drystone {

/// What contacts remember, a row of numbers each. Laws own it: it is changed when contacts are found (meet) and once when a
/// step is accepted (settle), never by solvers. A contact that is lost gives it up. The columns are those of the schema, which
/// begins with StandingMemory; vectors are in world axes or a body's (MemoryKind).
struct Memories {
    MemorySchema schema;
    std::vector<double> values;  // (contacts, schema.width); none where no law remembers

    bool empty() const { return values.empty(); }
    std::size_t size() const { return schema.width == 0 ? 0 : values.size() / width(); }
    void resize(std::size_t contacts) { values.resize(contacts * width()); }
    void forget_all(std::size_t contacts) { values.assign(contacts * width(), 0.0); }

    void forget(std::size_t i) { std::fill_n(row(i), width(), 0.0); }

    double* row(std::size_t i) { return values.data() + i * width(); }
    const double* row(std::size_t i) const { return values.data() + i * width(); }
    void copy_row(const double* from, std::size_t to) { std::copy_n(from, width(), row(to)); }

    /// As the law whose fields are at `places` sees it.
    template <int D>
    MemoryView<D> view(std::size_t i, const MemoryPlaces& places, const MemoryAxes<D>& axes) const {
        if (empty() || places.empty()) return {};
        return {row(i), places.data(), axes};
    }
    template <int D>
    MemoryRow<D> open(std::size_t i, const MemoryPlaces& places, const MemoryAxes<D>& axes) {
        if (empty()) return {};
        return {row(i), places, axes};
    }

    // StandingMemory
    double stored(std::size_t i) const { return empty() ? 0.0 : row(i)[0]; }
    void set_stored(std::size_t i, double energy) { row(i)[0] = energy; }
    bool intact(std::size_t i) const { return !empty() && row(i)[1] != 0.0; }
    bool holds(std::size_t i) const { return !empty() && row(i)[2] != 0.0; }
    bool anchored(std::size_t i) const { return !empty() && row(i)[3] != 0.0; }

    /// The numbers of a field of contact i.
    std::span<const double> of(const MemoryField& field, std::size_t i) const {
        return {row(i) + field.first, static_cast<std::size_t>(field.count)};
    }

    /// A number or flag by its name, the first component of a vector; 0 where no law remembers such a thing.
    double number(std::string_view name, std::size_t i) const {
        const MemoryField* field = schema.find(name);
        return field && !empty() ? of(*field, i)[0] : 0.0;
    }

    bool operator==(const Memories&) const = default;

  private:
    std::size_t width() const { return static_cast<std::size_t>(schema.width); }
};

}  // namespace drystone

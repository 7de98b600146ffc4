#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/motion.h"
#include "core/on_device.h"
#include "core/rotation.h"

namespace drystone {

// A law names what its contacts remember: a struct of its own, and in it the list of its fields,
//
//     template <int D>
//     struct Memory {
//         Vec<D> slip{};        // contact frame, tangential [m]
//         double damage = 0.0;  // [-]
//         static constexpr auto fields() {
//             return std::tuple{remember::tangent("slip", "m", &Memory::slip),
//                               remember::number("damage", "-", &Memory::damage).shared()};
//         }
//     };
//
// Nobody else names them. Contacts keep a row of numbers each; carrying over, layers, checkpoints, tables, frames and Python
// walk the schema, the list of all fields of all laws in use. Laws with a field of one name and kind have one column for it.

/// What a field is, and so how a vector turns from step to step. Rows hold world axes (on_a, on_b: those of the body); a law
/// sees vectors in the contact frame, component 0 along the normal.
enum class MemoryKind : std::uint8_t {
    number,
    flag,
    tangent,  // in the contact's plane: laid into it anew as the normal turns
    vector,   // keeps its direction in space, whatever the bodies do
    on_a,     // fixed to body a: turns with it
    on_b,     // fixed to body b
};

const char* name_of(MemoryKind kind);

/// One field, as all but its law know it.
struct MemoryField {
    std::string name{};
    std::string unit{};
    MemoryKind kind = MemoryKind::number;
    bool shared = false;  // by the layers of a contact: what the first says holds for all
    bool inner = false;   // bookkeeping: kept and saved, but not shown in tables
    int first = 0;        // of its numbers in a row
    int count = 1;        // of its numbers

    bool operator==(const MemoryField&) const = default;
};

/// "slip [m], tangent": what two programs have to agree on to read each other's memories.
std::string described(const MemoryField& field);

/// Where the fields of one law begin in a row, in the order in which the law lists them.
using MemoryPlaces = std::vector<int>;

/// The fields of all laws in use: the columns of a table with a row for each contact.
struct MemorySchema {
    std::vector<MemoryField> fields;
    int width = 0;  // numbers in a row; 0: nobody remembers

    /// Adds the fields that are not there yet; says where all of them are. InputError where a name stands for something else.
    MemoryPlaces add(const std::vector<MemoryField>& own);

    const MemoryField* find(std::string_view name) const;
    bool operator==(const MemorySchema&) const = default;
};

/// Those that tables show.
std::vector<MemoryField> shown_fields(const MemorySchema& schema);

/// A field of the struct M, as its law lists it.
template <class M, class T>
struct RememberedField {
    const char* name;
    const char* unit;
    T M::*member;
    MemoryKind kind;
    bool is_shared = false;
    bool is_inner = false;

    constexpr RememberedField shared() const { return {name, unit, member, kind, true, is_inner}; }
    constexpr RememberedField inner() const { return {name, unit, member, kind, is_shared, true}; }
};

namespace remember {

template <class M>
constexpr RememberedField<M, double> number(const char* name, const char* unit, double M::*member) {
    return {name, unit, member, MemoryKind::number};
}
template <class M>
constexpr RememberedField<M, bool> flag(const char* name, bool M::*member) {
    return {name, "", member, MemoryKind::flag};
}
template <class M, int D>
constexpr RememberedField<M, Vec<D>> tangent(const char* name, const char* unit, Vec<D> M::*member) {
    return {name, unit, member, MemoryKind::tangent};
}
template <class M, int D>
constexpr RememberedField<M, Vec<D>> vector(const char* name, const char* unit, Vec<D> M::*member) {
    return {name, unit, member, MemoryKind::vector};
}
template <class M, int D>
constexpr RememberedField<M, Vec<D>> on_a(const char* name, const char* unit, Vec<D> M::*member) {
    return {name, unit, member, MemoryKind::on_a};
}
template <class M, int D>
constexpr RememberedField<M, Vec<D>> on_b(const char* name, const char* unit, Vec<D> M::*member) {
    return {name, unit, member, MemoryKind::on_b};
}

}  // namespace remember

/// What the program itself looks at in every memory, by these names; laws that have something to say there name them too.
struct StandingMemory {
    double stored = 0.0;    // elastic energy [J]
    bool intact = false;    // a bond, a joint or a cohesive bridge is there
    bool holds = false;     // acts across an open gap: not to be dropped while the gap is within reach
    bool anchored = false;  // it holds on to two material points, wherever detection sees a contact

    static constexpr auto fields() {
        return std::tuple{remember::number("stored", "J", &StandingMemory::stored),
                          remember::flag("intact", &StandingMemory::intact).shared(),
                          remember::flag("holds", &StandingMemory::holds).shared().inner(),
                          remember::flag("anchored", &StandingMemory::anchored).inner()};
    }
};

/// The fields of M as a list.
template <class M>
std::vector<MemoryField> fields_of() {
    std::vector<MemoryField> list;
    const auto add = [&]<class Owner, class T>(const RememberedField<Owner, T>& field) {
        const int count = sizeof(T) > sizeof(double) ? static_cast<int>(sizeof(T) / sizeof(double)) : 1;
        list.push_back({field.name, field.unit, field.kind, field.is_shared, field.is_inner, 0, count});
    };
    std::apply([&](const auto&... field) { (add(field), ...); }, M::fields());
    return list;
}

/// The directions in which a law sees vectors; none: as they are kept.
template <int D>
struct MemoryAxes {
    const Mat<D>* frame = nullptr;  // of the contact
    const Rotation<D>*body_a = nullptr, *body_b = nullptr;

    DRYSTONE_ON_DEVICE Vec<D> seen(MemoryKind kind, const Vec<D>& kept) const {
        if (!frame) return kept;
        if (kind == MemoryKind::on_a) return *frame * rotate(*body_a, kept);
        if (kind == MemoryKind::on_b) return *frame * rotate(*body_b, kept);
        Vec<D> v = *frame * kept;
        if (kind == MemoryKind::tangent) v[0] = 0.0;
        return v;
    }
    DRYSTONE_ON_DEVICE Vec<D> kept(MemoryKind kind, const Vec<D>& seen) const {
        if (!frame) return seen;
        const Vec<D> v = transpose_times(*frame, seen);
        if (kind == MemoryKind::on_a) return rotate_back(*body_a, v);
        if (kind == MemoryKind::on_b) return rotate_back(*body_b, v);
        return v;
    }
};

/// The memory of one contact, to be read by its law. Where the law remembers nothing it is as new in every step.
template <int D>
struct MemoryView {
    const double* row = nullptr;
    const int* places = nullptr;  // (fields of the law)
    MemoryAxes<D> axes{};

    template <class M>
    DRYSTONE_ON_DEVICE M read() const {
        M memory{};
        if (!row) return memory;
        const int* place = places;
        std::apply(
            [&](const auto&... field) { (take(field.kind, row + *place++, memory.*field.member), ...); },
            M::fields());
        return memory;
    }

  private:
    DRYSTONE_ON_DEVICE void take(MemoryKind, const double* from, double& value) const { value = *from; }
    DRYSTONE_ON_DEVICE void take(MemoryKind, const double* from, bool& value) const { value = *from != 0.0; }
    DRYSTONE_ON_DEVICE void take(MemoryKind kind, const double* from, Vec<D>& value) const {
        Vec<D> kept;
        for (int i = 0; i < D; ++i) kept[i] = from[i];
        value = axes.seen(kind, kept);
    }
};

/// The same, to be changed.
template <int D>
struct MemoryRow {
    double* row = nullptr;
    MemoryView<D> view{};

    MemoryRow() = default;
    DRYSTONE_ON_DEVICE MemoryRow(double* values, const int* fields, const MemoryAxes<D>& axes)
        : row(fields ? values : nullptr), view{row, fields, axes} {}
    MemoryRow(double* values, const MemoryPlaces& places, const MemoryAxes<D>& axes)
        : row(places.empty() ? nullptr : values), view{row, places.data(), axes} {}

    /// A contact is new: its memory is as M has it from the start.
    template <class M>
    DRYSTONE_ON_DEVICE void begin() const {
        write(view.template read<M>(), M{});
    }

    /// What the law does to its memory; fields that it leaves alone stay as they are to the bit.
    template <class M, class Change>
    DRYSTONE_ON_DEVICE auto change(const Change& make) const {
        const M was = view.template read<M>();
        M is = was;
        if constexpr (std::is_void_v<decltype(make(is))>) {
            make(is);
            write(was, is);
        } else {
            const auto result = make(is);
            write(was, is);
            return result;
        }
    }

  private:
    template <class M>
    DRYSTONE_ON_DEVICE void write(const M& was, const M& is) const {
        if (!row) return;
        const int* place = view.places;
        const auto put_changed = [&](const auto& field) {
            double* to = row + *place++;
            if (!(is.*field.member == was.*field.member)) put(field.kind, is.*field.member, to);
        };
        std::apply([&](const auto&... field) { (put_changed(field), ...); }, M::fields());
    }

    DRYSTONE_ON_DEVICE void put(MemoryKind, double value, double* to) const { *to = value; }
    DRYSTONE_ON_DEVICE void put(MemoryKind, bool value, double* to) const { *to = value ? 1.0 : 0.0; }
    DRYSTONE_ON_DEVICE void put(MemoryKind kind, const Vec<D>& value, double* to) const {
        const Vec<D> kept = view.axes.kept(kind, value);
        for (int i = 0; i < D; ++i) to[i] = kept[i];
    }
};

}  // namespace drystone

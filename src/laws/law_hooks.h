#pragma once

#include <concepts>

#include "laws/losses.h"
#include "laws/memory_schema.h"

namespace drystone {

// What a law may say. Only compile() must be there; the others have defaults: the law remembers nothing, acts at contact
// only, is one layer thick, and dissipates by friction and impact.
//
//     template <int D> struct Memory;     what its contacts remember, with the list of its fields: laws/memory_schema.h;
//         a new contact begins with Memory{}
//     template <int D> LocalLaw<D> compile(const Approach<D>& in, const Memory<D>& memory) const;
//         the law at one contact for one step
//     bool remembers() const;             by default where there is a Memory; if false, memory is as new in every step
//     double reach() const;               largest gap across which it acts [m]
//     bool looks_ahead() const;           is to see contacts before they close, under moreau too
//     bool anchors() const;               a joint that is whole (memory.intact) keeps two material points together:
//         in.gap and memory.slip, a tangent, are then those of the points
//     bool shares_force() const;          has a force per pair of bodies: its points are told their in.share
//     int layers() const;                 LocalLaws side by side at each contact, told apart by in.layer
//     template <int D> bool keeps_gap(const Memory<D>& memory) const;
//         a joint or a spring, whose gap is no overlap to be taken out: overlap = "project" leaves its bodies where they are
//     template <int D> void meet(const Encounter& now, Memory<D>& memory) const;
//         a contact was found, before compile()
//     template <int D> Dissipation settle(const Outcome<D>& out, Memory<D>& memory) const;
//         the step was accepted: change the memory (`stored`: its elastic energy), say what was lost
namespace hooks {

struct NoMemory {
    static constexpr auto fields() { return std::tuple{}; }
};

template <class L, int D>
struct MemoryOf {
    using Type = NoMemory;
};
template <class L, int D>
    requires requires { typename L::template Memory<D>; }
struct MemoryOf<L, D> {
    using Type = typename L::template Memory<D>;
};

/// What contacts of the law L remember.
template <class L, int D>
using memory_of = typename MemoryOf<L, D>::Type;

template <class L, int D>
constexpr bool has_memory = !std::same_as<memory_of<L, D>, NoMemory>;

/// A law behind a pointer: it says what its fields are, and reads its memory itself.
template <class L, int D>
constexpr bool is_behind_pointer = requires(const L& law) { law.template fields<D>(); };

template <class L, int D>
constexpr bool compiles_with_memory = requires(const L& law, Approach<D> in, memory_of<L, D> memory) {
    { law.compile(in, memory) } -> std::same_as<LocalLaw<D>>;
};

template <class L, int D>
constexpr bool compiles_without = requires(const L& law, Approach<D> in) {
    { law.compile(in) } -> std::same_as<LocalLaw<D>>;
};

template <class L, int D>
DRYSTONE_ON_DEVICE LocalLaw<D> compile(const L& law, const Approach<D>& in, const MemoryView<D>& view) {
    if constexpr (is_behind_pointer<L, D>)
        return law.compile(in, view);
    else if constexpr (compiles_with_memory<L, D>)
        return law.compile(in, view.template read<memory_of<L, D>>());
    else
        return law.compile(in);
}

/// The fields of its memory.
template <int D, class L>
std::vector<MemoryField> fields(const L& law) {
    if constexpr (is_behind_pointer<L, D>)
        return law.template fields<D>();
    else
        return fields_of<memory_of<L, D>>();
}

template <class L>
bool remembers(const L& law) {
    if constexpr (requires { law.remembers(); })
        return law.remembers();
    else
        return has_memory<L, 2> || has_memory<L, 3>;
}

template <class L>
double reach(const L& law) {
    if constexpr (requires { law.reach(); })
        return law.reach();
    else
        return 0.0;
}

template <class L>
bool looks_ahead(const L& law) {
    if constexpr (requires { law.looks_ahead(); })
        return law.looks_ahead();
    else
        return false;
}

template <class L>
bool anchors(const L& law) {
    if constexpr (requires { law.anchors(); })
        return law.anchors();
    else
        return false;
}

template <class L>
bool shares_force(const L& law) {
    if constexpr (requires { law.shares_force(); })
        return law.shares_force();
    else
        return false;
}

template <class L>
int layers(const L& law) {
    if constexpr (requires { law.layers(); })
        return law.layers();
    else
        return 1;
}

template <class L, int D>
DRYSTONE_ON_DEVICE bool keeps_gap(const L& law, const MemoryView<D>& view) {
    if constexpr (is_behind_pointer<L, D>)
        return law.keeps_gap(view);
    else if constexpr (requires(memory_of<L, D> memory) { law.keeps_gap(memory); })
        return law.keeps_gap(view.template read<memory_of<L, D>>());
    else
        return false;
}

template <class L, int D>
DRYSTONE_ON_DEVICE void meet(const L& law, const Encounter& now, const MemoryRow<D>& row) {
    using Memory = memory_of<L, D>;
    if constexpr (is_behind_pointer<L, D>) {
        law.meet(now, row);
    } else {
        if (now.fresh) row.template begin<Memory>();
        if constexpr (requires(Memory memory) { law.meet(now, memory); })
            row.template change<Memory>([&](Memory& memory) { law.meet(now, memory); });
    }
}

template <class L, int D>
DRYSTONE_ON_DEVICE Dissipation settle(const L& law, const Outcome<D>& out, const MemoryRow<D>& row) {
    using Memory = memory_of<L, D>;
    if constexpr (is_behind_pointer<L, D>)
        return law.settle(out, row);
    else if constexpr (requires(Memory memory) { law.settle(out, memory); })
        return row.template change<Memory>([&](Memory& memory) { return law.settle(out, memory); });
    else
        return dry_losses(out);
}

}  // namespace hooks

template <class L, int D>
concept ContactLawIn =
    hooks::is_behind_pointer<L, D> || hooks::compiles_with_memory<L, D> || hooks::compiles_without<L, D>;

template <class L>
concept ContactLaw = ContactLawIn<L, 2> && ContactLawIn<L, 3>;

}  // namespace drystone

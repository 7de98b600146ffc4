#pragma once

#include <concepts>

#include "laws/losses.h"

namespace drystone {

// What a law may say. Only compile() must be there; the others have defaults: the law remembers nothing, acts at contact
// only, is one layer thick, and dissipates by friction and impact.
//
//     template <int D> LocalLaw<D> compile(const Approach<D>& in, const Memory<D>& memory) const;
//         the law at one contact for one step
//     bool remembers() const;             keeps a Memory; without it memory is empty in every step
//     double reach() const;               largest gap across which it acts [m]
//     bool looks_ahead() const;           is to see contacts before they close, under moreau too
//     bool anchors() const;               a joint that is whole keeps two material points together (memory.anchor_a, _b):
//         in.gap and memory.slip are then those of the points
//     bool shares_force() const;          has a force per pair of bodies: its points are told their in.share
//     int layers() const;                 LocalLaws side by side at each contact, told apart by in.layer
//     template <int D> bool keeps_gap(const Memory<D>& memory) const;
//         a joint or a spring, whose gap is no overlap to be taken out: overlap = "project" leaves its bodies where they are
//     template <int D> void meet(const Encounter& now, Memory<D>& memory) const;
//         a contact was found, before compile()
//     template <int D> Dissipation settle(const Outcome<D>& out, Memory<D>& memory) const;
//         the step was accepted: change the memory (memory.stored: its elastic energy), say what was lost
namespace hooks {

template <class L, int D>
constexpr bool compiles_with_memory = requires(const L& law, Approach<D> in, Memory<D> memory) {
    { law.compile(in, memory) } -> std::same_as<LocalLaw<D>>;
};

template <class L, int D>
constexpr bool compiles_without = requires(const L& law, Approach<D> in) {
    { law.compile(in) } -> std::same_as<LocalLaw<D>>;
};

template <class L, int D>
LocalLaw<D> compile(const L& law, const Approach<D>& in, const Memory<D>& memory) {
    if constexpr (compiles_with_memory<L, D>)
        return law.compile(in, memory);
    else
        return law.compile(in);
}

template <class L>
bool remembers(const L& law) {
    if constexpr (requires { law.remembers(); })
        return law.remembers();
    else
        return false;
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
bool keeps_gap(const L& law, const Memory<D>& memory) {
    if constexpr (requires { law.keeps_gap(memory); })
        return law.keeps_gap(memory);
    else
        return false;
}

template <class L, int D>
void meet(const L& law, const Encounter& now, Memory<D>& memory) {
    if constexpr (requires { law.meet(now, memory); }) law.meet(now, memory);
}

template <class L, int D>
Dissipation settle(const L& law, const Outcome<D>& out, Memory<D>& memory) {
    if constexpr (requires { law.settle(out, memory); })
        return law.settle(out, memory);
    else
        return dry_losses(out);
}

}  // namespace hooks

template <class L>
concept ContactLaw = (hooks::compiles_with_memory<L, 2> ||
                      hooks::compiles_without<L, 2>)&&(hooks::compiles_with_memory<L, 3> ||
                                                       hooks::compiles_without<L, 3>);

}  // namespace drystone

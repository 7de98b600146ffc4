#pragma once

#include <algorithm>
#include <cstddef>

namespace drystone {

/// Reads something and throws it away, so that it is at hand soon. A prefetch may be left out by the processor, and in lists of many megabytes that
/// are read in any order it gained nothing where this did.
inline void read_ahead(const void* what) { static_cast<void>(*static_cast<const volatile char*>(what)); }

/// The same of every line of the cache that `what` lies on.
template <class T>
[[gnu::always_inline]] inline void read_all_ahead(const T& what) {
    constexpr std::size_t line = 64;
    const char* first = reinterpret_cast<const char*>(&what);
    for (std::size_t at = 0; at < sizeof(T); at += line) read_ahead(first + at);
    read_ahead(first + sizeof(T) - 1);
}

/// visit(i) for i in [begin, end), in turns of a few: ask(i) for all of a turn, which reads ahead at many places at the same time, then visit(i) for
/// all of it, in their order.
template <class Ask, class Visit>
[[gnu::always_inline]] inline void in_turns(std::size_t begin, std::size_t end, const Ask& ask, const Visit& visit) {
    constexpr std::size_t turn = 16;
    for (std::size_t first = begin; first < end; first += turn) {
        const std::size_t last = std::min(first + turn, end);
        for (std::size_t i = first; i < last; ++i) ask(i);
        for (std::size_t i = first; i < last; ++i) visit(i);
    }
}

}  // namespace drystone

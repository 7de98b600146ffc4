#pragma once

#include <cstdint>

#include "core/on_device.h"
#include "solvers/sweep_plan.h"

namespace drystone::device {

inline constexpr int chunk_bodies = SweepPlan::chunk_bodies;
inline constexpr int most_colours = SweepPlan::most_colours;

/// The lowest bit that is not set, or most_colours.
DRYSTONE_ON_DEVICE inline int first_free_colour(std::uint32_t used) {
#ifdef __CUDA_ARCH__
    return used == ~0U ? most_colours : __ffs(static_cast<int>(~used)) - 1;
#else
    return used == ~0U ? most_colours : __builtin_ctz(~used);
#endif
}

/// What colouring inside chunks reads, and `colour` (contacts), which it writes.
struct ChunkColouring {
    int chunks = 0;
    const int* first = nullptr;    // (chunks + 1)  in `contact`
    const int* contact = nullptr;  // those inside chunks, by chunk, ascending
    const int* row_a = nullptr;    // (contacts)  mobile bodies, -1: none
    const int* row_b = nullptr;
    int* colour = nullptr;
};

/// The order of a sweep: slots inside chunks, by chunk and colour; slots between chunks by colour; the rest, one by one.
struct SweepOrderView {
    int bodies = 0;  // that move
    int slots = 0;
    int chunks = 0;
    const int* inside = nullptr;  // (chunks x most_colours + 1)  first slot of a chunk's colour
    int between[most_colours + 1] = {};  // first slot of each colour between chunks; the last: where the rest begins
    const int* body_a = nullptr;         // (slots)  rows of the body table
    const int* body_b = nullptr;
};

/// Keys that put contacts into that order. Colours between chunks go along the chunks.
struct SweepKeys {
    std::uint32_t chunks = 1;

    DRYSTONE_ON_DEVICE std::uint32_t inside(std::uint32_t chunk, std::uint32_t colour) const { return chunk * most_colours + colour; }
    DRYSTONE_ON_DEVICE std::uint32_t between(std::uint32_t colour, std::uint32_t chunk) const {
        return chunks * most_colours + colour * chunks + chunk;
    }
    DRYSTONE_ON_DEVICE std::uint32_t rest() const { return 2 * chunks * most_colours; }
    /// Behind the rest: colours that are told from outside.
    DRYSTONE_ON_DEVICE std::uint32_t told(std::uint32_t colour) const { return rest() + 1 + colour; }
};

/// Another order of the contacts than theirs, without two alike: colours between chunks go by it, so that few rounds suffice.
DRYSTONE_ON_DEVICE inline std::uint32_t shuffled(std::uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    x ^= x >> 16;
    return x;
}

}  // namespace drystone::device

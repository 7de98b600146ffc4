#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "hdf5/group.h"

namespace drystone {

// frames.h5, as docs/results.md tells it: what writer and reader agree on.

constexpr const char* frames_format = "drystone frames";
constexpr std::int64_t frames_format_version = 1;
constexpr std::int64_t changing_format_version = 2;  // of runs whose bodies come and go

/// Where bodies come from, or leave: lines that show it.
struct FramesRegion {
    std::string name;
    bool is_sink = false;                    // else a source
    std::vector<std::vector<double>> lines;  // each (points, D) [m]
};

/// What the file says of its run, besides the bodies.
struct FramesHead {
    std::string version;  // of the program
    std::string title;
    std::string scene;                    // the text of the scene file
    std::vector<std::string> overrides;   // as given to --set
    double step = 0.0;                    // h [s]
    bool changes = false;                 // bodies come and go
    std::vector<std::string> coming{};    // where they do: names of sources
    std::vector<FramesRegion> regions{};  // likewise: where bodies come from and leave
};

/// Rows of a chunk where the number of bodies is not known beforehand.
constexpr std::int64_t changing_chunk = 1024;

/// (bodies, components), or (bodies) where there is one component: angles in 2D.
inline hdf5::Shape row_of(std::int64_t bodies, int components) {
    return components == 1 ? hdf5::Shape{bodies} : hdf5::Shape{bodies, components};
}

/// Chunks of one frame each, cut into equal pieces where a frame is large: some 100 kB compress well and are read quickly.
inline hdf5::Storage chunked_by_frame(const hdf5::Shape& row) {
    constexpr std::int64_t most = 16384;
    const std::int64_t length = std::max<std::int64_t>(row[0], 1);
    const std::int64_t pieces = (length + most - 1) / most;
    hdf5::Shape chunk{1, (length + pieces - 1) / pieces};
    chunk.insert(chunk.end(), row.begin() + 1, row.end());
    return {.chunk = chunk, .deflate = 1, .checksum = true};
}

/// One number a frame: not compressed, so that a chunk is filled in place (and without a checksum, which who reads meanwhile
/// would find wrong).
inline hdf5::Storage one_a_frame() { return {.chunk = {512}}; }

/// The contacts of a frame begin at a chunk of their own, so that a chunk is written once.
inline std::int64_t contact_chunk(std::int64_t bodies) {
    std::int64_t rows = 64;
    while (rows < bodies && rows < 8192) rows *= 2;
    return rows;
}

}  // namespace drystone

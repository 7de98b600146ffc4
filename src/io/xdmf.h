#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/frames_writer.h"

namespace drystone {

/// The frames of a run, as frames.xdmf lists them.
struct ListedFrames {
    std::int64_t count = 0;
    std::function<std::vector<FrameMark>(std::int64_t first, std::int64_t count)> marks;
    bool changes = false;  // bodies come and go: marks say what is drawn, else
    DrawnSizes drawn;
    MeshSizes meshes;
    int dimension = 3;
    bool cell = false;  // a cell that repeats
};

/// frames.xdmf: tells ParaView which arrays of frames.h5 make grids. Three collections in time: "balls" (points with radius,
/// velocity, body, material), "solids" (faces with body, material, velocities at the vertices) and "contacts" (points with
/// force, normal, gap, status); of deformable bodies "meshes" (elements, with fields of nodes and of elements) and "uniform" (faces of bodies of uniform
/// strain, with fields of nodes); "cell" (the edges of a cell that repeats). What the world has none of is left out.
///
/// `write` gets the text a frame at a time, so that a run of any number of frames needs no more memory.
void write_xdmf(const ListedFrames& frames, const std::function<void(const std::string&)>& write);

}  // namespace drystone

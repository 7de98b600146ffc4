#pragma once

#include <string>
#include <vector>

#include "io/frames_writer.h"

namespace drystone {

/// frames.xdmf: tells ParaView which arrays of frames.h5 make grids. Three collections in time: "balls" (points with radius,
/// velocity, body, material), "solids" (faces with body, material, velocities at the vertices) and "contacts" (points with
/// force, normal, gap, status); of deformable bodies "meshes" (elements, with fields of nodes and of elements) and "uniform" (faces of bodies of uniform
/// strain, with fields of nodes). What the world has none of is left out.
std::string xdmf_text(const std::vector<FrameMark>& frames, const DrawnSizes& sizes, const MeshSizes& meshes,
                      int dimension);

}  // namespace drystone

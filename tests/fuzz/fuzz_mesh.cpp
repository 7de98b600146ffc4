// Surfaces (OBJ, STL, PLY) to convex shapes and parts, DXF drawings, and Gmsh's meshes.

#include "core/input_error.h"
#include "elastic/gmsh.h"
#include "fuzz/fuzz.h"
#include "scene/convex_hull.h"
#include "scene/read_dxf.h"
#include "scene/read_mesh.h"
#include "scene/solid_parts.h"

namespace drystone {
namespace {

using fuzz::Case;

void feed(const Case& one, const std::filesystem::path&, Random&) {
    if (one.name.ends_with(".msh")) {
        if (one.name.find("_3d") == std::string::npos)
            read_gmsh<2>(one.bytes, one.name);
        else
            read_gmsh<3>(one.bytes, one.name);
        return;
    }
    if (one.name.ends_with(".dxf")) {
        for (const DxfEntity& entity : read_dxf(one.bytes, one.name, 10.0)) {
            std::vector<Vec<2>> corners;
            for (const Vec<3>& x : entity.point) corners.push_back({{x[0], x[1]}});
            if (entity.trouble.empty()) solid_from_polygon(corners);
        }
        return;
    }
    const auto read = one.name.ends_with(".obj")   ? read_obj
                      : one.name.ends_with(".stl") ? read_stl
                                                   : read_ply;
    const SurfaceMesh mesh = read(one.bytes, one.name);
    for (const NamedMesh& surface : split_mesh(mesh)) solid_from_mesh(surface.mesh);
}

Case damage(const std::vector<Case>& all, Random& random) {
    Case text = fuzz::damage_text(all, random);
    if (text.name.find("binary") == std::string::npos) return text;
    return fuzz::damage_bytes(all, random);
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    using namespace drystone;
    return fuzz::run({[](const auto&) { return std::vector<Case>{}; }, damage, feed}, argc, argv);
}

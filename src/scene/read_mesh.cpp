// Which reader, and the OBJ format: `v x y z` and `f a b c ..`, corners counted from 1, or from the end if
// negative, with texture and normal after a slash; `o` and `g` begin a group. Everything else in such a file is about looks.

#include "scene/read_mesh.h"

#include <algorithm>
#include <cctype>

#include "scene/mesh_groups.h"
#include "scene/mesh_text.h"
#include "scene/parse_toml.h"
#include "scene/solid_parts.h"

namespace drystone {

namespace {

int corner_of(const MeshLines& lines, std::string_view word, std::size_t vertices) {
    const long count = static_cast<long>(vertices);
    const long given = lines.whole_number(word.substr(0, word.find('/')), "a corner");
    const long index = given < 0 ? count + given : given - 1;
    if (given == 0 || index < 0 || index >= count)
        lines.refuse(fmt::format("corner {} names no vertex; {} were given so far", given, count));
    return static_cast<int>(index);
}

SurfaceMesh read_kind(std::string_view text, const std::string& path) {
    std::string ending = path.substr(std::min(path.rfind('.'), path.size()));
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    if (ending == ".obj") return read_obj(text, path);
    if (ending == ".stl") return read_stl(text, path);
    if (ending == ".ply") return read_ply(text, path);
    throw InputError(path, "is not a mesh this program reads; there are .obj, .stl and .ply");
}

SolidParts<3> convex_alone(const SurfaceMesh& mesh) {
    MeshedConvex shape = convex_from_mesh(mesh);
    if (!shape.convex) return {{}, shape.error, shape.polygon};
    return {{*std::move(shape.convex)}};
}

}  // namespace

SurfaceMesh read_obj(std::string_view text, const std::string& path) {
    SurfaceMesh mesh;
    MeshLines lines(text, path);
    MeshGroups groups(mesh);
    while (lines.next()) {
        const auto& words = lines.words();
        if (words[0] == "v") mesh.vertex.push_back(lines.point(1));
        if (words[0] == "o" || words[0] == "g") groups.begin(words);
        if (words[0] != "f") continue;
        if (words.size() < 4) lines.refuse("a face needs three corners");
        std::vector<int>& polygon = mesh.polygon.emplace_back();
        for (std::size_t i = 1; i < words.size(); ++i)
            polygon.push_back(corner_of(lines, words[i], mesh.vertex.size()));
        mesh.line.push_back(lines.line());
        groups.add_polygon();
    }
    if (mesh.polygon.empty()) throw InputError(path, "the file has no faces");
    return mesh;
}

SurfaceMesh read_mesh(const std::string& path, const Place& place) {
    const std::string text = read_text_file(path, place);
    SurfaceMesh mesh = named_at(place, path, [&] { return read_kind(text, path); });
    drop_loose_points(mesh);
    return mesh;
}

std::vector<Convex<3>> read_solid_mesh(const std::string& path, const Place& place, bool decompose) {
    return parts_of(read_mesh(path, place), path, place, decompose);
}

std::vector<Convex<3>> parts_of(const SurfaceMesh& mesh, const std::string& path, const Place& place, bool decompose) {
    SolidParts<3> solid = decompose ? solid_from_mesh(mesh) : convex_alone(mesh);
    if (!solid.part.empty()) return std::move(solid.part);
    if (solid.polygon >= 0 && !mesh.line.empty())
        throw InputError(fmt::format("{}:{}", path, mesh.line[static_cast<std::size_t>(solid.polygon)]), solid.error);
    refuse(place, fmt::format("{}: {}", path, solid.error));
}

}  // namespace drystone

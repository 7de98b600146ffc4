// Which reader, and the OBJ format: `v x y z` and `f a b c ..`, corners counted from 1, or from the end if
// negative, with texture and normal after a slash. Everything else in such a file is about looks.

#include "scene/read_mesh.h"

#include <algorithm>
#include <cctype>

#include "scene/mesh_text.h"
#include "scene/parse_toml.h"

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

/// Points that no polygon has are no part of the surface.
void drop_loose_points(SurfaceMesh& mesh) {
    std::vector<int> name(mesh.vertex.size(), -1);
    for (const std::vector<int>& polygon : mesh.polygon)
        for (const int v : polygon) name[static_cast<std::size_t>(v)] = 0;
    int kept = 0;
    for (std::size_t v = 0; v < name.size(); ++v) {
        if (name[v] < 0) continue;
        mesh.vertex[static_cast<std::size_t>(kept)] = mesh.vertex[v];
        name[v] = kept++;
    }
    mesh.vertex.resize(static_cast<std::size_t>(kept));
    for (std::vector<int>& polygon : mesh.polygon)
        for (int& v : polygon) v = name[static_cast<std::size_t>(v)];
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

}  // namespace

SurfaceMesh read_obj(std::string_view text, const std::string& path) {
    SurfaceMesh mesh;
    MeshLines lines(text, path);
    while (lines.next()) {
        const auto& words = lines.words();
        if (words[0] == "v") mesh.vertex.push_back(lines.point(1));
        if (words[0] != "f") continue;
        if (words.size() < 4) lines.refuse("a face needs three corners");
        std::vector<int>& polygon = mesh.polygon.emplace_back();
        for (std::size_t i = 1; i < words.size(); ++i)
            polygon.push_back(corner_of(lines, words[i], mesh.vertex.size()));
        mesh.line.push_back(lines.line());
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

Convex<3> read_convex_mesh(const std::string& path, const Place& place) {
    const SurfaceMesh mesh = read_mesh(path, place);
    MeshedConvex shape = convex_from_mesh(mesh);
    if (shape.convex) return *std::move(shape.convex);
    if (shape.polygon >= 0 && !mesh.line.empty())
        throw InputError(fmt::format("{}:{}", path, mesh.line[static_cast<std::size_t>(shape.polygon)]), shape.error);
    refuse(place, fmt::format("{}: {}", path, shape.error));
}

}  // namespace drystone

// Which reader, and the OBJ format: `v x y z` and `f a b c ..`, corners counted from 1, or from the end if
// negative, with texture and normal after a slash. Everything else in such a file is about looks.

#include "scene/read_mesh.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "scene/mesh_text.h"

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
    }
    if (mesh.polygon.empty()) throw InputError(path, "the file has no faces");
    return mesh;
}

SurfaceMesh read_mesh(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw InputError(path, "cannot be opened");
    std::ostringstream content;
    content << file.rdbuf();
    if (!file) throw InputError(path, "cannot be read");
    const std::string text = content.str();
    std::string ending = path.substr(std::min(path.rfind('.'), path.size()));
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    if (ending == ".obj") return read_obj(text, path);
    if (ending == ".stl") return read_stl(text, path);
    if (ending == ".ply") return read_ply(text, path);
    throw InputError(path, "is not a mesh this program reads; there are .obj, .stl and .ply");
}

}  // namespace drystone

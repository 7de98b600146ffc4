// STL. Binary: 80 bytes of anything, the number of triangles (uint32), and for each 50 bytes: normal and
// three corners as float32, two bytes of anything; little-endian. Text: `vertex x y z` three times in each
// `facet`. A binary file may begin with the word "solid" too, so the length decides first.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "scene/mesh_groups.h"
#include "scene/mesh_text.h"
#include "scene/read_mesh.h"

namespace drystone {

namespace {

constexpr std::size_t header = 84, record = 50;

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 4; ++k)
        word |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + k])) << (8 * k);
    return word;
}

SurfaceMesh read_binary(std::string_view bytes, std::size_t triangles, const std::string& path) {
    SurfaceMesh mesh;
    Welder welder(mesh);
    for (std::size_t t = 0; t < triangles; ++t) {
        std::vector<int>& polygon = mesh.polygon.emplace_back();
        for (std::size_t c = 0; c < 3; ++c) {
            Vec<3> p;
            for (int k = 0; k < 3; ++k) {
                const std::size_t at = header + record * t + 12 + 12 * c + 4 * static_cast<std::size_t>(k);
                p[k] = std::bit_cast<float>(word_at(bytes, at));
                if (!std::isfinite(p[k]))
                    throw InputError(path, fmt::format("triangle {} has a corner that is not finite", t));
            }
            polygon.push_back(welder.vertex(p));
        }
    }
    return mesh;
}

SurfaceMesh read_text(std::string_view text, const std::string& path) {
    SurfaceMesh mesh;
    Welder welder(mesh);
    MeshLines lines(text, path);
    MeshGroups groups(mesh);
    std::vector<int> polygon;
    bool in_facet = false, ended = false;
    while (lines.next()) {
        const auto& words = lines.words();
        if (words[0] == "facet") {
            if (in_facet) lines.refuse("a facet begins before the last one has ended");
            in_facet = true;
            polygon.clear();
        } else if (words[0] == "vertex") {
            if (!in_facet) lines.refuse("a vertex outside a facet");
            polygon.push_back(welder.vertex(lines.point(1)));
        } else if (words[0] == "endfacet") {
            if (!in_facet || polygon.size() != 3)
                lines.refuse(fmt::format("a facet must have three vertices, found {}", polygon.size()));
            in_facet = false;
            mesh.polygon.push_back(polygon);
            mesh.line.push_back(lines.line());
            groups.add_polygon();
        } else if (words[0] == "solid") {
            groups.begin(words);
        } else if (words[0] == "endsolid") {
            ended = true;
        } else if (words[0] != "outer" && words[0] != "endloop") {
            lines.refuse(fmt::format("\"{}\" is not a word of an STL file", words[0].substr(0, 20)));
        }
    }
    if (in_facet || !ended) lines.refuse_end(in_facet ? "endfacet" : "endsolid");
    return mesh;
}

}  // namespace

SurfaceMesh read_stl(std::string_view text, const std::string& path) {
    const std::size_t triangles = text.size() >= header ? word_at(text, 80) : 0;
    SurfaceMesh mesh;
    if (text.size() >= header && text.size() == header + record * triangles) {
        mesh = read_binary(text, triangles, path);
    } else if (text.starts_with("solid")) {
        mesh = read_text(text, path);
    } else if (text.size() < header) {
        throw InputError(path, fmt::format("has {} bytes; an STL file is longer", text.size()));
    } else {
        throw InputError(path, fmt::format("says it has {} triangles, {} bytes in all, but has {} bytes",
                                           triangles, header + record * triangles, text.size()));
    }
    if (mesh.polygon.empty()) throw InputError(path, "the file has no triangles");
    return mesh;
}

}  // namespace drystone

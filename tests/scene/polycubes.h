#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "scene/read_mesh.h"

namespace drystone {

using CubeCell = std::array<int, 3>;

/// All cells from `low` to below `high`.
inline std::set<CubeCell> bar(const CubeCell& low, const CubeCell& high) {
    std::set<CubeCell> cells;
    for (int x = low[0]; x < high[0]; ++x)
        for (int y = low[1]; y < high[1]; ++y)
            for (int z = low[2]; z < high[2]; ++z) cells.insert({x, y, z});
    return cells;
}

inline std::set<CubeCell> operator+(std::set<CubeCell> a, const std::set<CubeCell>& b) {
    a.insert(b.begin(), b.end());
    return a;
}

/// The surface of a solid of cubes, in squares.
inline SurfaceMesh polycube(const std::set<CubeCell>& cells, double side) {
    SurfaceMesh mesh;
    std::map<CubeCell, int> known;
    const auto vertex = [&](const CubeCell& c) {
        const auto [place, is_new] = known.try_emplace(c, static_cast<int>(mesh.vertex.size()));
        if (is_new) mesh.vertex.push_back({{side * c[0], side * c[1], side * c[2]}});
        return place->second;
    };
    for (const CubeCell& cell : cells) {
        for (int k = 0; k < 3; ++k) {
            for (const int way : {0, 1}) {
                CubeCell next = cell;
                next[std::size_t(k)] += 2 * way - 1;
                if (cells.contains(next)) continue;
                const std::size_t i = std::size_t(k + 1 + (1 - way)) % 3,
                                  j = std::size_t(k + 2 - (1 - way)) % 3;  // i x j = outwards
                CubeCell corner = cell;
                corner[std::size_t(k)] += way;
                std::vector<int> polygon;
                for (const auto& [di, dj] :
                     {std::pair{0, 0}, std::pair{1, 0}, std::pair{1, 1}, std::pair{0, 1}}) {
                    CubeCell c = corner;
                    c[i] += di;
                    c[j] += dj;
                    polygon.push_back(vertex(c));
                }
                mesh.polygon.push_back(polygon);
            }
        }
    }
    return mesh;
}

/// As text; `first`: vertices that the file has before.
inline std::string obj_text(const SurfaceMesh& mesh, int first = 0) {
    std::string text;
    for (const Vec<3>& x : mesh.vertex)
        text += "v " + std::to_string(x[0]) + " " + std::to_string(x[1]) + " " + std::to_string(x[2]) + "\n";
    for (const auto& polygon : mesh.polygon) {
        text += "f";
        for (const int v : polygon) text.append(" ").append(std::to_string(first + v + 1));
        text += "\n";
    }
    return text;
}

}  // namespace drystone

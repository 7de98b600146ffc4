// A file of several surfaces, one by one: by the names of groups first, then by what hangs together.

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/index.h"
#include "scene/read_mesh.h"
#include "scene/solid_parts.h"

namespace drystone {

namespace {

/// The polygons that `number` gives to each of `count` meshes, with the points they use.
std::vector<SurfaceMesh> dealt(const SurfaceMesh& mesh, const std::vector<int>& number, std::size_t count) {
    std::vector<SurfaceMesh> meshes(count);
    for (std::size_t f = 0; f < mesh.polygon.size(); ++f) {
        SurfaceMesh& one = meshes[at(number[f])];
        one.polygon.push_back(mesh.polygon[f]);
        if (!mesh.line.empty()) one.line.push_back(mesh.line[f]);
    }
    for (SurfaceMesh& one : meshes) {
        one.vertex = mesh.vertex;
        drop_loose_points(one);
    }
    std::erase_if(meshes, [](const SurfaceMesh& one) { return one.polygon.empty(); });
    return meshes;
}

void add_shells(const std::string& name, SurfaceMesh mesh, std::vector<NamedMesh>& list) {
    const Shells shells = shells_of(mesh);
    const bool alone = shells.volume.size() == 1 ||
                       std::any_of(shells.volume.begin(), shells.volume.end(),
                                   [&](double v) { return (v < 0.0) != (shells.volume[0] < 0.0); });
    if (alone) {
        list.push_back({name, name, std::move(mesh)});
        return;
    }
    int number = 0;
    for (SurfaceMesh& one : dealt(mesh, shells.polygon, shells.volume.size()))
        list.push_back(
            {fmt::format("{}{}{}", name, name.empty() ? "" : ".", number++), name, std::move(one)});
}

}  // namespace

void drop_loose_points(SurfaceMesh& mesh) {
    std::vector<int> name(mesh.vertex.size(), -1);
    for (const std::vector<int>& polygon : mesh.polygon)
        for (const int v : polygon) name[at(v)] = 0;
    int kept = 0;
    for (std::size_t v = 0; v < name.size(); ++v) {
        if (name[v] < 0) continue;
        mesh.vertex[at(kept)] = mesh.vertex[v];
        name[v] = kept++;
    }
    mesh.vertex.resize(at(kept));
    for (std::vector<int>& polygon : mesh.polygon)
        for (int& v : polygon) v = name[at(v)];
}

Shells shells_of(const SurfaceMesh& mesh) {
    std::vector<int> root(mesh.vertex.size());
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int v) {
        while (root[at(v)] != v) v = root[at(v)] = root[at(root[at(v)])];
        return v;
    };
    for (const std::vector<int>& polygon : mesh.polygon)
        for (const int v : polygon) root[at(find(v))] = find(polygon[0]);
    Shells shells;
    std::vector<int> number(mesh.vertex.size(), -1);
    for (const std::vector<int>& p : mesh.polygon) {
        const int r = find(p[0]);
        if (number[at(r)] < 0)
            number[at(r)] = static_cast<int>(shells.volume.size()), shells.volume.push_back(0.0);
        shells.polygon.push_back(number[at(r)]);
        const Vec<3> origin = mesh.vertex[at(r)], a = mesh.vertex[at(p[0])] - origin;
        for (std::size_t k = 1; k + 1 < p.size(); ++k)
            shells.volume[at(number[at(r)])] +=
                dot(a, cross(mesh.vertex[at(p[k])] - origin, mesh.vertex[at(p[k + 1])] - origin)) / 6.0;
    }
    return shells;
}

std::vector<NamedMesh> split_mesh(const SurfaceMesh& mesh) {
    std::vector<NamedMesh> list;
    if (mesh.group_name.empty()) {
        add_shells("", mesh, list);
        return list;
    }
    std::vector<int> count(mesh.group_name.size(), 0);
    for (const int g : mesh.group) ++count[at(g)];
    std::vector<SurfaceMesh> groups = dealt(mesh, mesh.group, mesh.group_name.size());
    std::size_t next = 0;
    for (std::size_t g = 0; g < mesh.group_name.size(); ++g)
        if (count[g] > 0) add_shells(mesh.group_name[g], std::move(groups[next++]), list);
    return list;
}

}  // namespace drystone

#include "scene/import_blocks.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "core/index.h"
#include "scene/mesh_groups.h"
#include "scene/nearest.h"
#include "scene/parse_toml.h"
#include "scene/read_dxf.h"
#include "scene/read_mesh.h"
#include "scene/solid_parts.h"

namespace drystone {

namespace {

struct NamedFile {
    std::filesystem::path path;
    Place place;  // where the scene names it
};

std::string ending_of(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return ending;
}

template <int D>
Keys endings() {
    return D == 2 ? Keys{".dxf"} : Keys{".obj", ".stl", ".ply", ".dxf"};
}

std::vector<NamedFile> files_of_folder(const std::filesystem::path& folder, const Keys& known,
                                       const Place& place) {
    std::vector<NamedFile> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (std::find(known.begin(), known.end(), ending_of(entry.path())) != known.end())
            files.push_back({entry.path(), place});
    if (files.empty()) {
        std::string words = known[0];
        for (std::size_t k = 1; k < known.size(); ++k)
            words += (k + 1 == known.size() ? " or " : ", ") + known[k];
        refuse(place, fmt::format("there are no {} files in {}", words, folder.string()));
    }
    std::sort(files.begin(), files.end(),
              [](const NamedFile& a, const NamedFile& b) { return a.path < b.path; });
    return files;
}

template <int D>
std::vector<NamedFile> files_of(const Table& table, const std::filesystem::path& folder) {
    if (table.has("file") + table.has("files") + table.has("folder") != 1)
        refuse(table.place(),
               "an assembly needs file = \"..\", files = [..] or folder = \"..\": one of the three");
    if (const Node* file = table.find("file")) return {{folder / text_of(*file, "file"), file->place}};
    if (const Node* inside = table.find("folder"))
        return files_of_folder(folder / text_of(*inside, "folder"), endings<D>(), inside->place);
    std::vector<NamedFile> files;
    for (const Node& file : array_of(table.at("files"), "files", "mesh files"))
        files.push_back({folder / text_of(file, "a file"), file.place});
    return files;
}

/// What `layers` says of one of them.
struct Layer {
    int material = -1;
    bool fixed = false, skip = false;
    Place place{};
    bool used = false;
};

template <int D>
std::map<std::string, Layer> read_layers(const Table& table, const Draft<D>& draft) {
    std::map<std::string, Layer> layers;
    const Node* node = table.find("layers");
    if (!node) return layers;
    const auto* entries = node->as<Node::Entries>();
    if (!entries)
        refuse(
            node->place,
            "layers must be a table of tables, such as { ground = { material = \"rock\", fixed = true } }");
    for (const Node::Entry& entry : *entries) {
        const Table one(entry.value, fmt::format("layer \"{}\"", entry.key), {"material", "fixed", "skip"});
        Layer& layer = layers[entry.key];
        if (const Node* material = one.find("material"))
            layer.material = draft.materials.at(*material, "material");
        layer.fixed = one.truth("fixed", false);
        layer.skip = one.truth("skip", false);
        layer.place = entry.key_place;
    }
    return layers;
}

/// Stones as they are read, with what their layers say.
template <int D>
class Importer {
  public:
    Importer(const Table& table, const Draft<D>& draft)
        : table_(table),
          layers_(read_layers(table, draft)),
          scale_(table.positive("scale", 1.0)),
          decompose_(table.truth("decompose", true)),
          arc_deg_(table.has("arc_deg") ? number_between(table.at("arc_deg"), "arc_deg", 0.01, 90.0) : 0.0) {}

    bool decompose() const { return decompose_; }
    double arc_deg() const { return arc_deg_; }

    /// Nothing: the layer says no more than its stones' name.
    Layer layer(const std::string& name) {
        const auto found = layers_.find(name);
        if (found == layers_.end()) return {};
        found->second.used = true;
        return found->second;
    }

    void add(const std::string& part, const std::string& layer_name, const std::vector<Convex<D>>& parts) {
        const Layer of = layer(layer_name);
        if (of.skip) return;
        ImportedBlock<D> imported{.block = {.part = part, .vertices = {}, .fixed = of.fixed},
                                  .material = of.material};
        std::vector<std::vector<Vec<D>>> corners;
        for (const Convex<D>& one : parts) {
            corners.push_back(one.vertex);
            for (Vec<D>& x : corners.back()) x = scale_ * x;
        }
        if (corners.size() == 1)
            imported.block.vertices = std::move(corners[0]);
        else
            imported.block.parts = std::move(corners);
        blocks_.push_back(std::move(imported));
    }

    std::vector<ImportedBlock<D>> finish() {
        for (const auto& [name, layer] : layers_)
            if (!layer.used) refuse(layer.place, fmt::format("no file has a layer or group \"{}\"", name));
        if (blocks_.empty()) refuse(table_.place(), "the files hold no blocks");
        return std::move(blocks_);
    }

  private:
    const Table& table_;
    std::map<std::string, Layer> layers_;
    double scale_ = 1.0;
    bool decompose_ = true;
    double arc_deg_ = 0.0;
    std::vector<ImportedBlock<D>> blocks_;
};

std::string joined(const std::string& prefix, const std::string& name) {
    return prefix.empty() || name.empty() ? prefix + name : prefix + "." + name;
}

void add_meshes(const std::vector<NamedMesh>& meshes, const NamedFile& file, bool only_file,
                Importer<3>& importer) {
    const bool alone = meshes.size() == 1 && (meshes[0].name.empty() || !only_file);
    for (const NamedMesh& one : meshes) {
        const bool nameless = one.layer.empty();
        const std::string prefix = alone || !only_file || nameless ? file.path.stem().string() : "";
        if (importer.layer(one.layer).skip) continue;
        importer.add(one_word(joined(prefix, alone && only_file ? "" : one.name)), one.layer,
                     parts_of(one.mesh, file.path.string(), file.place, importer.decompose()));
    }
}

[[noreturn]] void refuse_entity(const NamedFile& file, int line, const std::string& message) {
    throw InputError(fmt::format("{}:{}", file.path.string(), line), message);
}

/// Bottom, top and sides of a polyline drawn out along z.
SurfaceMesh drawn_out(const DxfEntity& entity) {
    SurfaceMesh mesh;
    const int n = static_cast<int>(entity.point.size());
    mesh.vertex = entity.point;
    for (const Vec<3>& x : entity.point) mesh.vertex.push_back(x + entity.thickness * Vec<3>::axis(2));
    std::vector<int> top, bottom;
    for (int i = 0; i < n; ++i) {
        const int j = (i + 1) % n;
        top.push_back(n + i);
        bottom.push_back(n - 1 - i);
        mesh.polygon.push_back({i, j, n + j, n + i});
    }
    mesh.polygon.push_back(top);
    mesh.polygon.push_back(bottom);
    mesh.line.assign(mesh.polygon.size(), entity.line);
    return mesh;
}

/// Loose 3DFACEs of a layer make surfaces together; a polyface mesh and a polyline are one each.
void add_drawing(const std::vector<DxfEntity>& entities, const NamedFile& file, bool only_file,
                 Importer<3>& importer) {
    std::vector<std::string> layers;
    std::map<std::string, std::vector<SurfaceMesh>> surfaces;
    SurfaceMesh loose;
    Welder welder(loose);
    MeshGroups groups(loose);
    for (const DxfEntity& entity : entities) {
        if (importer.layer(entity.layer).skip) continue;
        if (!entity.trouble.empty()) refuse_entity(file, entity.line, entity.trouble);
        if (!surfaces.contains(entity.layer)) layers.push_back(entity.layer);
        std::vector<SurfaceMesh>& here = surfaces[entity.layer];
        if (entity.face.size() == 1) {
            std::vector<int>& polygon = loose.polygon.emplace_back();
            for (const int k : entity.face[0]) polygon.push_back(welder.vertex(entity.point[at(k)]));
            loose.line.push_back(entity.line);
            groups.begin(entity.layer);
            groups.add_polygon();
        } else if (!entity.face.empty()) {
            here.push_back(
                {entity.point, entity.face, std::vector<int>(entity.face.size(), entity.line), {}, {}});
            drop_loose_points(here.back());
        } else if (entity.thickness == 0.0) {
            refuse_entity(file, entity.line, "a polyline without a thickness is no body in 3D");
        } else {
            here.push_back(drawn_out(entity));
        }
    }
    if (!loose.polygon.empty())
        for (NamedMesh& one : split_mesh(loose)) surfaces[one.layer].push_back(std::move(one.mesh));
    const std::string prefix = only_file ? "" : file.path.stem().string();
    for (const std::string& layer : layers) {
        int number = 0;
        for (const SurfaceMesh& mesh : surfaces[layer])
            importer.add(one_word(joined(prefix, fmt::format("{}.{}", layer, number++))), layer,
                         parts_of(mesh, file.path.string(), file.place, importer.decompose()));
    }
}

void add_drawing(const std::vector<DxfEntity>& entities, const NamedFile& file, bool only_file,
                 Importer<2>& importer) {
    std::map<std::string, int> number;
    for (const DxfEntity& entity : entities) {
        if (importer.layer(entity.layer).skip) continue;
        if (!entity.trouble.empty()) refuse_entity(file, entity.line, entity.trouble);
        if (entity.face.size() > 1) refuse_entity(file, entity.line, "a polyface mesh is no body in 2D");
        std::vector<Vec<2>> corners;
        for (const Vec<3>& x : entity.point) corners.push_back({{x[0], x[1]}});
        const SolidParts<2> solid = solid_from_polygon(corners);
        if (solid.part.empty()) refuse_entity(file, entity.line, solid.error);
        if (solid.part.size() > 1 && !importer.decompose()) refuse_entity(file, entity.line, "not convex");
        const std::string prefix = only_file ? "" : file.path.stem().string();
        importer.add(one_word(joined(prefix, fmt::format("{}.{}", entity.layer, number[entity.layer]++))),
                     entity.layer, solid.part);
    }
}

template <int D>
void add_file(const NamedFile& file, bool only_file, Importer<D>& importer) {
    const std::string path = file.path.string();
    if (ending_of(file.path) == ".dxf")
        return add_drawing(read_dxf(read_text_file(path, file.place), path, importer.arc_deg()), file,
                           only_file, importer);
    if constexpr (D == 3)
        add_meshes(split_mesh(read_mesh(path, file.place)), file, only_file, importer);
    else
        refuse(file.place, fmt::format("{} is no drawing; in 2D blocks come from .dxf files", path));
}

}  // namespace

Keys import_keys() { return {"file", "files", "folder", "scale", "decompose", "layers", "arc_deg"}; }

template <int D>
std::vector<ImportedBlock<D>> import_blocks(const Table& table, const Draft<D>& draft) {
    const std::vector<NamedFile> files = files_of<D>(table, draft.folder);
    Importer<D> importer(table, draft);
    for (const NamedFile& file : files) add_file(file, files.size() == 1, importer);
    return importer.finish();
}

template std::vector<ImportedBlock<2>> import_blocks(const Table&, const Draft<2>&);
template std::vector<ImportedBlock<3>> import_blocks(const Table&, const Draft<3>&);

}  // namespace drystone

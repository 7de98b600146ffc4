#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "core/random.h"
#include "scene/convex_hull.h"
#include "scene/generate.h"
#include "scene/read_deformable.h"
#include "scene/read_masonry.h"
#include "scene/read_mesh.h"
#include "scene/read_shape.h"
#include "scene/read_solid.h"

namespace drystone {

namespace {

const Keys masonry_keys = {"type", "name", "material", "position", "orientation", "fixed", "deformable"};

Table open_table(const Node& node, const std::string& word, const Keys& own) {
    Keys keys = masonry_keys;
    keys.insert(keys.end(), own.begin(), own.end());
    return Table(node, fmt::format("[[generate]] of a {}", word), keys);
}

/// Every mesh of a folder, by name, or those listed: stones that are where their files have them.
std::vector<masonry::Block<3>> import_meshes(const Table& table, const std::filesystem::path& scene_folder) {
    std::vector<std::pair<std::filesystem::path, Place>> files;
    if (table.has("files") == table.has("folder"))
        refuse(table.place(), "an assembly needs files = [..] or folder = \"..\": one of the two");
    if (const Node* list = table.find("files")) {
        for (const Node& file : array_of(*list, "files", "mesh files"))
            files.emplace_back(scene_folder / text_of(file, "a file"), file.place);
    } else {
        const std::filesystem::path folder = scene_folder / table.text("folder");
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
            const std::string ending = entry.path().extension().string();
            if (ending == ".obj" || ending == ".stl" || ending == ".ply") files.emplace_back(entry.path(), table.at("folder").place);
        }
        if (files.empty())
            refuse(table.at("folder").place,
                   fmt::format("there are no .obj, .stl or .ply files in {}", folder.string()));
        std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    }
    const double scale = table.positive("scale", 1.0);
    std::vector<masonry::Block<3>> blocks;
    for (const auto& [file, place] : files) {
        masonry::Block<3> block{
            .part = file.stem().string(), .vertices = read_convex_mesh(file.string(), place).vertex, .fixed = false};
        for (Vec<3>& vertex : block.vertices) vertex = scale * vertex;
        blocks.push_back(std::move(block));
    }
    return blocks;
}

template <int D>
std::vector<masonry::Block<D>> build(const Table& table, const std::string& word, const Draft<D>& draft,
                                     int number) {
    if (word == "wall") return masonry::wall<D>(read_wall<D>(table));
    if (word == "arch") return masonry::arch<D>(read_arch<D>(table));
    if (word == "column") return masonry::column<D>(read_column<D>(table));
    if (word == "stack") return masonry::stack<D>(read_stack<D>(table));
    if (word == "bridge") return masonry::bridge<D>(read_bridge<D>(table)).blocks;
    if constexpr (D == 3) {
        if (word == "dome") return masonry::dome(read_dome(table));
        if (word == "barrel_vault") return masonry::barrel_vault(read_barrel_vault(table));
        if (word == "assembly") return import_meshes(table, draft.folder);
    }
    Random random(draft.seed, generator_stream(number));
    return masonry::rubble<D>(read_rubble<D>(table), random);
}

template <int D>
Keys keys_of(const std::string& word) {
    if (word == "wall") return wall_keys<D>();
    if (word == "arch") return arch_keys<D>();
    if (word == "column") return column_keys<D>();
    if (word == "stack") return stack_keys<D>();
    if (word == "bridge") return bridge_keys<D>();
    if (word == "dome") return dome_keys();
    if (word == "barrel_vault") return barrel_vault_keys();
    if (word == "assembly") return {"files", "folder", "scale"};
    return rubble_keys<D>();
}

/// Stones of the same corners share one shape: a wall has a handful.
template <int D>
class Shapes {
  public:
    Solid<D> of(const std::vector<Vec<D>>& corners, const Place& place, const std::string& what) {
        std::vector<double> key;
        for (const Vec<D>& corner : corners) key.insert(key.end(), corner.c.begin(), corner.c.end());
        const auto found = known_.find(key);
        if (found != known_.end()) return found->second;
        return known_.emplace(std::move(key), solid_of(convex_hull(corners), place, what)).first->second;
    }

  private:
    std::map<std::vector<double>, Solid<D>> known_;
};

/// Stones of one shape share one mesh, hence one stiffness matrix and one factor. Stones elsewhere in a structure differ in their
/// last bits from being placed there; that does not count.
template <int D>
class DividedStones {
  public:
    const Deformable<D>* find(const Convex<D>& shape) const {
        const auto same = [&](const auto& one) {
            const Convex<D>& other = *one.first;
            if (other.vertex.size() != shape.vertex.size()) return false;
            for (std::size_t k = 0; k < shape.vertex.size(); ++k) {
                if (norm(shape.vertex[k] - other.vertex[k]) > rounding * shape.radius) return false;
            }
            return true;
        };
        const auto found = std::find_if(known_.begin(), known_.end(), same);
        return found == known_.end() ? nullptr : &found->second;
    }
    void add(const Convex<D>* shape, const Deformable<D>& deformable) { known_.emplace_back(shape, deformable); }

  private:
    static constexpr double rounding = 1e-12;
    std::vector<std::pair<const Convex<D>*, Deformable<D>>> known_;
};

}  // namespace

template <int D>
Keys masonry_words() {
    Keys words = {"wall", "arch", "column", "stack", "bridge", "rubble"};
    if (D == 3) words.insert(words.end(), {"dome", "barrel_vault", "assembly"});
    return words;
}

template <int D>
void generate_masonry(const Node& node, const std::string& word, Draft<D>& draft, int number) {
    const Table table = open_table(node, word, keys_of<D>(word));
    std::vector<masonry::Block<D>> blocks;
    try {
        blocks = build(table, word, draft, number);
    } catch (const masonry::BadParameters& error) {
        refuse_parameters(table, error);
    }
    Rotation<D> turn{};
    if (const Node* orientation = table.find("orientation")) turn = read_orientation<D>(*orientation);
    masonry::place(table.vector<D>("position", {}), turn, blocks);

    const std::string name = table.text("name", "");
    const Place place = table.has("name") ? table.at("name").place : table.place();
    const int material = draft.materials.at(table.at("material"), "material");
    const bool all_fixed = table.truth("fixed", false);
    const Node* deformable = table.find("deformable");
    if (deformable && names_a_mesh(*deformable))
        refuse(deformable->place, "a generator makes its own stones: say divisions, size or refine, or \"uniform\"");
    Shapes<D> shapes;
    DividedStones<D> divided;
    for (masonry::Block<D>& block : blocks) {
        BodyDescription<D> body;
        for (const Vec<D>& corner : block.vertices)
            body.position += (1.0 / static_cast<double>(block.vertices.size())) * corner;
        for (Vec<D>& corner : block.vertices) corner -= body.position;
        body.group = name;
        body.material = material;
        body.place = origin_of(node);
        body.fixed = block.fixed || all_fixed;
        body.geometry = {{shapes.of(block.vertices, place, fmt::format("stone \"{}\"", block.part)), {}, {}}};
        if (deformable && !body.fixed) {
            const Convex<D>* shape = std::get<Solid<D>>(body.geometry[0].shape).convex.get();
            if (const Deformable<D>* known = divided.find(*shape)) {
                body.deformable = *known;
            } else {
                read_deformable(*deformable, body, Order::longest_first);
                check_deformable(*deformable, draft, body);
                divided.add(shape, *body.deformable);
            }
        }
        if (!name.empty()) {
            body.name = fmt::format("{}.{}", name, block.part);
            draft.bodies.add(body.name, static_cast<int>(draft.world.bodies.size()), place);
        }
        draft.world.bodies.push_back(std::move(body));
    }
}

template Keys masonry_words<2>();
template Keys masonry_words<3>();
template void generate_masonry<2>(const Node&, const std::string&, Draft<2>&, int);
template void generate_masonry<3>(const Node&, const std::string&, Draft<3>&, int);

}  // namespace drystone

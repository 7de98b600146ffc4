#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "core/random.h"
#include "scene/convex_hull.h"
#include "scene/generate.h"
#include "scene/import_blocks.h"
#include "scene/read_deformable.h"
#include "scene/read_masonry.h"
#include "scene/read_shape.h"
#include "scene/read_solid.h"
#include "scene/read_structures.h"
#include "scene/solid_parts.h"

namespace drystone {

namespace {

const Keys masonry_keys = {"type", "name", "material", "position", "orientation", "fixed", "deformable"};

Table open_table(const Node& node, const std::string& word, const Keys& own) {
    Keys keys = masonry_keys;
    keys.insert(keys.end(), own.begin(), own.end());
    return Table(node, fmt::format("[[generate]] of a {}", word), keys);
}

/// A word of the scene, the keys it has, and the stones it stands for.
template <int D>
struct Structure {
    std::string word;
    Keys keys;
    std::vector<masonry::Block<D>> (*build)(const Table& table, Random& random);
};

template <int D>
std::vector<Structure<D>> structures() {
    using namespace masonry;
    std::vector<Structure<D>> all = {
        {"wall", wall_keys<D>(), [](const Table& t, Random&) { return wall<D>(read_wall<D>(t)); }},
        {"arch", arch_keys<D>(), [](const Table& t, Random&) { return arch<D>(read_arch<D>(t)); }},
        {"column", column_keys<D>(), [](const Table& t, Random&) { return column<D>(read_column<D>(t)); }},
        {"stack", stack_keys<D>(), [](const Table& t, Random&) { return stack<D>(read_stack<D>(t)); }},
        {"bridge", bridge_keys<D>(), [](const Table& t, Random&) { return bridge<D>(read_bridge<D>(t)).blocks; }},
        {"rubble", rubble_keys<D>(), [](const Table& t, Random& random) { return rubble<D>(read_rubble<D>(t), random); }},
        {"buttress", buttress_keys<D>(), [](const Table& t, Random&) { return buttress<D>(read_buttress<D>(t)); }},
        {"arcade", arcade_keys<D>(), [](const Table& t, Random&) { return arcade<D>(read_arcade<D>(t)); }}};
    if constexpr (D == 3) {
        all.push_back({"dome", dome_keys(), [](const Table& t, Random&) { return dome(read_dome(t)); }});
        all.push_back({"barrel_vault", barrel_vault_keys(), [](const Table& t, Random&) { return barrel_vault(read_barrel_vault(t)); }});
        all.push_back({"groin_vault", groin_vault_keys(), [](const Table& t, Random&) { return groin_vault(read_groin_vault(t)); }});
        all.push_back({"apse", apse_keys(), [](const Table& t, Random&) { return apse(read_apse(t)); }});
        all.push_back({"staircase", staircase_keys(), [](const Table& t, Random&) { return staircase(read_staircase(t)); }});
    }
    return all;
}

template <int D>
Keys keys_of(const std::string& word) {
    if (word == "assembly") return import_keys();
    if (word == "cut") return cut_keys();
    const std::vector<Structure<D>> all = structures<D>();
    return std::find_if(all.begin(), all.end(), [&](const Structure<D>& one) { return one.word == word; })->keys;
}

/// Cells of a solid as convex stones: what a cell has of several parts is one stone where that is convex.
template <int D>
std::vector<masonry::Block<D>> cut_stones(const Table& table, const std::filesystem::path& folder, Random& random) {
    std::vector<Convex<D>> solid;
    for (const PlacedShape<D>& part : read_shape<D>(table.at("shape"), folder)) {
        const auto* block = std::get_if<Solid<D>>(&part.shape);
        if (!block || part.position != Vec<D>{} || !(part.rotation == Rotation<D>{}))
            refuse(table.at("shape").place, "a box, polygon, polyhedron, cylinder with sides or mesh can be cut into stones");
        solid.push_back(*block->convex);
    }
    std::vector<masonry::Block<D>> stones;
    for (masonry::Block<D>& cell : masonry::cut_solid<D>(read_cut<D>(table), solid, random)) {
        std::vector<Convex<D>> parts;
        for (const std::vector<Vec<D>>& corners : cell.parts)
            if (ConvexResult<D> hull = convex_hull(corners); hull.convex) parts.push_back(*std::move(hull.convex));
        join_parts(parts, default_flatness);
        for (std::size_t k = 0; k < parts.size(); ++k)
            stones.push_back({parts.size() == 1 ? cell.part : fmt::format("{}.{}", cell.part, k), parts[k].vertex, false});
    }
    return stones;
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
    Keys words = {"assembly", "cut"};
    for (const Structure<D>& one : structures<D>()) words.push_back(one.word);
    return words;
}

namespace {

/// The stones of one generator, and what each is made of (-1: the generator's material).
template <int D>
struct Stones {
    std::vector<masonry::Block<D>> block;
    std::vector<int> material;
};

template <int D>
Stones<D> make_stones(const Table& table, const std::string& word, const Draft<D>& draft, int number) {
    Stones<D> stones;
    if (word == "assembly") {
        for (ImportedBlock<D>& imported : import_blocks(table, draft)) {
            stones.block.push_back(std::move(imported.block));
            stones.material.push_back(imported.material);
        }
        return stones;
    }
    Random random(draft.seed, generator_stream(number));
    if (word == "cut") stones.block = cut_stones<D>(table, draft.folder, random);
    for (const Structure<D>& one : structures<D>())
        if (one.word == word) stones.block = one.build(table, random);
    stones.material.assign(stones.block.size(), -1);
    if (const Node* beams = table.find("beams")) {
        const Node* material = find_in(*beams, "material");
        for (std::size_t k = 0; material && k < stones.block.size(); ++k)
            if (stones.block[k].part.starts_with("beam.")) stones.material[k] = draft.materials.at(*material, "material");
    }
    return stones;
}

template <int D>
Vec<D> mean_of(const masonry::Block<D>& block) {
    Vec<D> sum{};
    double count = 0.0;
    const auto add = [&](const std::vector<Vec<D>>& corners) {
        for (const Vec<D>& x : corners) sum += x, count += 1.0;
    };
    add(block.vertices);
    for (const std::vector<Vec<D>>& part : block.parts) add(part);
    return (1.0 / count) * sum;
}

template <int D>
Geometry<D> geometry_of(masonry::Block<D>& block, const Vec<D>& origin, const Place& place, Shapes<D>& shapes) {
    const std::string what = fmt::format("stone \"{}\"", block.part);
    Geometry<D> geometry;
    const auto add = [&](std::vector<Vec<D>>& corners) {
        for (Vec<D>& x : corners) x -= origin;
        geometry.push_back({shapes.of(corners, place, what), {}, {}});
    };
    if (block.parts.empty()) add(block.vertices);
    for (std::vector<Vec<D>>& part : block.parts) add(part);
    return geometry;
}

/// What every stone of a generator has.
template <int D>
struct Making {
    const Node& node;
    std::string name;
    Place place;
    int material = 0;
    bool fixed = false;
    const Node* deformable = nullptr;
    Shapes<D> shapes{};
    DividedStones<D> divided{};

    Making(const Table& table, const Draft<D>& draft)
        : node(table.node()),
          name(table.text("name", "")),
          place(table.has("name") ? table.at("name").place : table.place()),
          material(draft.materials.at(table.at("material"), "material")),
          fixed(table.truth("fixed", false)),
          deformable(table.find("deformable")) {
        if (deformable && names_a_mesh(*deformable))
            refuse(deformable->place, "a generator makes its own stones: say divisions, size or refine, or \"uniform\"");
    }

    void deform(const Draft<D>& draft, BodyDescription<D>& body) {
        const Convex<D>* shape = std::get<Solid<D>>(body.geometry[0].shape).convex.get();
        const Deformable<D>* known = body.geometry.size() == 1 ? divided.find(*shape) : nullptr;
        if (known) {
            body.deformable = *known;
            return;
        }
        read_deformable(*deformable, body, Order::longest_first);
        check_deformable(*deformable, draft, body);
        if (body.geometry.size() == 1) divided.add(shape, *body.deformable);
    }

    BodyDescription<D> body_of(masonry::Block<D>& block, int own_material, const Draft<D>& draft) {
        BodyDescription<D> body;
        body.position = mean_of(block);
        body.group = name;
        body.material = own_material < 0 ? material : own_material;
        body.place = origin_of(node);
        body.fixed = block.fixed || fixed;
        body.geometry = geometry_of(block, body.position, place, shapes);
        if (deformable && !body.fixed) deform(draft, body);
        if (!name.empty()) body.name = fmt::format("{}.{}", name, block.part);
        return body;
    }
};

}  // namespace

template <int D>
void generate_masonry(const Node& node, const std::string& word, Draft<D>& draft, int number) {
    const Table table = open_table(node, word, keys_of<D>(word));
    Stones<D> stones;
    try {
        stones = make_stones(table, word, draft, number);
    } catch (const masonry::BadParameters& error) {
        refuse_parameters(table, error);
    }
    Rotation<D> turn{};
    if (const Node* orientation = table.find("orientation")) turn = read_orientation<D>(*orientation);
    masonry::place(table.vector<D>("position", {}), turn, stones.block);
    Making<D> making(table, draft);
    for (std::size_t k = 0; k < stones.block.size(); ++k) {
        BodyDescription<D> body = making.body_of(stones.block[k], stones.material[k], draft);
        if (!body.name.empty()) draft.bodies.add(body.name, static_cast<int>(draft.world.bodies.size()), making.place);
        draft.world.bodies.push_back(std::move(body));
    }
}

template Keys masonry_words<2>();
template Keys masonry_words<3>();
template void generate_masonry<2>(const Node&, const std::string&, Draft<2>&, int);
template void generate_masonry<3>(const Node&, const std::string&, Draft<3>&, int);

}  // namespace drystone

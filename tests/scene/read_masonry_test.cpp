#include "scene/read_masonry.h"

#include <fstream>
#include <set>
#include <sstream>

#include "scene/generate.h"
#include "scene/parse_toml.h"
#include "scene/scene_text.h"

namespace drystone::read_masonry_test {
namespace {

constexpr std::uint64_t any_seed = 1;

Table generator(const Node& node, Keys keys) {
    keys.insert(keys.end(), {"type", "name", "material"});
    return Table(node, "a generator", keys);
}

/// Number of stones of a [[generate]] entry in D dimensions.
template <int D>
std::size_t stones(const Node& node) {
    using namespace masonry;
    const std::string type = text_of(*find_in(node, "type"), "type");
    if (type == "wall") return wall<D>(read_wall<D>(generator(node, wall_keys<D>()))).size();
    if (type == "arch") return arch<D>(read_arch<D>(generator(node, arch_keys<D>()))).size();
    if (type == "column") return column<D>(read_column<D>(generator(node, column_keys<D>()))).size();
    if (type == "stack") return stack<D>(read_stack<D>(generator(node, stack_keys<D>()))).size();
    if (type == "bridge") return bridge<D>(read_bridge<D>(generator(node, bridge_keys<D>()))).blocks.size();
    if (type == "rubble") {
        Random random(any_seed);
        return rubble<D>(read_rubble<D>(generator(node, rubble_keys<D>())), random).size();
    }
    if (D == 3 && type == "dome") return dome(read_dome(generator(node, dome_keys()))).size();
    if (D == 3 && type == "barrel_vault")
        return barrel_vault(read_barrel_vault(generator(node, barrel_vault_keys()))).size();
    return 0;
}

/// `table` as an inline table.
Node parsed(const std::string& table) {
    const auto node = parse_toml_value(table, {std::make_shared<std::string>("test"), 1, 1});
    if (!node) throw std::invalid_argument(table);
    return *node;
}

template <int D>
std::string objection_to(const std::string& table) {
    try {
        stones<D>(parsed(table));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

/// A drawing of five stones and the ground, in millimetres.
std::string gate_drawing() {
    std::string text = "0\nSECTION\n2\nENTITIES\n";
    for (int k = 0; k < 6; ++k) {
        text += std::string("0\nLWPOLYLINE\n8\n") + (k == 0 ? "GROUND" : "stones") + "\n70\n1\n";
        for (const auto& [x, y] : {std::pair{0, 0}, std::pair{900, 0}, std::pair{900, 300}, std::pair{0, 300}})
            text += "10\n" + std::to_string(x) + "\n20\n" + std::to_string(y + 300 * k) + "\n";
    }
    return text + "0\nENDSEC\n0\nEOF\n";
}

TEST(ReadMasonry, ExamplesOfTheReferenceAreBuilt) {
    std::ifstream page(DRYSTONE_SOURCE_DIR "/docs/masonry-generators.md");
    std::stringstream text;
    text << page.rdbuf();
    const std::string all = text.str(), fence = "```toml\n";
    const Folder folder;
    folder.write("gate.dxf", gate_drawing());
    const std::string materials =
        "[materials.stone]\ndensity = 2000.0\n[materials.brick]\ndensity = 1800.0\n[materials.paper]\ndensity = 800.0\n"
        "[materials.marble]\ndensity = 2700.0\n[materials.wood]\ndensity = 600.0\n";
    std::set<std::string> built;
    for (std::size_t at = all.find(fence); at != std::string::npos; at = all.find(fence, at + 1)) {
        const std::size_t begin = at + fence.size();
        const std::string block = all.substr(begin, all.find("```", begin) - begin);
        const std::string path = folder.write("example.toml", head(block.starts_with("# 2D") ? 2 : 3) + materials + block);
        EXPECT_EQ(objection(path), "") << block;
        const Scene scene = read_scene(path, {});
        EXPECT_GT(std::visit([](const auto& world) { return world.bodies.size(); }, scene.world), 4u) << block;
        built.insert(text_of(*find_in(find_in(parse_toml_file(path), "generate")->as<Node::Array>()->front(), "type"), "type"));
    }
    for (const std::string& word : masonry_words<3>()) EXPECT_TRUE(built.contains(word)) << word << " has no example";
}

TEST(ReadMasonry, KeysArriveInTheirFields) {
    const Node wall =
        parsed(R"({length = 2.4, height = 0.8, thickness = 0.25, block = [0.3, 0.1], bond = "stack", )"
               "head_gap = 0.01, bed_gap = 0.02, fixed_course = true, base = 0.4, base_margin = 0.5, "
               "openings = [{position = [0.6, 0.1], size = [0.3, 0.2], lintel = false, bearing = 0.2}]}");
    const auto p = read_wall<3>(Table(wall, "a wall", wall_keys<3>()));
    EXPECT_EQ(p.length, 2.4);
    EXPECT_EQ(p.height, 0.8);
    EXPECT_EQ(p.thickness, 0.25);
    EXPECT_EQ(p.block, (Vec<2>{{0.3, 0.1}}));
    EXPECT_EQ(p.bond, masonry::Bond::stack);
    EXPECT_EQ(p.head_gap, 0.01);
    EXPECT_EQ(p.bed_gap, 0.02);
    EXPECT_EQ(p.base, 0.4);
    EXPECT_EQ(p.base_margin, 0.5);
    EXPECT_TRUE(p.fixed_course);
    ASSERT_EQ(p.openings.size(), 1u);
    EXPECT_EQ(p.openings[0].size, (Vec<2>{{0.3, 0.2}}));
    EXPECT_EQ(p.openings[0].bearing, 0.2);
    EXPECT_FALSE(p.openings[0].lintel);
}

TEST(ReadMasonry, SizesAndOffsetsAreReadByDimension) {
    const Node flat = parsed("{sizes = [[0.4, 0.1], [0.2, 0.3]], offsets = [0, 0.05]}");
    const auto p = read_stack<2>(Table(flat, "a stack", stack_keys<2>()));
    EXPECT_EQ(p.sizes[1], (Vec<3>{{0.2, 0.0, 0.3}}));
    EXPECT_EQ(p.offsets[1], (Vec<2>{{0.05, 0.0}}));
    const Node solid = parsed("{sizes = [[0.4, 0.7, 0.1]], offsets = [[0.1, 0.2]], base = true}");
    const auto q = read_stack<3>(Table(solid, "a stack", stack_keys<3>()));
    EXPECT_EQ(q.sizes[0], (Vec<3>{{0.4, 0.7, 0.1}}));
    EXPECT_EQ(q.offsets[0], (Vec<2>{{0.1, 0.2}}));
}

TEST(ReadMasonry, MistakesAreNamed) {
    EXPECT_EQ(objection_to<2>(R"({type = "arch", radius = 1, thickness = 0.1, voussoirs = 9, depth = 1})")
                  .find("test:1:1: unknown key \"depth\""),
              0u);
    EXPECT_EQ(
        objection_to<2>(R"({type = "arch", radius = 1, thickness = 0.1, voussoirs = 9, form = "round"})"),
        "test:1:1: form \"round\" is not known in a generator; it can be \"semicircular\", \"segmental\", "
        "\"pointed\"");
    EXPECT_EQ(objection_to<2>(R"({type = "wall", length = 1, height = 1, block = [0.5, 0]})"),
              "test:1:1: block must be two numbers greater than zero");
    EXPECT_EQ(objection_to<2>(R"({type = "column", radius = 1, drums = 3})"),
              "test:1:1: a generator has no \"height\"; it needs one");
}

template <int D>
std::vector<std::string> parts_of_arch(const std::string& table) {
    const Node node = parsed(table);
    std::vector<std::string> parts;
    for (const auto& block : masonry::arch<D>(read_arch<D>(generator(node, arch_keys<D>())))) parts.push_back(block.part);
    return parts;
}

/// The same stones by either way to write them; the short one names them by their numbers.
TEST(ReadMasonry, ArchesCanBeCountedInBlocks) {
    const auto stones_of = [](const std::string& table) {
        const Node node = parsed(table);
        return masonry::arch<3>(read_arch<3>(generator(node, arch_keys<3>())));
    };
    const std::string size = "radius = 2, thickness = 0.24, depth = 0.5, ";
    const auto brief = stones_of("{" + size + "embrace_deg = 180, blocks = 4, abutments = true}");
    const auto full = stones_of("{" + size + "voussoirs = 4}");
    ASSERT_EQ(brief.size(), full.size());
    for (std::size_t i = 0; i < full.size(); ++i) {
        EXPECT_EQ(brief[i].vertices, full[i].vertices) << i;
        EXPECT_EQ(brief[i].fixed, full[i].fixed) << i;
    }
    EXPECT_EQ(parts_of_arch<2>("{radius = 2, thickness = 0.2, blocks = 3}"), (std::vector<std::string>{"0", "1", "2", "left", "right"}));
    EXPECT_EQ(parts_of_arch<2>("{radius = 2, thickness = 0.2, blocks = 2, rings = 2, abutments = false}"),
              (std::vector<std::string>{"ring0.0", "ring0.1", "ring1.0", "ring1.1"}));
    EXPECT_EQ(parts_of_arch<2>("{radius = 2, thickness = 0.2, voussoirs = 2}"),
              (std::vector<std::string>{"voussoir.0", "voussoir.1", "abutment.left", "abutment.right"}));
    EXPECT_EQ(objection_to<2>(R"({type = "arch", radius = 1, thickness = 0.1, voussoirs = 9, blocks = 9})"),
              "test:1:1: blocks is the short way to say voussoirs: one of the two");
    EXPECT_EQ(objection_to<2>(R"({type = "arch", radius = 1, thickness = 0.1, blocks = 9, abutment = 0.1, abutments = true})"),
              "test:1:1: abutments = true gives them the length that abutment says otherwise: one of the two");
}

TEST(ReadMasonry, WhatDoesNotFitTogetherIsRefusedAtItsKey) {
    const Folder folder;
    const Node document = parse_toml_file(
        folder.write("wall.toml", "[[generate]]\nlength = 1.0\nheight = 0.2\nblock = [0.3, 0.1]\n"));
    const Table table(find_in(document, "generate")->as<Node::Array>()->front(), "a wall", wall_keys<2>());
    try {
        masonry::wall<2>(read_wall<2>(table));
        FAIL();
    } catch (const masonry::BadParameters& error) {
        EXPECT_EQ(error.field(), "length");
        try {
            refuse_parameters(table, error);
        } catch (const InputError& refusal) {
            const std::string said = refusal.what();
            EXPECT_NE(said.find("wall.toml:2:10: length must be a whole number of half blocks"), said.npos)
                << said;
        }
    }
}

}  // namespace
}  // namespace drystone::read_masonry_test

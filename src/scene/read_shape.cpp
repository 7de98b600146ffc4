#include "scene/read_shape.h"

#include <algorithm>
#include <numbers>

#include <fmt/format.h>

#include "scene/nearest.h"
#include "scene/read_curved.h"
#include "scene/read_solid.h"
#include "scene/table.h"

namespace drystone {

namespace {

template <int D>
void refuse_ball_of_other_dimension(const Node& node, const std::string& word) {
    const std::string other = D == 2 ? "sphere" : "disk";
    if (word != other) return;
    refuse(node.place, fmt::format("a {} needs dimension = {}; in {}D a ball is a \"{}\"", other, 5 - D, D,
                                   ball_word<D>()));
}

template <int D>
Keys convex_words() {
    Keys words = solid_words<D>();
    for (const std::string& word : curved_words<D>()) {
        if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);  // a cylinder is both
    }
    return words;
}

/// Boxes, polyhedra, cylinders and the like, and convex parts of others; empty: `word` is another shape.
template <int D>
std::vector<Shape<D>> read_convex(const Node& node, const std::string& word, const Keys& more,
                                  const std::filesystem::path& folder) {
    if (const auto curved = read_curved<D>(node, word, more)) return {*curved};
    return read_solid<D>(node, word, more, folder);
}

template <int D>
[[noreturn]] void refuse_shape(const Node& node, const std::string& word) {
    refuse_ball_of_other_dimension<D>(node, word);
    const Keys others = convex_words<5 - D>();
    if (std::find(others.begin(), others.end(), word) != others.end())
        refuse(node.place, fmt::format("{} {} needs dimension = {}", word[0] == 'e' ? "an" : "a", word, 5 - D));
    Keys known = {ball_word<D>(), "plane", "drum", "compound"};
    for (const std::string& convex : convex_words<D>()) known.push_back(convex);
    refuse(node.place, fmt::format("there is no shape \"{}\"{}", word, suggestion(word, known)));
}

template <int D>
PlacedShape<D> read_plane(const Node& node) {
    const Table table(node, "a plane", {"type", "normal"});
    return {Plane<D>{unit_vector_of<D>(table.at("normal"), "normal")}, {}, {}};
}

template <int D>
PlacedShape<D> read_drum(const Node& node) {
    const Table table(node, "a drum", D == 3 ? Keys{"type", "radius", "length"} : Keys{"type", "radius"});
    Drum<D> drum{.radius = table.positive("radius")};
    if (D == 3) drum.length = table.positive("length", drum.length);
    return {drum, {}, {}};
}

const Keys part_keys = {"position", "orientation"};

template <int D>
std::vector<Shape<D>> read_part_shapes(const Node& node, const std::filesystem::path& folder) {
    const Node& type = key_that_chooses(node, "a part of a compound", "type");
    const std::string& word = text_of(type, "type");
    if (std::vector<Shape<D>> convex = read_convex<D>(node, word, part_keys, folder); !convex.empty()) return convex;
    if (word == ball_word<D>())
        return {Ball<D>{Table(node, "a part of a compound", {"type", "radius", "position", "orientation"}).positive("radius")}};
    refuse_ball_of_other_dimension<D>(type, word);
    refuse(type.place, fmt::format("a part of a compound must be a \"{}\" or a convex shape, found \"{}\"",
                                    ball_word<D>(), word));
}

template <int D>
void read_part(const Node& node, const std::filesystem::path& folder, Geometry<D>& geometry) {
    const std::vector<Shape<D>> shapes = read_part_shapes<D>(node, folder);
    const Table placed(node, "a part of a compound");
    const Vec<D> position = placed.vector<D>("position", {});
    const Node* orientation = placed.find("orientation");
    const Rotation<D> rotation = orientation ? read_orientation<D>(*orientation) : Rotation<D>{};
    for (const Shape<D>& shape : shapes) geometry.push_back({shape, position, rotation});
}

template <int D>
Geometry<D> read_compound(const Node& node, const std::filesystem::path& folder) {
    const Table table(node, "a compound", {"type", "parts"});
    const auto& parts = array_of(table.at("parts"), "parts", "shapes");
    if (parts.empty()) refuse(table.at("parts").place, "a compound needs at least one part");
    Geometry<D> geometry;
    for (const Node& part : parts) read_part(part, folder, geometry);
    return geometry;
}

}  // namespace

template <int D>
std::string ball_word() {
    return D == 2 ? "disk" : "sphere";
}

template <int D>
void expect_ball_word(const Node& node, std::string_view what) {
    const std::string& word = text_of(node, "shape");
    if (word == ball_word<D>()) return;
    refuse_ball_of_other_dimension<D>(node, word);
    refuse(node.place,
           fmt::format("{} must be a \"{}\" in this version, found \"{}\"", what, ball_word<D>(), word));
}

template <int D>
Geometry<D> read_shape(const Node& node, const std::filesystem::path& folder) {
    if (!node.as<Node::Entries>()) {
        refuse(node.place,
               fmt::format("shape must be a table such as {{ type = \"{}\", radius = 0.1 }}, found {}",
                           ball_word<D>(), describe(node)));
    }
    const Node& type = key_that_chooses(node, "a shape", "type");
    const std::string& word = text_of(type, "type");
    if (word == ball_word<D>()) {
        const Table table(node, fmt::format("a {}", word), {"type", "radius"});
        return {{Ball<D>{table.positive("radius")}, {}, {}}};
    }
    if (word == "plane") return {read_plane<D>(node)};
    if (word == "drum") return {read_drum<D>(node)};
    if (word == "compound") return read_compound<D>(node, folder);
    Geometry<D> geometry;
    for (const Shape<D>& convex : read_convex<D>(node, word, {}, folder)) geometry.push_back({convex, {}, {}});
    if (geometry.empty()) refuse_shape<D>(type, word);
    return geometry;
}

namespace {

/// In radians. Of more turns than that no digit would be left of the angle.
double read_angle(const Table& table) {
    constexpr double most = 1e6;
    return number_between(table.at("angle_deg"), "angle_deg", -most, most) * std::numbers::pi / 180.0;
}

}  // namespace

template <>
Rotation<2> read_orientation<2>(const Node& node) {
    const Table table(node, "an orientation in 2D", {"angle_deg"});
    return {read_angle(table)};
}

template <>
Rotation<3> read_orientation<3>(const Node& node) {
    const Table table(node, "an orientation", {"axis", "angle_deg"});
    return rotation_by(read_angle(table) * unit_vector_of<3>(table.at("axis"), "axis"));
}

template <int D>
bool has_volume(const Geometry<D>& geometry) {
    return std::all_of(geometry.begin(), geometry.end(), [](const auto& part) {
        return !std::holds_alternative<Plane<D>>(part.shape) && !std::holds_alternative<Drum<D>>(part.shape);
    });
}

template std::string ball_word<2>();
template std::string ball_word<3>();
template void expect_ball_word<2>(const Node&, std::string_view);
template void expect_ball_word<3>(const Node&, std::string_view);
template Geometry<2> read_shape<2>(const Node&, const std::filesystem::path&);
template Geometry<3> read_shape<3>(const Node&, const std::filesystem::path&);
template bool has_volume<2>(const Geometry<2>&);
template bool has_volume<3>(const Geometry<3>&);

}  // namespace drystone

#include "scene/read_bodies_from.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/names.h"
#include "geometry/mass.h"
#include "scene/csv_reader.h"
#include "scene/nearest.h"
#include "scene/parse_toml.h"
#include "scene/read_bodies.h"
#include "scene/read_shape.h"
#include "scene/table.h"

namespace drystone {

namespace {

const char* axis_names = "xyz";

template <int D>
Keys vector_columns(const std::string& name) {
    Keys columns;
    for (int i = 0; i < D; ++i) columns.push_back(name + "." + axis_names[i]);
    return columns;
}

template <int D>
Keys known_columns() {
    Keys known = {"body",  "name",   "group", "material", "fixed",
                  "shape", "radius", "mass",  "mass_given", "geometry", "wall"};
    for (const char* name : {"position", "velocity"})
        for (const std::string& column : vector_columns<D>(name)) known.push_back(column);
    if (D == 2) {
        known.insert(known.end(), {"angle", "angular_velocity"});
        return known;
    }
    for (const std::string& column : vector_columns<D>("angular_velocity")) known.push_back(column);
    for (const char* column : {"orientation.w", "orientation.x", "orientation.y", "orientation.z"})
        known.emplace_back(column);
    return known;
}

Node number_cell(const CsvCell& cell, const std::string& what) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(cell.text.data(), cell.text.data() + cell.text.size(), value);
    if (cell.text.empty() || error != std::errc() || end != cell.text.data() + cell.text.size())
        refuse(cell.place, fmt::format("{} must be a number, found \"{}\"", what, cell.text));
    Node node{cell.place, value};
    number_of(node, what);
    return node;
}

/// The columns of a file, and one row of it after the other.
template <int D>
class BodyRows {
  public:
    BodyRows(const Node& file, const Draft<D>& draft)
        : draft_(draft), reader_(read(file, draft), path_of(file, draft)) {
        if (!reader_.next_row(header_))
            refuse(file.place, fmt::format("the file {} is empty", path_of(file, draft)));
        const Keys known = known_columns<D>();
        for (const CsvCell& column : header_) {
            if (std::find(known.begin(), known.end(), column.text) == known.end())
                refuse(column.place, fmt::format("a file of bodies in {}D has no column \"{}\"{}", D,
                                                 column.text, suggestion(column.text, known)));
        }
        for (const std::string& column : vector_columns<D>("position")) require(column);
        require("material");
        if (!index("geometry")) require("shape");
    }

    std::optional<BodyDescription<D>> next() {
        do {
            if (!reader_.next_row(row_)) return std::nullopt;
        } while (is_nobody());
        if (row_.size() != header_.size())
            refuse(row_.front().place,
                   fmt::format("this line has {} cells, and the first {}", row_.size(), header_.size()));
        BodyDescription<D> body = read_body(entry(), draft_);
        if (const CsvCell* group = filled("group")) body.group = group->text;
        read_turn(body);
        about_centre(body);
        return body;
    }

    const Place& place_of_name() const { return row_[index("name").value_or(0)].place; }

  private:
    static std::string path_of(const Node& file, const Draft<D>& draft) {
        return (draft.folder / text_of(file, "bodies_from")).string();
    }
    static std::string read(const Node& file, const Draft<D>& draft) {
        return read_text_file(path_of(file, draft), file.place);
    }

    std::optional<std::size_t> index(const std::string& column) const {
        for (std::size_t k = 0; k < header_.size(); ++k)
            if (header_[k].text == column) return k;
        return std::nullopt;
    }
    void require(const std::string& column) const {
        if (!index(column))
            refuse(header_.front().place,
                   fmt::format("a file of bodies needs a column \"{}\"; the first line names the columns",
                               column));
    }

    /// The cell of this row in a column, if there is anything in it.
    const CsvCell* filled(const std::string& column) const {
        const auto k = index(column);
        return k && !row_[*k].text.empty() ? &row_[*k] : nullptr;
    }

    /// What links to the world hold to: a body without a shape, which the scene has by itself.
    bool is_nobody() const {
        const auto k = index("shape");
        return k && *k < row_.size() && row_[*k].text == "none";
    }

    /// The row as an entry of [[bodies]].
    Node entry() const {
        Node::Entries entries;
        const auto add = [&](const char* key, Node value) {
            const Place place = value.place;
            entries.push_back({key, place, std::move(value)});
        };
        for (const char* key : {"name", "material"})
            if (const CsvCell* cell = filled(key)) add(key, {cell->place, cell->text});
        add("shape", shape());
        add("position", vector(vector_columns<D>("position")));
        if (const CsvCell* mass = filled("mass"); mass && says("mass_given", true)) add("mass", number_cell(*mass, "mass"));
        const bool fixed = says("fixed", false);
        if (fixed) add("fixed", {row_.front().place, true});
        if (!fixed && filled("velocity.x")) add("velocity", vector(vector_columns<D>("velocity")));
        if (!fixed && turns()) add("angular_velocity", spin());
        return {row_.front().place, std::move(entries)};
    }

    Node vector(const Keys& columns) const {
        Node::Array items;
        for (const std::string& column : columns) {
            require(column);
            items.push_back(number_cell(row_[*index(column)], column));
        }
        const Place place = items.front().place;
        return {place, std::move(items)};
    }

    static Keys spin_columns() {
        return D == 2 ? Keys{"angular_velocity"} : vector_columns<D>("angular_velocity");
    }

    Node spin() const {
        Node columns = vector(spin_columns());
        return D == 2 ? std::move((*columns.template as<Node::Array>())[0]) : columns;
    }

    /// No spin is none: a plane that only slides may not have any.
    bool turns() const {
        const Keys columns = spin_columns();
        return std::any_of(columns.begin(), columns.end(), [&](const std::string& column) {
            const CsvCell* cell = filled(column);
            return cell && number_of(number_cell(*cell, column), column) != 0.0;
        });
    }

    /// `otherwise` where nothing is in the cell.
    bool says(const char* column, bool otherwise) const {
        const CsvCell* cell = filled(column);
        if (!cell) return otherwise;
        if (cell->text == "0" || cell->text == "false") return false;
        if (cell->text == "1" || cell->text == "true") return true;
        refuse(cell->place, fmt::format("{} must be 1 or 0, found \"{}\"", column, cell->text));
    }

    /// A table in TOML, in the column `geometry` or `shape`, or the word of a ball with its radius in a column of its own.
    Node shape() const {
        const CsvCell* cell = filled("geometry");
        if (!cell) cell = filled("shape");
        if (!cell) refuse(row_.front().place, "this body has no shape");
        if (cell->text.starts_with('{')) {
            if (auto node = parse_toml_value(cell->text, cell->place)) return *std::move(node);
            refuse(cell->place, fmt::format("\"{}\" is no table of TOML", cell->text));
        }
        const CsvCell* radius = filled("radius");
        if (cell->text != ball_word<D>() || !radius)
            refuse(cell->place,
                   fmt::format(
                       "a shape is a table of TOML in quotes, or \"{}\" with a column radius, found \"{}\"",
                       ball_word<D>(), cell->text));
        return {cell->place, Node::Entries{{"type", cell->place, {cell->place, cell->text}},
                                           {"radius", radius->place, number_cell(*radius, "radius")}}};
    }

    void read_turn(BodyDescription<D>& body) const {
        if constexpr (D == 2) {
            if (const CsvCell* angle = filled("angle"))
                body.orientation = {number_of(number_cell(*angle, "angle"), "angle")};
        } else if (filled("orientation.w")) {
            const Node q = vector({"orientation.w", "orientation.x", "orientation.y", "orientation.z"});
            const auto part = [&](std::size_t k) {
                return number_of((*q.as<Node::Array>())[k], "orientation");
            };
            body.orientation = {part(0), {{part(1), part(2), part(3)}}};
            constexpr double rounding = 1e-6;
            const double length = std::sqrt(body.orientation.w * body.orientation.w +
                                            dot(body.orientation.q, body.orientation.q));
            if (std::abs(length - 1.0) > rounding)
                refuse(q.place, fmt::format("an orientation is a quaternion of length 1, this one has {:.6g}",
                                            length));
        }
    }

    /// Files have the velocity of the shape's origin, as probes do; a body has that of its centre of mass.
    static void about_centre(BodyDescription<D>& body) {
        const bool centred = body.geometry.size() == 1 &&
                             std::holds_alternative<Ball<D>>(body.geometry[0].shape) &&
                             body.geometry[0].position == Vec<D>{};
        if (centred || body.angular_velocity == Spin<D>{} || !has_volume(body.geometry)) return;
        const Vec<D> arm = rotate(body.orientation, mass_properties(body.geometry, 1.0).centre);
        body.velocity += turn(body.angular_velocity, arm);
    }

    const Draft<D>& draft_;
    CsvReader reader_;
    std::vector<CsvCell> header_, row_;
};

/// Names, groups and patterns of those that are wanted; none: all.
class Wanted {
  public:
    explicit Wanted(const Node* node) {
        if (!node) return;
        if (const auto* items = node->as<Node::Array>()) {
            if (items->empty()) refuse(node->place, "bodies is empty; leave it out for all");
            for (const Node& item : *items) words_.push_back({&item, text_of(item, "bodies"), false});
        } else {
            words_.push_back({node, text_of(*node, "bodies"), false});
        }
    }

    bool has(const std::string& name, const std::string& group) {
        bool found = words_.empty();
        for (Word& word : words_) {
            const auto fits = [&](const std::string& text) { return !text.empty() && is_like(text, word.text); };
            if (word.text != "*" && !fits(name) && !fits(group)) continue;
            found = word.used = true;
        }
        return found;
    }

    void expect_all_used(const std::string& path) const {
        for (const Word& word : words_) {
            if (!word.used) refuse(word.node->place, fmt::format("no body or group in {} has a name like \"{}\"", path, word.text));
        }
    }

  private:
    struct Word {
        const Node* node;
        std::string text;
        bool used;
    };
    std::vector<Word> words_;
};

/// A file's name, or { file, bodies }.
template <int D>
void read_file_of_bodies(const Node& node, Draft<D>& draft) {
    const bool is_table = node.as<Node::Entries>() != nullptr;
    const Node& file = is_table ? Table(node, "bodies_from", {"file", "bodies"}).at("file") : node;
    Wanted wanted(is_table ? find_in(node, "bodies") : nullptr);
    BodyRows<D> rows(file, draft);
    while (auto body = rows.next()) {
        if (!wanted.has(body->name, body->group)) continue;
        const int index = static_cast<int>(draft.world.bodies.size());
        if (!body->name.empty()) draft.bodies.add(body->name, index, rows.place_of_name());
        draft.world.bodies.push_back(*std::move(body));
    }
    wanted.expect_all_used(text_of(file, "file"));
}

}  // namespace

template <int D>
void read_bodies_from(const Node& document, Draft<D>& draft) {
    const Node* node = find_in(document, "bodies_from");
    if (!node) return;
    const auto* files = node->as<Node::Array>();
    if (!files) return read_file_of_bodies(*node, draft);
    for (const Node& file : *files) read_file_of_bodies(file, draft);
}

template void read_bodies_from<2>(const Node&, Draft<2>&);
template void read_bodies_from<3>(const Node&, Draft<3>&);

}  // namespace drystone

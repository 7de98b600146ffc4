// DXF: pairs of lines, a number (the group code) and a value. Code 0 begins an entity, 8 names its layer, 10/20/30 and the next three are
// points, 38 a height, 39 a thickness, 42 an arc to the next point (bulge, the tangent of a quarter of its angle), 70 flags, 71..74 the corners of a polyface mesh's face, 210..
// the direction of the drawing plane.

#include "scene/read_dxf.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <type_traits>

#include <fmt/format.h>

#include "core/index.h"
#include "core/input_error.h"

namespace drystone {

namespace {

struct CodeValue {
    int code = 0;
    std::string_view value;
    int line = 0;  // of the code
};

std::string_view without_blanks(std::string_view text) {
    constexpr std::string_view blank = " \t\r\f\v";
    const std::size_t from = text.find_first_not_of(blank);
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(blank) - from + 1);
}

/// An entity as it stands in the file, its vertices and what they say among its pairs.
struct Record {
    std::string_view type;
    std::vector<CodeValue> pair;
    int line = 0;
};

class DxfFile {
  public:
    DxfFile(std::string_view text, const std::string& path) : rest_(text), path_(path) {}

    bool next(CodeValue& pair) {
        std::string_view code;
        if (!next_line(code)) return false;
        pair.line = line_;
        if (without_blanks(code).empty() && rest_.empty()) return false;
        if (!number_in(code, pair.code))
            refuse(line_, fmt::format("expected a group code, found \"{}\"", without_blanks(code).substr(0, 20)));
        if (!next_line(pair.value)) refuse(line_, "the file ends early: a group code without its value");
        pair.value = without_blanks(pair.value);
        return true;
    }

    template <class T>
    T number(const CodeValue& pair) const {
        T value{};
        if (!number_in(pair.value, value))
            refuse(pair.line + 1, fmt::format("expected a number, found \"{}\"", pair.value.substr(0, 20)));
        if constexpr (std::is_floating_point_v<T>)
            if (!std::isfinite(value)) refuse(pair.line + 1, "expected a number that is finite");
        return value;
    }

    [[noreturn]] void refuse(int line, const std::string& message) const {
        throw InputError(fmt::format("{}:{}", path_, line), message);
    }
    int line() const { return line_; }

  private:
    bool next_line(std::string_view& line) {
        if (rest_.empty()) return false;
        const std::size_t end = rest_.find('\n');
        line = rest_.substr(0, end);
        rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
        ++line_;
        return true;
    }
    template <class T>
    static bool number_in(std::string_view text, T& value) {
        text = without_blanks(text);
        if (text.starts_with('+')) text.remove_prefix(1);
        const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
        return status == std::errc() && end == text.data() + text.size();
    }

    std::string_view rest_;
    std::string path_;
    int line_ = 0;
};

/// The entities of the section ENTITIES; vertices of a POLYLINE are records of their own.
std::vector<Record> records_of(DxfFile& file) {
    std::vector<Record> records;
    std::string_view section;
    bool ended = false, names_section = false;
    for (CodeValue pair; file.next(pair);) {
        if (pair.code == 0) {
            names_section = pair.value == "SECTION";
            if (pair.value == "ENDSEC") section = {};
            ended |= pair.value == "EOF";
            if (section == "ENTITIES") records.push_back({pair.value, {}, pair.line});
        } else if (names_section && pair.code == 2) {
            section = pair.value;
            names_section = false;
        } else if (section == "ENTITIES" && !records.empty()) {
            records.back().pair.push_back(pair);
        }
    }
    if (!ended) file.refuse(file.line(), "the file ends early: expected EOF");
    return records;
}

/// The value of a number under a code, or another one; the last where there are several.
template <class T>
T value_of(const DxfFile& file, const Record& record, int code, T otherwise) {
    for (const CodeValue& pair : record.pair)
        if (pair.code == code) otherwise = file.number<T>(pair);
    return otherwise;
}

Vec<3> point_of(const DxfFile& file, const Record& record, int first) {
    return {{value_of(file, record, first, 0.0), value_of(file, record, first + 10, 0.0),
             value_of(file, record, first + 20, 0.0)}};
}

DxfEntity begin_entity(const Record& record) {
    DxfEntity entity{.layer = "0", .line = record.line};
    for (const CodeValue& pair : record.pair)
        if (pair.code == 8) entity.layer = std::string(pair.value);
    return entity;
}

DxfEntity read_face(const DxfFile& file, const Record& record) {
    DxfEntity entity = begin_entity(record);
    std::vector<int> face;
    for (int k = 0; k < 4; ++k) {
        const Vec<3> point = point_of(file, record, 10 + k);
        if (!entity.point.empty() && (point == entity.point.back() || point == entity.point.front()))
            continue;  // a triangle
        face.push_back(static_cast<int>(entity.point.size()));
        entity.point.push_back(point);
    }
    entity.face = {face};
    if (face.size() < 3) entity.trouble = "a face needs three corners";
    return entity;
}

/// Corners of a polyline as the file has them.
struct Polyline {
    std::vector<Vec<3>> point;
    std::vector<double>
        bulge;  // (points) tan of a quarter of the arc's angle to the next point, anticlockwise; 0: straight
    bool closed = false;
    Vec<3> upwards{};
};

/// The arc from p to q, its end not included, in equal chords of at most so many degrees.
void add_arc(const Vec<3>& p, const Vec<3>& q, double bulge, double arc_deg, std::vector<Vec<3>>& points) {
    const double angle = 4.0 * std::atan(bulge), off = (1.0 - bulge * bulge) / (4.0 * bulge);
    const Vec<3> chord = q - p, centre = 0.5 * (p + q) + off * Vec<3>{{-chord[1], chord[0], 0.0}},
                 arm = p - centre;
    const int chords =
        std::max(1, static_cast<int>(std::ceil(std::abs(angle) * 180.0 / std::numbers::pi / arc_deg - 1e-9)));
    points.push_back(p);
    for (int k = 1; k < chords; ++k) {
        const double c = std::cos(k * angle / chords), s = std::sin(k * angle / chords);
        points.push_back(centre + Vec<3>{{c * arm[0] - s * arm[1], s * arm[0] + c * arm[1], arm[2]}});
    }
}

/// The last point again is no corner of its own; a polyline that comes back is closed.
void finish_polyline(Polyline line, double arc_deg, DxfEntity& entity) {
    std::vector<Vec<3>>& point = entity.point;
    const std::size_t n = line.point.size();
    bool arcs = false;
    for (std::size_t k = 0; k < n; ++k) {
        const bool bent =
            line.bulge[k] != 0.0 && (k + 1 < n || line.closed) && line.point[(k + 1) % n] != line.point[k];
        arcs |= bent;
        if (bent && arc_deg > 0.0)
            add_arc(line.point[k], line.point[(k + 1) % n], line.bulge[k], arc_deg, point);
        else
            point.push_back(line.point[k]);
    }
    point.erase(std::unique(point.begin(), point.end()), point.end());
    if (point.size() > 1 && point.front() == point.back()) point.pop_back(), line.closed = true;
    if (arcs && !(arc_deg > 0.0))
        entity.trouble = "an arc in a polyline; arc_deg = 5 makes chords of at most 5 degrees of it";
    if (!line.closed) entity.trouble = "this polyline is not closed";
    if (line.upwards != Vec<3>::axis(2))
        entity.trouble = "a polyline that is not drawn in the plane x, y is not read; draw 3DFACEs";
    if (point.size() < 3) entity.trouble = "a polyline needs three corners";
}

Vec<3> upwards_of(const DxfFile& file, const Record& record) {
    return {{value_of(file, record, 210, 0.0), value_of(file, record, 220, 0.0),
             value_of(file, record, 230, 1.0)}};
}

DxfEntity read_light_polyline(const DxfFile& file, const Record& record, double arc_deg) {
    DxfEntity entity = begin_entity(record);
    const double height = value_of(file, record, 38, 0.0);
    Polyline line{.point = {},
                  .bulge = {},
                  .closed = (value_of(file, record, 70, 0) & 1) != 0,
                  .upwards = upwards_of(file, record)};
    for (const CodeValue& pair : record.pair) {
        if (pair.code == 10) {
            line.point.push_back({{file.number<double>(pair), 0.0, height}});
            line.bulge.push_back(0.0);
        }
        if (pair.code == 20 && !line.point.empty()) line.point.back()[1] = file.number<double>(pair);
        if (pair.code == 42 && !line.point.empty()) line.bulge.back() = file.number<double>(pair);
    }
    entity.thickness = value_of(file, record, 39, 0.0);
    finish_polyline(std::move(line), arc_deg, entity);
    return entity;
}

void add_polyface_face(const DxfFile& file, const Record& vertex, DxfEntity& entity) {
    std::vector<int> face;
    for (int code = 71; code <= 74; ++code) {
        const int given = value_of(file, vertex, code, 0),
                  index = std::abs(given) - 1;  // negative: an edge that is not drawn
        if (given == 0 || given == std::numeric_limits<int>::min()) continue;
        if (index >= static_cast<int>(entity.point.size()))
            file.refuse(vertex.line, fmt::format("corner {} names no vertex; {} were given so far", given,
                                                 entity.point.size()));
        face.push_back(index);
    }
    if (face.size() >= 3) entity.face.push_back(face);
}

/// A POLYLINE with the records of its vertices, up to SEQEND.
DxfEntity read_polyline(const DxfFile& file, const std::vector<Record>& records, std::size_t& k,
                        double arc_deg) {
    constexpr int is_closed = 1, is_grid = 16, is_polyface = 64, is_face_of_polyface = 128, is_corner = 64;
    const Record& head = records[k];
    DxfEntity entity = begin_entity(head);
    const int flags = value_of(file, head, 70, 0);
    Polyline line{
        .point = {}, .bulge = {}, .closed = (flags & is_closed) != 0, .upwards = upwards_of(file, head)};
    for (++k; k < records.size() && records[k].type == "VERTEX"; ++k) {
        const int kind = value_of(file, records[k], 70, 0);
        if ((flags & is_polyface) && (kind & is_face_of_polyface) && !(kind & is_corner)) {
            add_polyface_face(file, records[k], entity);
            continue;
        }
        line.point.push_back(point_of(file, records[k], 10));
        line.bulge.push_back(value_of(file, records[k], 42, 0.0));
        if (flags & is_polyface) entity.point.push_back(line.point.back());
    }
    if (k == records.size() || records[k].type != "SEQEND")
        file.refuse(head.line, "this POLYLINE has no end (SEQEND)");
    entity.thickness = value_of(file, head, 39, 0.0);
    if (flags & is_polyface) {
        if (entity.face.empty()) entity.trouble = "a polyface mesh without faces";
    } else if (flags & is_grid) {
        entity.trouble = "a polygon mesh is not read; explode it into 3DFACEs";
    } else {
        finish_polyline(std::move(line), arc_deg, entity);
    }
    return entity;
}

}  // namespace

std::vector<DxfEntity> read_dxf(std::string_view text, const std::string& path, double arc_deg) {
    if (text.starts_with("AutoCAD Binary DXF"))
        throw InputError(path, "is a binary DXF file; save it as text");
    static const std::set<std::string_view> refused = {"INSERT",  "3DSOLID", "MESH",   "REGION", "BODY",
                                                       "SURFACE", "SPLINE",  "CIRCLE", "ELLIPSE"};
    DxfFile file(text, path);
    const std::vector<Record> records = records_of(file);
    std::vector<DxfEntity> entities;
    for (std::size_t k = 0; k < records.size(); ++k) {
        const Record& record = records[k];
        if (record.type == "3DFACE") {
            entities.push_back(read_face(file, record));
        } else if (record.type == "LWPOLYLINE") {
            entities.push_back(read_light_polyline(file, record, arc_deg));
        } else if (record.type == "POLYLINE") {
            entities.push_back(read_polyline(file, records, k, arc_deg));
        } else if (refused.contains(record.type)) {
            entities.push_back(begin_entity(record));
            entities.back().trouble =
                fmt::format("{} is not read; explode it into closed polylines or 3DFACEs", record.type);
        }
    }
    return entities;
}

}  // namespace drystone

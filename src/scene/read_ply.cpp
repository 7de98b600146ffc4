// PLY: a header in text that lists elements (vertex, face, others) and their properties, then the elements in
// that order, as lines of text or as bytes of either order. Of vertices x, y, z are kept, of faces the list
// vertex_indices (or vertex_index); everything else is stepped over.

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "scene/mesh_text.h"
#include "scene/read_mesh.h"

namespace drystone {

namespace {

struct Type {
    char kind = 'f';        // i: signed, u: unsigned, f: floating
    std::size_t bytes = 4;  // 1, 2, 4, 8
};

struct Property {
    std::string name;
    Type type;
    std::optional<Type> count;  // of a list
};

struct Element {
    std::string name;
    long count = 0;
    std::vector<Property> property;
};

enum class Format { text, little, big };

struct PlyHeader {
    Format format = Format::text;
    std::vector<Element> element;
};

Type type_of(const MeshLines& lines, std::string_view word) {
    struct Row {
        std::string_view name, alias;
        Type type;
    };
    constexpr std::array<Row, 8> types = {{{"char", "int8", {'i', 1}},
                                           {"uchar", "uint8", {'u', 1}},
                                           {"short", "int16", {'i', 2}},
                                           {"ushort", "uint16", {'u', 2}},
                                           {"int", "int32", {'i', 4}},
                                           {"uint", "uint32", {'u', 4}},
                                           {"float", "float32", {'f', 4}},
                                           {"double", "float64", {'f', 8}}}};
    for (const Row& row : types)
        if (word == row.name || word == row.alias) return row.type;
    lines.refuse(fmt::format("\"{}\" is not a type of a PLY file", word.substr(0, 20)));
}

void read_property(const MeshLines& lines, PlyHeader& header) {
    const auto& words = lines.words();
    const bool list = words.size() > 1 && words[1] == "list";
    if (words.size() != (list ? 5u : 3u))
        lines.refuse("a property is `property TYPE NAME` or `property list N TYPE NAME`");
    if (header.element.empty()) lines.refuse("a property before the first element");
    Property property{std::string(words.back()), type_of(lines, words[list ? 3 : 1]), {}};
    if (list) property.count = type_of(lines, words[2]);
    header.element.back().property.push_back(std::move(property));
}

PlyHeader read_header(MeshLines& lines) {
    PlyHeader header;
    if (!lines.next() || lines.words()[0] != "ply") lines.refuse("a PLY file begins with \"ply\"");
    while (lines.next()) {
        const auto& words = lines.words();
        if (words[0] == "end_header") return header;
        if (words[0] == "format") {
            const std::string_view name = words.size() > 1 ? words[1] : "";
            if (name != "ascii" && name != "binary_little_endian" && name != "binary_big_endian")
                lines.refuse(fmt::format("format \"{}\" is not known", name.substr(0, 30)));
            header.format = name == "ascii"               ? Format::text
                            : name == "binary_big_endian" ? Format::big
                                                          : Format::little;
        } else if (words[0] == "element") {
            if (words.size() != 3) lines.refuse("an element is `element NAME COUNT`");
            const long count = lines.whole_number(words[2], "the count");
            if (count < 0) lines.refuse("the count is negative");
            header.element.push_back({std::string(words[1]), count, {}});
        } else if (words[0] == "property") {
            read_property(lines, header);
        } else if (words[0] != "comment" && words[0] != "obj_info") {
            lines.refuse(fmt::format("\"{}\" is not a word of a PLY header", words[0].substr(0, 20)));
        }
    }
    lines.refuse_end("end_header");
}

/// One value after the other, from words of lines.
class TextValues {
  public:
    TextValues(MeshLines& lines) : lines_(lines) {}
    void begin(const Element& element) {
        if (!lines_.next()) lines_.refuse_end("more of element " + element.name);
        word_ = 0;
    }
    double value(const Type&) { return lines_.number(word_++, "a value"); }
    int line() const { return lines_.line(); }
    [[noreturn]] void refuse(const std::string& message) const { lines_.refuse(message); }

  private:
    MeshLines& lines_;
    std::size_t word_ = 0;
};

/// The same from bytes.
class ByteValues {
  public:
    ByteValues(std::string_view bytes, bool big, const std::string& path)
        : bytes_(bytes), big_(big), path_(path) {}
    void begin(const Element& element) { element_ = &element.name; }
    double value(const Type& type) {
        if (bytes_.size() < type.bytes) refuse("the file ends early, in element " + *element_);
        std::uint64_t bits = 0;
        for (std::size_t k = 0; k < type.bytes; ++k) {
            const auto byte = static_cast<unsigned char>(bytes_[big_ ? type.bytes - 1 - k : k]);
            bits |= static_cast<std::uint64_t>(byte) << (8 * k);
        }
        bytes_.remove_prefix(type.bytes);
        if (type.kind == 'f')
            return type.bytes == 4 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                                   : std::bit_cast<double>(bits);
        if (type.kind == 'u') return static_cast<double>(bits);
        const std::uint64_t sign = std::uint64_t{1} << (8 * type.bytes - 1);
        return static_cast<double>(static_cast<std::int64_t>((bits ^ sign) - sign));
    }
    int line() const { return 0; }
    [[noreturn]] void refuse(const std::string& message) const { throw InputError(path_, message); }

  private:
    std::string_view bytes_;
    bool big_;
    std::string path_;
    const std::string* element_ = nullptr;
};

template <class Values>
void read_item(const Element& element, Values& values, SurfaceMesh& mesh) {
    const bool vertex = element.name == "vertex", face = element.name == "face";
    Vec<3> point{};
    for (const Property& property : element.property) {
        const double count = property.count ? values.value(*property.count) : 1.0;
        if (!(count >= 0.0) || count != std::floor(count))
            values.refuse("the length of a list must be a whole number");
        const bool corners = face && property.count && property.name.starts_with("vertex_ind");
        std::vector<int>* polygon = corners ? &mesh.polygon.emplace_back() : nullptr;
        for (double i = 0.0; i < count; ++i) {
            const double value = values.value(property.type);
            if (vertex && !property.count && property.name.size() == 1 && property.name[0] >= 'x' &&
                property.name[0] <= 'z') {
                if (!std::isfinite(value)) values.refuse("a vertex is not finite");
                point[property.name[0] - 'x'] = value;
            }
            if (!polygon) continue;
            if (!(value >= 0.0) || value >= 2147483647.0 || value != std::floor(value))
                values.refuse(fmt::format("{} is not the number of a vertex", value));
            polygon->push_back(static_cast<int>(value));
        }
        if (polygon && polygon->size() < 3) values.refuse("a face needs three corners");
        if (polygon && values.line() > 0) mesh.line.push_back(values.line());
    }
    if (vertex) mesh.vertex.push_back(point);
}

template <class Values>
SurfaceMesh read_elements(const PlyHeader& header, Values values) {
    SurfaceMesh mesh;
    for (const Element& element : header.element) {
        if (element.property.empty()) continue;
        for (long i = 0; i < element.count; ++i) {
            values.begin(element);
            read_item(element, values, mesh);
        }
    }
    return mesh;
}

}  // namespace

SurfaceMesh read_ply(std::string_view text, const std::string& path) {
    MeshLines lines(text, path);
    const PlyHeader header = read_header(lines);
    const SurfaceMesh mesh =
        header.format == Format::text
            ? read_elements(header, TextValues(lines))
            : read_elements(header, ByteValues(lines.rest(), header.format == Format::big, path));
    if (mesh.polygon.empty()) throw InputError(path, "the file has no faces");
    for (const std::vector<int>& polygon : mesh.polygon) {
        for (const int v : polygon) {
            if (v >= static_cast<int>(mesh.vertex.size()))
                throw InputError(
                    path, fmt::format("a face names vertex {}, but there are {}", v, mesh.vertex.size()));
        }
    }
    return mesh;
}

}  // namespace drystone

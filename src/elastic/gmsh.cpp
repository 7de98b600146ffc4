#include "elastic/gmsh.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

#include "core/input_error.h"
#include "elastic/check_mesh.h"

namespace drystone {
namespace {

struct GmshType {
    int number;
    int dimension;
    int nodes;
    const char* name;
};
constexpr std::array<GmshType, 20> gmsh_types = {{
    {1, 1, 2, "line"},
    {2, 2, 3, "triangle"},
    {3, 2, 4, "quad"},
    {4, 3, 4, "tetrahedron"},
    {5, 3, 8, "hexahedron"},
    {6, 3, 6, "prism"},
    {7, 3, 5, "pyramid"},
    {8, 1, 3, "line of second order"},
    {9, 2, 6, "triangle of second order"},
    {10, 2, 9, "quad of second order"},
    {11, 3, 10, "tetrahedron of second order"},
    {12, 3, 27, "hexahedron of second order"},
    {13, 3, 18, "prism of second order"},
    {14, 3, 14, "pyramid of second order"},
    {15, 0, 1, "point"},
    {16, 2, 8, "quad of second order (8 nodes)"},
    {17, 3, 20, "hexahedron of second order (20 nodes)"},
    {18, 3, 15, "prism of second order (15 nodes)"},
    {19, 3, 13, "pyramid of second order (13 nodes)"},
    {21, 2, 10, "triangle of third order"},
}};

std::string instead(std::string_view found, std::string_view expected) {
    std::string message(1, '\'');
    message.append(found).append("' stands where ").append(expected);
    return message;
}

/// The text line by line, and the words of the present line one by one.
class Lines {
  public:
    Lines(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    [[noreturn]] void refuse(const std::string& what) const { refuse_at(number_, what); }
    [[noreturn]] void refuse_at(int line, const std::string& what) const {
        throw InputError(file_ + ":" + std::to_string(line), what);
    }
    /// The next line that is not empty; false at the end.
    bool next() {
        while (!text_.empty()) {
            const auto end = text_.find('\n');
            rest_ = text_.substr(0, end);
            text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
            ++number_;
            if (rest_.find_first_not_of(" \t\r") != std::string_view::npos) return true;
        }
        rest_ = {};
        return false;
    }
    void must_have_next(const char* what) {
        if (!next()) refuse(std::string("the file ends where ") + what + " should follow");
    }
    std::string_view word() {
        const auto begin = rest_.find_first_not_of(" \t\r");
        if (begin == std::string_view::npos) return {};
        rest_.remove_prefix(begin);
        const auto length = std::min(rest_.find_first_of(" \t\r"), rest_.size());
        const auto found = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return found;
    }
    template <class Number>
    Number number(const char* what) {
        const std::string_view found = word();
        Number value{};
        const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
        if (found.empty() || error != std::errc{} || end != found.data() + found.size())
            refuse(instead(found, what) + " should be");
        return value;
    }
    void must_be(std::string_view expected) {
        must_have_next(std::string(expected).c_str());
        if (const auto found = word(); found != expected)
            refuse(instead(found, expected) + " should be: are there more lines than were announced?");
    }
    bool at_marker() const {
        return rest_.find_first_not_of(" \t\r") != std::string_view::npos &&
               rest_[rest_.find_first_not_of(" \t\r")] == '$';
    }
    int line() const { return number_; }

  private:
    std::string_view text_, rest_;
    const std::string& file_;
    int number_ = 0;
};

template <int D>
struct Reader {
    Lines lines;
    Mesh<D> mesh;
    std::map<long, int> place;  // node's number in the file -> index
    std::vector<int> line_of;       // of elements, for complaints
    std::vector<int> node_line;     // of nodes
    std::vector<char> named, used;  // (nodes)  whether any element has it; one of those that are read
    double largest = 0.0, off_plane = 0.0;
    int off_plane_line = 0;
    bool new_format = false;

    void add_node(long tag) {
        Vec<D> X;
        for (int i = 0; i < 3; ++i) {
            const double value = lines.template number<double>("a coordinate");
            if (!std::isfinite(value)) lines.refuse("a coordinate is not finite");
            if (i < D) {
                X[i] = value;
                largest = std::max(largest, std::abs(value));
            } else if (std::abs(value) > off_plane) {
                off_plane = std::abs(value);
                off_plane_line = lines.line();
            }
        }
        if (!place.try_emplace(tag, static_cast<int>(mesh.node.size())).second)
            lines.refuse("node " + std::to_string(tag) + " is there twice");
        mesh.node.push_back(X);
        node_line.push_back(lines.line());
        named.push_back(0);
        used.push_back(0);
    }

    int read_corner() {
        const long tag = lines.template number<long>("a node of the element");
        const auto at = place.find(tag);
        if (at == place.end()) lines.refuse("node " + std::to_string(tag) + " is not in $Nodes");
        named[static_cast<std::size_t>(at->second)] = 1;
        return at->second;
    }

    /// The words after type (and tags) on the line of an element.
    void add_element(int number) {
        const auto* type = std::find_if(gmsh_types.begin(), gmsh_types.end(),
                                        [&](const GmshType& t) { return t.number == number; });
        if (type == gmsh_types.end())
            lines.refuse("elements of Gmsh's type " + std::to_string(number) + " are not known here");
        if (type->dimension < D) {
            for (int k = 0; k < type->nodes; ++k) read_corner();
            return;
        }
        Element element;
        if (number == 2)
            element.type = ElementType::triangle3;
        else if (number == 3)
            element.type = ElementType::quad4;
        else if (number == 4)
            element.type = ElementType::tetrahedron4;
        else if (number == 5)
            element.type = ElementType::hexahedron8;
        else
            lines.refuse(std::string("a ") + type->name + ": only " +
                         (D == 2 ? "triangles and quads" : "tetrahedra and hexahedra") +
                         " of first order are read (in Gmsh: Mesh.ElementOrder = 1)");
        if (type->dimension > D)
            lines.refuse(std::string("a ") + type->name +
                         " in a scene of the plane, which takes triangles and quads");
        for (int k = 0; k < type->nodes; ++k) {
            const int a = read_corner();
            element.node[static_cast<std::size_t>(k)] = a;
            used[static_cast<std::size_t>(a)] = 1;
        }
        mesh.element.push_back(element);
        line_of.push_back(lines.line());
    }

    void read_format() {
        lines.must_have_next("the version");
        const std::string version(lines.word());
        if (version != "2.2" && version != "4.1")
            lines.refuse("format " + version +
                         ": formats 2.2 and 4.1 are read (in Gmsh: Mesh.MshFileVersion)");
        new_format = version == "4.1";
        if (lines.template number<int>("the kind of file (0)") != 0)
            lines.refuse("a binary file: only ASCII is read (in Gmsh: Mesh.Binary = 0)");
        lines.must_be("$EndMeshFormat");
    }

    void read_nodes() {
        lines.must_have_next("the number of nodes");
        const long count = lines.template number<long>("a number of nodes");
        for (long block = 0; block < count; ++block) {
            if (!new_format) {
                lines.must_have_next("a node");
                add_node(lines.template number<long>("the number of a node"));
                continue;
            }
            lines.must_have_next("a block of nodes");
            for (int skip = 0; skip < 3; ++skip) lines.template number<long>("a number of the block");
            const long inside = lines.template number<long>("the number of nodes in the block");
            std::vector<long> tags;
            for (long k = 0; k < inside; ++k) {
                lines.must_have_next("the number of a node");
                tags.push_back(lines.template number<long>("the number of a node"));
            }
            for (const long tag : tags) {
                lines.must_have_next("a node");
                add_node(tag);
            }
        }
        lines.must_be("$EndNodes");
    }

    void read_elements() {
        lines.must_have_next("the number of elements");
        const long count = lines.template number<long>("a number of elements");
        for (long block = 0; block < count; ++block) {
            lines.must_have_next("an element");
            if (!new_format) {
                lines.template number<long>("the number of an element");
                const int type = lines.template number<int>("the type of an element");
                const int tags = lines.template number<int>("the number of tags");
                for (int k = 0; k < tags; ++k) lines.template number<long>("a tag");
                add_element(type);
                continue;
            }
            for (int skip = 0; skip < 2; ++skip) lines.template number<long>("a number of the block");
            const int type = lines.template number<int>("the type of elements");
            const long inside = lines.template number<long>("the number of elements in the block");
            for (long k = 0; k < inside; ++k) {
                lines.must_have_next("an element");
                lines.template number<long>("the number of an element");
                add_element(type);
            }
        }
        lines.must_be("$EndElements");
    }

    [[noreturn]] void refuse_node(int node, const std::string& what) const {
        lines.refuse_at(node_line[static_cast<std::size_t>(node)], what);
    }
    [[noreturn]] void refuse_element(int element, const std::string& what) const {
        lines.refuse_at(line_of[static_cast<std::size_t>(element)], what);
    }

    /// Nodes of points and lines alone, such as the centre of an arc, are Gmsh's own; one that nothing has is a slip.
    void check_nodes() const {
        const auto loose = std::find(named.begin(), named.end(), 0);
        if (loose != named.end()) refuse_node(static_cast<int>(loose - named.begin()), "a node that no element has");
        if (const int twice = find_doubled_node<D>(mesh.node, used); twice >= 0)
            refuse_node(twice, "a node where another one is; elements that meet share their nodes (in Gmsh: Coherence)");
    }

    void skip_section(std::string name) {
        const std::string end = "$End" + name.substr(1);
        while (lines.next())
            if (lines.at_marker() && lines.word() == end) return;
        lines.refuse("the file ends within " + name);
    }
};

}  // namespace

template <int D>
Mesh<D> read_gmsh(std::string_view text, const std::string& file) {
    Reader<D> reader{Lines(text, file), {}, {}, {}, {}, {}, {}};
    Lines& lines = reader.lines;
    bool format = false, nodes = false, elements = false;
    while (lines.next()) {
        const std::string section(lines.word());
        if (section == "$MeshFormat") {
            reader.read_format();
            format = true;
        } else if (!format) {
            lines.refuse(instead(section, "$MeshFormat") + " should be: is this a Gmsh file?");
        } else if (section == "$Nodes") {
            reader.read_nodes();
            nodes = true;
        } else if (section == "$Elements") {
            if (!nodes) lines.refuse("$Elements before $Nodes");
            reader.read_elements();
            elements = true;
        } else if (section.starts_with('$')) {
            reader.skip_section(section);
        } else {
            lines.refuse(instead(section, "a section") +
                         " should begin: are there more lines than were announced?");
        }
    }
    if (!elements) lines.refuse("no $Elements");
    if (reader.mesh.element.empty())
        throw InputError(file, D == 2 ? "no triangles or quads in it"
                                      : "no tetrahedra or hexahedra in it: was only the surface meshed?");
    // Gmsh writes 1e-17 where it means 0.
    if (reader.off_plane > 1e-9 * reader.largest)
        lines.refuse_at(reader.off_plane_line, "a node with z not 0 in a mesh for the plane");
    reader.check_nodes();
    if (const int bad = finish(reader.mesh); bad >= 0) reader.refuse_element(bad, "an element that is flat or folded");
    if (const MeshFault fault = find_fault(reader.mesh); fault.element >= 0) reader.refuse_element(fault.element, fault.what);
    return std::move(reader.mesh);
}

template Mesh<2> read_gmsh<2>(std::string_view, const std::string&);
template Mesh<3> read_gmsh<3>(std::string_view, const std::string&);

}  // namespace drystone

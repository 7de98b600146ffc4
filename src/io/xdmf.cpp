#include "io/xdmf.h"

#include <algorithm>

#include <fmt/format.h>

#include "io/deformable_layout.h"

namespace drystone {

namespace {

/// How a type is told: number type and bytes.
struct Type {
    const char* kind;
    int bytes;
};
constexpr Type single{"Float", 4}, whole{"Int", 4}, small{"UChar", 1}, real{"Float", 8};

std::string array(const std::string& dimensions, Type type, const std::string& name) {
    return fmt::format(
        R"(<DataItem Dimensions="{}" NumberType="{}" Precision="{}" Format="HDF">frames.h5:/{}</DataItem>)",
        dimensions, type.kind, type.bytes, name);
}

/// Row `frame` of an array (frames, points, 3).
std::string of_frame(std::size_t frame, std::size_t frames, std::int64_t points, const std::string& name) {
    return fmt::format(
        R"(<DataItem ItemType="HyperSlab" Dimensions="{1} 3"><DataItem Dimensions="3 3" Format="XML">{0} 0 0 1 1 1 1 {1} 3</DataItem>{2}</DataItem>)",
        frame, points, array(fmt::format("{} {} 3", frames, points), single, "drawn/" + name));
}

/// Rows of all frames in the columns of /drawn, where bodies come and go.
struct DrawnEnds {
    std::int64_t balls = 0, vertices = 0, faces = 0, topology = 0;
};

/// Rows of a column of /contacts or /drawn, of one or several components.
std::string of_rows(const ContactRange& rows, std::int64_t all, int components, Type type,
                        const std::string& name) {
    if (components == 1) {
        return fmt::format(
            R"(<DataItem ItemType="HyperSlab" Dimensions="{1}"><DataItem Dimensions="3 1" Format="XML">{0} 1 {1}</DataItem>{2}</DataItem>)",
            rows.first, rows.count, array(std::to_string(all), type, name));
    }
    return fmt::format(
        R"(<DataItem ItemType="HyperSlab" Dimensions="{1} {3}"><DataItem Dimensions="3 2" Format="XML">{0} 0 1 1 {1} {3}</DataItem>{2}</DataItem>)",
        rows.first, rows.count, array(fmt::format("{} {}", all, components), type, name), components);
}

std::string attribute(const char* name, const char* kind, const char* centre, const std::string& data) {
    return fmt::format("      <Attribute Name=\"{}\" AttributeType=\"{}\" Center=\"{}\">{}</Attribute>\n",
                       name, kind, centre, data);
}

std::string points_grid(const char* name, double time, std::int64_t points, const std::string& geometry,
                        const std::string& attributes) {
    return fmt::format(
        "    <Grid Name=\"{}\" GridType=\"Uniform\">\n      <Time Value=\"{}\"/>\n"
        "      <Topology TopologyType=\"Polyvertex\" NumberOfElements=\"{}\"/>\n{}{}    </Grid>\n",
        name, time, points, geometry, attributes);
}

std::string geometry(const char* type, const std::string& data) {
    return fmt::format("      <Geometry GeometryType=\"{}\">{}</Geometry>\n", type, data);
}

std::string balls_grid(const FrameMark& mark, std::size_t k, std::size_t frames, const DrawnSizes& sizes) {
    const std::string all = std::to_string(sizes.balls);
    return points_grid(
        "balls", mark.time, sizes.balls, geometry("XYZ", of_frame(k, frames, sizes.balls, "ball")),
        attribute("radius", "Scalar", "Node", array(all, single, "drawn/ball_radius")) +
            attribute("velocity", "Vector", "Node", of_frame(k, frames, sizes.balls, "ball_velocity")) +
            attribute("body", "Scalar", "Node", array(all, whole, "drawn/ball_body")) +
            attribute("material", "Scalar", "Node", array(all, whole, "drawn/ball_material")));
}

std::string solids_grid(const FrameMark& mark, std::size_t k, std::size_t frames, const DrawnSizes& sizes) {
    const std::string faces = std::to_string(sizes.faces);
    return fmt::format(
        "    <Grid Name=\"solids\" GridType=\"Uniform\">\n      <Time Value=\"{}\"/>\n"
        "      <Topology TopologyType=\"Mixed\" NumberOfElements=\"{}\">{}</Topology>\n{}{}    </Grid>\n",
        mark.time, faces, array(std::to_string(sizes.topology), whole, "drawn/topology"),
        geometry("XYZ", of_frame(k, frames, sizes.vertices, "vertex")),
        attribute("velocity", "Vector", "Node", of_frame(k, frames, sizes.vertices, "vertex_velocity")) +
            attribute("body", "Scalar", "Cell", array(faces, whole, "drawn/face_body")) +
            attribute("material", "Scalar", "Cell", array(faces, whole, "drawn/face_material")));
}

/// Where bodies come and go: those of the frame.
std::string present_balls_grid(const FrameMark& mark, const DrawnEnds& ends) {
    const RowRange& rows = mark.drawn.balls;
    const auto data = [&](int components, Type type, const char* name) {
        return of_rows(rows, ends.balls, components, type, std::string("drawn/") + name);
    };
    return points_grid("balls", mark.time, rows.count, geometry("XYZ", data(3, single, "ball")),
                       attribute("radius", "Scalar", "Node", data(1, single, "ball_radius")) +
                           attribute("velocity", "Vector", "Node", data(3, single, "ball_velocity")) +
                           attribute("body", "Scalar", "Node", data(1, whole, "ball_body")) +
                           attribute("material", "Scalar", "Node", data(1, whole, "ball_material")));
}

std::string present_solids_grid(const FrameMark& mark, const DrawnEnds& ends) {
    const DrawnRanges& drawn = mark.drawn;
    const auto vertices = [&](const char* name) { return of_rows(drawn.vertices, ends.vertices, 3, single, std::string("drawn/") + name); };
    const auto faces = [&](const char* name) { return of_rows(drawn.faces, ends.faces, 1, whole, std::string("drawn/") + name); };
    return fmt::format(
        "    <Grid Name=\"solids\" GridType=\"Uniform\">\n      <Time Value=\"{}\"/>\n"
        "      <Topology TopologyType=\"Mixed\" NumberOfElements=\"{}\">{}</Topology>\n{}{}    </Grid>\n",
        mark.time, drawn.faces.count, of_rows(drawn.topology, ends.topology, 1, whole, "drawn/topology"),
        geometry("XYZ", vertices("vertex")),
        attribute("velocity", "Vector", "Node", vertices("vertex_velocity")) +
            attribute("body", "Scalar", "Cell", faces("face_body")) +
            attribute("material", "Scalar", "Cell", faces("face_material")));
}

std::string contacts_grid(const FrameMark& mark, std::int64_t all, int D) {
    const ContactRange& rows = mark.contacts;
    const auto data = [&](int components, Type type, const char* name) {
        return of_rows(rows, all, components, type, std::string("contacts/") + name);
    };
    return points_grid(
        "contacts", mark.time, rows.count, geometry(D == 3 ? "XYZ" : "XY", data(D, real, "point")),
        attribute("force", "Vector", "Node", data(3, single, D == 3 ? "force" : "drawn_force")) +
            attribute("gap", "Scalar", "Node", data(1, single, "gap")) +
            attribute("status", "Scalar", "Node", data(1, small, "status")));
}

/// Of one frame: `count` rows from `first` of an array (frames, rows, components), of all components or of one.
struct Slab {
    std::size_t frame, frames;
    std::int64_t first, count, rows;

    std::string all(int components, Type type, const std::string& name) const {
        return fmt::format(
            R"(<DataItem ItemType="HyperSlab" Dimensions="{1} {2}"><DataItem Dimensions="3 3" Format="XML">{3} {0} 0 1 1 1 1 {1} {2}</DataItem>{4}</DataItem>)",
            first, count, components, frame,
            array(fmt::format("{} {} {}", frames, rows, components), type, name));
    }
    std::string one(int component, int components, Type type, const std::string& name) const {
        return fmt::format(
            R"(<DataItem ItemType="HyperSlab" Dimensions="{1}"><DataItem Dimensions="3 3" Format="XML">{2} {0} {3} 1 1 1 1 {1} 1</DataItem>{4}</DataItem>)",
            first, count, frame, component,
            array(fmt::format("{} {} {}", frames, rows, components), type, name));
    }
    std::string number(Type type, const std::string& name) const {
        return fmt::format(
            R"(<DataItem ItemType="HyperSlab" Dimensions="{1}"><DataItem Dimensions="3 2" Format="XML">{2} {0} 1 1 1 {1}</DataItem>{3}</DataItem>)",
            first, count, frame, array(fmt::format("{} {}", frames, rows), type, name));
    }
};

std::string components_of(const Slab& slab, const char* centre, const std::string& field, int D,
                          const std::string& name) {
    const std::vector<std::string> components = stress_components(D);
    std::string text;
    for (std::size_t c = 0; c < components.size(); ++c)
        text += attribute((name + "_" + components[c]).c_str(), "Scalar", centre,
                          slab.one(static_cast<int>(c), static_cast<int>(components.size()), single, field));
    return text;
}

std::string node_fields(const Slab& nodes, int D) {
    return attribute("displacement", "Vector", "Node", nodes.all(3, single, "drawn/node_displacement")) +
           components_of(nodes, "Node", "deformable/node_stress", D, "node_stress");
}

std::string mixed_grid(const char* name, double time, const std::string& cells, const std::string& topology,
                       const std::string& rest) {
    return fmt::format(
        "    <Grid Name=\"{}\" GridType=\"Uniform\">\n      <Time Value=\"{}\"/>\n"
        "      <Topology TopologyType=\"Mixed\" NumberOfElements=\"{}\">{}</Topology>\n{}    </Grid>\n",
        name, time, cells, topology, rest);
}

std::string meshes_grid(double time, std::size_t k, std::size_t frames, const MeshSizes& sizes, int D) {
    const Slab nodes{k, frames, 0, sizes.mesh_nodes, sizes.nodes};
    const Slab elements{k, frames, 0, sizes.mesh_elements, sizes.elements};
    const std::string owner = fmt::format(
        R"(<DataItem ItemType="HyperSlab" Dimensions="{0}"><DataItem Dimensions="3 1" Format="XML">0 1 {0}</DataItem>{1}</DataItem>)",
        sizes.mesh_elements, array(std::to_string(sizes.elements), whole, "drawn/element_body"));
    std::string text =
        geometry(D == 3 ? "XYZ" : "XY", nodes.all(D, real, "deformable/position")) + node_fields(nodes, D) +
        components_of(elements, "Cell", "deformable/stress", D, "stress") +
        attribute("energy_density", "Scalar", "Cell", elements.number(single, "deformable/energy_density"));
    for (int c = 0; c < D; ++c)
        text += attribute(fmt::format("sigma_{}", c + 1).c_str(), "Scalar", "Cell",
                          elements.one(c, 3, single, "drawn/element_principal"));
    text += attribute("direction_1", "Vector", "Cell", elements.all(3, single, "drawn/element_largest"));
    text += attribute(fmt::format("direction_{}", D).c_str(), "Vector", "Cell",
                      elements.all(3, single, "drawn/element_smallest"));
    text += attribute("body", "Scalar", "Cell", owner);
    return mixed_grid("meshes", time, std::to_string(sizes.mesh_elements),
                      array(std::to_string(sizes.mesh_topology), whole, "drawn/mesh_topology"), text);
}

std::string uniform_grid(double time, std::size_t k, std::size_t frames, const MeshSizes& sizes, int D) {
    const Slab nodes{k, frames, sizes.mesh_nodes, sizes.nodes - sizes.mesh_nodes, sizes.nodes};
    const std::string faces = std::to_string(sizes.uniform_faces);
    return mixed_grid("uniform", time, faces,
                      array(std::to_string(sizes.uniform_topology), whole, "drawn/uniform_topology"),
                      geometry(D == 3 ? "XYZ" : "XY", nodes.all(D, real, "deformable/position")) +
                          node_fields(nodes, D) +
                          attribute("body", "Scalar", "Cell", array(faces, whole, "drawn/uniform_body")));
}

/// Lines between corners that one edge leads apart (core/reduced_space.h).
std::string cell_grid(double time, std::size_t k, std::size_t frames, int D) {
    const int corners = 1 << D;
    std::string ends;
    for (int j = 0; j < D; ++j) {
        for (int corner = 0; corner < corners; ++corner) {
            if (!(corner >> j & 1)) ends += fmt::format("{} {} ", corner, corner | 1 << j);
        }
    }
    const int lines = D * corners / 2;
    return fmt::format(
        "    <Grid Name=\"cell\" GridType=\"Uniform\">\n      <Time Value=\"{}\"/>\n"
        "      <Topology TopologyType=\"Polyline\" NodesPerElement=\"2\" NumberOfElements=\"{}\">"
        "<DataItem Dimensions=\"{} 2\" NumberType=\"Int\" Format=\"XML\">{}</DataItem></Topology>\n{}    </Grid>\n",
        time, lines, lines, ends,
        geometry("XYZ", Slab{k, frames, 0, corners, corners}.all(3, single, "cell/corner")));
}

/// visit(k, mark) for every frame.
template <class Visit>
void for_frames(const ListedFrames& frames, const Visit& visit) {
    constexpr std::int64_t at_once = 1024;
    for (std::int64_t first = 0; first < frames.count; first += at_once) {
        const std::vector<FrameMark> marks = frames.marks(first, std::min(at_once, frames.count - first));
        for (std::size_t k = 0; k < marks.size(); ++k) visit(static_cast<std::size_t>(first) + k, marks[k]);
    }
}

/// Rows of the table of contacts.
std::int64_t contact_rows(const ListedFrames& frames) {
    std::int64_t rows = 0;
    for_frames(frames, [&](std::size_t, const FrameMark& mark) {
        if (mark.contacts.count > 0) rows = mark.contacts.first + mark.contacts.count;
    });
    return rows;
}

DrawnEnds drawn_ends(const ListedFrames& frames) {
    DrawnEnds ends;
    const auto raise = [](std::int64_t& end, const RowRange& range) {
        if (range.count > 0) end = std::max(end, range.first + range.count);
    };
    for_frames(frames, [&](std::size_t, const FrameMark& mark) {
        raise(ends.balls, mark.drawn.balls);
        raise(ends.vertices, mark.drawn.vertices);
        raise(ends.faces, mark.drawn.faces);
        raise(ends.topology, mark.drawn.topology);
    });
    return ends;
}

}  // namespace

void write_xdmf(const ListedFrames& frames, const std::function<void(const std::string&)>& write) {
    const std::size_t n = static_cast<std::size_t>(frames.count);
    const int D = frames.dimension;
    const auto collection = [&](const char* name, const auto& grid) {
        write(
            fmt::format("  <Grid Name=\"{}\" GridType=\"Collection\" CollectionType=\"Temporal\">\n", name));
        for_frames(frames, [&](std::size_t k, const FrameMark& mark) { write(grid(k, mark)); });
        write("  </Grid>\n");
    };
    write(
        "<?xml version=\"1.0\" ?>\n<!DOCTYPE Xdmf SYSTEM \"Xdmf.dtd\" []>\n<Xdmf "
        "Version=\"2.0\">\n<Domain>\n");
    const DrawnEnds ends = frames.changes ? drawn_ends(frames) : DrawnEnds{};
    if (ends.balls > 0)
        collection("balls", [&](auto, auto& mark) {
            return mark.drawn.balls.count > 0 ? present_balls_grid(mark, ends) : std::string();
        });
    if (ends.faces > 0)
        collection("solids", [&](auto, auto& mark) {
            return mark.drawn.faces.count > 0 ? present_solids_grid(mark, ends) : std::string();
        });
    if (frames.drawn.balls > 0)
        collection("balls", [&](auto k, auto& mark) { return balls_grid(mark, k, n, frames.drawn); });
    if (frames.drawn.vertices > 0)
        collection("solids", [&](auto k, auto& mark) { return solids_grid(mark, k, n, frames.drawn); });
    if (frames.meshes.mesh_elements > 0)
        collection("meshes",
                   [&](auto k, auto& mark) { return meshes_grid(mark.time, k, n, frames.meshes, D); });
    if (frames.meshes.uniform_faces > 0)
        collection("uniform",
                   [&](auto k, auto& mark) { return uniform_grid(mark.time, k, n, frames.meshes, D); });
    if (frames.cell) collection("cell", [&](auto k, auto& mark) { return cell_grid(mark.time, k, n, D); });
    if (const std::int64_t rows = contact_rows(frames); rows > 0) {
        collection("contacts", [&](auto, auto& mark) {
            return mark.contacts.count > 0 ? contacts_grid(mark, rows, D) : std::string();
        });
    }
    write("</Domain>\n</Xdmf>\n");
}

}  // namespace drystone

#include "io/xdmf.h"

#include <iterator>

#include <fmt/format.h>

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

/// Rows of a column of /contacts, of one or several components.
std::string of_contacts(const ContactRange& rows, std::int64_t all, int components, Type type,
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

std::string contacts_grid(const FrameMark& mark, std::int64_t all, int D) {
    const ContactRange& rows = mark.contacts;
    const auto data = [&](int components, Type type, const char* name) {
        return of_contacts(rows, all, components, type, std::string("contacts/") + name);
    };
    return points_grid(
        "contacts", mark.time, rows.count, geometry(D == 3 ? "XYZ" : "XY", data(D, real, "point")),
        attribute("force", "Vector", "Node", data(3, single, D == 3 ? "force" : "drawn_force")) +
            attribute("gap", "Scalar", "Node", data(1, single, "gap")) +
            attribute("status", "Scalar", "Node", data(1, small, "status")));
}

}  // namespace

std::string xdmf_text(const std::vector<FrameMark>& frames, const DrawnSizes& sizes, int dimension) {
    std::string text =
        "<?xml version=\"1.0\" ?>\n<!DOCTYPE Xdmf SYSTEM \"Xdmf.dtd\" []>\n<Xdmf "
        "Version=\"2.0\">\n<Domain>\n";
    const auto collection = [&](const char* name, const auto& grid) {
        text +=
            fmt::format("  <Grid Name=\"{}\" GridType=\"Collection\" CollectionType=\"Temporal\">\n", name);
        for (std::size_t k = 0; k < frames.size(); ++k) text += grid(k);
        text += "  </Grid>\n";
    };
    if (sizes.balls > 0)
        collection("balls", [&](std::size_t k) { return balls_grid(frames[k], k, frames.size(), sizes); });
    if (sizes.vertices > 0)
        collection("solids", [&](std::size_t k) { return solids_grid(frames[k], k, frames.size(), sizes); });
    std::int64_t all = 0;  // rows of the table of contacts
    for (const FrameMark& mark : frames) {
        if (mark.contacts.count > 0) all = mark.contacts.first + mark.contacts.count;
    }
    if (all > 0) {
        collection("contacts", [&](std::size_t k) {
            return frames[k].contacts.count > 0 ? contacts_grid(frames[k], all, dimension) : std::string();
        });
    }
    return text + "</Domain>\n</Xdmf>\n";
}

}  // namespace drystone

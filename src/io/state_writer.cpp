#include "io/state_writer.h"

#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/csv_field.h"
#include "io/atomic_file.h"
#include "io/outside.h"
#include "io/shape_toml.h"
#include "measure/joints.h"
#include "measure/probe.h"
#include "step/links.h"
#include "step/walls.h"

namespace drystone {

namespace {

constexpr std::size_t block = 1 << 20;  // [bytes] written at a time: a table need not fit in memory

/// A CSV file, a cell at a time.
class CsvTable {
  public:
    explicit CsvTable(const std::string& path) : file_(path) {}

    void cell(std::string_view text) {
        separate();
        line_ += csv_field(text);
    }
    void cell(double value) {
        separate();
        fmt::format_to(std::back_inserter(line_), "{}", value);
    }
    void cell(int value) {
        separate();
        fmt::format_to(std::back_inserter(line_), "{}", value);
    }
    template <int N>
    void cells(const Vec<N>& v) {
        for (const double value : v.c) cell(value);
    }
    template <int N>
    void header(std::string_view name) {
        for (int i = 0; i < N; ++i) cell(fmt::format("{}.{}", name, "xyz"[i]));
    }
    void end_row() {
        line_ += '\n';
        row_begins_ = true;
        if (line_.size() > block) flush();
    }
    void commit() {
        flush();
        file_.commit();
    }

  private:
    void separate() {
        if (!row_begins_) line_ += ',';
        row_begins_ = false;
    }
    void flush() {
        file_.write(line_);
        line_.clear();
    }

    AtomicFile file_;
    std::string line_;
    bool row_begins_ = true;
};

template <int D>
std::string_view kind_name(PartKind kind) {
    constexpr std::string_view names[] = {D == 2 ? "disk" : "sphere", "plane", "drum", "solid", "mesh", "curved", "link"};
    return names[static_cast<int>(kind)];
}

std::string_view status_name(ContactStatus status) {
    constexpr std::string_view names[] = {"open", "sticking", "sliding"};
    return names[static_cast<int>(status)];
}

template <int D>
Probe motion_of(int id) {
    return {"", id, {"position", D == 2 ? "angle" : "orientation", "velocity", "angular_velocity"}, 0.0};
}

/// The one part of a simple body; a compound has no radius of its own.
template <int D>
void shape_cells(const World<D>& world, std::span<const int> parts, CsvTable& table) {
    if (parts.empty()) {
        table.cell("none");
        table.cell("");
    } else if (parts.size() == 1) {
        table.cell(kind_name<D>(world.parts.kind[parts[0]]));
        table.cell(world.parts.radius[parts[0]]);
    } else {
        table.cell("compound");
        table.cell("");
    }
}

template <int D>
void write_bodies(const World<D>& world, double h, const std::string& path) {
    CsvTable table(path);
    for (const char* name : {"body", "name", "group", "material", "fixed", "shape", "radius"})
        table.cell(name);
    for (const std::string& column : probe_columns<D>(motion_of<D>(0))) table.cell(column);
    for (const char* name : {"wall", "mass", "mass_given", "geometry"}) table.cell(name);
    table.end_row();
    const std::vector<std::uint8_t> wall = walls_of(world);

    std::vector<double> motion;
    const Outside<D> outside(world);
    auto part = outside.part.begin();
    for (const int i : outside.body) {
        const BodyDescription<D>& body = world.description.bodies[i];
        const auto first = part;
        while (part != outside.part.end() && world.parts.body[*part] == i) ++part;

        table.cell(world.bodies.id[i]);
        table.cell(body.name);
        table.cell(body.group);
        table.cell(world.description.materials[world.matter.material[i]].name);
        table.cell(world.matter.freedom[i] == Freedom::immovable ? 1 : 0);
        shape_cells(world, {first, part}, table);
        motion.clear();
        measure(world, motion_of<D>(world.bodies.id[i]), h, motion);
        for (const double value : motion) table.cell(value);
        table.cell(static_cast<int>(wall[static_cast<std::size_t>(i)]));
        table.cell(world.matter.mass[static_cast<std::size_t>(i)]);
        table.cell(body.mass > 0.0 ? 1 : 0);
        table.cell(body.deformable ? "" : shape_in_toml(body.geometry));
        table.end_row();
    }
    table.commit();
}

template <int D>
void write_parts(const World<D>& world, const std::string& path) {
    CsvTable table(path);
    for (const char* name : {"body", "shape", "radius", "length"}) table.cell(name);
    table.template header<D>("centre");
    table.template header<D>("axis");
    table.end_row();

    const Parts<D>& parts = world.parts;
    for (const int i : Outside<D>(world).part) {
        const Rotation<D>& rotation = world.bodies.rotation[parts.body[i]];
        table.cell(world.bodies.id[parts.body[i]]);
        table.cell(kind_name<D>(parts.kind[i]));
        table.cell(parts.radius[i]);
        table.cell(parts.length[i]);
        table.cells(world.bodies.position[parts.body[i]] + rotate(rotation, parts.local_centre[i]));
        table.cells(rotate(rotation, parts.local_axis[i]));
        table.end_row();
    }
    table.commit();
}

/// memory.damage, or memory.slip.x, memory.slip.y, ...
void memory_header(const MemoryField& field, CsvTable& table) {
    const std::string name = "memory." + field.name;
    if (field.count == 1)
        table.cell(name);
    else if (field.count == 2)
        table.header<2>(name);
    else
        table.header<3>(name);
}

template <int D>
void write_contacts(const World<D>& world, double h, const std::string& path) {
    CsvTable table(path);
    for (const char* name : {"body_a", "body_b"}) table.cell(name);
    for (const char* name : {"point", "normal"}) table.template header<D>(name);
    table.cell("gap");
    table.template header<D>("force");
    table.cell("status");
    for (const char* name : {"layer", "joint", "damage", "utilisation", "name_a", "name_b"}) table.cell(name);
    const Memories& memory = world.contacts.memory;
    const std::vector<MemoryField> fields = shown_fields(memory.schema);
    for (const MemoryField& field : fields) memory_header(field, table);
    table.end_row();

    for (const ContactRow& row : contact_rows(world, Outside<D>(world))) {
        const int i = row.contact;
        const ContactPoint<D>& contact = world.contacts.point[i];
        for (const int part : {row.a, row.b}) table.cell(world.bodies.id[world.parts.body[part]]);
        table.cells(contact.point);
        table.cells(row.side * contact.normal);
        table.cell(contact.gap);
        table.cells((row.side / h) * world.contacts.impulse[i]);
        table.cell(status_name(world.contacts.status[i]));
        table.cell(contact.layer);
        table.cell(memory.intact(i) ? "intact" : "none");
        table.cell(memory.number("damage", i));
        table.cell(utilisation(world, i, h));
        for (const int part : {row.a, row.b})
            table.cell(world.description.bodies[world.parts.body[part]].name);
        for (const MemoryField& field : fields) {
            for (const double value : memory.of(field, i)) table.cell(shown(field, value, row.side));
        }
        table.end_row();
    }
    table.commit();
}

template <int D>
void write_joints(const World<D>& world, double h, const std::string& path) {
    CsvTable table(path);
    for (const char* name : {"body_a", "name_a", "body_b", "name_b", "contacts", "area"}) table.cell(name);
    table.template header<D>("force");
    for (const char* name : {"normal", "shear"}) table.cell(name);
    table.template header<D>("point");
    for (const char* name : {"opening", "slip", "status", "damage", "utilisation"}) table.cell(name);
    table.end_row();
    const std::vector<Seam<D>> seams = seams_of(world);
    for_joints<D>(world, seams, h, [&](const Joint<D>& joint) {
        table.cell(world.bodies.id[joint.a]);
        table.cell(world.description.bodies[joint.a].name);
        table.cell(world.bodies.id[joint.b]);
        table.cell(world.description.bodies[joint.b].name);
        table.cell(joint.contacts);
        table.cell(joint.area);
        table.cells(joint.force);
        table.cell(joint.normal);
        table.cell(joint.shear);
        table.cells(joint.point);
        table.cell(joint.opening);
        table.cell(joint.slip);
        table.cell(status_name(joint.status));
        table.cell(joint.damage);
        table.cell(joint.utilisation);
        table.end_row();
    });
    table.commit();
}

template <int D>
void write_links(const World<D>& world, double h, const std::string& path) {
    CsvTable table(path);
    for (const char* name : {"name", "type", "body_a", "name_a", "body_b", "name_b"}) table.cell(name);
    const Probe columns{.name = "", .quantities = {"force", "tension", "moment", "elongation", "angle", "status"}, .link = 0};
    table.template header<D>("point");
    table.template header<D>("point_b");
    for (const std::string& column : probe_columns<D>(columns)) table.cell(column);
    table.end_row();
    std::vector<double> values;
    for (int k = 0; k < world.links.size(); ++k) {
        const LinkDescription<D>& link = world.description.links[k];
        table.cell(link.name);
        table.cell(name_of(link.type));
        for (const int body : {link.body_a, link.body_b}) {
            table.cell(world.bodies.id[body]);
            table.cell(world.description.bodies[body].name);
        }
        table.cells(handle_place(world, 2 * k));
        table.cells(handle_place(world, 2 * k + 1));
        Probe probe = columns;
        probe.link = k;
        values.clear();
        measure(world, probe, h, values);
        for (const double value : values) table.cell(value);
        table.end_row();
    }
    table.commit();
}

}  // namespace

template <int D>
void write_state(const World<D>& world, double h, const std::string& folder) {
    write_bodies(world, h, folder + "/bodies.csv");
    write_parts(world, folder + "/parts.csv");
    write_contacts(world, h, folder + "/contacts.csv");
    write_joints(world, h, folder + "/joints.csv");
    if (world.links.size() > 0) write_links(world, h, folder + "/links.csv");
}

template void write_state(const World<2>&, double, const std::string&);
template void write_state(const World<3>&, double, const std::string&);

}  // namespace drystone

#include "io/frames_file.h"

#include <algorithm>
#include <cassert>

#include "core/input_error.h"
#include "hdf5/file.h"
#include "hdf5/series.h"
#include "hdf5/sheet.h"
#include "io/body_tables.h"
#include "io/deformable_layout.h"
#include "io/read_geometry.h"
#include "laws/memory_schema.h"

namespace drystone {

namespace {

using hdf5::File;
using hdf5::Group;
using hdf5::Series;
using hdf5::Shape;

/// Of a run that goes on, HDF5 may still know an array as long as it was when it was last looked at.
template <class T>
Series<T> as_it_is_now(const Group& group, const std::string& name, const Shape& row) {
    Series<T> series = Series<T>::open(group, name, row);
    series.refresh();
    return series;
}

template <class T>
hdf5::Sheet<T> sheet_as_it_is_now(const Group& group, const char* name, int components) {
    auto sheet = hdf5::Sheet<T>::open(group, name, components == 1 ? Shape{} : Shape{components});
    sheet.refresh();
    return sheet;
}

/// One row of a sheet, of as many bodies as are wanted.
template <class T>
std::vector<T> row_of_sheet(const Group& group, const char* name, int row, int bodies, int components) {
    return sheet_as_it_is_now<T>(group, name, components).read(row, bodies);
}

/// The columns of /contacts for rows first .. first + count.
struct ContactRows {
    const Group& contacts;
    std::int64_t first, count;

    template <class T>
    std::vector<T> column(const std::string& name, const Shape& row = {}) const {
        if (count == 0) return {};
        return as_it_is_now<T>(contacts, name, row).read(first, count);
    }
};

/// The columns of /contacts/memory, whatever laws they are of: flags are whole numbers, the others real.
void read_memory(const Group& group, const ContactRows& contacts, Frame& frame) {
    const ContactRows rows{group, contacts.first, contacts.count};
    for (const std::string& name : group.names()) {
        const Shape shape = group.shape(name);
        const Shape row = shape.size() > 1 ? Shape{shape[1]} : Shape{};
        FrameMemory memory{name, group.text("unit_" + name), row.empty() ? 1 : static_cast<int>(row[0]), {}};
        if (group.text("kind_" + name) == name_of(MemoryKind::flag)) {
            const std::vector<std::uint8_t> flags = rows.column<std::uint8_t>(name, row);
            memory.values.assign(flags.begin(), flags.end());
        } else {
            memory.values = rows.column<float>(name, row);
        }
        frame.memory.push_back(std::move(memory));
    }
}

void read_contacts(const ContactRows& rows, const FramesGeometry& geometry, Frame& frame) {
    const int D = geometry.dimension;
    frame.contacts = rows.count;
    frame.contact_bodies = rows.column<std::int32_t>("bodies", {2});
    frame.contact_parts = rows.column<std::int32_t>("parts", {2});
    expect_between(rows.contacts, "bodies", frame.contact_bodies, 0, geometry.bodies());
    expect_between(rows.contacts, "parts", frame.contact_parts, 0, geometry.parts());
    frame.point = rows.column<double>("point", {D});
    frame.normal = rows.column<float>("normal", {D});
    frame.gap = rows.column<float>("gap");
    frame.area = rows.column<float>("area");
    frame.force = rows.column<float>("force", {D});
    frame.moment = rows.column<float>("moment", {D == 2 ? 1 : 3});
    frame.status = rows.column<std::uint8_t>("status");
    if (rows.contacts.has("utilisation")) frame.utilisation = rows.column<float>("utilisation");
    if (rows.contacts.has("memory")) read_memory(rows.contacts.group("memory"), rows, frame);
}

void read_deformable(const Group& group, const FramesGeometry& geometry, int frame, DeformableFrame& out) {
    const DeformableGeometry& g = geometry.deformable;
    const int D = geometry.dimension, stress = static_cast<int>(stress_components(D).size()),
              strain = static_cast<int>(strain_components(D).size());
    out.position = as_it_is_now<double>(group, "position", {g.nodes(), D}).read(frame, 1);
    out.gradient = as_it_is_now<double>(group, "gradient", {g.bodies(), D, D}).read(frame, 1);
    out.velocity = as_it_is_now<float>(group, "velocity", {g.nodes(), D}).read(frame, 1);
    out.stress = as_it_is_now<float>(group, "stress", {g.elements(), stress}).read(frame, 1);
    out.strain = as_it_is_now<float>(group, "strain", {g.elements(), strain}).read(frame, 1);
    out.energy_density = as_it_is_now<float>(group, "energy_density", {g.elements()}).read(frame, 1);
    out.node_stress = as_it_is_now<float>(group, "node_stress", {g.nodes(), stress}).read(frame, 1);
}

void read_joints(const Group& group, const FramesGeometry& geometry, int frame, FrameJoints& out) {
    const std::int64_t n = geometry.joints(), m = static_cast<std::int64_t>(geometry.joint_area.size());
    const auto column = [&](const char* name, std::int64_t length) {
        return as_it_is_now<float>(group, name, {length}).read(frame, 1);
    };
    out.normal = column("normal", n);
    out.shear = column("shear", n);
    out.opening = column("opening", n);
    out.slip = column("slip", n);
    out.damage = column("damage", n);
    out.utilisation = column("utilisation", n);
    out.corner_opening = column("corner_opening", m);
    out.point = as_it_is_now<double>(group, "point", {n, geometry.dimension}).read(frame, 1);
    out.status = as_it_is_now<std::uint8_t>(group, "status", {n}).read(frame, 1);
}

void read_cell(const Group& group, int D, int k, Frame& frame) {
    frame.cell_edges = as_it_is_now<double>(group, "edges", {D, D}).read(k, 1);
    frame.cell_velocity.assign(frame.cell_edges.size(), 0.0);
    if (group.has("velocity")) frame.cell_velocity = as_it_is_now<double>(group, "velocity", {D, D}).read(k, 1);
}

void read_links(const Group& group, const FramesGeometry& geometry, int k, Frame& frame) {
    const std::int64_t n = static_cast<std::int64_t>(geometry.link_type.size());
    const int D = geometry.dimension;
    frame.link_ends = as_it_is_now<double>(group, "ends", {n, 2, D}).read(k, 1);
    frame.link_force = as_it_is_now<float>(group, "force", {n, D}).read(k, 1);
    frame.link_status = as_it_is_now<std::uint8_t>(group, "status", {n}).read(k, 1);
}

void read_membranes(const Group& group, int D, int k, Frame& frame) {
    const std::int64_t first = as_it_is_now<std::int64_t>(group, "first", {}).read(k, 1)[0],
                       count = as_it_is_now<std::int64_t>(group, "count", {}).read(k, 1)[0];
    if (count > 0) frame.membrane_edge = as_it_is_now<float>(group, "edge", {2, D}).read(first, count);
}

}  // namespace

struct FramesFile::Content {
    File file;
    FramesGeometry geometry;
    Group frames, contacts;
    Series<double> time;

    explicit Content(const std::string& path)
        : file(File::open(path)),
          geometry(read_geometry(file)),
          frames(file.group("frames")),
          contacts(file.group("contacts")),
          time(Series<double>::open(frames, "time", {})) {}
};

FramesFile::FramesFile(const std::string& path) : content_(std::make_unique<Content>(path)) {}
FramesFile::~FramesFile() = default;
FramesFile::FramesFile(FramesFile&&) noexcept = default;
FramesFile& FramesFile::operator=(FramesFile&&) noexcept = default;

const FramesGeometry& FramesFile::geometry() const { return content_->geometry; }
int FramesFile::frames() const { return static_cast<int>(content_->time.rows()); }
double FramesFile::time(int frame) const { return content_->time.read(frame, 1)[0]; }
bool FramesFile::refresh() {
    content_->time.refresh();
    if (!content_->geometry.head.changes || frames() == 0) return false;
    const TableSizes sizes = table_sizes(content_->file, frames());
    if (size_of(sizes, RowsOf::bodies) == content_->geometry.bodies()) return false;
    content_->geometry = read_geometry(content_->file);
    return true;
}

const FrameMemory* Frame::remembered(const std::string& name) const {
    for (const FrameMemory& one : memory) {
        if (one.name == name) return &one;
    }
    return nullptr;
}

BodyTrack FramesFile::follow(int body) const {
    assert(body >= 0 && body < content_->geometry.bodies());
    const int D = content_->geometry.dimension;
    const Group& group = content_->frames;
    const auto position = sheet_as_it_is_now<double>(group, "position", D);
    const auto velocity = sheet_as_it_is_now<float>(group, "velocity", D);
    const auto spin = sheet_as_it_is_now<float>(group, "angular_velocity", D == 2 ? 1 : 3);
    const auto append = [](const auto& from, auto& to) { to.insert(to.end(), from.begin(), from.end()); };
    BodyTrack track;
    for (int k = 0; k < frames(); ++k) {
        track.time.push_back(time(k));
        append(position.entry(k, body), track.position);
        append(velocity.entry(k, body), track.velocity);
        append(spin.entry(k, body), track.angular_velocity);
    }
    return track;
}

Frame FramesFile::read(int k, FrameParts parts) const {
    assert(k >= 0);
    const FramesGeometry& g = content_->geometry;
    const Group& frames = content_->frames;
    const int n = g.bodies(), D = g.dimension;
    Frame frame;
    frame.time = time(k);
    frame.step = as_it_is_now<std::int64_t>(frames, "step", {}).read(k, 1)[0];
    frame.position = row_of_sheet<double>(frames, "position", k, n, D);
    frame.orientation = row_of_sheet<double>(frames, "orientation", k, n, D == 2 ? 1 : 4);
    frame.velocity = row_of_sheet<float>(frames, "velocity", k, n, D);
    frame.angular_velocity = row_of_sheet<float>(frames, "angular_velocity", k, n, D == 2 ? 1 : 3);
    const Group& contacts = content_->contacts;
    const ContactRows rows{contacts, as_it_is_now<std::int64_t>(contacts, "first", {}).read(k, 1)[0],
                           as_it_is_now<std::int64_t>(contacts, "count", {}).read(k, 1)[0]};
    if (parts == FrameParts::all) read_contacts(rows, g, frame);
    if (!g.cell_origin.empty()) read_cell(content_->file.group("cell"), D, k, frame);
    if (g.deformable.bodies() > 0)
        read_deformable(content_->file.group("deformable"), g, k, frame.deformable);
    if (g.joints() > 0) read_joints(content_->file.group("joints"), g, k, frame.joints);
    if (!g.link_type.empty()) read_links(content_->file.group("links"), g, k, frame);
    if (content_->file.has("membranes")) read_membranes(content_->file.group("membranes"), D, k, frame);
    return frame;
}

}  // namespace drystone

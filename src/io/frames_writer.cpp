#include "io/frames_writer.h"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <limits>

#include "core/input_error.h"
#include "hdf5/same_arrays.h"
#include "io/flat.h"
#include "io/frames_geometry.h"
#include "io/outside.h"
#include "step/world.h"

namespace drystone {

namespace {

using hdf5::File;

void write_head(const File& file, const FramesHead& head, int dimension) {
    file.set_text("format", frames_format);
    file.set_whole_number("format_version", head.changes ? changing_format_version : frames_format_version);
    file.set_text("drystone_version", head.version);
    file.set_text("title", head.title);
    file.set_whole_number("dimension", dimension);
    file.set_number("step", head.step);
    file.write_text("scene", head.scene);
    file.write_texts("overrides", head.overrides);
    if (head.changes) write_regions(file, head.regions, dimension);
}

/// Whether the file is one of bodies that come and go.
bool has_changes(const File& file) { return file.whole_number("format_version") == changing_format_version; }

constexpr std::int64_t marks_at_once = 4096;

void add(const FrameMark& mark, Hash& hash) {
    hash.add_bits(mark.time);
    hash.add_bits(mark.step);
    hash.add_bits(mark.contacts.first);
    hash.add_bits(mark.contacts.count);
}

/// Likewise where bodies come and go.
void add_changing(const FrameMark& mark, Hash& hash) {
    add(mark, hash);
    for (const RowRange& range :
         {mark.drawn.balls, mark.drawn.vertices, mark.drawn.faces, mark.drawn.topology}) {
        hash.add_bits(range.first);
        hash.add_bits(range.count);
    }
    for (const std::int64_t size : mark.sizes) hash.add_bits(size);
}

hdf5::Shape entry_of(int components) { return components == 1 ? hdf5::Shape{} : hdf5::Shape{components}; }

void expect_frames(const std::string& path, std::int64_t found, std::int64_t expected) {
    if (found >= expected) return;
    throw InputError(path, "has " + std::to_string(found) +
                               " frames, but the checkpoint is of a run that had " +
                               std::to_string(expected));
}

/// Tables only grow.
void expect_order(const TableSizes& before, const TableSizes& now, const TableSizes& last) {
    for (std::size_t k = 0; k < now.size(); ++k) {
        if (now[k] < before[k] || now[k] > last[k])
            throw InputError("/frames/sizes", "is damaged: tables of bodies do not become shorter");
    }
}

}  // namespace

template <int D>
auto FramesWriter<D>::all_series(const SeriesOf& file, const World<D>& world, const FramesHead& head,
                                 std::int64_t frames) -> std::unique_ptr<AllSeries> {
    const hdf5::Group group = file.subgroup("frames");
    const SeriesOf series{group, file.is_new, file.changes};
    const auto n = static_cast<std::int64_t>(Outside<D>(world).body.size());
    auto all = std::make_unique<AllSeries>(
        AllSeries{series.sheet<double>("position", n, {D}),
                  series.sheet<double>("orientation", n, entry_of(D == 2 ? 1 : 4)),
                  series.sheet<float>("velocity", n, {D}),
                  series.sheet<float>("angular_velocity", n, entry_of(spin_dim<D>)),
                  series.get<std::int64_t>("step", {}, one_a_frame()),
                  series.get<double>("time", {}, one_a_frame()), ContactTable<D>(file, world),
                  file.changes ? std::optional<DrawnGrids<D>>{} : DrawnGrids<D>(file, world),
                  file.changes ? std::optional<DrawnRows<D>>(DrawnRows<D>(file)) : std::nullopt,
                  DeformableSeries<D>(file, world), JointSeries<D>(file, world), LinkSeries<D>(file, world),
                  std::nullopt, std::nullopt, CellSeries<D>(file, world), MembraneSeries<D>(file, world)});
    if (!file.changes) return all;
    constexpr auto tables = static_cast<std::int64_t>(TableSizes{}.size());
    all->sizes = series.get<std::int64_t>("sizes", {tables}, {.chunk = {512, tables}});
    all->tables.emplace(file, world, head.coming, all->sizes_at(frames));
    return all;
}

template <int D>
auto FramesWriter<D>::new_series(const File& file, const World<D>& world, const FramesHead& head)
    -> std::unique_ptr<AllSeries> {
    return all_series({file, true, head.changes}, world, head, 0);
}

template <int D>
auto FramesWriter<D>::series_of(const File& file, const World<D>& world, std::int64_t frames)
    -> std::unique_ptr<AllSeries> {
    return all_series({file, false, has_changes(file)}, world, {}, frames);
}

template <int D>
FramesWriter<D>::FramesWriter(std::unique_ptr<File> file, std::unique_ptr<AllSeries> series,
                              std::int64_t frames)
    : series_(std::move(series)), file_(std::move(file)), frames_(frames), index_(series_->index(frames)) {}

template <int D>
std::vector<FrameMark> FramesWriter<D>::AllSeries::marks(std::int64_t first, std::int64_t count) const {
    const std::vector<double> times = time.read(first, count);
    const std::vector<std::int64_t> steps = step.read(first, count);
    const std::vector<ContactRange> ranges = contacts.ranges(first, count);
    std::vector<FrameMark> marks;
    for (std::size_t k = 0; k < times.size(); ++k) marks.push_back({times[k], steps[k], ranges[k]});
    if (!tables) return marks;
    const std::vector<DrawnRanges> drawn_now = drawn_rows->ranges(first, count);
    const std::vector<std::int64_t> sizes_now = sizes->read(first, count);
    for (std::size_t k = 0; k < marks.size(); ++k) {
        marks[k].drawn = drawn_now[k];
        TableSizes& own = marks[k].sizes;
        for (std::size_t i = 0; i < own.size(); ++i) own[i] = sizes_now[own.size() * k + i];
    }
    return marks;
}

/// Of tables the rows that count after so many frames.
template <int D>
TableSizes FramesWriter<D>::AllSeries::sizes_at(std::int64_t frames) const {
    TableSizes out{};
    if (frames == 0 || sizes->rows() < frames) return out;
    const std::vector<std::int64_t> read = sizes->read(frames - 1, 1);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = std::max<std::int64_t>(read[k], 0);
    return out;
}

template <int D>
Hash FramesWriter<D>::AllSeries::index(std::int64_t frames) const {
    Hash hash;
    const BodyColumns rows = tables ? tables->read(sizes_at(frames)) : BodyColumns{};
    TableSizes before{};
    for (std::int64_t first = 0; first < frames; first += marks_at_once) {
        for (const FrameMark& mark : marks(first, std::min(marks_at_once, frames - first))) {
            if (tables) {
                expect_order(before, mark.sizes, tables->sizes());
                add_rows(rows, D, {{}, before, mark.sizes}, hash);
                before = mark.sizes;
                add_changing(mark, hash);
            } else {
                add(mark, hash);
            }
        }
    }
    return hash;
}

template <int D>
template <class Visit>
void FramesWriter<D>::AllSeries::for_sheets(const Visit& visit) {
    for (auto* sheet : {&position, &orientation}) visit(*sheet);
    for (auto* sheet : {&velocity, &angular_velocity}) visit(*sheet);
}

template <int D>
template <class Visit>
void FramesWriter<D>::AllSeries::for_each(const Visit& visit) {
    if (drawn) visit(*drawn);
    if (drawn_rows) visit(*drawn_rows);
    visit(deformable);
    visit(joints);
    visit(links);
    visit(cell);
    visit(membranes);
    visit(contacts);
}

template <int D>
void FramesWriter<D>::AllSeries::cut(std::int64_t frames) {
    const TableSizes kept = tables ? sizes_at(frames) : TableSizes{};
    for_sheets(
        [&](auto& sheet) { sheet.cut(frames, tables ? size_of(kept, RowsOf::bodies) : sheet.columns()); });
    time.cut(frames);
    step.cut(frames);
    for_each([&](auto& one) { one.cut(frames); });
    if (!tables) return;
    tables->cut(kept);
    sizes->cut(frames);
}

template <int D>
void FramesWriter<D>::AllSeries::expect_readable(std::int64_t frames) {
    for_sheets([&](auto& sheet) {
        sheet.expect_readable(frames, tables ? size_of(tables->sizes(), RowsOf::bodies) : sheet.columns());
    });
    for_each([&](auto& one) { one.expect_readable(frames); });
}

template <int D>
std::vector<FrameMark> FramesWriter<D>::marks(std::int64_t first, std::int64_t count) const {
    return series_->marks(first, count);
}

template <int D>
FramesWriter<D> FramesWriter<D>::create(const std::string& path, const World<D>& world,
                                        const FramesHead& head) {
    return in(hdf5::write_aside_to_append(path, [&](const File& file) {
                  write_head(file, head, D);
                  write_geometry(file, world, head.changes);
                  new_series(file, world, head);
              }),
              world, 0);
}

template <int D>
void FramesWriter<D>::expect_whole(const std::string& path, const World<D>& world, const FramesHead& head,
                                   std::int64_t frames, const std::string& index) {
    const File found = File::open(path), fresh = File::create_in_memory(path + " in memory");
    FramesHead told = head;
    told.changes = has_changes(found);  // a program may have said so when the run began
    write_head(fresh, told, D);
    write_geometry(fresh, world, told.changes);
    new_series(fresh, world, told);
    hdf5::expect_same_arrays(found, fresh);
    const auto series = series_of(found, world, frames);
    expect_frames(path, series->time.rows(), frames);
    if (series->index(frames).digits() != index)
        throw InputError(path,
                         "is damaged: its frames are not at the times or places where they were written");
    series->expect_readable(frames);
}

template <int D>
FramesWriter<D> FramesWriter<D>::go_on(const std::string& path, const World<D>& world, std::int64_t frames) {
    return in(File::open_to_append(path), world, frames);
}

template <int D>
FramesWriter<D> FramesWriter<D>::in(File opened, const World<D>& world, std::int64_t frames) {
    auto file = std::make_unique<File>(std::move(opened));
    auto series = series_of(*file, world, frames);
    expect_frames(file->path(), series->time.rows(), frames);
    return {std::move(file), std::move(series), frames};
}

/// Bodies in the rows that `outside` has for them; rows of others have no numbers.
template <int D>
void FramesWriter<D>::write_motion(const World<D>& world, const Outside<D>& outside) {
    AllSeries& series = *series_;
    std::vector<int> slots = outside.body;
    if (series.tables) slots = world.slot;
    const auto write = [&]<class T>(hdf5::Sheet<T>& sheet, int each, const auto& of) {  // one list at a time: they are as long as the run is large
        std::vector<T> values;
        values.reserve(static_cast<std::size_t>(each) * slots.size());
        for (const int slot : slots) {
            if (slot >= 0)
                put(of(slot), values);
            else
                values.insert(values.end(), static_cast<std::size_t>(each), std::numeric_limits<T>::quiet_NaN());
        }
        if (series.tables || !values.empty()) sheet.write(frames_, values);
    };
    const Bodies<D>& bodies = world.bodies;
    write(series.position, D, [&](int i) { return bodies.position[i]; });
    write(series.orientation, D == 2 ? 1 : 4, [&](int i) { return bodies.rotation[i]; });
    write(series.velocity, D, [&](int i) { return bodies.velocity[i].v; });
    write(series.angular_velocity, spin_dim<D>, [&](int i) { return bodies.velocity[i].w; });
}

/// Rows are those of the bodies that the file was made or opened with.
template <int D>
void FramesWriter<D>::expect_same_bodies(const World<D>& world) {
    const std::vector<int> ids = picked(world.bodies.id, Outside<D>(world).body);
    if (frames_ == 0 || ids_.empty()) ids_ = ids;
    if (ids != ids_ || (series_->position.rows() > 0 && static_cast<std::int64_t>(ids.size()) != series_->position.columns()))
        throw InputError(file_->path(), "is of bodies that stay, but some have come or left since the run began");
}

template <int D>
void FramesWriter<D>::write(const World<D>& world, double h) {
    assert(!(h < 0.0) && series_);
    AllSeries& series = *series_;
    if (!series.tables) expect_same_bodies(world);
    const Outside<D> outside = series.tables ? series.tables->append(world, index_) : Outside<D>(world);
    const std::int64_t step = world.steps;
    write_motion(world, outside);
    FrameMark mark{world.time, step, series.contacts.write(frames_, world, outside, h)};
    if (series.tables) {
        mark.drawn = series.drawn_rows->write(frames_, world, outside);
        mark.sizes = series.tables->sizes();
        series.sizes->write(frames_, mark.sizes);
        add_changing(mark, index_);
    } else {
        series.drawn->write(frames_, world);
        add(mark, index_);
    }
    series.deformable.write(frames_, world);
    series.joints.write(frames_, world, h);
    series.links.write(frames_, world, h);
    series.cell.write(frames_, world);
    series.membranes.write(frames_, world);
    series.step.write(frames_, std::span(&step, 1));
    file_->flush();
    series.time.write(frames_, std::span(&world.time, 1));
    file_->flush();
    ++frames_;
}

/// In a copy that takes the file's place when it is whole: cutting is not appending, and a kill must not hurt.
template <int D>
void FramesWriter<D>::cut(const std::string& path, const World<D>& world, std::int64_t frames) {
    const std::string aside = path + ".part";
    std::filesystem::copy_file(path, aside, std::filesystem::copy_options::overwrite_existing);
    {
        File file = File::open_for_writing(aside);
        series_of(file, world, frames)->cut(frames);
        file.close();
    }
    std::filesystem::rename(aside, path);
}

template <int D>
void FramesWriter<D>::close(const World<D>& world) {
    const bool more = series_->time.rows() > frames_;
    file_->close();
    if (more) cut(file_->path(), world, frames_);
}

template class FramesWriter<2>;
template class FramesWriter<3>;

}  // namespace drystone

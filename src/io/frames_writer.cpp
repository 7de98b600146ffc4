#include "io/frames_writer.h"

#include <algorithm>
#include <cassert>
#include <filesystem>

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
    file.set_whole_number("format_version", frames_format_version);
    file.set_text("drystone_version", head.version);
    file.set_text("title", head.title);
    file.set_whole_number("dimension", dimension);
    file.set_number("step", head.step);
    file.write_text("scene", head.scene);
    file.write_texts("overrides", head.overrides);
}

constexpr std::int64_t marks_at_once = 4096;

void add(const FrameMark& mark, Hash& hash) {
    hash.add_bits(mark.time);
    hash.add_bits(mark.step);
    hash.add_bits(mark.contacts.first);
    hash.add_bits(mark.contacts.count);
}

void expect_frames(const std::string& path, std::int64_t found, std::int64_t expected) {
    if (found >= expected) return;
    throw InputError(path, "has " + std::to_string(found) +
                               " frames, but the checkpoint is of a run that had " +
                               std::to_string(expected));
}

}  // namespace

template <int D>
auto FramesWriter<D>::all_series(const File& file, bool is_new, const World<D>& world)
    -> std::unique_ptr<AllSeries> {
    const SeriesOf root{file, is_new};
    const hdf5::Group frames = root.subgroup("frames");
    const SeriesOf series{frames, is_new};
    const int n = static_cast<int>(Outside<D>(world).body.size());
    const hdf5::Shape vectors = row_of(n, D), rotations = row_of(n, D == 2 ? 1 : 4),
                      spins = row_of(n, spin_dim<D>);
    return std::make_unique<AllSeries>(AllSeries{
        series.get<double>("position", vectors, chunked_by_frame(vectors)),
        series.get<double>("orientation", rotations, chunked_by_frame(rotations)),
        series.get<float>("velocity", vectors, chunked_by_frame(vectors)),
        series.get<float>("angular_velocity", spins, chunked_by_frame(spins)),
        series.get<std::int64_t>("step", {}, one_a_frame()), series.get<double>("time", {}, one_a_frame()),
        ContactTable<D>(root, world), DrawnGrids<D>(root, world), DeformableSeries<D>(root, world),
        JointSeries<D>(root, world),
        LinkSeries<D>(root, world)});
}

template <int D>
FramesWriter<D>::FramesWriter(std::unique_ptr<File> file, std::unique_ptr<AllSeries> series,
                              std::int64_t frames)
    : file_(std::move(file)), series_(std::move(series)), frames_(frames), index_(series_->index(frames)) {}

template <int D>
std::vector<FrameMark> FramesWriter<D>::AllSeries::marks(std::int64_t first, std::int64_t count) const {
    const std::vector<double> times = time.read(first, count);
    const std::vector<std::int64_t> steps = step.read(first, count);
    const std::vector<ContactRange> ranges = contacts.ranges(first, count);
    std::vector<FrameMark> marks;
    for (std::size_t k = 0; k < times.size(); ++k) marks.push_back({times[k], steps[k], ranges[k]});
    return marks;
}

template <int D>
Hash FramesWriter<D>::AllSeries::index(std::int64_t frames) const {
    Hash hash;
    for (std::int64_t first = 0; first < frames; first += marks_at_once) {
        for (const FrameMark& mark : marks(first, std::min(marks_at_once, frames - first))) add(mark, hash);
    }
    return hash;
}

template <int D>
template <class Visit>
void FramesWriter<D>::AllSeries::for_each(const Visit& visit) {
    for (auto* series : {&position, &orientation}) visit(*series);
    for (auto* series : {&velocity, &angular_velocity}) visit(*series);
    visit(drawn);
    visit(deformable);
    visit(joints);
    visit(links);
    visit(contacts);
}

template <int D>
std::vector<FrameMark> FramesWriter<D>::marks(std::int64_t first, std::int64_t count) const {
    return series_->marks(first, count);
}

template <int D>
FramesWriter<D> FramesWriter<D>::create(const std::string& path, const World<D>& world,
                                        const FramesHead& head) {
    const std::string aside = path + ".part";
    {
        File file = File::create(aside);
        write_head(file, head, D);
        write_geometry(file, world);
        all_series(file, true, world);
        file.close();
    }
    std::filesystem::rename(aside, path);
    return go_on(path, world, 0);
}

template <int D>
void FramesWriter<D>::expect_whole(const std::string& path, const World<D>& world, const FramesHead& head,
                                   std::int64_t frames, const std::string& index) {
    const File found = File::open(path), fresh = File::create_in_memory(path + " in memory");
    write_head(fresh, head, D);
    write_geometry(fresh, world);
    all_series(fresh, true, world);
    hdf5::expect_same_arrays(found, fresh);
    const auto series = all_series(found, false, world);
    expect_frames(path, series->time.rows(), frames);
    if (series->index(frames).digits() != index)
        throw InputError(path,
                         "is damaged: its frames are not at the times or places where they were written");
    series->for_each([&](auto& one) { one.expect_readable(frames); });
}

template <int D>
FramesWriter<D> FramesWriter<D>::go_on(const std::string& path, const World<D>& world, std::int64_t frames) {
    auto file = std::make_unique<File>(File::open_to_append(path));
    auto series = all_series(*file, false, world);
    expect_frames(path, series->time.rows(), frames);
    return {std::move(file), std::move(series), frames};
}

template <int D>
void FramesWriter<D>::write(const World<D>& world, double h) {
    assert(!(h < 0.0) && series_);
    const std::vector<int> slots = Outside<D>(world).body;
    std::vector<float> velocity, angular_velocity;
    for (const Twist<D>& u : picked(world.bodies.velocity, slots)) {
        put(u.v, velocity);
        put(u.w, angular_velocity);
    }
    AllSeries& series = *series_;
    const std::int64_t step = world.steps;
    series.position.write(frames_, flat(picked(world.bodies.position, slots)));
    series.orientation.write(frames_, flat(picked(world.bodies.rotation, slots)));
    series.velocity.write(frames_, velocity);
    series.angular_velocity.write(frames_, angular_velocity);
    add({world.time, step, series.contacts.write(frames_, world, h)}, index_);
    series.drawn.write(frames_, world);
    series.deformable.write(frames_, world);
    series.joints.write(frames_, world, h);
    series.links.write(frames_, world, h);
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
        const auto series = all_series(file, false, world);
        series->time.cut(frames);
        series->step.cut(frames);
        series->for_each([&](auto& one) { one.cut(frames); });
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

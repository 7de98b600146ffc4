#include "io/frames_writer.h"

#include <filesystem>

#include "core/input_error.h"
#include "io/flat.h"
#include "io/frames_geometry.h"

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

/// (bodies, components), or (bodies) where there is one component: angles in 2D.
hdf5::Shape row_of(int bodies, int components) {
    return components == 1 ? hdf5::Shape{bodies} : hdf5::Shape{bodies, components};
}

}  // namespace

template <int D>
auto FramesWriter<D>::all_series(const File& file, bool is_new, const World<D>& world)
    -> std::unique_ptr<AllSeries> {
    const SeriesOf root{file, is_new};
    const hdf5::Group frames = root.subgroup("frames");
    const SeriesOf series{frames, is_new};
    const int n = world.bodies.size();
    const hdf5::Shape vectors = row_of(n, D), rotations = row_of(n, D == 2 ? 1 : 4),
                      spins = row_of(n, spin_dim<D>);
    return std::make_unique<AllSeries>(AllSeries{
        series.get<double>("position", vectors, chunked_by_frame(vectors)),
        series.get<double>("orientation", rotations, chunked_by_frame(rotations)),
        series.get<float>("velocity", vectors, chunked_by_frame(vectors)),
        series.get<float>("angular_velocity", spins, chunked_by_frame(spins)),
        series.get<std::int64_t>("step", {}, one_a_frame()), series.get<double>("time", {}, one_a_frame()),
        ContactTable<D>(root, world), DrawnGrids<D>(root, world), DeformableSeries<D>(root, world)});
}

template <int D>
FramesWriter<D>::FramesWriter(std::unique_ptr<File> file, std::unique_ptr<AllSeries> series,
                              std::int64_t frames)
    : file_(std::move(file)), series_(std::move(series)), frames_(frames) {
    const std::vector<double> times = series_->time.read(0, frames);
    const std::vector<ContactRange> contacts = series_->contacts.ranges(frames);
    for (std::size_t k = 0; k < times.size(); ++k) marks_.push_back({times[k], contacts[k]});
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
FramesWriter<D> FramesWriter<D>::go_on(const std::string& path, const World<D>& world, std::int64_t frames) {
    auto file = std::make_unique<File>(File::open_to_append(path));
    auto series = all_series(*file, false, world);
    if (series->time.rows() < frames) {
        throw InputError(path, "has " + std::to_string(series->time.rows()) +
                                   " frames, but the checkpoint is of a run that had " +
                                   std::to_string(frames));
    }
    return {std::move(file), std::move(series), frames};
}

template <int D>
void FramesWriter<D>::write(const World<D>& world, double h) {
    std::vector<float> velocity, angular_velocity;
    for (const Twist<D>& u : world.bodies.velocity) {
        put(u.v, velocity);
        put(u.w, angular_velocity);
    }
    AllSeries& series = *series_;
    const std::int64_t step = world.steps;
    series.position.write(frames_, flat(world.bodies.position));
    series.orientation.write(frames_, flat(world.bodies.rotation));
    series.velocity.write(frames_, velocity);
    series.angular_velocity.write(frames_, angular_velocity);
    marks_.push_back({world.time, series.contacts.write(frames_, world, h)});
    series.drawn.write(frames_, world);
    series.deformable.write(frames_, world);
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
        series->position.cut(frames);
        series->orientation.cut(frames);
        series->velocity.cut(frames);
        series->angular_velocity.cut(frames);
        series->drawn.cut(frames);
        series->deformable.cut(frames);
        series->contacts.cut(frames);
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

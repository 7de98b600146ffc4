#include "io/membrane_series.h"

#include <algorithm>

#include "io/flat.h"
#include "io/frames_layout.h"
#include "step/membranes.h"

namespace drystone {

namespace {

constexpr std::int64_t chunk = 1024;  // rows

template <int D>
bool has_membranes(const WorldDescription<D>& description) {
    const auto has = [](const StageDescription<D>& stage) { return !stage.membranes.empty(); };
    return !description.membranes.empty() || std::any_of(description.stages.begin(), description.stages.end(), has);
}

}  // namespace

template <int D>
MembraneSeries<D>::MembraneSeries(const SeriesOf& file, const World<D>& world) {
    if (file.is_new ? !has_membranes(world.description) : !file.group.has("membranes")) return;
    const hdf5::Group group = file.subgroup("membranes");
    const SeriesOf series{group, file.is_new};
    series_.emplace(AllSeries{
        series.get<std::int64_t>("first", {}, one_a_frame()), series.get<std::int64_t>("count", {}, one_a_frame()),
        series.get<float>("edge", {2, D}, {.chunk = {chunk, 2, D}, .deflate = 1, .checksum = true})});
}

template <int D>
std::int64_t MembraneSeries<D>::end_of(std::int64_t frames) const {
    if (frames == 0) return 0;
    const std::int64_t end = series_->first.read(frames - 1, 1)[0] + series_->count.read(frames - 1, 1)[0];
    return (end + chunk - 1) / chunk * chunk;
}

template <int D>
void MembraneSeries<D>::write(std::int64_t frame, const World<D>& world) {
    if (!series_) return;
    std::vector<float> edges;
    for (std::size_t k = 0; k < world.skins.size(); ++k) {
        for (const auto& edge : edges_of<D>(world, world, k)) {
            for (const Vec<D>& end : edge) put(end, edges);
        }
    }
    const std::int64_t first = end_of(frame), count = static_cast<std::int64_t>(edges.size()) / (2 * D);
    series_->edge.write(first, edges);
    series_->first.write(frame, std::span(&first, 1));
    series_->count.write(frame, std::span(&count, 1));
}

template <int D>
void MembraneSeries<D>::cut(std::int64_t frames) {
    if (!series_) return;
    const std::int64_t rows = end_of(frames);
    series_->first.cut(frames);
    series_->count.cut(frames);
    series_->edge.cut(rows);
}

template <int D>
void MembraneSeries<D>::expect_readable(std::int64_t frames) {
    if (!series_) return;
    const std::vector<std::int64_t> first = series_->first.read(0, frames), count = series_->count.read(0, frames);
    std::int64_t rows = 0;
    for (std::size_t k = 0; k < first.size(); ++k) {
        if (count[k] > 0) rows = std::max(rows, first[k] + count[k]);
    }
    series_->edge.expect_readable(rows);
}

template class MembraneSeries<2>;
template class MembraneSeries<3>;

}  // namespace drystone

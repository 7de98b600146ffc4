#include "io/cell_series.h"

#include "core/reduced_space.h"
#include "io/flat.h"
#include "io/frames_layout.h"

namespace drystone {

template <int D>
CellSeries<D>::CellSeries(const SeriesOf& file, const World<D>& world) {
    if (!world.cell_model.is_there) return;
    const hdf5::Group group = file.subgroup("cell");
    if (file.is_new) {
        const CellModel<D>& cell = world.cell_model;
        write_list(group, "origin", std::vector<double>(cell.origin.c.begin(), cell.origin.c.end()));
        write_list(group, "periodic", std::vector<std::uint8_t>(cell.periodic.begin(), cell.periodic.end()));
    }
    const SeriesOf own{group, file.is_new};
    const hdf5::Shape corners{1 << D, 3};
    series_.emplace(Series{own.get<double>("edges", {D, D}, chunked_by_frame({D, D})), {}, {}});
    if (file.is_new || group.has("velocity"))
        series_->velocity.emplace(own.get<double>("velocity", {D, D}, chunked_by_frame({D, D})));
    if (file.is_new || group.has("corner"))
        series_->corner.emplace(own.get<float>("corner", corners, chunked_by_frame(corners)));
}

template <int D>
void CellSeries<D>::write(std::int64_t frame, const World<D>& world) {
    if (!series_) return;
    series_->edges.write(frame, flat(std::vector<Mat<D>>{world.cell.edges}));
    if (series_->velocity) series_->velocity->write(frame, flat(std::vector<Mat<D>>{world.cell.velocity}));
    if (!series_->corner) return;
    std::vector<float> drawn;
    for (const Vec<D>& corner : corners(reduced(world.parts.space))) {
        for (int c = 0; c < 3; ++c) drawn.push_back(c < D ? static_cast<float>(corner[c]) : 0.0F);
    }
    series_->corner->write(frame, drawn);
}

template <int D>
template <class Visit>
void CellSeries<D>::for_each(const Visit& visit) {
    if (!series_) return;
    visit(series_->edges);
    if (series_->velocity) visit(*series_->velocity);
    if (series_->corner) visit(*series_->corner);
}

template <int D>
void CellSeries<D>::cut(std::int64_t frames) {
    for_each([&](auto& series) { series.cut(frames); });
}

template <int D>
void CellSeries<D>::expect_readable(std::int64_t frames) {
    for_each([&](auto& series) { series.expect_readable(frames); });
}

template class CellSeries<2>;
template class CellSeries<3>;

}  // namespace drystone

#include "io/cell_series.h"

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
    const SeriesOf series{group, file.is_new};
    edges_.emplace(series.template get<double>("edges", {D, D}, chunked_by_frame({D, D})));
    if (file.is_new || group.has("velocity"))
        velocity_.emplace(series.template get<double>("velocity", {D, D}, chunked_by_frame({D, D})));
}

template <int D>
void CellSeries<D>::write(std::int64_t frame, const World<D>& world) {
    if (edges_) edges_->write(frame, flat(std::vector<Mat<D>>{world.cell.edges}));
    if (velocity_) velocity_->write(frame, flat(std::vector<Mat<D>>{world.cell.velocity}));
}

template <int D>
void CellSeries<D>::cut(std::int64_t frames) {
    for (auto* series : {&edges_, &velocity_}) {
        if (*series) (*series)->cut(frames);
    }
}

template <int D>
void CellSeries<D>::expect_readable(std::int64_t frames) {
    for (auto* series : {&edges_, &velocity_}) {
        if (*series) (*series)->expect_readable(frames);
    }
}

template class CellSeries<2>;
template class CellSeries<3>;

}  // namespace drystone

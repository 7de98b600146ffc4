#pragma once

#include <optional>

#include "io/series_of.h"
#include "step/world.h"

namespace drystone {

/// The group /cell of frames.h5: origin and which edges repeat, and from frame to frame the edges, the columns of a matrix, with their velocities. Does
/// nothing where there is no cell.
template <int D>
class CellSeries {
  public:
    CellSeries(const SeriesOf& file, const World<D>& world);

    void write(std::int64_t frame, const World<D>& world);
    void cut(std::int64_t frames);
    void expect_readable(std::int64_t frames);

  private:
    std::optional<hdf5::Series<double>> edges_, velocity_;  // the latter not in files of earlier versions
};

}  // namespace drystone

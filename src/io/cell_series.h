#pragma once

#include <optional>

#include "io/series_of.h"
#include "step/world.h"

namespace drystone {

/// The group /cell of frames.h5: origin and which edges repeat, and from frame to frame the edges, the columns of a matrix, their
/// velocities, and the corners of the cell as it is drawn, sheared by less than half an edge. Does nothing where there is no cell.
template <int D>
class CellSeries {
  public:
    CellSeries(const SeriesOf& file, const World<D>& world);

    bool is_drawn() const { return series_ && series_->corner; }
    void write(std::int64_t frame, const World<D>& world);
    void cut(std::int64_t frames);
    void expect_readable(std::int64_t frames);

  private:
    struct Series {
        hdf5::Series<double> edges;
        std::optional<hdf5::Series<double>> velocity;  // not in files of earlier versions
        std::optional<hdf5::Series<float>> corner;     // likewise
    };
    template <class Visit>
    void for_each(const Visit& visit);

    std::optional<Series> series_;
};

}  // namespace drystone

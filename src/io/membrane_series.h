#pragma once

#include <optional>

#include "io/series_of.h"
#include "step/world.h"

namespace drystone {

/// The group /membranes of frames.h5: the edges of all membranes of a frame, which are drawn, one frame after another. Does nothing where a
/// run has none in any of its stages.
template <int D>
class MembraneSeries {
  public:
    MembraneSeries(const SeriesOf& file, const World<D>& world);

    void write(std::int64_t frame, const World<D>& world);
    void cut(std::int64_t frames);
    void expect_readable(std::int64_t frames);

  private:
    struct AllSeries {
        hdf5::Series<std::int64_t> first, count;  // (frames)  rows of `edge`; each frame's begin at a chunk of their own
        hdf5::Series<float> edge;
    };
    std::int64_t end_of(std::int64_t frames) const;

    std::optional<AllSeries> series_;
};

}  // namespace drystone

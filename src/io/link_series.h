#pragma once

#include <optional>

#include "io/series_of.h"
#include "step/world.h"

namespace drystone {

/// The group /links of frames.h5: names and types, and from frame to frame the ends of links, their forces and status. Does
/// nothing where there are none. One that has left with its bodies is broken, and its ends are nowhere.
template <int D>
class LinkSeries {
  public:
    LinkSeries(const SeriesOf& file, const World<D>& world);

    void write(std::int64_t frame, const World<D>& world, double h);
    void cut(std::int64_t frames);
    void expect_readable(std::int64_t frames);

  private:
    struct AllSeries {
        hdf5::Series<double> ends;
        hdf5::Series<float> force;
        hdf5::Series<std::uint8_t> status;
    };
    std::vector<std::string> names_;  // in the order of the file
    std::optional<AllSeries> series_;
};

}  // namespace drystone

#pragma once

#include <optional>

#include "io/series_of.h"
#include "measure/seams.h"

namespace drystone {

/// The group /joints of frames.h5: where faces of bodies touched at time 0 (measure/seams.h), by pairs of bodies, and what each joint
/// is in every frame (measure/joints.h). Scenes without such faces have no such group.
template <int D>
class JointSeries {
  public:
    JointSeries(const SeriesOf& file, const World<D>& world);

    void write(std::int64_t frame, const World<D>& world, double h);
    void cut(std::int64_t frames);
    void expect_readable(std::int64_t frames);

  private:
    struct AllSeries {
        hdf5::Series<float> normal, shear, opening, slip, damage, utilisation, corner_opening;
        hdf5::Series<double> point;
        hdf5::Series<std::uint8_t> status;
    };

    template <class Visit>
    void for_series(const Visit& visit);

    std::vector<Seam<D>> seams_;
    std::optional<AllSeries> series_;
};

}  // namespace drystone

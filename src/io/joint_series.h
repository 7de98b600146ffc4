#pragma once

#include <optional>

#include "io/series_of.h"
#include "measure/seams.h"

namespace drystone {

/// The group /joints of frames.h5: where faces of bodies touched at time 0 (measure/seams.h), by pairs of bodies, and what each joint
/// is in every frame (measure/joints.h). Scenes without such faces have no such group. Where bodies come and go, the joints are those of
/// the bodies that the file was made with; that of a body that has left is open, its numbers are not numbers.
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

    /// One seam; bodies by their ids, since slots change hands.
    struct Known {
        int a = 0, b = 0;
        Seam<D> seam;
        std::int64_t joint = 0;
    };

    void take(const World<D>& world, const std::vector<Seam<D>>& seams);
    void read_seams(const hdf5::Group& group, const World<D>& world);
    void place(const World<D>& world);

    std::vector<Known> known_;
    std::int64_t joints_ = 0;
    std::vector<Seam<D>> seams_;       // of bodies that are there, in their slots
    std::vector<std::size_t> number_;  // (seams_)  in known_
    std::vector<int> slot_;            // of the world that seams_ is of
    std::optional<AllSeries> series_;
};

}  // namespace drystone

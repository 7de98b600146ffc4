#pragma once

#include <optional>

#include "io/series_of.h"

namespace drystone {

template <int D>
struct World;
template <int D>
struct Outside;

struct DrawnSizes {
    std::int64_t balls = 0;
    std::int64_t vertices = 0, faces = 0;
    std::int64_t topology = 0;  // length of the list of cells
};

/// The group /drawn of frames.h5: balls and solids where they are in each frame, as ParaView reads them through
/// frames.xdmf; floats, three components also in 2D. Programs that can turn a body's geometry need none of it.
template <int D>
class DrawnGrids {
  public:
    DrawnGrids(const SeriesOf& file, const World<D>& world)
        : DrawnGrids(file.subgroup("drawn"), file.is_new, world) {}

    void write(std::int64_t frame, const World<D>& world);
    void cut(std::int64_t frames);
    void expect_readable(std::int64_t frames);

    const DrawnSizes& sizes() const { return sizes_; }

  private:
    struct Points {
        hdf5::Series<float> place, velocity;  // (frames, points, 3)
    };

    DrawnGrids(hdf5::Group group, bool is_new, const World<D>& world);
    void write_balls(const hdf5::Group& group, const World<D>& world, const Outside<D>& outside) const;
    void write_faces(const hdf5::Group& group, const World<D>& world, const Outside<D>& outside) const;
    template <class Visit>
    void for_points(const Visit& visit);
    void count_solids(const World<D>& world);

    std::vector<int> balls_;   // parts
    std::vector<int> solids_;  // parts
    DrawnSizes sizes_;
    std::optional<Points> ball_points_, vertex_points_;
};

}  // namespace drystone

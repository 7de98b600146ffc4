#pragma once

#include "io/drawn_grids.h"
#include "io/row_range.h"

namespace drystone {

/// Rows of /drawn that belong to one frame.
struct DrawnRanges {
    RowRange balls, vertices, faces, topology;
};

/// The group /drawn of frames.h5 where bodies come and go: of every frame the balls and solids that are there, one frame after another,
/// each frame's beginning at a chunk of its own. frames.xdmf then leads to nothing else: readers need not know of absent bodies.
template <int D>
class DrawnRows {
  public:
    DrawnRows(const SeriesOf& file) : DrawnRows(file.subgroup("drawn"), file.is_new) {}

    DrawnRanges write(std::int64_t frame, const World<D>& world, const Outside<D>& outside);
    std::vector<DrawnRanges> ranges(std::int64_t frame, std::int64_t frames) const;

    void cut(std::int64_t frames);
    void expect_readable(std::int64_t frames) const;

  private:
    DrawnRows(hdf5::Group group, bool is_new);
    template <class Self, class Visit>
    static void for_columns(Self& self, const Visit& visit);  // visit(column, number of its range)
    std::int64_t begin_of(std::int64_t frame, int which) const;

    hdf5::Series<std::int64_t> first_, count_;  // (frames, 4)  balls, vertices, faces, topology
    hdf5::Series<float> ball_, ball_velocity_, ball_radius_;
    hdf5::Series<std::int32_t> ball_body_, ball_material_;
    hdf5::Series<float> vertex_, vertex_velocity_;
    hdf5::Series<std::int32_t> face_body_, face_material_, topology_;
};

}  // namespace drystone

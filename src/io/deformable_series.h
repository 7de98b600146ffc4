#pragma once

#include <optional>

#include "io/series_of.h"
#include "step/world.h"

namespace drystone {

template <int D>
struct World;

/// How many nodes and elements the grids of frames.xdmf have.
struct MeshSizes {
    std::int64_t nodes = 0, elements = 0;            // of all deformable bodies
    std::int64_t mesh_nodes = 0, mesh_elements = 0;  // of those with a mesh, which come first
    std::int64_t mesh_topology = 0;                  // length of the list of cells
    std::int64_t uniform_faces = 0, uniform_topology = 0;
};

/// What changes from frame to frame in the group /deformable of frames.h5, and what ParaView needs of it in /drawn. Does nothing
/// where no body deforms. Of one that has left there are no numbers.
template <int D>
class DeformableSeries {
  public:
    DeformableSeries(const SeriesOf& file, const World<D>& world);

    void write(std::int64_t frame, const World<D>& world);
    void cut(std::int64_t frames);
    void expect_readable(std::int64_t frames);

    const MeshSizes& sizes() const { return sizes_; }

  private:
    struct AllSeries {
        hdf5::Series<double> position, gradient;
        hdf5::Series<float> velocity, stress, strain, energy, node_stress;
        hdf5::Series<float> displacement, principal, largest, smallest;  // in /drawn, three components each
    };

    template <class Visit>
    void for_series(const Visit& visit);

    std::vector<int> ids_;  // of the deformable bodies, in the order of the file
    std::vector<std::int32_t> node_start_, element_start_;  // (deformable + 1)
    std::vector<Vec<D>> reference_;  // (nodes) [m]
    MeshSizes sizes_;
    std::optional<AllSeries> series_;
};

}  // namespace drystone

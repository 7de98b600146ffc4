#pragma once

#include <vector>

#include "contact/block_map.h"
#include "solvers/block_lu.h"
#include "solvers/block_sweep.h"
#include "solvers/newton.h"

namespace drystone {

/// Newton's method on assembled blocks: up to D unknowns a contact, in the pattern of W. For one island (islands.h) whose laws
/// have no shifts and nothing that turns; made for up to some hundred contacts that hang together; the cost is that of BlockLu.
template <int D>
class BlockNewton : public ProximalNewton<D> {
  public:
    /// `sweep` is over the same problem.
    BlockNewton(const BlockProblem<D>& problem, BlockSweep<D>& sweep);

  private:
    using ProximalNewton<D>::contact_, ProximalNewton<D>::anchor_, ProximalNewton<D>::r_, ProximalNewton<D>::u_,
        ProximalNewton<D>::delta_;

    void find_velocities() override;
    bool solve_pieces() override;
    void sweep(int count) override;
    void place_contacts();

    const BlockProblem<D>& problem_;
    BlockSweep<D>& sweep_;
    BlockLu<D> lu_;
    std::vector<Vec<D>> x_, given_;
    std::vector<int> dimension_;  // unknowns of the contact
    std::vector<Mat<D>> blocks_;
};

}  // namespace drystone

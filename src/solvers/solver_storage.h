#pragma once

#include <memory>

#include "core/workbench.h"

namespace drystone {

template <int D>
struct SolverScratch;

/// A SolverScratch for those who keep it between steps and hand it on: what is in it is the solvers' business (solvers/solve.h), and who
/// includes this file need not be compiled anew when it changes. No answer depends on what earlier solves left in it, so a copy is a new one.
template <int D>
class SolverStorage {
  public:
    SolverStorage();
    SolverStorage(const SolverStorage&);
    SolverStorage(SolverStorage&&) noexcept;
    SolverStorage& operator=(const SolverStorage&);
    SolverStorage& operator=(SolverStorage&&) noexcept;
    ~SolverStorage();

    SolverScratch<D>& operator*() const { return *scratch_; }
    SolverScratch<D>* operator->() const { return scratch_.get(); }

    /// The memory that a solve takes for a while: between solves it serves the other stages of a step.
    Workbench& bench() const;

  private:
    std::unique_ptr<SolverScratch<D>> scratch_;
};

}  // namespace drystone

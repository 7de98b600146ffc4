#include "solvers/solver_storage.h"

#include "solvers/solve.h"

namespace drystone {

template <int D>
SolverStorage<D>::SolverStorage() : scratch_(std::make_unique<SolverScratch<D>>()) {}
template <int D>
SolverStorage<D>::SolverStorage(const SolverStorage&) : SolverStorage() {}
template <int D>
SolverStorage<D>::SolverStorage(SolverStorage&&) noexcept = default;
template <int D>
SolverStorage<D>& SolverStorage<D>::operator=(const SolverStorage& other) {
    return *this = SolverStorage(other);
}
template <int D>
SolverStorage<D>& SolverStorage<D>::operator=(SolverStorage&&) noexcept = default;
template <int D>
SolverStorage<D>::~SolverStorage() = default;

template <int D>
Workbench& SolverStorage<D>::bench() const {
    return scratch_->nlgs.bench;
}

template class SolverStorage<2>;
template class SolverStorage<3>;

}  // namespace drystone

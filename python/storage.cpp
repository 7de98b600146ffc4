// Memory that arrays look into outlives the world's use of it.
#include "python/storage.h"

#include <algorithm>
#include <utility>

namespace drystone::python {

namespace {

/// visit(vector of the world, the same of SeenVectors)
template <int D, class Visit>
void for_each_vector(World<D>& world, SeenVectors<D>& seen, const Visit& visit) {
    visit(world.bodies.position, seen.position);
    visit(world.bodies.rotation, seen.rotation);
    visit(world.bodies.velocity, seen.velocity);
    visit(world.matter.mass, seen.mass);
}

}  // namespace

template <int D>
Lent<D>::Lent(World<D>& world, std::shared_ptr<Storage>& storage)
    : world_(world), storage_(storage), looked_at_(storage.use_count() > 1) {
    if (!looked_at_) return;
    auto& seen = storage->kept.template emplace<SeenVectors<D>>();
    int k = 0;
    for_each_vector(world, seen, [&](auto& own, auto& kept) {
        kept = std::move(own);
        own = kept;
        lent_[k++] = own.data();
    });
}

template <int D>
bool Lent<D>::moved() const {
    bool any = false;
    int k = 0;
    for_each_vector(world_, std::get<SeenVectors<D>>(storage_->kept), [&](const auto& own, const auto& kept) {
        any = any || own.data() != lent_[k++] || own.size() != kept.size();
    });
    return any;
}

template <int D>
Lent<D>::~Lent() {
    if (!looked_at_) return;
    if (moved()) {
        storage_ = std::make_shared<Storage>();
        return;
    }
    for_each_vector(world_, std::get<SeenVectors<D>>(storage_->kept), [&](auto& own, auto& kept) {
        std::copy(own.begin(), own.end(), kept.begin());
        own = std::move(kept);
    });
    storage_->kept = std::monostate{};
}

template class Lent<2>;
template class Lent<3>;

}  // namespace drystone::python

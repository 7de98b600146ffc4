// How worlds and their descriptions are made, copied, moved and thrown away, member by member. They hold some hundred arrays in two
// dimensions: compiled here once, and not in each of the files in which one of them goes out of scope.

#include "step/description.h"
#include "step/world.h"

namespace drystone {

template <int D>
WorldDescription<D>::WorldDescription() = default;
template <int D>
WorldDescription<D>::WorldDescription(const WorldDescription&) = default;
template <int D>
WorldDescription<D>::WorldDescription(WorldDescription&&) noexcept = default;
template <int D>
WorldDescription<D>& WorldDescription<D>::operator=(const WorldDescription& other) {
    return *this = WorldDescription(other);
}
template <int D>
WorldDescription<D>& WorldDescription<D>::operator=(WorldDescription&&) noexcept = default;
template <int D>
WorldDescription<D>::~WorldDescription() = default;

template <int D>
World<D>::World() = default;
template <int D>
World<D>::World(const World&) = default;
template <int D>
World<D>::World(World&&) noexcept = default;
template <int D>
World<D>& World<D>::operator=(const World& other) {
    return *this = World(other);
}
template <int D>
World<D>& World<D>::operator=(World&&) noexcept = default;
template <int D>
World<D>::~World() = default;

template struct WorldDescription<2>;
template struct WorldDescription<3>;
template struct World<2>;
template struct World<3>;

}  // namespace drystone

#include "ranks/islands_across.h"

#include <algorithm>
#include <numeric>

#include "core/index.h"

namespace drystone::ranks {

namespace {

/// Of a forest: the top of i's tree, whose way up becomes shorter.
int root(std::vector<int>& parent, int i) {
    while (parent[at(i)] != i) i = parent[at(i)] = parent[at(parent[at(i)])];
    return i;
}

/// (slots)  Bodies that contacts of this rank hold together have one root.
std::vector<int> merge_here(const Colouring& c, std::size_t slots) {
    std::vector<int> parent(slots);
    std::iota(parent.begin(), parent.end(), 0);
    for (const BodyPair& pair : c.bodies) {
        if (pair.a < 0 || pair.b < 0) continue;
        const int a = root(parent, pair.a), b = root(parent, pair.b);
        parent[at(std::max(a, b))] = std::min(a, b);
    }
    for (std::size_t i = 0; i < slots; ++i) parent[i] = root(parent, static_cast<int>(i));
    return parent;
}

}  // namespace

template <int D>
std::vector<int> label_islands(const World<D>& world, const Colouring& c, Halo<D>& halo, Team& team) {
    const std::vector<int> root_of = merge_here(c, world.bodies.id.size());
    std::vector<int> tree = world.bodies.id, label(tree.size());  // (slots)  of roots, what their trees are called; of shared bodies, what others say
    for (std::size_t i = 0; i < tree.size(); ++i) {
        if (halo.touched()[i]) tree[at(root_of[i])] = std::min(tree[at(root_of[i])], tree[i]);
    }
    const auto put = [&](int slot, const Twist<D>& t) { label[at(slot)] = std::min(label[at(slot)], static_cast<int>(t.v[0])); };
    const auto get = [&](int slot) {
        Twist<D> t;
        t.v[0] = label[at(slot)];
        return t;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (const int slot : halo.shared()) label[at(slot)] = tree[at(root_of[at(slot)])];
        halo.agree(get, put, put, team);
        for (const int slot : halo.shared()) {
            int& name = tree[at(root_of[at(slot)])];
            changed |= label[at(slot)] < name;
            name = std::min(name, label[at(slot)]);
        }
        changed = team.any(changed);
    }
    std::vector<int> island(c.bodies.size(), -1);
    for (std::size_t i = 0; i < island.size(); ++i) {
        const int slot = std::max(c.bodies[i].a, c.bodies[i].b);
        if (slot >= 0) island[i] = tree[at(root_of[at(slot)])];
    }
    return island;
}

template std::vector<int> label_islands(const World<2>&, const Colouring&, Halo<2>&, Team&);
template std::vector<int> label_islands(const World<3>&, const Colouring&, Halo<3>&, Team&);

}  // namespace drystone::ranks

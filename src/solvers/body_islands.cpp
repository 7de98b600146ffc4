// Contacts i and j are in one island where a chain of bodies that impulses can move leads from i to j: then W = diag(W_1, W_2, ..)
// by islands, and u = W r + b falls apart into u_k = W_k r_k + b_k. Found by merging trees of bodies, the smaller index as root, so
// that islands and their order are functions of the contact list.

#include "solvers/body_islands.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "solvers/fallbacks.h"

namespace drystone {

namespace {

int root(std::vector<int>& parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/// The parts of compliant bodies: those with a row in s.body, and the grips of the part's contacts.
template <int D>
void take_compliant(const BodyMap<D>& map, IslandScratch<D>& s) {
    BodyMap<D>& part = s.part.W;
    std::size_t bodies = 0;
    int first = 0;
    for (std::size_t k = 0; k < map.compliant.size(); ++k) {
        int& row = s.body[map.body.size() + k];
        if (row < 0) continue;
        row = static_cast<int>(bodies);
        if (part.compliant.size() == bodies) part.compliant.emplace_back();
        CompliantBody<D>& body = part.compliant[bodies++];
        body = map.compliant[k];
        body.first = first;
        first += body.count;
    }
    part.compliant.resize(bodies);
    part.grip.clear();
    for (ContactArms<D>& c : part.contact) {
        const int begin = c.first_grip;
        c.first_grip = static_cast<int>(part.grip.size());
        for (int g = begin; g < begin + c.grips; ++g) {
            part.grip.push_back(map.grip[g]);
            part.grip.back().body = s.body[map.body.size() + static_cast<std::size_t>(map.grip[g].body)];
        }
    }
}

}  // namespace

template <int D>
void sort_into_lots(const RigidProblem<D>& problem, IslandScratch<D>& s) {
    const std::size_t bodies = problem.W.body.size() + problem.W.compliant.size();
    s.parent.resize(bodies);
    std::iota(s.parent.begin(), s.parent.end(), 0);
    s.owner.resize(problem.b.size());
    for (int i = 0; i < problem.size(); ++i) {
        const Owners& owners = s.owner[i] = owners_of(problem.W, i);
        for (std::size_t k = 1; k < owners.size() && owners[k] >= 0; ++k) {
            const int a = root(s.parent, owners[0]), b = root(s.parent, owners[k]);
            s.parent[std::max(a, b)] = std::min(a, b);
        }
    }
    s.count.assign(bodies, 0);
    for (const Owners& owners : s.owner) {
        if (owners[0] >= 0) ++s.count[root(s.parent, owners[0])];
    }

    // From here on s.body holds the lot of each root, numbered by first contact.
    s.body.assign(bodies, -1);
    s.lot_of.resize(problem.b.size());
    int lots = 0, small = -1;
    for (std::size_t i = 0; i < s.lot_of.size(); ++i) {
        const int body = s.owner[i][0];  // nobody: it goes with the small ones
        const int island = body >= 0 ? root(s.parent, body) : -1;
        int& lot = island >= 0 && s.count[island] >= fallbacks::large_island ? s.body[island] : small;
        if (lot < 0) lot = lots++;
        s.lot_of[i] = lot;
    }
    s.start.assign(static_cast<std::size_t>(lots) + 1, 0);
    for (const int lot : s.lot_of) ++s.start[lot + 1];
    std::partial_sum(s.start.begin(), s.start.end(), s.start.begin());
    s.contact.resize(s.lot_of.size());
    s.count.assign(s.start.begin(), s.start.end());
    for (std::size_t i = 0; i < s.lot_of.size(); ++i) s.contact[s.count[s.lot_of[i]]++] = static_cast<int>(i);
}

template <int D>
void gather_lot(const RigidProblem<D>& problem, int lot, std::span<const Vec<D>> r,
                std::span<const Spin<D>> m, IslandScratch<D>& s) {
    assert(lot >= 0 && lot < s.lots() && r.size() == problem.b.size());
    const std::size_t contacts = static_cast<std::size_t>(s.start[lot + 1] - s.start[lot]);
    const int* contact = s.contact.data() + s.start[lot];
    RigidProblem<D>& part = s.part;
    // Bodies keep their order, so that neighbours stay near each other.
    s.body.assign(problem.W.body.size() + problem.W.compliant.size(), -1);
    for (std::size_t k = 0; k < contacts; ++k) {
        for (const int owner : owners_of(problem.W, contact[k])) {
            if (owner >= 0) s.body[owner] = 0;
        }
    }
    part.W.body.clear();
    for (std::size_t i = 0; i < problem.W.body.size(); ++i) {
        if (s.body[i] < 0) continue;
        s.body[i] = static_cast<int>(part.W.body.size());
        part.W.body.push_back(problem.W.body[i]);
    }
    part.W.contact.resize(contacts);
    part.b.resize(contacts);
    part.law.resize(contacts);
    s.r.resize(contacts);
    s.turning.assign(problem.b.size(), -1);
    for (std::size_t k = 0; k < problem.turning.size(); ++k)
        s.turning[problem.turning[k].contact] = static_cast<int>(k);
    part.turning.clear();
    s.part_turning.clear();
    s.m.clear();
    for (std::size_t k = 0; k < contacts; ++k) {
        const int i = contact[k];
        ContactArms<D>& c = part.W.contact[k] = problem.W.contact[i];
        if (c.body_a >= 0) c.body_a = s.body[c.body_a];
        if (c.body_b >= 0) c.body_b = s.body[c.body_b];
        part.b[k] = problem.b[i];
        part.law[k] = problem.law[i];
        s.r[k] = r[i];
        if (const int t = s.turning[i]; t >= 0) {
            part.turning.push_back({static_cast<int>(k), problem.turning[t].b});
            s.part_turning.push_back(t);
            s.m.push_back(m[t]);
        }
    }
    take_compliant(problem.W, s);
}

template <int D>
void scatter_lot(int lot, const IslandScratch<D>& s, std::span<Vec<D>> r, std::span<Spin<D>> m) {
    assert(lot >= 0 && lot < s.lots());
    assert(s.m.size() == s.part_turning.size());
    for (std::size_t k = 0; k < s.r.size(); ++k) r[s.contact[s.start[lot] + k]] = s.r[k];
    for (std::size_t k = 0; k < s.m.size(); ++k) m[s.part_turning[k]] = s.m[k];
}

#define DRYSTONE_ISLANDS(D)                                                                                  \
    template void sort_into_lots(const RigidProblem<D>&, IslandScratch<D>&);                                 \
    template void gather_lot(const RigidProblem<D>&, int, std::span<const Vec<D>>, std::span<const Spin<D>>, \
                             IslandScratch<D>&);                                                             \
    template void scatter_lot(int, const IslandScratch<D>&, std::span<Vec<D>>, std::span<Spin<D>>);
DRYSTONE_ISLANDS(2)
DRYSTONE_ISLANDS(3)
#undef DRYSTONE_ISLANDS

}  // namespace drystone

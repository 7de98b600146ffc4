// Contacts i and j are in one island where a chain of bodies that impulses can move leads from i to j: then W = diag(W_1, W_2, ..)
// by islands, and u = W r + b falls apart into u_k = W_k r_k + b_k. Found by merging trees of bodies, the smaller index as root, so
// that islands and their order are functions of the contact list.

#include "solvers/body_islands.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <numeric>

#include "core/in_parallel.h"
#include "core/index.h"
#include "core/room.h"
#include "solvers/fallbacks.h"

namespace drystone {

namespace {

constexpr std::size_t island_grain = 4096;  // contacts or bodies worth waking a thread for

// Trees of bodies, merged from all threads at once. A parent's number is smaller than its children's, so the root of an island is
// its smallest number, whoever came first.

std::atomic_ref<int> shared(std::span<int> parent, int i) { return std::atomic_ref<int>(parent[i]); }

int root(std::span<int> parent, int i) {
    constexpr auto relaxed = std::memory_order_relaxed;
    for (;;) {
        int up = shared(parent, i).load(relaxed);
        if (up == i) return i;
        const int above = shared(parent, up).load(relaxed);
        if (above != up) shared(parent, i).compare_exchange_weak(up, above, relaxed);  // shorter; by others too
        i = above;
    }
}

void unite(std::span<int> parent, int i, int j) {
    for (;;) {
        const int a = root(parent, i), b = root(parent, j);
        if (a == b) return;
        int top = std::max(a, b);
        if (shared(parent, top).compare_exchange_strong(top, std::min(a, b))) return;
    }
}

/// What is known of an island by its root.
void count_contacts(const BodyIslands& s, ThreadPool& pool) {
    const auto& [island, parent, count, first, largest] = s;
    pool.for_ranges(island.size(), island_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end;) {  // runs of one island, so that threads seldom meet
            const std::size_t from = i;
            while (i < end && island[i] == island[from]) ++i;
            if (island[from] < 0) continue;
            shared(count, island[from]).fetch_add(static_cast<int>(i - from), std::memory_order_relaxed);
            auto least = shared(first, island[from]);
            int seen = least.load();
            while (static_cast<int>(from) < seen && !least.compare_exchange_weak(seen, static_cast<int>(from))) {
            }
        }
    });
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
    for (ContactArms<D>& c : part.contact.whole()) {
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
BodyIslands find_islands(const RigidProblem<D>& problem, ThreadPool& pool, const Workbench::Use& use) {
    const std::size_t bodies = problem.W.body.size() + problem.W.compliant.size(), contacts = problem.b.size();
    BodyIslands s{use.take<int>(contacts), use.take<int>(bodies), use.take<int>(bodies), use.take<int>(bodies)};
    std::iota(s.parent.begin(), s.parent.end(), 0);
    pool.for_ranges(contacts, island_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (problem.W.contact.grips(i) == 0) {
                const auto [a, b] = problem.W.contact.bodies(i);
                s.island[i] = std::max(a, b);
                if (std::min(a, b) >= 0) unite(s.parent, a, b);
                continue;
            }
            const Owners owners = owners_of(problem.W, static_cast<int>(i));
            for (std::size_t k = 1; k < owners.size() && owners[k] >= 0; ++k) unite(s.parent, owners[0], owners[k]);
            s.island[i] = owners[0];
        }
    });
    pool.for_ranges(contacts, island_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (s.island[i] >= 0) s.island[i] = root(s.parent, s.island[i]);
        }
    });
    fill_all(s.count, 0, pool);
    fill_all(s.first, static_cast<int>(contacts), pool);
    count_contacts(s, pool);
    s.largest = bodies == 0 ? 0 : *std::max_element(s.count.begin(), s.count.end());
    return s;
}

template <int D>
void divide_into_lots(const BodyIslands& found, ThreadPool& pool, IslandScratch<D>& s) {
    const std::size_t bodies = found.parent.size(), contacts = found.island.size();
    // Contacts of nobody go with the small ones.
    const auto is_large = [&](int island) { return island >= 0 && found.count[island] >= fallbacks::large_island; };
    s.start.clear();  // first contacts of the lots
    for (std::size_t i = 0; i < bodies; ++i) {
        if (is_large(static_cast<int>(i))) s.start.push_back(found.first[i]);
    }
    const auto small = std::find_if(found.island.begin(), found.island.end(), [&](int island) { return !is_large(island); });
    const int first_small = static_cast<int>(small - found.island.begin());
    if (small != found.island.end()) s.start.push_back(first_small);
    std::sort(s.start.begin(), s.start.end());
    const auto lot_of = [&](int first) {
        return static_cast<int>(std::lower_bound(s.start.begin(), s.start.end(), first) - s.start.begin());
    };
    const int small_lot = lot_of(first_small), lots = static_cast<int>(s.start.size());
    const std::span<int> lot_of_root = found.first;
    for (std::size_t i = 0; i < bodies; ++i) {
        if (is_large(static_cast<int>(i))) lot_of_root[i] = lot_of(found.first[i]);
    }
    const auto lot = [&](std::size_t i) { return is_large(found.island[i]) ? lot_of_root[at(found.island[i])] : small_lot; };
    sort_into_buckets(contacts, lots, lot, pool, s.by_lot);
    s.start.swap(s.by_lot.start);
    s.contact.swap(s.by_lot.item);
}

template <int D>
bool hangs_together(const RigidProblem<D>& problem, ThreadPool& pool, Workbench& bench, IslandScratch<D>& s) {
    const double nearly_all = fallbacks::nearly_all_contacts * problem.size();
    const Workbench::Use use(bench);
    const BodyIslands found = find_islands(problem, pool, use);
    if (found.largest > nearly_all) return true;
    divide_into_lots(found, pool, s);
    return s.largest() > nearly_all;
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
    std::vector<ContactArms<D>>& arms = part.W.contact.whole();
    arms.resize(contacts);
    part.b.resize(contacts);
    part.law.resize_as(problem.law, contacts);
    s.r.resize(contacts);
    s.turning.assign(problem.b.size(), -1);
    for (std::size_t k = 0; k < problem.turning.size(); ++k)
        s.turning[problem.turning[k].contact] = static_cast<int>(k);
    part.turning.clear();
    s.part_turning.clear();
    s.m.clear();
    for (std::size_t k = 0; k < contacts; ++k) {
        const int i = contact[k];
        ContactArms<D>& c = arms[k] = problem.W.contact[i];
        if (c.body_a >= 0) c.body_a = s.body[c.body_a];
        if (c.body_b >= 0) c.body_b = s.body[c.body_b];
        part.b[k] = problem.b[i];
        part.law.set(k, problem.law[i]);
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
void hold_others(const RigidProblem<D>& problem, std::span<const Vec<D>> r, std::span<const Spin<D>> m,
                 IslandScratch<D>& s) {
    assert(s.lots() == 1);
    problem.W.reset(s.V);
    for (int i = 0; i < problem.size(); ++i) problem.W.add(s.V, i, r[i]);
    for (std::size_t k = 0; k < problem.turning.size(); ++k) problem.W.add_moment(s.V, problem.turning[k].contact, m[k]);
    for (const int i : s.contact) problem.W.add(s.V, i, -1.0 * r[i]);
    for (const int k : s.part_turning) problem.W.add_moment(s.V, problem.turning[k].contact, -1.0 * m[k]);
    for (std::size_t k = 0; k < s.contact.size(); ++k) s.part.b[k] += problem.W.velocity(s.V, s.contact[k]);
    for (Turning<D>& turning : s.part.turning) turning.b += problem.W.spin(s.V, s.contact[turning.contact]);
}

template <int D>
void scatter_lot(int lot, const IslandScratch<D>& s, std::span<Vec<D>> r, std::span<Spin<D>> m) {
    assert(lot >= 0 && lot < s.lots());
    assert(s.m.size() == s.part_turning.size());
    for (std::size_t k = 0; k < s.r.size(); ++k) r[s.contact[s.start[lot] + k]] = s.r[k];
    for (std::size_t k = 0; k < s.m.size(); ++k) m[s.part_turning[k]] = s.m[k];
}

#define DRYSTONE_ISLANDS(D)                                                                                  \
    template BodyIslands find_islands(const RigidProblem<D>&, ThreadPool&, const Workbench::Use&);           \
    template void divide_into_lots(const BodyIslands&, ThreadPool&, IslandScratch<D>&);                      \
    template bool hangs_together(const RigidProblem<D>&, ThreadPool&, Workbench&, IslandScratch<D>&);         \
    template void gather_lot(const RigidProblem<D>&, int, std::span<const Vec<D>>, std::span<const Spin<D>>, \
                             IslandScratch<D>&);                                                             \
    template void hold_others(const RigidProblem<D>&, std::span<const Vec<D>>, std::span<const Spin<D>>,     \
                              IslandScratch<D>&);                                                            \
    template void scatter_lot(int, const IslandScratch<D>&, std::span<Vec<D>>, std::span<Spin<D>>);
DRYSTONE_ISLANDS(2)
DRYSTONE_ISLANDS(3)
#undef DRYSTONE_ISLANDS

}  // namespace drystone

// Who has which body: boxes of space by the weights of what is in them, copies of what is near, or tied, to another rank's bodies.

#include <algorithm>
#include <utility>

#include "bodies/move.h"
#include "broadphase/margin.h"
#include "core/index.h"
#include "ranks/copies.h"
#include "step/stages.h"

namespace drystone::ranks {

namespace {

/// What a rank brings when bodies are shared out.
template <int D>
struct Holdings {
    std::vector<TravellingBody<D>> body;  // own ones that are not known to all
    std::vector<std::int64_t> weight;     // (body)
    std::vector<TravellingBody<D>> common;  // bodies known to all, as everyone has them
    std::vector<Bytes> contact;             // (ranks)  by their new keeper
};

/// The body of a contact whose owner keeps it, by its slot.
template <int D>
int keeping_body(const Catalogue<D>& c, const World<D>& world, const Numbers& numbers, const ContactPoint<D>& point) {
    const int a = world.parts.body[at(point.a)], b = world.parts.body[at(point.b)];
    const int a_whole = numbers.whole_slot(a);
    return keeping_one(c, a_whole, numbers.whole_slot(b)) == a_whole ? a : b;
}

/// A body counts as one, and each of its contacts as two.
template <int D>
std::vector<std::int64_t> weights(const Catalogue<D>& c, const World<D>& world, const Numbers& numbers) {
    std::vector<std::int64_t> weight(world.bodies.position.size(), 1);
    for (const ContactPoint<D>& point : world.contacts.point) weight[at(keeping_body(c, world, numbers, point))] += 2;
    return weight;
}

/// Space is cut anew where there are no cuts, or one rank has too much.
template <int D>
void balance(Domain<D>& domain, const Holdings<D>& held, Team& team) {
    double load = 0.0;
    for (const std::int64_t weight : held.weight) load += static_cast<double>(weight);
    const std::vector<double> loads = team.all({&load, 1});
    double sum = 0.0, most = 0.0;
    for (const double one : loads) {
        sum += one;
        most = std::max(most, one);
    }
    if (!domain.cuts.empty() && most <= (1.0 + imbalance_allowed) * sum / team.size()) return;
    std::vector<WeightedPlace<D>> places;
    for (std::size_t k = 0; k < held.body.size(); ++k) places.push_back({home(domain, held.body[k].position), held.weight[k]});
    domain.cuts = Cuts<D>::find(places, team);
    ++domain.balanced;
}

/// In rounds, so that a rank that has all bodies does not hold them twice.
template <int D>
std::vector<TravellingBody<D>> send_home(const Domain<D>& domain, std::span<const TravellingBody<D>> bodies, Team& team) {
    constexpr std::size_t round = 50'000;
    double most = static_cast<double>(bodies.size());
    team.largest({&most, 1});
    std::vector<TravellingBody<D>> own;
    for (std::size_t first = 0; first < static_cast<std::size_t>(most); first += round) {
        std::vector<Bytes> out(at(team.size()));
        for (std::size_t k = first; k < std::min(bodies.size(), first + round); ++k) out[at(owner_of(domain, bodies[k].position))].put(bodies[k]);
        for (const Bytes& in : team.exchange(out)) {
            for (Unpacking one(in); !one.is_done();) own.push_back(one.take<TravellingBody<D>>());
        }
    }
    std::sort(own.begin(), own.end(), [](const auto& p, const auto& q) { return p.slot < q.slot; });
    return own;
}

template <int D>
void list_neighbours(Domain<D>& domain, const Copies<D>& copies, Team& team) {
    const Catalogue<D>& c = *domain.catalogue;
    std::vector<typename Halo<D>::Neighbour> neighbours;
    for (int k = 0; k < team.size(); ++k) {
        if (k == team.rank()) continue;
        typename Halo<D>::Neighbour n;
        n.rank = k;
        for (const int slot : copies.mine[at(k)]) n.mine.push_back(domain.here(slot));
        for (const TravellingBody<D>& body : copies.theirs[at(k)]) n.theirs.push_back(domain.here(body.slot));
        for (const int common : c.known_to_all) {
            const int slot = domain.here(common);
            if (!c.moves[at(common)]) continue;
            if (domain.owner[at(slot)] == team.rank()) n.mine.push_back(slot);
            if (domain.owner[at(slot)] == k) n.theirs.push_back(slot);
        }
        std::sort(n.mine.begin(), n.mine.end());
        std::sort(n.theirs.begin(), n.theirs.end());
        if (!n.mine.empty() || !n.theirs.empty()) neighbours.push_back(std::move(n));
    }
    domain.halo.begin(std::move(neighbours), domain.world.bodies.position.size());
}

template <int D>
std::vector<int> slots_here(const Catalogue<D>& c, const std::vector<TravellingBody<D>>& own, const Copies<D>& copies) {
    std::vector<int> slots = c.known_to_all;
    for (const TravellingBody<D>& body : own) slots.push_back(body.slot);
    for (const auto& list : copies.theirs) {
        for (const TravellingBody<D>& body : list) slots.push_back(body.slot);
    }
    std::sort(slots.begin(), slots.end());
    return slots;
}

template <int D>
void put_body(const TravellingBody<D>& body, int owner, Domain<D>& domain) {
    const std::size_t slot = at(domain.here(body.slot));
    put_pose(body, slot, domain.world);
    domain.owner[slot] = owner;
}

/// The world of the bodies that are here now.
template <int D>
void settle_in(Domain<D>& domain, std::vector<int> slots, std::vector<int> links, World<D>* before) {
    if (domain.is_stale || slots != domain.slots || links != domain.links) {
        World<D> was = std::move(domain.world);
        domain.world = world_of(*domain.catalogue, slots, links);
        go_on_as(was, domain.world);
        if (before) *before = std::move(was);
        domain.slots = std::move(slots);
        domain.links = std::move(links);
        domain.is_stale = false;
    } else if (before) {
        *before = domain.world;
    }
    domain.world.cell_model = domain.catalogue->whole->cell_model;
    domain.owner.assign(domain.slots.size(), 0);
}

/// Where the bodies are, and whose they are.
template <int D>
void put_bodies(Domain<D>& domain, const std::vector<TravellingBody<D>>& own, const Holdings<D>& held, const Copies<D>& copies, int rank) {
    const std::vector<char>& moves = domain.catalogue->moves;
    for (const TravellingBody<D>& body : held.common) put_body(body, moves[at(body.slot)] ? owner_of(domain, body.position) : 0, domain);
    for (const TravellingBody<D>& body : own) put_body(body, rank, domain);
    for (std::size_t k = 0; k < copies.theirs.size(); ++k) {
        for (const TravellingBody<D>& body : copies.theirs[k]) put_body(body, static_cast<int>(k), domain);
    }
    World<D>& world = domain.world;
    domain.copies.clear();
    for (std::size_t i = 0; i < domain.slots.size(); ++i) {
        if (domain.owner[i] != rank && moves[at(domain.slots[i])]) domain.copies.push_back(static_cast<int>(i));
    }
    for (DampedBody& one : world.damped) one.books = domain.owner[at(one.body)] == rank;
    world.listed = {};
    world.neighbours.forget();
    world.images.forget();
    make_room(world);
}

template <int D>
void share_out(Domain<D>& domain, Holdings<D> held, Team& team, World<D>* before = nullptr) {
    const Catalogue<D>& c = *domain.catalogue;
    const std::vector<TravellingBody<D>> own = send_home<D>(domain, held.body, team);
    std::vector<TravellingBody<D>>().swap(held.body);
    const std::vector<int> linked = owners_of_linked<D>(domain, held.common, own, team);
    const Copies<D> copies = send_copies(domain, own, linked, team);
    const std::vector<Bytes> in = team.exchange(held.contact);
    std::vector<Bytes>().swap(held.contact);
    settle_in(domain, slots_here(c, own, copies), links_here(c, linked, team.rank()), before);
    put_bodies(domain, own, held, copies, team.rank());
    ContactLoad<D> load;
    for (const Bytes& bytes : in) take_contacts(bytes, at(c.whole->book.memory.width), load);
    std::vector<int> here(c.frame.ids.size(), -1);
    for (std::size_t i = 0; i < domain.slots.size(); ++i) here[at(domain.slots[i])] = static_cast<int>(i);
    put_contacts(load, domain.numbers(), here, domain.world);
    list_neighbours(domain, copies, team);
    ++domain.shared_out;
}

/// Contacts by the rank that is to keep them. Where their bodies are is known here: one is this rank's own, the other's copy is.
template <int D>
void pack_contacts(const Domain<D>& domain, const World<D>& world, const Numbers& numbers, Holdings<D>& held) {
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        const int body = keeping_body(*domain.catalogue, world, numbers, world.contacts.point[c]);
        put_contact(world, numbers, c, held.contact[at(owner_of(domain, world.bodies.position[at(body)]))]);
    }
}

/// Rank 0's are everybody's.
template <int D>
void tell_common(std::vector<TravellingBody<D>>& common, Team& team) {
    Bytes bytes;
    if (team.rank() == 0) {
        for (const TravellingBody<D>& body : common) bytes.put(body);
    }
    common = take_bodies<D>(team.exchange(std::vector<Bytes>(at(team.size()), bytes)));
}

/// What of the state is not its bodies: rank 0's.
template <int D>
void tell_state(World<D>& whole, Team& team) {
    Bytes bytes;
    const auto put = [&](const auto& list) {
        bytes.put(list.size());
        for (const auto& one : list) bytes.put(one);
    };
    if (team.rank() == 0) {
        bytes.put(whole.time);
        bytes.put(whole.steps);
        bytes.put(whole.gravity);
        bytes.put(whole.cell);
        put(whole.factor);
        put(whole.sensed);
    }
    const Bytes told = team.exchange(std::vector<Bytes>(at(team.size()), bytes))[0];
    Unpacking in(told);
    const auto take = [&](auto& list) {
        list.resize(in.take<std::size_t>());
        for (auto& one : list) one = in.take<std::decay_t<decltype(one)>>();
    };
    whole.time = in.take<double>();
    whole.steps = in.take<long>();
    whole.gravity = in.take<Vec<D>>();
    whole.cell = in.take<Cell<D>>();
    place_cell(whole);
    take(whole.factor);
    take(whole.sensed);
}

/// Of rank 0, when it deals the whole out.
template <int D>
Holdings<D> all_bodies(const Catalogue<D>& c, const StepSettings& settings) {
    World<D>& whole = *c.whole;
    ThreadPool alone(1);
    make_room(whole);
    place_parts(whole.bodies, alone, whole.parts);
    look_ahead(whole, settings, alone);
    const std::vector<double> reach = reaches(whole);
    const std::vector<std::int64_t> weight = weights(c, whole, {});
    Holdings<D> held;
    held.body.reserve(reach.size());
    for (std::size_t i = 0; i < whole.bodies.position.size(); ++i) {
        const int slot = static_cast<int>(i);
        if (!c.has(slot)) continue;
        (c.everywhere[i] ? held.common : held.body).push_back(as_it_is(whole, i, slot, reach[i]));
        if (!c.everywhere[i]) held.weight.push_back(weight[i]);
    }
    return held;
}

}  // namespace

template <int D>
std::vector<double> reaches(const World<D>& world) {
    std::vector<double> reach(world.bodies.position.size(), 0.0);
    for (int p = 0; p < world.parts.shapes(); ++p) {
        if (!world.parts.is_grain(p)) continue;
        const double r = world.parts.radius[at(p)];
        double& most = reach[at(world.parts.body[at(p)])];
        most = std::max(most, norm(world.parts.local_centre[at(p)]) + r + choose_margin(r, world.reach[at(p)]));
    }
    return reach;
}

template <int D>
void deal_out(Domain<D>& domain, const StepSettings& settings, Team& team) {
    World<D>& whole = *domain.catalogue->whole;
    tell_state(whole, team);
    Holdings<D> held;
    if (team.rank() == 0) held = all_bodies(*domain.catalogue, settings);
    held.contact.resize(at(team.size()));
    tell_common(held.common, team);
    domain.world.cell_model = whole.cell_model;
    go_on_as(whole, domain.world);
    if (team.rank() != 0) domain.world.energy = {};
    balance(domain, held, team);
    if (team.rank() == 0) pack_contacts(domain, whole, {}, held);
    if (domain.catalogue->lets_go) strip(*domain.catalogue);
    domain.is_stale = true;
    share_out(domain, std::move(held), team);
}

template <int D>
void share_out(Domain<D>& domain, Team& team, const ShareOut<D>& how) {
    const Catalogue<D>& c = *domain.catalogue;
    const World<D>& world = domain.world;
    const std::vector<double> reach = reaches(world);
    const std::vector<std::int64_t> weight = weights(c, world, domain.numbers());
    Holdings<D> held;
    held.body.reserve(domain.slots.size());
    for (std::size_t i = 0; i < domain.slots.size(); ++i) {
        const int slot = domain.slots[i];
        if (slot < 0) continue;
        if (c.everywhere[at(slot)]) {
            held.common.push_back(as_it_is(world, i, slot, reach[i]));
        } else if (domain.owner[i] == team.rank()) {
            held.body.push_back(as_it_is(world, i, slot, reach[i]));
            held.weight.push_back(weight[i]);
        }
    }
    for (const TravellingBody<D>& body : how.fresh) {
        if (c.everywhere[at(body.slot)]) {
            held.common.push_back(body);
        } else if (team.rank() == 0) {
            held.body.push_back(body);
            held.weight.push_back(1);
        }
    }
    balance(domain, held, team);
    held.contact.resize(at(team.size()));
    pack_contacts(domain, world, domain.numbers(), held);
    share_out(domain, std::move(held), team, how.before);
}

#define DRYSTONE_SHARE_OUT(D)                                                      \
    template void deal_out(Domain<D>&, const StepSettings&, Team&);                \
    template std::vector<double> reaches(const World<D>&);                         \
    template void share_out(Domain<D>&, Team&, const ShareOut<D>&);
DRYSTONE_SHARE_OUT(2)
DRYSTONE_SHARE_OUT(3)
#undef DRYSTONE_SHARE_OUT

}  // namespace drystone::ranks

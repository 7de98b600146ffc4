#include "ranks/domain.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include "bodies/move.h"
#include "broadphase/margin.h"
#include "broadphase/walls.h"
#include "core/index.h"
#include "step/stages.h"

namespace drystone::ranks {

namespace {

/// What a rank brings when bodies are shared out.
template <int D>
struct Holdings {
    std::vector<TravellingBody<D>> body;  // own ones that are not known to all
    std::vector<std::int64_t> weight;     // (body)
    std::vector<TravellingBody<D>> common;  // bodies known to all, as everyone has them
    std::vector<std::pair<int, Bytes>> contact;  // by their new keeper
};

/// Within which a body's neighbours are listed, about its centre of mass.
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
TravellingBody<D> as_it_is(const World<D>& world, std::size_t slot, double reach) {
    return {world.bodies.id[slot], reach, world.bodies.position[slot], world.bodies.rotation[slot], world.bodies.velocity[slot]};
}

/// Which body of a contact its keeper owns: by its slot, of slots that ascend with ids.
template <int D>
int keeping_body(const Catalogue<D>& c, const World<D>& world, const ContactPoint<D>& point) {
    const int a = world.parts.body[at(point.a)], b = world.parts.body[at(point.b)];
    const int id_a = world.bodies.id[at(a)], id_b = world.bodies.id[at(b)];
    const auto rank = [&](int id) { return !c.moves[at(id)] ? 2 : c.everywhere[at(id)] ? 1 : 0; };
    if (rank(id_a) != rank(id_b)) return rank(id_a) < rank(id_b) ? a : b;
    return id_a < id_b ? a : b;
}

/// A body counts as one, and each of its contacts as two.
template <int D>
std::vector<std::int64_t> weights(const Catalogue<D>& c, const World<D>& world) {
    std::vector<std::int64_t> weight(world.bodies.position.size(), 1);
    for (const ContactPoint<D>& point : world.contacts.point) weight[at(keeping_body(c, world, point))] += 2;
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
    for (std::size_t k = 0; k < held.body.size(); ++k) places.push_back({held.body[k].position, held.weight[k]});
    domain.cuts = Cuts<D>::find(places, team);
    ++domain.balanced;
}

template <int D>
std::vector<TravellingBody<D>> take_bodies(const std::vector<Bytes>& in) {
    std::vector<TravellingBody<D>> bodies;
    for (const Bytes& bytes : in) {
        for (Unpacking one(bytes); !one.is_done();) bodies.push_back(one.take<TravellingBody<D>>());
    }
    std::sort(bodies.begin(), bodies.end(), [](const auto& p, const auto& q) { return p.id < q.id; });
    return bodies;
}

template <int D>
std::vector<TravellingBody<D>> send_home(const Cuts<D>& cuts, const std::vector<TravellingBody<D>>& bodies, Team& team) {
    std::vector<Bytes> out(at(team.size()));
    for (const TravellingBody<D>& body : bodies) out[at(cuts.owner(body.position))].put(body);
    return take_bodies<D>(team.exchange(out));
}

/// The box of each rank's bodies, out to where their neighbours are listed: lowest, highest.
template <int D>
std::vector<double> boxes_of(const std::vector<TravellingBody<D>>& own, Team& team) {
    std::array<double, 2 * D> box;
    for (std::size_t d = 0; d < D; ++d) {
        box[d] = std::numeric_limits<double>::max();
        box[D + d] = std::numeric_limits<double>::lowest();
    }
    for (const TravellingBody<D>& body : own) {
        for (int d = 0; d < D; ++d) {
            box[at(d)] = std::min(box[at(d)], body.position[d] - body.reach);
            box[at(D + d)] = std::max(box[at(D + d)], body.position[d] + body.reach);
        }
    }
    return team.all(box);
}

template <int D>
bool meets(const TravellingBody<D>& body, const double* box) {
    double square = 0.0;
    for (int d = 0; d < D; ++d) {
        if (box[d] > box[D + d]) return false;  // of nobody
        const double out = std::max({box[d] - body.position[d], body.position[d] - box[D + d], 0.0});
        square += out * out;
    }
    return square <= body.reach * body.reach;
}

/// Who knows whom, by ids.
template <int D>
struct Copies {
    std::vector<std::vector<int>> mine;                    // (ranks)
    std::vector<std::vector<TravellingBody<D>>> theirs;    // (ranks)
};

template <int D>
Copies<D> send_copies(const std::vector<TravellingBody<D>>& own, Team& team) {
    const std::vector<double> boxes = boxes_of(own, team);
    std::vector<Bytes> out(at(team.size()));
    Copies<D> copies;
    copies.mine.resize(out.size());
    copies.theirs.resize(out.size());
    for (const TravellingBody<D>& body : own) {
        for (int k = 0; k < team.size(); ++k) {
            if (k == team.rank() || !meets(body, boxes.data() + 2 * D * k)) continue;
            out[at(k)].put(body);
            copies.mine[at(k)].push_back(body.id);
        }
    }
    const std::vector<Bytes> in = team.exchange(out);
    for (std::size_t k = 0; k < in.size(); ++k) copies.theirs[k] = take_bodies<D>({in[k]});
    return copies;
}

template <int D>
void put_body(const TravellingBody<D>& body, int owner, Domain<D>& domain) {
    World<D>& world = domain.world;
    const std::size_t slot = at(world.slot[at(body.id)]);
    world.bodies.position[slot] = body.position;
    world.bodies.rotation[slot] = body.rotation;
    world.bodies.velocity[slot] = body.velocity;
    if (world.matter.freedom[slot] == Freedom::general) refresh_inverse_inertia(world.matter, world.bodies, static_cast<int>(slot));
    domain.owner[slot] = owner;
}

/// What of a world is not its bodies goes on.
template <int D>
void go_on_as(World<D>& before, World<D>& now) {
    now.time = before.time;
    now.steps = before.steps;
    now.energy = before.energy;
    now.gravity = before.gravity;
    now.staging = before.staging;
}

template <int D>
void list_neighbours(Domain<D>& domain, const Copies<D>& copies, Team& team) {
    const World<D>& world = domain.world;
    std::vector<typename Halo<D>::Neighbour> neighbours;
    for (int k = 0; k < team.size(); ++k) {
        if (k == team.rank()) continue;
        typename Halo<D>::Neighbour n;
        n.rank = k;
        for (const int id : copies.mine[at(k)]) n.mine.push_back(world.slot[at(id)]);
        for (const TravellingBody<D>& body : copies.theirs[at(k)]) n.theirs.push_back(world.slot[at(body.id)]);
        for (const int id : domain.catalogue.known_to_all) {
            const int slot = world.slot[at(id)];
            if (!domain.catalogue.moves[at(id)]) continue;
            if (domain.owner[at(slot)] == team.rank()) n.mine.push_back(slot);
            if (domain.owner[at(slot)] == k) n.theirs.push_back(slot);
        }
        std::sort(n.mine.begin(), n.mine.end());
        std::sort(n.theirs.begin(), n.theirs.end());
        if (!n.mine.empty() || !n.theirs.empty()) neighbours.push_back(std::move(n));
    }
    domain.halo.begin(std::move(neighbours), world.bodies.position.size());
}

/// The world of the bodies that are here now.
template <int D>
void settle_in(Domain<D>& domain, const std::vector<TravellingBody<D>>& own, const Holdings<D>& held, const Copies<D>& copies, Team& team) {
    std::vector<int> ids = domain.catalogue.known_to_all;
    for (const TravellingBody<D>& body : own) ids.push_back(body.id);
    for (const auto& list : copies.theirs) {
        for (const TravellingBody<D>& body : list) ids.push_back(body.id);
    }
    std::sort(ids.begin(), ids.end());
    if (ids != domain.world.bodies.id) {
        World<D> before = std::move(domain.world);
        domain.world = world_of(domain.catalogue, ids);
        go_on_as(before, domain.world);
    }
    domain.owner.assign(ids.size(), 0);
    for (const TravellingBody<D>& body : held.common) {
        const bool moves = domain.catalogue.moves[at(body.id)] != 0;
        put_body(body, moves ? domain.cuts.owner(body.position) : 0, domain);
    }
    for (const TravellingBody<D>& body : own) put_body(body, team.rank(), domain);
    for (std::size_t k = 0; k < copies.theirs.size(); ++k) {
        for (const TravellingBody<D>& body : copies.theirs[k]) put_body(body, static_cast<int>(k), domain);
    }
    World<D>& world = domain.world;
    domain.copies.clear();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (domain.owner[i] != team.rank() && domain.catalogue.moves[at(ids[i])]) domain.copies.push_back(static_cast<int>(i));
    }
    world.listed = {};
    world.neighbours.forget();
    make_room(world);
}

template <int D>
void share_out(Domain<D>& domain, const Holdings<D>& held, Team& team) {
    const std::vector<TravellingBody<D>> own = send_home(domain.cuts, held.body, team);
    const Copies<D> copies = send_copies(own, team);
    std::vector<Bytes> out(at(team.size()));
    for (const auto& [keeper, bytes] : held.contact) {
        Bytes& to = out[at(keeper)];
        to.data.insert(to.data.end(), bytes.data.begin(), bytes.data.end());
    }
    const std::vector<Bytes> in = team.exchange(out);
    settle_in(domain, own, held, copies, team);
    ContactLoad<D> load;
    for (const Bytes& bytes : in) take_contacts(bytes, at(domain.catalogue.book.memory.width), load);
    put_contacts(load, domain.world);
    list_neighbours(domain, copies, team);
    ++domain.shared_out;
}

/// Contacts by the rank that is to keep them. Where their bodies are is known here: one is this rank's own, the other's copy is.
template <int D, class Keeps>
void pack_contacts(const Domain<D>& domain, const World<D>& world, const Keeps& keeps, Holdings<D>& held) {
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        const int body = keeping_body(domain.catalogue, world, world.contacts.point[c]);
        if (!keeps(body)) continue;
        held.contact.emplace_back(body, Bytes{});
        put_contact(world, c, held.contact.back().second);
    }
}

}  // namespace

template <int D>
bool keeps(const Domain<D>& domain, const ContactPoint<D>& point, int rank) {
    return domain.owner[at(keeping_body(domain.catalogue, domain.world, point))] == rank;
}

template <int D>
bool list_holds(const World<D>& world) {
    const Parts<D>& parts = world.parts;
    const NeighbourReference<D>& listed = world.neighbours.reference();
    if (listed.centre.size() != at(parts.size())) return false;
    std::size_t walls = 0;
    for (int p = 0; p < parts.size(); ++p) {
        const std::size_t i = at(p);
        if (parts.is_wall(p)) {
            const NearbyWall<D> wall{p, parts.kind[i], listed.centre[i], listed.axis[walls], parts.radius[i], parts.length[i], ~parts.body[i],
                                     listed.margin[i], listed.span[walls]};
            ++walls;
            if (!(wall_motion(wall, parts.centre[i], parts.axis[i]) + world.reach[i] <= wall.margin)) return false;
        }
        if (!parts.is_grain(p)) continue;
        const Vec<D> moved = parts.centre[i] - listed.centre[i];
        const double left = may_move(listed.margin[i], parts.radius[i], world.reach[i]);
        if (!(left >= 0.0 && dot(moved, moved) <= left * left)) return false;
    }
    return true;
}

template <int D>
std::unique_ptr<Domain<D>> make_domain(World<D>& here, const StepSettings& settings, Team& team) {
    auto domain = std::make_unique<Domain<D>>();
    domain->catalogue = catalogue_of(here);
    ThreadPool alone(1);
    make_room(here);
    place_parts(here.bodies, alone, here.parts);
    look_ahead(here, settings, alone);
    const std::vector<double> reach = reaches(here);
    const std::vector<std::int64_t> weight = weights(domain->catalogue, here);
    const std::size_t n = here.bodies.position.size(), ranks = at(team.size()), me = at(team.rank());
    const auto is_first_owner = [&](int slot) { return at(slot) >= n * me / ranks && at(slot) < n * (me + 1) / ranks; };
    Holdings<D> held;
    for (std::size_t i = 0; i < n; ++i) {
        if (domain->catalogue.everywhere[i]) {
            held.common.push_back(as_it_is(here, i, reach[i]));
        } else if (is_first_owner(static_cast<int>(i))) {
            held.body.push_back(as_it_is(here, i, reach[i]));
            held.weight.push_back(weight[i]);
        }
    }
    balance(*domain, held, team);
    pack_contacts(*domain, here, is_first_owner, held);
    for (auto& [to, bytes] : held.contact) to = domain->cuts.owner(here.bodies.position[at(to)]);
    go_on_as(here, domain->world);
    if (team.rank() != 0) domain->world.energy = {};
    share_out(*domain, held, team);
    return domain;
}

template <int D>
void share_out(Domain<D>& domain, Team& team) {
    const World<D>& world = domain.world;
    const std::vector<double> reach = reaches(world);
    const std::vector<std::int64_t> weight = weights(domain.catalogue, world);
    Holdings<D> held;
    for (std::size_t i = 0; i < world.bodies.position.size(); ++i) {
        if (domain.catalogue.everywhere[at(world.bodies.id[i])]) {
            held.common.push_back(as_it_is(world, i, reach[i]));
        } else if (domain.owner[i] == team.rank()) {
            held.body.push_back(as_it_is(world, i, reach[i]));
            held.weight.push_back(weight[i]);
        }
    }
    balance(domain, held, team);
    pack_contacts(domain, world, [](int) { return true; }, held);
    for (auto& [to, bytes] : held.contact) to = domain.cuts.owner(world.bodies.position[at(to)]);
    share_out(domain, held, team);
}

#define DRYSTONE_DOMAIN(D)                                                                                  \
    template std::unique_ptr<Domain<D>> make_domain(World<D>&, const StepSettings&, Team&);                 \
    template void share_out(Domain<D>&, Team&);                                                             \
    template bool keeps(const Domain<D>&, const ContactPoint<D>&, int);                                     \
    template bool list_holds(const World<D>&);
DRYSTONE_DOMAIN(2)
DRYSTONE_DOMAIN(3)
#undef DRYSTONE_DOMAIN

}  // namespace drystone::ranks

#include "ranks/copies.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/index.h"
#include "core/reduced_space.h"

namespace drystone::ranks {

namespace {

/// The box of each rank's bodies, out to where their neighbours are listed: lowest, highest.
template <int D>
std::vector<double> boxes_of(const Domain<D>& domain, const std::vector<TravellingBody<D>>& own, Team& team) {
    std::array<double, 2 * D> box;
    for (std::size_t d = 0; d < D; ++d) {
        box[d] = std::numeric_limits<double>::max();
        box[D + d] = std::numeric_limits<double>::lowest();
    }
    for (const TravellingBody<D>& body : own) {
        const Vec<D> x = home(domain, body.position);
        for (int d = 0; d < D; ++d) {
            box[at(d)] = std::min(box[at(d)], x[d] - body.reach);
            box[at(D + d)] = std::max(box[at(D + d)], x[d] + body.reach);
        }
    }
    return team.all(box);
}

template <int D>
bool meets(const Vec<D>& x, double reach, const double* box) {
    double square = 0.0;
    for (int d = 0; d < D; ++d) {
        if (box[d] > box[D + d]) return false;  // of nobody
        const double out = std::max({box[d] - x[d], x[d] - box[D + d], 0.0});
        square += out * out;
    }
    return square <= reach * reach;
}

/// Where a body, and in a cell that repeats its images around it, are.
template <int D>
std::vector<Vec<D>> places_of(const Domain<D>& domain, const Vec<D>& x) {
    const Vec<D> own = home(domain, x);
    std::vector<Vec<D>> places = {own};
    if (!domain.world.parts.space.repeats()) return places;
    const Space<D> cell = reduced(domain.world.parts.space);
    for (int n = 0; n < (D == 2 ? 9 : 27); ++n) {
        std::array<int, D> k{};
        int rest = n;
        bool is_image = true, is_itself = true;
        for (int j = 0; j < D; ++j, rest /= 3) {
            k[at(j)] = rest % 3 - 1;
            is_image = is_image && (k[at(j)] == 0 || cell.repeats_along(j));
            is_itself = is_itself && k[at(j)] == 0;
        }
        if (is_image && !is_itself) places.push_back(own + cell.shift(k));
    }
    return places;
}

/// Ranks that keep a link of a body of this one, and so must know it.
template <int D>
void add_tied(const Catalogue<D>& c, const std::vector<int>& owner, int slot, std::vector<char>& wants) {
    if (c.links_of.empty()) return;
    for (const int k : c.links_of[at(slot)]) {
        const LinkDescription<D>& link = c.frame.links[at(k)];
        wants[at(owner[at(keeping_one(c, link.body_a, link.body_b))])] = 1;
    }
}

}  // namespace

template <int D>
int owner_of(const Domain<D>& domain, const Vec<D>& x) {
    return domain.cuts.owner(home(domain, x));
}

template <int D>
std::vector<TravellingBody<D>> take_bodies(const std::vector<Bytes>& in) {
    std::vector<TravellingBody<D>> bodies;
    for (const Bytes& bytes : in) {
        for (Unpacking one(bytes); !one.is_done();) bodies.push_back(one.take<TravellingBody<D>>());
    }
    std::sort(bodies.begin(), bodies.end(), [](const auto& p, const auto& q) { return p.slot < q.slot; });
    return bodies;
}

template <int D>
std::vector<int> owners_of_linked(const Domain<D>& domain, const std::vector<TravellingBody<D>>& common, const std::vector<TravellingBody<D>>& own,
                                  Team& team) {
    const Catalogue<D>& c = *domain.catalogue;
    if (c.links_of.empty()) return {};
    std::vector<int> owner(c.links_of.size(), -1);
    Bytes mine;
    for (const TravellingBody<D>& body : own) {
        if (!c.links_of[at(body.slot)].empty()) mine.put(body.slot);
    }
    const std::vector<Bytes> all = team.exchange(std::vector<Bytes>(at(team.size()), mine));
    for (std::size_t k = 0; k < all.size(); ++k) {
        for (Unpacking in(all[k]); !in.is_done();) owner[at(in.take<int>())] = static_cast<int>(k);
    }
    for (const TravellingBody<D>& body : common) owner[at(body.slot)] = c.moves[at(body.slot)] ? owner_of(domain, body.position) : 0;
    return owner;
}

template <int D>
std::vector<int> links_here(const Catalogue<D>& c, const std::vector<int>& linked, int rank) {
    std::vector<int> links;
    for (std::size_t k = 0; k < c.frame.links.size(); ++k) {
        const LinkDescription<D>& link = c.frame.links[k];
        if (linked[at(keeping_one(c, link.body_a, link.body_b))] == rank) links.push_back(static_cast<int>(k));
    }
    return links;
}

template <int D>
Copies<D> send_copies(const Domain<D>& domain, const std::vector<TravellingBody<D>>& own, const std::vector<int>& linked, Team& team) {
    const std::vector<double> boxes = boxes_of(domain, own, team);
    std::vector<Bytes> out(at(team.size()));
    Copies<D> copies;
    copies.mine.resize(out.size());
    copies.theirs.resize(out.size());
    std::vector<char> wants(out.size());
    for (const TravellingBody<D>& body : own) {
        const std::vector<Vec<D>> places = places_of(domain, body.position);
        for (int k = 0; k < team.size(); ++k) {
            const double* box = boxes.data() + 2 * D * k;
            wants[at(k)] = std::any_of(places.begin(), places.end(), [&](const Vec<D>& x) { return meets(x, body.reach, box); });
        }
        add_tied(*domain.catalogue, linked, body.slot, wants);
        for (int k = 0; k < team.size(); ++k) {
            if (k == team.rank() || !wants[at(k)]) continue;
            out[at(k)].put(body);
            copies.mine[at(k)].push_back(body.slot);
        }
    }
    const std::vector<Bytes> in = team.exchange(out);
    for (std::size_t k = 0; k < in.size(); ++k) copies.theirs[k] = take_bodies<D>({in[k]});
    return copies;
}

#define DRYSTONE_COPIES(D)                                                                                                    \
    template int owner_of(const Domain<D>&, const Vec<D>&);                                                                   \
    template std::vector<TravellingBody<D>> take_bodies(const std::vector<Bytes>&);                                           \
    template std::vector<int> owners_of_linked(const Domain<D>&, const std::vector<TravellingBody<D>>&,                       \
                                               const std::vector<TravellingBody<D>>&, Team&);                                 \
    template std::vector<int> links_here(const Catalogue<D>&, const std::vector<int>&, int);                                  \
    template Copies<D> send_copies(const Domain<D>&, const std::vector<TravellingBody<D>>&, const std::vector<int>&, Team&);
DRYSTONE_COPIES(2)
DRYSTONE_COPIES(3)
#undef DRYSTONE_COPIES

}  // namespace drystone::ranks

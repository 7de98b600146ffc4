// Rows of a file, from who has the bodies to who writes them: two exchanges among all ranks, of bodies and of contacts, so that nobody holds more than its share.

#include "ranks/rows.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "core/index.h"

namespace drystone::ranks {

namespace {

template <int D>
struct RowOfBody {
    int slot = 0;  // in the whole
    Vec<D> position{};
    Rotation<D> rotation{};
    Twist<D> velocity{};
    Mat<spin_dim<D>> inverse_inertia{};
};

/// n things, dealt out to ranks in order.
struct Deal {
    std::size_t n = 0, ranks = 1;

    std::size_t first(std::size_t rank) const { return n * rank / ranks; }
    std::size_t writer(int slot) const {
        std::size_t rank = (at(slot) * ranks + ranks - 1) / std::max<std::size_t>(n, 1);
        while (rank > 0 && first(rank) > at(slot)) --rank;
        while (rank + 1 < ranks && first(rank + 1) <= at(slot)) ++rank;
        return std::min(rank, ranks - 1);
    }
};

template <int D>
void take_bodies(const Domain<D>& domain, const Deal& deal, Team& team, RowsOfRank<D>& rows) {
    const World<D>& world = domain.world;
    std::vector<Bytes> out(deal.ranks);
    for (std::size_t i = 0; i < domain.owner.size(); ++i) {
        const int slot = domain.slots[i];
        if (slot < 0 || domain.owner[i] != team.rank()) continue;
        out[deal.writer(slot)].put(RowOfBody<D>{slot, world.bodies.position[i], world.bodies.rotation[i], world.bodies.velocity[i], world.bodies.inverse_inertia[i]});
    }
    const std::size_t first = deal.first(at(team.rank())), count = deal.first(at(team.rank()) + 1) - first;
    const std::vector<int>& ids = domain.catalogue->frame.ids;
    rows.first_body = static_cast<std::int64_t>(first);
    Bodies<D>& b = rows.bodies;
    b.id.assign(ids.begin() + static_cast<std::ptrdiff_t>(first), ids.begin() + static_cast<std::ptrdiff_t>(first + count));
    b.position.resize(count);
    b.rotation.resize(count);
    b.velocity.resize(count);
    b.inverse_inertia.resize(count);
    for (const Bytes& bytes : team.exchange(out)) {
        for (Unpacking in(bytes); !in.is_done();) {
            const auto body = in.take<RowOfBody<D>>();
            const std::size_t i = at(body.slot) - first;
            b.position[i] = body.position;
            b.rotation[i] = body.rotation;
            b.velocity[i] = body.velocity;
            b.inverse_inertia.set(i, body.inverse_inertia);
        }
    }
}

/// What the whole calls the parts of contacts: ends of links are behind the parts of the body that they hold, in the order of links.
template <int D>
class PartNumbers {
  public:
    explicit PartNumbers(const Catalogue<D>& c) : c_(c) {
        std::map<int, int> ends;  // of bodies, so far
        for (const LinkDescription<D>& link : c.frame.links) {
            const int a = parts_of(link.body_a) + ends[link.body_a]++;
            ends_.push_back({a, parts_of(link.body_b) + ends[link.body_b]++});
        }
    }

    std::array<std::int64_t, 4> of(const TravellingContact<D>& c) const {
        const std::array<int, 2> number = c.link < 0 ? std::array{c.point.a, c.point.b} : ends_[at(c.link)];
        return {c_.frame.ids[at(c.body_a)], number[0], c_.frame.ids[at(c.body_b)], number[1]};
    }

  private:
    int parts_of(int slot) const {
        const std::vector<int>& first = c_.whole->first_part;
        return (at(slot) + 1 < first.size() ? first[at(slot) + 1] : c_.shapes) - first[at(slot)];
    }

    const Catalogue<D>& c_;
    std::vector<std::array<int, 2>> ends_;  // (links)
};

/// As the numbers of parts in the whole go: by slot, and within it; links last.
template <int D>
auto order_of(const TravellingContact<D>& c) {
    const ContactPoint<D>& p = c.point;
    return std::tuple(c.link, c.body_a, p.a, c.body_b, p.b, p.image, p.feature, p.layer);
}

template <int D>
ContactLoad<D> travelled(const Domain<D>& domain, const Deal& deal, Team& team) {
    const World<D>& world = domain.world;
    std::vector<Bytes> out(deal.ranks);
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        const ContactPoint<D>& point = world.contacts.point[c];
        const int a = domain.slots[at(world.parts.body[at(point.a)])];
        put_contact(world, domain.numbers(), c, out[is_link(world.parts, point) ? deal.ranks - 1 : deal.writer(a)]);
    }
    ContactLoad<D> load;
    const auto width = static_cast<std::size_t>(domain.catalogue->whole->book.memory.width);
    for (const Bytes& bytes : team.exchange(out)) take_contacts(bytes, width, load);
    return load;
}

template <int D>
void take_contacts(const Domain<D>& domain, const Deal& deal, Team& team, RowsOfRank<D>& rows) {
    const ContactLoad<D> load = travelled(domain, deal, team);
    const PartNumbers<D> numbers(*domain.catalogue);
    std::vector<std::size_t> order(load.contact.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t j, std::size_t k) { return order_of(load.contact[j]) < order_of(load.contact[k]); });
    Contacts<D>& contacts = rows.contacts;
    contacts.memory.schema = domain.catalogue->whole->book.memory;
    const auto width = static_cast<std::size_t>(contacts.memory.schema.width);
    contacts.memory.resize(width > 0 ? order.size() : 0);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const TravellingContact<D>& c = load.contact[order[i]];
        contacts.point.push_back(c.point);
        contacts.impulse.push_back(c.impulse);
        contacts.moment.push_back(c.moment + Spin<D>{});  // zeros without a sign: whether a list of moments keeps it depends on who is in it
        contacts.status.push_back(c.status);
        rows.parts.push_back(numbers.of(c));
        if (width > 0) contacts.memory.copy_row(load.memory.data() + order[i] * width, i);
    }
    const auto here = static_cast<double>(order.size());
    const std::vector<double> counts = team.all({&here, 1});
    for (std::size_t r = 0; r < at(team.rank()); ++r) rows.first_contact += static_cast<std::int64_t>(counts[r]);
}

}  // namespace

template <int D>
RowsOfRank<D> rows_of_rank(const Domain<D>& domain, Team& team) {
    const Deal deal{domain.catalogue->frame.ids.size(), at(team.size())};
    RowsOfRank<D> rows;
    take_bodies(domain, deal, team, rows);
    take_contacts(domain, deal, team, rows);
    return rows;
}

template RowsOfRank<2> rows_of_rank(const Domain<2>&, Team&);
template RowsOfRank<3> rows_of_rank(const Domain<3>&, Team&);

}  // namespace drystone::ranks

#include "contact/contacts.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>

#include "contact/match.h"
#include "core/in_parallel.h"
#include "core/room.h"

namespace drystone {

namespace {

constexpr std::size_t sorting_grain = 4096;  // contacts worth waking a thread for

template <int D>
auto identity(const ContactPoint<D>& c) {
    return std::make_tuple(c.a, c.b, c.image, c.feature, c.layer);
}

bool comes_before(const ContactName& c, const ContactName& d) {
    return std::make_tuple(c.a(), c.b(), c.feature()) < std::make_tuple(d.a(), d.b(), d.feature());
}
bool same_identity(const ContactName& c, const ContactName& d) { return c == d; }

template <int D>
bool comes_before(const ContactPoint<D>& c, const ContactPoint<D>& d) {
    return identity(c) < identity(d);
}

/// identity(c) == identity(d), without a branch for each number.
template <int D>
bool same_identity(const ContactPoint<D>& c, const ContactPoint<D>& d) {
    bool same = (c.a == d.a) & (c.b == d.b) & (c.feature == d.feature) & (c.layer == d.layer);
    for (std::size_t k = 0; k < D; ++k) same &= c.image[k] == d.image[k];
    return same;
}

template <int D>
bool same_pair(const ContactPoint<D>& c, const ContactPoint<D>& d) {
    return c.a == d.a && c.b == d.b && c.image == d.image;
}

/// The bodies of a contact, the second where it is seen.
template <int D>
std::pair<Carrier<D>, Carrier<D>> carriers(const SinceLast<D>& since, const ContactPoint<D>& c) {
    const Bodies<D>& bodies = since.bodies;
    const int a = since.parts.body[c.a], b = since.parts.body[c.b];
    Carrier<D> one{bodies.velocity[a], c.point - bodies.position[a]};
    Carrier<D> other{bodies.velocity[b], c.point - since.parts.space.seen(bodies.position[b], c.image)};
    for (int j = 0; j < D; ++j) {
        for (int i = 0; i < D; ++i) other.moves.v[i] += since.edges_move[i][j] * c.image[static_cast<std::size_t>(j)];
    }
    return {one, other};
}

/// Points of two faces are named after the corners and edges that make them, and those may change while the point stays:
/// a new point takes over from the nearest old one of its pair that nobody has taken.
template <int D, class Take>
void take_nearest(const Contacts<D>& contacts, const ContactScratch<D>& scratch, const SinceLast<D>& since, const Take& take) {
    const Parts<D>& parts = since.parts;
    constexpr double near = 0.05;  // of the smaller part's size
    std::size_t first = 0;
    for (std::size_t i = 0; i < contacts.point.size(); ++i) {
        const ContactPoint<D>& c = contacts.point[i];
        if (!scratch.fresh[i]) continue;
        const auto before = [&](const ContactPoint<D>& d) { return std::tie(d.a, d.b, d.image) < std::tie(c.a, c.b, c.image); };
        while (first < scratch.old.point.size() && before(scratch.old.point[first])) ++first;
        const double reach = near * std::min(parts.extent(c.a), parts.extent(c.b));
        double least = reach * reach;
        std::size_t best = scratch.old.point.size();
        const auto [one, other] = carriers(since, c);
        for (std::size_t k = first; k < scratch.old.point.size() && same_pair(scratch.old.point[k], c);
             ++k) {
            const ContactPoint<D>& d = scratch.old.point[k];
            const double apart = apart_from(c.point, d.point, one, other, since.dt);
            if (scratch.taken[k] || d.layer != c.layer || !(apart < least)) continue;
            least = apart;
            best = k;
        }
        if (best < scratch.old.point.size()) take(i, best);
    }
}

/// Puts the anchored joints that detection did not see back into the list, in its order.
template <int D, class Take>
void keep_anchored(Contacts<D>& contacts, ContactScratch<D>& scratch, const Take& take) {
    const std::size_t seen = contacts.point.size();
    for (std::size_t old = 0; old < scratch.old.point.size(); ++old) {
        if (scratch.taken[old] || !scratch.old.memory.anchored(old)) continue;
        contacts.point.push_back(scratch.old.point[old]);
        contacts.impulse.emplace_back();
        contacts.moment.push_back({});
        contacts.memory.resize(contacts.point.size());
        contacts.status.push_back(ContactStatus::open);
        scratch.fresh.push_back(0);
        take(contacts.point.size() - 1, old);
    }
    if (contacts.point.size() == seen) return;
    std::vector<int>& order = scratch.order;
    order.resize(contacts.point.size());
    std::iota(order.begin(), order.end(), 0);
    std::inplace_merge(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(seen), order.end(),
        [&](int i, int j) { return comes_before(contacts.point[i], contacts.point[j]); });
    const auto put_in_order = [&](auto& list, auto& spare) {
        spare.resize(list.size());
        for (std::size_t i = 0; i < list.size(); ++i) spare[i] = list[static_cast<std::size_t>(order[i])];
        list.swap(spare);
    };
    put_in_order(contacts.point.whole(), scratch.old.point.whole());
    put_in_order(contacts.impulse, scratch.old.impulse);
    scratch.old.moment.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) scratch.old.moment.set(i, contacts.moment[order[i]]);
    contacts.moment.swap(scratch.old.moment);
    scratch.old.memory.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        scratch.old.memory.copy_row(contacts.memory.row(static_cast<std::size_t>(order[i])), i);
    std::swap(contacts.memory, scratch.old.memory);
    put_in_order(scratch.fresh, scratch.taken);
}

/// Whether the contacts are last step's, one by one: so it is where bodies rest. Known by points, or by names.
template <class Known>
bool are_the_same(const std::vector<Known>& now, const std::vector<Known>& before, ThreadPool& pool) {
    const auto differs = [&](std::size_t i) { return !same_identity(now[i], before[i]); };
    return now.size() == before.size() && !any_of_all(now.size(), sorting_grain, pool, differs);
}

/// Of contacts that are the same: all at once.
template <int D>
void hand_all_over(Contacts<D>& contacts, ContactScratch<D>& scratch, ThreadPool& pool) {
    const std::size_t n = contacts.point.size();
    if (scratch.may_go_back)
        copy_all(scratch.old.impulse, contacts.impulse, pool);
    else
        contacts.impulse.swap(scratch.old.impulse);
    if (scratch.moments) contacts.moment = scratch.old.moment;
    if (!contacts.memory.empty()) copy_all(scratch.old.memory.values, contacts.memory.values, pool);
    fill_all(contacts.status, n, ContactStatus::open, pool);
    fill_all(scratch.fresh, n, char{0}, pool);
    fill_all(scratch.taken, n, char{1}, pool);
}

/// What the contacts of two steps are known by.
template <class Known>
struct NowAndBefore {
    const std::vector<Known>&now, &old;
};

/// hand_over(i, old) for the contacts that go on; the others begin from nothing.
template <int D, class Known, class HandOver>
void hand_over_known(Contacts<D>& contacts, const NowAndBefore<Known>& known, ContactScratch<D>& scratch, ThreadPool& pool,
                     const HandOver& hand_over) {
    const auto& [points, old] = known;
    scratch.taken.assign(old.size(), 0);
    pool.for_ranges(points.size(), sorting_grain, [&](std::size_t begin, std::size_t end) {
        const auto known_before = [](const Known& c, const Known& d) { return comes_before(c, d); };
        auto k = static_cast<std::size_t>(std::lower_bound(old.begin(), old.end(), points[begin], known_before) - old.begin());
        for (std::size_t i = begin; i < end; ++i) {
            const Known& now = points[i];
            contacts.status[i] = ContactStatus::open;
            const bool next = k < old.size() && same_identity(old[k], now);  // as most, so that they are not compared number by number
            while (!next && k < old.size() && comes_before(old[k], now)) ++k;
            if (!next && (k == old.size() || !same_identity(old[k], now))) {
                contacts.impulse[i] = {};
                if (scratch.moments) contacts.moment.set(i, {});
                scratch.fresh[i] = 1;
            }
            for (; k < old.size() && same_identity(old[k], now); ++k) hand_over(i, k);
        }
    });
}

}  // namespace

template <int D>
void set_aside(Contacts<D>& contacts, ContactScratch<D>& scratch) {
    if (!(scratch.old.memory.schema == contacts.memory.schema)) scratch.old.memory.schema = contacts.memory.schema;
    contacts.impulse.swap(scratch.old.impulse);
    if (scratch.moments) contacts.moment.swap(scratch.old.moment);
    std::swap(contacts.memory, scratch.old.memory);
    scratch.has_names = scratch.by_name && contacts.point.give_names(scratch.name);
    if (scratch.has_names)
        scratch.old.point.clear();
    else
        contacts.point.swap(scratch.old.point);
}

template <int D>
void put_back(Contacts<D>& contacts, ContactScratch<D>& scratch) {
    assert(scratch.may_go_back);
    contacts.impulse.swap(scratch.old.impulse);
    std::swap(contacts.memory, scratch.old.memory);
    if (scratch.has_names) {
        contacts.point.swap_names(scratch.name);
    } else {
        contacts.point.swap(scratch.old.point);
    }
    if (scratch.moments)
        contacts.moment.swap(scratch.old.moment);
    else
        contacts.moment.forget(), contacts.moment.resize(contacts.point.size());
}

template <int D>
double carry_over(Contacts<D>& contacts, ContactScratch<D>& scratch, bool remembers, ThreadPool& pool,
                  const SinceLast<D>* since) {
    const std::size_t n = contacts.point.size();
    resize_with_room(contacts.impulse, n);
    if (!scratch.moments) contacts.moment.forget();
    contacts.moment.resize(n);
    if (scratch.moments) contacts.moment.keep_all();
    resize_with_room(contacts.status, n);
    resize_with_room(scratch.fresh, n);
    contacts.memory.resize(remembers ? n : 0);  // of other contacts still, or of none
    const bool by_name = scratch.has_names;
    assert(!by_name || (!remembers && !(since && !since->parts.solids.shape.empty())));
    const bool same = (by_name ? are_the_same(contacts.point.names(), scratch.name, pool)
                               : are_the_same(contacts.point.whole(), scratch.old.point.whole(), pool)) &&
                      (!remembers || scratch.old.memory.size() == n);
    const auto hand_over = [&](std::size_t i, std::size_t old) {
        scratch.taken[old] = 1;
        contacts.impulse[i] = scratch.old.impulse[old];
        if (scratch.moments) contacts.moment.set(i, scratch.old.moment[old]);
        scratch.fresh[i] = 0;
        if (remembers) contacts.memory.copy_row(scratch.old.memory.row(old), i);
    };
    if (same)
        hand_all_over(contacts, scratch, pool);
    else if (by_name)
        hand_over_known(contacts, NowAndBefore<ContactName>{contacts.point.names(), scratch.name}, scratch, pool, hand_over);
    else
        hand_over_known(contacts, NowAndBefore<ContactPoint<D>>{contacts.point.whole(), scratch.old.point.whole()}, scratch, pool, hand_over);

    double given_up = 0.0;
    if (remembers) {
        for (std::size_t i = 0; i < scratch.old.memory.size(); ++i) given_up += scratch.old.memory.stored(i);
        for (std::size_t i = 0; i < scratch.old.memory.size(); ++i) {
            if (scratch.taken[i]) given_up -= scratch.old.memory.stored(i);
        }
    }
    if (same) return given_up;
    const auto take = [&](std::size_t i, std::size_t old) {
        hand_over(i, old);
        if (remembers) given_up -= scratch.old.memory.stored(old);
    };
    if (since && !since->parts.solids.shape.empty()) take_nearest(contacts, scratch, *since, take);
    for (std::size_t i = 0; remembers && i < contacts.point.size(); ++i) {
        if (scratch.fresh[i]) contacts.memory.forget(i);
    }
    if (remembers && !scratch.old.memory.empty()) keep_anchored(contacts, scratch, take);
    return given_up;
}

template void set_aside(Contacts<2>&, ContactScratch<2>&);
template void set_aside(Contacts<3>&, ContactScratch<3>&);
template void put_back(Contacts<2>&, ContactScratch<2>&);
template void put_back(Contacts<3>&, ContactScratch<3>&);
template double carry_over(Contacts<2>&, ContactScratch<2>&, bool, ThreadPool&, const SinceLast<2>*);
template double carry_over(Contacts<3>&, ContactScratch<3>&, bool, ThreadPool&, const SinceLast<3>*);

}  // namespace drystone

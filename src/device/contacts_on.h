#pragma once

// From pairs to the contacts of a step: found, known again, met by their laws, held by their anchors. narrowphase/find_contacts.cpp,
// contact/contacts.cpp carry_over(), step/stages.cpp meet_contacts(), contact/anchors.cpp, contact/share_forces.cpp.

#include "contact/match.h"
#include "device/anderson_on.h"
#include "device/contact_list_on.h"
#include "device/detect.h"
#include "device/law_at.h"
#include "device/neighbours_on.h"

namespace drystone::device {

template <int D, class B>
struct ContactsOn {
    template <class T>
    using Buffer = typename B::template Buffer<T>;

    ContactListOn<D, B> list, old;  // of this step, of the last
    ContactListOn<D, B> spare;
    Buffer<int> count, first;          // of contacts, by pair
    Buffer<char> taken;                // (old contacts)  1: it goes on
    Buffer<int> stays, standing;       // of contacts, and where those that do will stand
    Buffer<std::uint64_t> pair;        // of bodies
    Buffer<int> by_pair;
    Buffer<LinkRowOn<D>> link_rows;

    void set(const typename ContactListOn<D, B>::Has& has) { list.has = old.has = spare.has = has; }

    /// Returns the elastic energy that contacts gave up with their memory [J]. known: (bodies, or none) 1: joints of an earlier run are there.
    template <bool solids>
    double find(B& on, const PairView<D, solids>& view, NeighboursOn<D, B>& near, const char* known) {
        detect(on, view, near);
        if (!view.laws.remembers) return 0.0;
        double given_up = let_go(on);
        if (view.laws.anchor_places) keep_anchored(on, near.box);
        given_up += meet(on, law_at(view), known);
        if (view.laws.anchor_places) hold_anchors(on, law_at(view));
        if (list.has.shares) share_forces(on, law_at(view));
        return given_up;
    }

    template <bool solids>
    LawAt<D> law_at(const PairView<D, solids>& view) {
        return {view.step, view.body, view.part, view.wall, view.laws, list.view()};
    }

    template <bool solids>
    void detect(B& on, const PairView<D, solids>& view, NeighboursOn<D, B>& near) {
        const std::uint64_t* pairs = near.pair.data();
        const int bits = near.pair_bits;
        const Image<D>* images = near.box.repeats ? near.image.data() : nullptr;
        const CellView<D> box = near.box;
        count.resize(near.pair_count);
        int* counts = count.data();
        on.for_each(near.pair_count, [=] DRYSTONE_KERNEL(int k) {
            int found = 0;
            const Image<D> image = images ? images[k] : Image<D>{};
            const Vec<D> away = images ? box.shift(image) : Vec<D>{};
            view.contacts({first_of(pairs[k], bits), second_of(pairs[k], bits), away, image}, [&](int, const Touch<D>&, double) { ++found; });
            counts[k] = found;
        });
        const long total = on.scan(count, near.pair_count, first);
        list.swap(old);
        list.resize(static_cast<std::size_t>(total));
        const int* firsts = first.data();
        counts = count.data();
        const ContactView<D> now = list.view(), was = old.view();
        const int had = old.size - old.links;
        if (list.has.fresh) on.fill(taken, static_cast<std::size_t>(old.size), char{0});
        char* gone_on = list.has.fresh ? taken.data() : nullptr;
        on.for_each(near.pair_count, [=] DRYSTONE_KERNEL(int k) {
            if (counts[k] == 0) return;
            const int a = first_of(pairs[k], bits), b = second_of(pairs[k], bits);
            const Image<D> image = images ? images[k] : Image<D>{};
            const Vec<D> away = images ? box.shift(image) : Vec<D>{};
            int at = firsts[k];
            view.contacts({a, b, away, image}, [&](int feature, const Touch<D>& touch, double area) {
                const int place = place_of(was, had, {a, b, feature, image});
                now.a[at] = a;
                now.b[at] = b;
                now.feature[at] = feature;
                now.point[at] = touch.point;
                now.normal[at] = touch.normal;
                now.gap[at] = touch.gap;
                if (now.area) now.area[at] = area;
                if (now.image) now.image[at] = image, now.shift[at] = away;
                now.status[at] = 0;
                if (now.fresh) now.fresh[at] = static_cast<char>(place < 0);
                if (place >= 0) {
                    now.take_over(at, was, place);
                    if (gone_on) gone_on[place] = 1;
                } else {
                    now.begin(at);
                }
                ++at;
            });
            if constexpr (solids) take_nearest(now, was, {firsts[k], at, had, view.part.body[a], view.part.body[b], away}, view, gone_on);
        });
    }

    /// The contacts of a pair in the list, and how many there were before; its bodies, and how far away the second is seen.
    struct OfPair {
        int begin, end, had;
        int body_a, body_b;
        Vec<D> away;
    };

    DRYSTONE_ON_DEVICE static Carrier<D> carrier(const BodyView<D>& body, int i, const Vec<D>& point) { return {body.velocity[i], point - body.position[i]}; }

    /// Points of two faces are named after the corners and edges that make them, and those may change while the point stays: a new point
    /// takes over from the nearest old one of its pair that nobody has taken.
    template <class View>
    DRYSTONE_ON_DEVICE static void take_nearest(const ContactView<D>& now, const ContactView<D>& was, const OfPair& own, const View& view, char* taken) {
        if (!taken) return;
        const double reach = 0.05 * size_of(view.part, now.a[own.begin], now.b[own.begin]);
        for (int i = own.begin; i < own.end; ++i) {
            if (!now.fresh[i]) continue;
            double least = reach * reach;
            int best = -1;
            ContactName<D> first_one = name_of(now, i);
            first_one.feature = 0;
            const Carrier<D> one = carrier(view.body, own.body_a, now.point[i]);
            Carrier<D> other = carrier(view.body, own.body_b, now.point[i] - own.away);
            if (view.step.cell.moves) other.moves.v += times(view.step.cell.now, now.image_of(i));
            for (int k = first_not_before(was, own.had, first_one); k < own.had && is_same_pair(was, k, now, i); ++k) {
                const double apart = apart_from(now.point[i], was.point[k], one, other, view.step.since_last);
                if (taken[k] || !(apart < least)) continue;
                least = apart;
                best = k;
            }
            if (best < 0) continue;
            now.take_over(i, was, best);
            now.fresh[i] = 0;
            taken[best] = 1;
        }
    }

    DRYSTONE_ON_DEVICE static bool is_same_pair(const ContactView<D>& was, int k, const ContactView<D>& now, int i) {
        return was.a[k] == now.a[i] && was.b[k] == now.b[i] && is_same<D>(was.image_of(k), now.image_of(i));
    }

    /// What contacts held that are no longer there; anchored ones are.
    double let_go(B& on) {
        const ContactView<D> was = old.view();
        const char* gone_on = taken.data();
        return on.template sum<Amount>(static_cast<std::size_t>(old.size - old.links), [=] DRYSTONE_KERNEL(int k) {
            return Amount{gone_on[k] || was.anchored(k) ? 0.0 : was.stored(k)};
        }).value;
    }

    /// Puts the anchored joints that detection did not see back into the list, in its order.
    void keep_anchored(B& on, const CellView<D>& box) {
        const ContactView<D> was = old.view();
        const auto had = static_cast<std::size_t>(old.size - old.links);
        const char* gone_on = taken.data();
        stays.resize(had);
        int* kept = stays.data();
        on.for_each(had, [=] DRYSTONE_KERNEL(int k) { kept[k] = !gone_on[k] && was.anchored(k) ? 1 : 0; });
        const auto more = static_cast<std::size_t>(on.scan(stays, had, standing));
        if (more == 0) return;
        const ContactView<D> seen = list.view();
        const int count_seen = list.size, count_had = static_cast<int>(had);
        spare.resize(static_cast<std::size_t>(list.size) + more);
        const ContactView<D> all = spare.view();
        kept = stays.data();
        const int* before = standing.data();
        on.for_each(static_cast<std::size_t>(list.size), [=] DRYSTONE_KERNEL(int i) {
            all.take(i + before[first_not_before(was, count_had, name_of(seen, i))], seen, i);
        });
        on.for_each(had, [=] DRYSTONE_KERNEL(int k) {
            if (!kept[k]) return;
            const int to = before[k] + first_not_before(seen, count_seen, name_of(was, k));
            all.take(to, was, k);
            if (all.image) all.shift[to] = box.shift(all.image[to]);
            all.fresh[to] = 0;
            all.status[to] = 0;
        });
        list.swap(spare);
    }

    /// Introduces the contacts to their laws and drops those that no law needs. Returns what these held.
    double meet(B& on, const LawAt<D>& law, const char* known) {
        const auto n = static_cast<std::size_t>(list.size);
        stays.resize(n);
        int* kept = stays.data();
        const ContactView<D> all = list.view();
        const double given_up = on.template sum<Amount>(n, [=] DRYSTONE_KERNEL(int i) {
            const bool met_before = known && known[law.part.body[all.a[i]]] && known[law.part.body[all.b[i]]];
            kept[i] = law.meet(i, met_before) ? 1 : 0;
            return Amount{kept[i] ? 0.0 : all.stored(i)};
        }).value;
        const auto left = static_cast<std::size_t>(on.scan(stays, n, standing));
        if (left == n) return given_up;
        spare.resize(left);
        const ContactView<D> to = spare.view();
        kept = stays.data();
        const int* where = standing.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int i) {
            if (kept[i]) to.take(where[i], all, i);
        });
        list.swap(spare);
        return given_up;
    }

    void hold_anchors(B& on, const LawAt<D>& law) {
        on.for_each(static_cast<std::size_t>(list.size), [=] DRYSTONE_KERNEL(int i) { law.hold_anchors(i); });
    }

    /// The force of two bodies is divided among their points.
    void share_forces(B& on, const LawAt<D>& law) {
        const auto n = static_cast<std::size_t>(list.size);
        pair.resize(n), by_pair.resize(n);
        std::uint64_t* key = pair.data();
        int* order = by_pair.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int i) {
            const typename LawAt<D>::Sides at = law.sides(i);
            const bool shares = law.contacts.intact(i) && law.law_of(at).shares_force;
            key[i] = shares ? static_cast<std::uint64_t>(at.a) << 32 | static_cast<std::uint64_t>(at.b) : ~std::uint64_t{0};
            order[i] = i;
        });
        on.sort(pair, by_pair, n, 64);
        key = pair.data();
        order = by_pair.data();
        const ContactView<D> all = law.contacts;
        const auto count_all = static_cast<int>(n);
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) {
            all.share[order[k]] = 1.0;
            if (key[k] == ~std::uint64_t{0}) return;
            int begin = k, end = k;
            while (begin > 0 && key[begin - 1] == key[k]) --begin;
            while (end < count_all && key[end] == key[k]) ++end;
            double area = 0.0;
            for (int j = begin; all.area && j < end; ++j) area += all.area[order[j]];
            all.share[order[k]] = area > 0.0 ? all.area[order[k]] / area : 1.0 / static_cast<double>(end - begin);
        });
    }

    /// Rows of links go behind all others.
    void add_links(B& on, std::span<const LinkRowOn<D>> rows) {
        const auto n = static_cast<std::size_t>(list.size);
        spare.resize(n + rows.size());
        const ContactView<D> all = spare.view(), seen = list.view();
        const bool shares = list.has.shares;
        on.for_each(n, [=] DRYSTONE_KERNEL(int i) {
            all.take(i, seen, i);
            if (shares) all.share[i] = seen.share[i];
        });
        on.upload(rows, link_rows);
        spare.link_law.resize(rows.size()), spare.link_shift.resize(rows.size());
        LocalLaw<D>* law = spare.link_law.data();
        Spin<D>* shift = spare.link_shift.data();
        const LinkRowOn<D>* from = link_rows.data();
        const int first_row = static_cast<int>(n);
        on.for_each(rows.size(), [=] DRYSTONE_KERNEL(int k) {
            const int i = first_row + k;
            all.a[i] = from[k].a, all.b[i] = from[k].b, all.feature[i] = from[k].layer;
            all.point[i] = from[k].point, all.normal[i] = from[k].normal, all.gap[i] = 0.0;
            if (all.area) all.area[i] = 0.0;
            if (all.image) all.image[i] = {}, all.shift[i] = {};
            if (all.fresh) all.fresh[i] = 0;
            all.status[i] = 0;
            all.begin(i);
            all.impulse[i] = from[k].impulse;
            if (all.moment) all.moment[i] = from[k].moment;
            if (shares) all.share[i] = 1.0;
            law[k] = from[k].law;
            shift[k] = from[k].shift;
        });
        spare.links = static_cast<int>(rows.size());
        list.swap(spare);
    }

    DRYSTONE_ON_DEVICE static int first_of(std::uint64_t key, int bits) { return static_cast<int>(key >> bits); }
    DRYSTONE_ON_DEVICE static int second_of(std::uint64_t key, int bits) {
        return static_cast<int>(key & ((std::uint64_t{1} << bits) - 1));
    }
};

}  // namespace drystone::device

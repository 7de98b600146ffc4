#pragma once

// The border of a device's share where its arrays are: which pairs it keeps, which contacts touch bodies that other devices touch, and these
// bodies' rows on their way from device to device, colour by colour of a sweep (ranks/phases.h).

#include <algorithm>
#include <numeric>

#include "device/contact_list_on.h"
#include "device/kernel.h"
#include "device/other_devices.h"
#include "device/sweep_bodies.h"
#include "device/sweep_order.h"

namespace drystone::device {

/// Parcels that are sent, or expected, in the order of their list, one behind the other in a mailbox.
template <int D, class B>
struct ParcelsOn {
    static constexpr std::size_t width = row_written<D>;
    struct One {
        int phase, rank, needed;
        std::size_t begin, count;  // of bodies
        int ticket;
    };
    std::vector<One> list;
    typename B::template Buffer<int> bodies;
    typename B::Mailbox box;

    void take(B& on, const std::vector<BorderParcel>& given, bool direct) {
        std::vector<int> all;
        list.clear();
        for (const BorderParcel& parcel : given) {
            list.push_back({parcel.phase, parcel.rank, parcel.needed, all.size(), parcel.bodies.size(), -1});
            all.insert(all.end(), parcel.bodies.begin(), parcel.bodies.end());
        }
        on.upload(std::span<const int>(all), bodies);
        box.resize(width * all.size(), direct);
    }
    std::span<double> numbers(const One& parcel) { return {box.reachable() + width * parcel.begin, width * parcel.count}; }

    /// Rows of the bodies of some parcels that follow each other, into the mailbox.
    template <class Body>
    void pack(B& on, std::size_t first, std::size_t end, const Body* table, const int* row) {
        const std::size_t begin = list[first].begin, count = list[end - 1].begin + list[end - 1].count - begin;
        const int* which = bodies.data() + begin;
        double* out = box.here() + width * begin;
        on.for_each(count, [=] DRYSTONE_KERNEL(int k) {
            const Body& body = table[row[which[k]]];
            for (int d = 0; d < D; ++d) out[static_cast<int>(width) * k + d] = body.v[d];
            for (int d = 0; d < spin_dim<D>; ++d) out[static_cast<int>(width) * k + D + d] = body.w[d];
        });
        on.reach(box, width * begin, width * count);
    }

    template <class Body>
    void unpack(B& on, const One& parcel, Body* table, const int* row) {
        on.bring(box, width * parcel.begin, width * parcel.count);
        const int* which = bodies.data() + parcel.begin;
        const double* from = box.here() + width * parcel.begin;
        on.for_each(parcel.count, [=] DRYSTONE_KERNEL(int k) {
            Body& body = table[row[which[k]]];
            for (int d = 0; d < D; ++d) body.v[d] = from[static_cast<int>(width) * k + d];
            for (int d = 0; d < spin_dim<D>; ++d) body.w[d] = from[static_cast<int>(width) * k + D + d];
        });
    }
};

template <int D, class B>
struct BorderOn {
    template <class T>
    using Buffer = typename B::template Buffer<T>;

    OtherDevices<D>* others = nullptr;  // none: this device has the whole world
    Buffer<int> bodies;                 // of the border
    Buffer<char> own;                   // (bodies)
    Buffer<std::int64_t> order;         // (bodies)
    Buffer<char> is_border;             // (bodies)

    // Of a step
    Buffer<int> told;  // (contacts)  their agreed colour; -1: none
    int colours = 0;
    const int* row = nullptr;  // (bodies)

    void begin(B& on, OtherDevices<D>& given, const ShareOfWorld& share) {
        others = &given;
        border_ = share.border.size();
        std::vector<char> marks(share.own.size(), 0);
        for (const int i : share.border) marks[static_cast<std::size_t>(i)] = 1;
        on.upload(std::span<const int>(share.border), bodies), on.upload(std::span<const char>(share.own), own);
        on.upload(std::span<const std::int64_t>(share.order), order), on.upload(std::span<const char>(marks), is_border);
    }

    /// Of the list of pairs, those whose contacts this device keeps.
    template <class Near>
    void keep_own_pairs(B& on, const int* body_of, Near& near) {
        const std::size_t n = near.pair_count;
        const int bits = near.pair_bits;
        const std::uint64_t* pairs = near.pair.data();
        const Image<D>* images = near.box.repeats ? near.image.data() : nullptr;
        const std::int64_t* comes = order.data();
        const char* mine = own.data();
        count_.resize(n);
        int* counts = count_.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) {
            const int a = body_of[pairs[k] >> bits], b = body_of[pairs[k] & ((std::uint64_t{1} << bits) - 1)];
            counts[k] = mine[comes[a] < comes[b] ? a : b] ? 1 : 0;
        });
        const auto kept = static_cast<std::size_t>(on.scan(count_, n, first_));
        kept_pair_.resize(kept);
        if (images) kept_image_.resize(kept);
        counts = count_.data();
        const int* firsts = first_.data();
        std::uint64_t* to = kept_pair_.data();
        Image<D>* images_to = images ? kept_image_.data() : nullptr;
        on.for_each(n, [=] DRYSTONE_KERNEL(int k) {
            if (!counts[k]) return;
            to[firsts[k]] = pairs[k];
            if (images) images_to[firsts[k]] = images[k];
        });
        near.pair.swap(kept_pair_);
        if (images) near.image.swap(kept_image_);
        near.pair_count = kept;
    }

    /// The largest that somebody has: numbers of bodies, at(body) and put(body, number).
    template <class At, class Put>
    void raise(B& on, const At& at, const Put& put) {
        numbers_.resize(border_);
        const int* which = bodies.data();
        double* numbers = numbers_.data();
        on.for_each(border_, [=] DRYSTONE_KERNEL(int k) { numbers[k] = at(which[k]); });
        on.download(numbers_, here_);
        others->raise(here_);
        on.upload(std::span<const double>(here_), numbers_);
        numbers = numbers_.data();
        on.for_each(border_, [=] DRYSTONE_KERNEL(int k) { put(which[k], numbers[k]); });
    }

    /// What those have whose contacts touch a body.
    template <class At, class Put>
    void settle(B& on, const At& at, const Put& put) {
        twists_.resize(border_);
        const int* which = bodies.data();
        Twist<D>* twists = twists_.data();
        on.for_each(border_, [=] DRYSTONE_KERNEL(int k) { twists[k] = at(which[k]); });
        on.download(twists_, twists_here_);
        others->settle(twists_here_);
        on.upload(std::span<const Twist<D>>(twists_here_), twists_);
        twists = twists_.data();
        on.for_each(border_, [=] DRYSTONE_KERNEL(int k) { put(which[k], twists[k]); });
    }

    /// Colours of the contacts on bodies that several devices touch, and these bodies' ways. row: (bodies) of the table.
    void agree(B& on, ContactListOn<D, B>& list, const int* body_of, const int* row_of) {
        const auto n = static_cast<std::size_t>(list.size);
        const ContactView<D> all = list.view();
        const char* marks = is_border.data();
        row = row_of;
        count_.resize(n);
        int* counts = count_.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int i) { counts[i] = marks[body_of[all.a[i]]] || marks[body_of[all.b[i]]] ? 1 : 0; });
        found_.resize(static_cast<std::size_t>(on.scan(count_, n, first_)));
        counts = count_.data();
        const int* firsts = first_.data();
        BorderContact<D>* found = found_.data();
        on.for_each(n, [=] DRYSTONE_KERNEL(int i) {
            if (counts[i]) found[firsts[i]] = {i, all.a[i], all.b[i], all.feature[i], all.image_of(i)};
        });
        on.download(found_, found_here_);
        take(on, others->agree(found_here_), n);
    }

    void take(B& on, const BorderPlan& plan, std::size_t contacts) {
        colours = plan.colours;
        const bool direct = others->takes_device_memory();
        sent_.take(on, plan.sent, direct), expected_.take(on, plan.expected, direct);
        last_sent_.take(on, plan.last_sent, direct), last_expected_.take(on, plan.last_expected, direct);
        order_.resize(plan.expected.size());
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::stable_sort(order_.begin(), order_.end(), [&](std::size_t j, std::size_t k) { return plan.expected[j].needed < plan.expected[k].needed; });
        next_sent_ = next_expected_ = taken_ = 0;
        on.fill(told, contacts, -1);
        on.upload(std::span<const int>(plan.contact), told_contact_), on.upload(std::span<const int>(plan.colour), told_colour_);
        const int *which = told_contact_.data(), *colour = told_colour_.data();
        int* to = told.data();
        on.for_each(plan.contact.size(), [=] DRYSTONE_KERNEL(int k) { to[which[k]] = colour[k]; });
    }

    /// visit all slots: those that are this device's alone, then colour by colour the others, from first[colour] on.
    template <class Body, class Visit>
    void sweep(B& on, const SweepOrderView& plan, const std::vector<int>& first, Body* table, const Visit& visit) {
        SweepOrderView alone = plan;
        alone.slots = first[0];
        on.sweep(alone, table, visit);
        for (int colour = 0; colour < colours; ++colour) {
            const auto c = static_cast<std::size_t>(colour);
            on.sweep_slots(plan, table, visit, first[c], first[c + 1]);
            pass_on(on, colour, table);
        }
        for (; taken_ < order_.size(); ++taken_) receive(on, expected_.list[order_[taken_]], table);
        end_parcels(on);
        next_sent_ = next_expected_ = taken_ = 0;
    }

    /// All devices that touch a body get it as the last one left it.
    template <class Body>
    void catch_up(B& on, Body* table) {
        for (auto& parcel : last_expected_.list) parcel.ticket = others->expect(parcel.rank, last_expected_.numbers(parcel));
        if (!last_sent_.list.empty()) last_sent_.pack(on, 0, last_sent_.list.size(), table, row);
        for (const auto& parcel : last_sent_.list) others->send(parcel.rank, last_sent_.numbers(parcel));
        for (auto& parcel : last_expected_.list) {
            others->await(parcel.ticket);
            last_expected_.unpack(on, parcel, table, row);
        }
        end_parcels(on);
    }

  private:
    /// Mailboxes may be filled again: what is read from a device's own memory has been read then.
    void end_parcels(B& on) {
        others->finish_sending();
        if (others->takes_device_memory()) on.finish();
    }

    template <class Body>
    void pass_on(B& on, int colour, Body* table) {
        for (; next_expected_ < expected_.list.size() && expected_.list[next_expected_].phase <= colour; ++next_expected_) {
            auto& parcel = expected_.list[next_expected_];
            parcel.ticket = others->expect(parcel.rank, expected_.numbers(parcel));
        }
        const std::size_t from = next_sent_;
        while (next_sent_ < sent_.list.size() && sent_.list[next_sent_].phase <= colour) ++next_sent_;
        if (next_sent_ > from) sent_.pack(on, from, next_sent_, table, row);
        for (std::size_t k = from; k < next_sent_; ++k) others->send(sent_.list[k].rank, sent_.numbers(sent_.list[k]));
        for (; taken_ < order_.size() && expected_.list[order_[taken_]].needed <= colour + 1; ++taken_)
            receive(on, expected_.list[order_[taken_]], table);
    }

    template <class Parcel, class Body>
    void receive(B& on, const Parcel& parcel, Body* table) {
        others->await(parcel.ticket);
        expected_.unpack(on, parcel, table, row);
    }

    std::size_t border_ = 0;
    ParcelsOn<D, B> sent_, expected_, last_sent_, last_expected_;
    std::vector<std::size_t> order_;  // of expected parcels, as they are needed
    std::size_t next_sent_ = 0, next_expected_ = 0, taken_ = 0;
    Buffer<int> count_, first_, told_contact_, told_colour_;
    Buffer<std::uint64_t> kept_pair_;
    Buffer<Image<D>> kept_image_;
    Buffer<BorderContact<D>> found_;
    std::vector<BorderContact<D>> found_here_;
    Buffer<double> numbers_;
    Buffer<Twist<D>> twists_;
    std::vector<double> here_;
    std::vector<Twist<D>> twists_here_;
};

}  // namespace drystone::device

#include "ranks/phases.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "core/index.h"

namespace drystone::ranks {

namespace {

constexpr int at_the_end = std::numeric_limits<int>::max();

/// (phase, rank), a pair of numbers each, of those who touch a body.
using Way = std::vector<std::pair<int, int>>;

/// The ways of bodies that this rank owns: its own touches and those that the others tell.
std::map<int, Way> gather_ways(const std::vector<Touch>& touches, const std::vector<Parcel>& in, const auto& neighbours, int rank) {
    std::map<int, Way> ways;
    for (const Touch& touch : touches) ways[touch.slot].emplace_back(touch.phase, rank);
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
        const double* next = in[k].numbers.data();
        for (const int slot : neighbours[k].mine_shared) {
            for (auto count = static_cast<int>(*next++); count > 0; --count) ways[slot].emplace_back(static_cast<int>(*next++), neighbours[k].rank);
        }
    }
    for (auto& [slot, way] : ways) std::sort(way.begin(), way.end());
    return ways;
}

}  // namespace

template <int D>
void Phases<D>::plan(std::vector<Touch> touches, const Beat& beat, const Halo<D>& halo, Team& team) {
    team_ = &team;
    beat_ = beat;
    team.close_channels();
    std::sort(touches.begin(), touches.end(), [](const Touch& p, const Touch& q) { return std::tie(p.slot, p.phase) < std::tie(q.slot, q.phase); });
    touches.erase(std::unique(touches.begin(), touches.end(), [](const Touch& p, const Touch& q) { return p.slot == q.slot && p.phase == q.phase; }),
                  touches.end());
    const auto& neighbours = halo.neighbours();
    std::vector<Parcel> out(neighbours.size()), in(neighbours.size());
    const auto of = [&](int slot) {
        const auto first = std::lower_bound(touches.begin(), touches.end(), slot, [](const Touch& t, int s) { return t.slot < s; });
        return std::pair(first, std::upper_bound(first, touches.end(), slot, [](int s, const Touch& t) { return s < t.slot; }));
    };
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
        out[k].rank = in[k].rank = neighbours[k].rank;
        for (const int slot : neighbours[k].theirs_shared) {
            const auto [first, end] = of(slot);
            out[k].numbers.push_back(static_cast<double>(end - first));
            for (auto touch = first; touch != end; ++touch) out[k].numbers.push_back(touch->phase);
        }
    }
    team.trade(out, in);
    const std::map<int, Way> ways = gather_ways(touches, in, neighbours, team.rank());
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
        out[k].numbers.clear();
        for (const int slot : neighbours[k].mine_shared) {
            const Way& way = ways.at(slot);
            out[k].numbers.push_back(static_cast<double>(way.size()));
            for (const auto& [phase, rank] : way) out[k].numbers.insert(out[k].numbers.end(), {static_cast<double>(phase), static_cast<double>(rank)});
        }
    }
    team.trade(out, in);
    std::vector<Leg> legs_out, legs_in;
    std::vector<int> way;
    std::vector<char> is_foreign(halo.sharers().size(), 0);
    last_sent_.clear();
    last_expected_.clear();
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
        const double* next = in[k].numbers.data();
        for (const int slot : neighbours[k].theirs_shared) {
            is_foreign[at(slot)] = 1;
            const auto count = static_cast<std::size_t>(*next++);
            way.assign(next, next + 2 * count);
            next += 2 * count;
            list_legs(slot, way, legs_out, legs_in, team);
        }
    }
    for (const int slot : halo.shared()) {
        if (is_foreign[at(slot)] || !halo.touched()[at(slot)]) continue;
        way.clear();
        for (const auto& [phase, rank] : ways.at(slot)) way.insert(way.end(), {phase, rank});
        list_legs(slot, way, legs_out, legs_in, team);
    }
    const auto is_last = [](const Leg& leg) { return leg.phase == at_the_end; };
    std::vector<Leg> lasts_out, lasts_in;
    std::copy_if(legs_out.begin(), legs_out.end(), std::back_inserter(lasts_out), is_last);
    std::copy_if(legs_in.begin(), legs_in.end(), std::back_inserter(lasts_in), is_last);
    std::erase_if(legs_out, is_last);
    std::erase_if(legs_in, is_last);
    gather(legs_out, sent_);
    gather(legs_in, expected_);
    gather(lasts_out, last_sent_);
    gather(lasts_in, last_expected_);
    for (auto* list : {&sent_, &last_sent_}) {
        for (Message& message : *list) message.channel = team.open_to(message.rank, message.numbers);
    }
    for (auto* list : {&expected_, &last_expected_}) {
        for (Message& message : *list) message.channel = team.open_from(message.rank, message.numbers);
    }
    order_.clear();
    wrapped_.clear();
    for (std::size_t k = 0; k < expected_.size(); ++k) (expected_[k].wraps ? wrapped_ : order_).push_back(k);
    for (auto* order : {&order_, &wrapped_})
        std::stable_sort(order->begin(), order->end(), [&](std::size_t j, std::size_t k) { return expected_[j].needed < expected_[k].needed; });
    next_sent_ = next_expected_ = taken_ = 0;
    wrapped_taken_ = wrapped_.size();
    numbers_sent_ = 0;
    for (const Message& message : sent_) numbers_sent_ += static_cast<long>(message.numbers.size());
}

/// What of a body's way leads from here, and to here. `way`: pairs of phase and rank.
template <int D>
void Phases<D>::list_legs(int slot, std::span<const int> way, std::vector<Leg>& out, std::vector<Leg>& in, Team& team) {
    const std::size_t n = way.size() / 2;
    const int me = team.rank();
    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t next = (k + 1) % n;
        const int from = way[2 * k + 1], to = way[2 * next + 1];
        if (from == to) continue;
        if (from == me) out.push_back({way[2 * k], to, slot});
        if (to == me) in.push_back({way[2 * k], from, slot, way[2 * next], next <= k});
    }
    const int last = way[2 * n - 1];
    std::vector<int> others;
    for (std::size_t k = 0; k < n; ++k) {
        if (way[2 * k + 1] != last) others.push_back(way[2 * k + 1]);
    }
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    if (last == me) {
        for (const int rank : others) out.push_back({at_the_end, rank, slot});
    } else if (std::binary_search(others.begin(), others.end(), me)) {
        in.push_back({at_the_end, last, slot});
    }
}

template <int D>
void Phases<D>::gather(std::vector<Leg>& legs, std::vector<Message>& messages) {
    messages.clear();
    std::sort(legs.begin(), legs.end(), [](const Leg& p, const Leg& q) { return std::tie(p.phase, p.rank, p.slot) < std::tie(q.phase, q.rank, q.slot); });
    for (const Leg& leg : legs) {
        if (messages.empty() || messages.back().phase != leg.phase || messages.back().rank != leg.rank)
            messages.push_back({leg.phase, leg.rank, leg.needed, leg.wraps, -1, {}, {}});
        Message& message = messages.back();
        if (std::tie(leg.wraps, leg.needed) < std::tie(message.wraps, message.needed)) message.wraps = leg.wraps, message.needed = leg.needed;
        message.slots.push_back(leg.slot);
    }
    for (Message& message : messages) message.numbers.resize(width * message.slots.size());
}

template <int D>
void Phases<D>::send(Message& message) {
    team_->await(message.channel);  // what was sent a sweep ago
    double* next = message.numbers.data();
    for (const int slot : message.slots) {
        const Twist<D> t = rows_->load(slot);
        next = std::copy(t.v.c.begin(), t.v.c.end(), next);
        next = std::copy(t.w.c.begin(), t.w.c.end(), next);
    }
    team_->start(message.channel);
}

template <int D>
void Phases<D>::take(Message& message) {
    team_->await(message.channel);
    for (std::size_t k = 0; k < message.slots.size(); ++k) rows_->store(message.slots[k], twist_in<D>(message.numbers, k));
}

template <int D>
void Phases<D>::take_needed(int phase) {
    for (; wrapped_taken_ < wrapped_.size() && expected_[wrapped_[wrapped_taken_]].needed <= phase; ++wrapped_taken_) take(expected_[wrapped_[wrapped_taken_]]);
    for (; taken_ < order_.size() && expected_[order_[taken_]].needed <= phase; ++taken_) take(expected_[order_[taken_]]);
}

template <int D>
void Phases<D>::begin(int kind, int colour) {
    if (colour % beat_.colours != beat_.visited - 1) return;
    const int phase = phase_of(kind, colour);
    for (; next_expected_ < expected_.size() && expected_[next_expected_].phase <= phase; ++next_expected_) team_->start(expected_[next_expected_].channel);
    for (; next_sent_ < sent_.size() && sent_[next_sent_].phase <= phase; ++next_sent_) send(sent_[next_sent_]);
}

template <int D>
void Phases<D>::end(int kind, int colour) {
    if (colour % beat_.colours == beat_.colours - 1) take_needed(phase_of(kind, colour) + 1);
}

template <int D>
void Phases<D>::next_sweep() {
    if (next_sent_ == 0 && next_expected_ == 0) return;  // nothing was swept: bodies at rest need no refreshing
    take_needed(at_the_end);
    next_sent_ = next_expected_ = taken_ = wrapped_taken_ = 0;
    take_needed(0);
}

template <int D>
void Phases<D>::finish() {
    next_sweep();
    for (; wrapped_taken_ < wrapped_.size(); ++wrapped_taken_) take(expected_[wrapped_[wrapped_taken_]]);
    for (const Message& message : sent_) team_->await(message.channel);
}

template <int D>
void Phases<D>::catch_up() {
    if (!team_ || team_->size() == 1) return;
    finish();
    for (const Message& message : last_expected_) team_->start(message.channel);
    for (Message& message : last_sent_) send(message);
    for (Message& message : last_expected_) take(message);
    for (const Message& message : last_sent_) team_->await(message.channel);
}

template class Phases<2>;
template class Phases<3>;

}  // namespace drystone::ranks

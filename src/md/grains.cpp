#include "md/grains.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <tuple>

#include "contact/match.h"
#include "laws/spring_force.h"
#include "md/morton.h"
#include "md/time_step.h"
#include "narrowphase/ball_wall.h"
#include "narrowphase/ball_ball.h"

namespace drystone {

namespace {

/// Long enough that most pairs are inside a block, short enough that every core has several.
std::size_t block_length(std::size_t slots) { return std::clamp<std::size_t>(slots / 32, 128, 2048); }

template <int D>
SpringMemory<D> seen_from_b(const SpringMemory<D>& memory) {
    return {-memory.slip, -memory.turn};
}

/// Behind the last feature of the ball and wall whose first one is pair w.
std::size_t end_of_features(const std::vector<WallPair>& pairs, std::size_t w) {
    std::size_t end = w;
    while (end < pairs.size() && pairs[end].pair.other == pairs[w].pair.other && pairs[end].slot == pairs[w].slot) ++end;
    return end;
}

}  // namespace

template <int D>
void Grains<D>::prepare(const Matter<D>& matter, const Parts<D>& parts, const LawBook& book, std::span<const char> busy) {
    laws_.clear();
    for (const Law& law : book.laws) {
        const Spring* spring = std::get_if<Spring>(&law);
        laws_.push_back(spring ? *spring : Spring{});
        turning_ = turning_ || laws_.back().turns();
    }
    std::vector<int> count(matter.mass.size(), 0);
    for (const int i : parts.body) ++count[static_cast<std::size_t>(i)];
    simple_.assign(matter.mass.size(), 0);
    for (int p = 0; p < parts.size(); ++p) {
        const auto i = static_cast<std::size_t>(parts.body[p]);
        simple_[i] = count[i] == 1 && !busy[i] && parts.kind[p] == PartKind::ball &&
                     parts.local_centre[p] == Vec<D>{} && matter.freedom[i] == Freedom::isotropic;
    }
    others_.clear();
    std::vector<char> other(simple_.size(), 0);
    for (std::size_t i = 0; i < simple_.size(); ++i) {
        other[i] = !simple_[i] && (busy[i] || matter.freedom[i] != Freedom::immovable);
        if (other[i]) others_.push_back(static_cast<int>(i));
    }
    other_parts_.clear();
    for (int p = 0; p < parts.size(); ++p) {
        if (other[static_cast<std::size_t>(parts.body[p])]) other_parts_.push_back(p);
    }
    body_push_.assign(simple_.size(), {});
    shortest_time_ = shortest_time_of(matter, parts, book, laws_);
}

template <int D>
double Grains<D>::pair_mass(const Matter<D>& matter, int a, int b) const {
    const auto inverse = [&](int i) {
        return matter.freedom[i] == Freedom::immovable ? 0.0 : 1.0 / matter.mass[i];
    };
    return 1.0 / (inverse(a) + inverse(b));
}

template <int D>
void Grains<D>::sort_slots(const Parts<D>& parts, const ListedPairs<D>& neighbours) {
    const std::vector<Vec<D>>& centre = neighbours.reference.centre;
    part_.clear();
    for (int p = 0; p < parts.size(); ++p) {
        if (parts.kind[p] == PartKind::ball) part_.push_back(p);
    }
    sort_by_place<D>(centre, parts.radius, part_);
    slot_.assign(parts.body.size(), -1);
    for (std::size_t s = 0; s < part_.size(); ++s)
        slot_[static_cast<std::size_t>(part_[s])] = static_cast<int>(s);
    block_ = block_length(part_.size());
}

template <int D>
void Grains<D>::list_pairs(const GrainSource<D>& from, const ListedPairs<D>& neighbours) {
    const std::span<const PartPair> found = neighbours.pairs;
    const auto between = [&](int a, int b) {
        const int i = from.parts.body[a], j = from.parts.body[b];
        const int law = from.book.number(from.matter.surface[i], from.matter.surface[j]);
        return SoftPair{.law = law, .damping = laws_[law].damping_for(pair_mass(from.matter, i, j))};
    };
    first_.assign(part_.size() + 1, 0);
    for (const PartPair& pair : found) {
        const int s = slot_[pair.a], t = slot_[pair.b];
        if (s >= 0 && t >= 0 && s != t) ++first_[static_cast<std::size_t>(std::min(s, t)) + 1];
    }
    for (std::size_t s = 0; s < part_.size(); ++s) first_[s + 1] += first_[s];
    pairs_.resize(static_cast<std::size_t>(first_.back()));
    image_.assign(neighbours.images.empty() ? 0 : pairs_.size(), {});
    shift_.assign(image_.size(), {});
    swing_.assign(image_.size(), {});
    where_.resize(found.size());
    std::vector<int> next(first_.begin(), first_.end() - 1);
    std::vector<std::pair<WallPair, int>> at_walls;
    for (std::size_t k = 0; k < found.size(); ++k) {
        const int s = slot_[found[k].a], t = slot_[found[k].b];
        if (s >= 0 && s == t) {  // whatever it does to its own image, its image does to it
            where_[k] = unlisted;
            continue;
        }
        SoftPair pair = between(found[k].a, found[k].b);
        if (s >= 0 && t >= 0) {
            const int p = next[static_cast<std::size_t>(std::min(s, t))]++;
            pair.other = std::max(s, t);
            pairs_[static_cast<std::size_t>(p)] = pair;
            where_[k] = p;
            if (image_.empty()) continue;
            image_[static_cast<std::size_t>(p)] = neighbours.image(k);
            if (s > t)
                for (int& one : image_[static_cast<std::size_t>(p)]) one = -one;
            continue;
        }
        pair.other = s >= 0 ? found[k].b : found[k].a;
        for (std::uint32_t f = 0; f < wall_features(from.parts, pair.other); ++f)
            at_walls.push_back({{.slot = std::max(s, t), .feature = f, .pair = pair}, static_cast<int>(k)});
    }
    std::stable_sort(at_walls.begin(), at_walls.end(),
                     [](const auto& a, const auto& b) { return a.first.slot < b.first.slot; });
    wall_pairs_.clear();
    wall_first_.assign(blocks() + 1, 0);
    for (const auto& [pair, k] : at_walls) {
        if (pair.feature == 0) where_[static_cast<std::size_t>(k)] = ~static_cast<int>(wall_pairs_.size());
        wall_pairs_.push_back(pair);
        ++wall_first_[static_cast<std::size_t>(pair.slot) / block_ + 1];
    }
    for (std::size_t b = 0; b < blocks(); ++b) wall_first_[b + 1] += wall_first_[b];
}

/// Pairs that lead out of their block, and for each block what comes in.
template <int D>
void Grains<D>::list_outgoing() {
    out_.assign(pairs_.size(), -1);
    std::vector<std::pair<int, int>> sent;
    incoming_first_.assign(blocks() + 1, 0);
    for (std::size_t s = 0; s < part_.size(); ++s) {
        for (int p = first_[s]; p < first_[s + 1]; ++p) {
            const int other = pairs_[static_cast<std::size_t>(p)].other;
            const std::size_t there = static_cast<std::size_t>(other) / block_;
            if (there == s / block_) continue;
            out_[static_cast<std::size_t>(p)] = static_cast<int>(sent.size());
            sent.push_back({static_cast<int>(sent.size()), other});
            ++incoming_first_[there + 1];
        }
    }
    for (std::size_t b = 0; b < blocks(); ++b) incoming_first_[b + 1] += incoming_first_[b];
    outgoing_.assign(sent.size(), {});
    incoming_.resize(sent.size());
    std::vector<int> next(incoming_first_.begin(), incoming_first_.end() - 1);
    for (const auto& one : sent)
        incoming_[static_cast<std::size_t>(next[static_cast<std::size_t>(one.second) / block_]++)] = one;
}

/// Gives the contacts of the list their memories back. Both are in the order of identity.
template <int D>
void Grains<D>::recall(const ListedPairs<D>& neighbours, std::span<const SoftContact<D>> memories) {
    const std::span<const PartPair> found = neighbours.pairs;
    slip_.assign(pairs_.size(), {});
    turn_.assign(turning_ ? pairs_.size() : 0, {});
    touching_.assign(pairs_.size(), 0);
    wall_memory_.assign(wall_pairs_.size(), {});
    wall_touching_.assign(wall_pairs_.size(), 0);
    const auto goes_on = [&](std::size_t k, std::size_t old) {
        const SoftContact<D>& one = memories[old];
        if (where_[k] == unlisted) return;
        if (where_[k] >= 0) {
            const auto p = static_cast<std::size_t>(where_[k]);
            const SpringMemory<D> memory = slot_[one.a] < slot_[one.b] ? one.memory : seen_from_b(one.memory);
            slip_[p] = memory.slip;
            if (turning_) turn_[p] = memory.turn;
            touching_[p] = 1;
        } else {
            const std::size_t w = static_cast<std::size_t>(~where_[k]) + one.feature;
            wall_memory_[w] = slot_[one.a] >= 0 ? one.memory : seen_from_b(one.memory);
            wall_touching_[w] = 1;
        }
    };
    using Name = std::tuple<int, int, std::array<int, D>>;
    std::vector<Name> now, before;
    for (std::size_t k = 0; k < found.size(); ++k) now.emplace_back(found[k].a, found[k].b, neighbours.image(k));
    for (const SoftContact<D>& one : memories) before.emplace_back(one.a, one.b, one.image);
    const auto name = [](const Name& one) { return one; };
    const auto nothing = [](std::size_t) {};
    Succession{now, before, name, goes_on, nothing, nothing}.walk();
}

template <int D>
std::vector<SoftContact<D>> Grains<D>::memories(const ListedPairs<D>& neighbours) const {
    const std::span<const PartPair> found = neighbours.pairs;
    std::vector<SoftContact<D>> list;
    if (where_.size() != found.size()) return list;  // before the first step
    for (std::size_t k = 0; k < found.size(); ++k) {
        const int a = found[k].a, b = found[k].b;
        if (where_[k] == unlisted) continue;
        if (where_[k] >= 0) {
            const auto p = static_cast<std::size_t>(where_[k]);
            if (touching_[p])
                list.push_back({a, b, 0, slot_[a] < slot_[b] ? memory_of(p) : seen_from_b(memory_of(p)),
                                neighbours.image(k)});
            continue;
        }
        const auto w = static_cast<std::size_t>(~where_[k]);
        for (std::size_t v = w, end = end_of_features(wall_pairs_, w); v < end; ++v) {
            if (wall_touching_[v])
                list.push_back({a, b, wall_pairs_[v].feature,
                                slot_[a] >= 0 ? wall_memory_[v] : seen_from_b(wall_memory_[v]), {}});
        }
    }
    return list;
}

template <int D>
void Grains<D>::rebuild(const GrainSource<D>& from, const ListedPairs<D>& neighbours,
                        std::span<const SoftContact<D>> memories) {
    const Parts<D>& parts = from.parts;
    const Matter<D>& matter = from.matter;
    sort_slots(parts, neighbours);
    list_pairs(from, neighbours);
    list_outgoing();
    recall(neighbours, memories);
    const std::size_t n = part_.size();
    body_.resize(n);
    place_.resize(n);
    reference_.resize(n);
    motion_.resize(n);
    push_.assign(n, {});
    inertia_.assign(n, {});
    turned_.assign(n, {});
    kept_.resize(pairs_.size());
    wall_kept_.resize(wall_pairs_.size());
    for (std::size_t s = 0; s < n; ++s) {
        const int p = part_[s], i = parts.body[p];
        body_[s] = i;
        place_[s] = {parts.centre[p], parts.radius[p]};
        reference_[s] = {neighbours.reference.centre[p],
                         neighbours.reference.margin[p] - 1e-6 * parts.radius[p]};
        if (simple_[static_cast<std::size_t>(i)])
            inertia_[s] = {1.0 / matter.mass[i], 1.0 / matter.inertia[i][0], matter.mass[i]};
    }
    load(from.bodies);
    copy_others(from.bodies, parts);
}

template <int D>
void Grains<D>::follow(const CellMotion<D>& cell) {
    cell_ = cell;
    const auto times = [](const Mat<D>& m, const std::array<int, D>& k) {
        Vec<D> x;
        for (int j = 0; j < D; ++j) x[j] = k[static_cast<std::size_t>(j)];
        return m * x;
    };
    for (std::size_t p = 0; p < image_.size(); ++p) {
        if (image_[p] == std::array<int, D>{}) continue;
        shift_[p] = times(cell.edges, image_[p]);
        swing_[p] = times(cell.velocity, image_[p]);
    }
}

template <int D>
void Grains<D>::load(const Bodies<D>& bodies) {
    for (std::size_t s = 0; s < part_.size(); ++s) {
        if (inertia_[s].mass == 0.0) continue;
        place_[s].x = bodies.position[body_[s]];
        motion_[s] = bodies.velocity[body_[s]];
    }
}

template <int D>
void Grains<D>::store(Bodies<D>& bodies, Parts<D>& parts, ThreadPool& pool) {
    pool.for_ranges(part_.size(), 1024, [&](std::size_t begin, std::size_t end) {
        for (std::size_t s = begin; s < end; ++s) {
            if (inertia_[s].mass == 0.0) continue;
            const int i = body_[s];
            bodies.position[i] = parts.centre[part_[s]] = place_[s].x;
            bodies.velocity[i] = motion_[s];
            bodies.rotation[i] = normalised(rotation_by(turned_[s]) * bodies.rotation[i]);
            turned_[s] = {};
        }
    });
}

template <int D>
bool Grains<D>::copy_others(const Bodies<D>& bodies, const Parts<D>& parts) {
    bool moved = false;
    for (const int p : other_parts_) {
        if (slot_[p] < 0) continue;  // a plane or drum
        const auto s = static_cast<std::size_t>(slot_[p]);
        const int i = parts.body[p];
        const Twist<D>& t = bodies.velocity[i];
        place_[s].x = parts.centre[p];
        motion_[s] = {t.v + turn(t.w, parts.centre[p] - bodies.position[i]), t.w};
        const Vec<D> way = place_[s].x - reference_[s].x;
        moved = moved || !(dot(way, way) <= reference_[s].r * reference_[s].r);
    }
    return moved;
}

template <int D>
double Grains<D>::report(const Parts<D>& parts, const ListedPairs<D>& neighbours, double h,
                         Contacts<D>& contacts) const {
    const std::span<const PartPair> found = neighbours.pairs;
    std::vector<SpringForce<D>> force;
    double stored = 0.0;
    contacts.point.clear();
    const auto add = [&](ContactPoint<D> c, const SpringForce<D>& f, double sign) {
        c.normal = sign * c.normal;
        contacts.point.push_back(c);
        SpringForce<D> seen = f;
        seen.force = sign * f.force;
        seen.moment = sign * f.moment;
        force.push_back(seen);
    };
    for (std::size_t k = 0; k < found.size(); ++k) {
        const int a = found[k].a, b = found[k].b;
        if (where_[k] == unlisted) continue;
        if (where_[k] >= 0) {
            const auto p = static_cast<std::size_t>(where_[k]);
            if (!touching_[p]) continue;
            const GrainPlace<D>&A = place_[slot_[a]], &B = place_[slot_[b]];
            const Touch<D> touch = ball_ball(A.x, A.r, parts.space.seen(B.x, neighbours.image(k)), B.r);
            ContactPoint<D> c{.a = a, .b = b, .point = touch.point, .normal = touch.normal, .gap = touch.gap};
            c.image = neighbours.image(k);
            add(c, kept_[p], 1.0);
            if (slot_[a] > slot_[b]) {
                force.back().force = -kept_[p].force;
                force.back().moment = -kept_[p].moment;
            }
            stored += elastic_energy(laws_[pairs_[p].law], -touch.gap, A.r * B.r / (A.r + B.r), touch.normal, memory_of(p));
            continue;
        }
        const auto w = static_cast<std::size_t>(~where_[k]);
        const int wall = wall_pairs_[w].pair.other, slot = wall_pairs_[w].slot;
        for (std::size_t v = w, end = end_of_features(wall_pairs_, w); v < end; ++v) {
            if (!wall_touching_[v]) continue;
            const GrainPlace<D>& A = place_[slot];
            const Touch<D> touch = ball_wall(A.x, A.r, wall_of(parts, wall), wall_pairs_[v].feature);
            add({.a = a,
                 .b = b,
                 .feature = wall_pairs_[v].feature,
                 .point = touch.point,
                 .normal = touch.normal,
                 .gap = touch.gap},
                wall_kept_[v], a == wall ? -1.0 : 1.0);
            stored += elastic_energy(laws_[wall_pairs_[v].pair.law], -touch.gap, A.r, touch.normal,
                                     wall_memory_[v]);
        }
    }
    contacts.impulse.resize(force.size());
    contacts.moment.resize(force.size());
    contacts.status.resize(force.size());
    for (std::size_t c = 0; c < force.size(); ++c) {
        contacts.impulse[c] = h * force[c].force;
        contacts.moment.set(c, h * force[c].moment);
        contacts.status[c] = force[c].slides ? ContactStatus::sliding : ContactStatus::sticking;
    }
    return stored;
}

template <int D>
std::vector<Twist<D>> Grains<D>::pushes(int bodies) const {
    if (part_.empty() && where_.empty()) return {};
    std::vector<Twist<D>> all(static_cast<std::size_t>(bodies));
    for (std::size_t s = 0; s < part_.size(); ++s) {
        if (inertia_[s].mass > 0.0) all[static_cast<std::size_t>(body_[s])] = push_[s];
    }
    for (const int i : others_) all[static_cast<std::size_t>(i)] = push_on(i);
    return all;
}

template <int D>
void Grains<D>::put_pushes(const SoftState<D>& state) {
    const std::vector<Twist<D>>& pushes = state.push;
    pull_ = state.pull;
    assert(pushes.empty() ? part_.empty()
                          : body_.empty() || static_cast<std::size_t>(*std::max_element(
                                                 body_.begin(), body_.end())) < pushes.size());
    for (std::size_t s = 0; s < part_.size(); ++s) push_[s] = pushes[static_cast<std::size_t>(body_[s])];
    for (const int i : others_) body_push_[static_cast<std::size_t>(i)] = pushes[static_cast<std::size_t>(i)];
}

template class Grains<2>;
template class Grains<3>;

}  // namespace drystone

// The whole world as output sees it, from the ranks: their bodies, and the contacts that each keeps. One rank after the other shows its own, so that
// besides the whole rank 0 holds no more than one of them has.

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <tuple>

#include "bodies/move.h"
#include "core/index.h"
#include "ranks/rank_step.h"

namespace drystone::ranks {

namespace {

/// Where contacts were found.
template <int D>
struct FoundBody {
    int slot = 0;  // in the whole
    Vec<D> position{};
    Rotation<D> rotation{};
};

template <int D>
struct SeenBody {
    int slot = 0;
    Vec<D> position{};
    Rotation<D> rotation{};
    Twist<D> velocity{}, applied{};
};

/// What those who look at a contact may ask besides what travels with it.
template <int D>
struct SeenArms {
    Mat<D> frame{};
    Vec<D> arm_a{}, arm_b{};
    Vec<D> r{};
    Vec<D> branch{};  // in a cell
};

/// items[i] becomes what items[order[i]] was.
template <class T>
void put_in_order(const std::vector<std::size_t>& order, std::vector<T>& items) {
    if (items.empty()) return;
    std::vector<char> done(order.size(), 0);
    for (std::size_t first = 0; first < order.size(); ++first) {
        if (done[first]) continue;
        const T kept = items[first];
        std::size_t to = first;
        for (; order[to] != first; to = order[to]) {
            items[to] = items[order[to]];
            done[to] = 1;
        }
        items[to] = kept;
        done[to] = 1;
    }
}

}  // namespace

/// The contacts of the whole, as they come.
template <int D>
class ComingContacts {
  public:
    ComingContacts(World<D>& whole, std::size_t count) : whole_(whole), width_(static_cast<std::size_t>(whole.contacts.memory.schema.width)) {
        Contacts<D>& c = whole_.contacts;
        const auto empty = [&](auto& list) {
            list.clear();
            list.reserve(count);
        };
        empty(c.point.whole());
        empty(c.impulse);
        c.moment.clear();
        empty(c.status);
        empty(whole_.problem.W.contact.whole());
        empty(whole_.impulse);
        whole_.cell_step.branches.clear();
        if (whole_.cell_model.is_there) empty(whole_.cell_step.branches);
        memory_.reserve(count * width_);
    }

    void take(const Bytes& bytes) {
        Contacts<D>& contacts = whole_.contacts;
        for (Unpacking in(bytes); !in.is_done();) {
            auto c = in.take<TravellingContact<D>>();
            arrive(whole_, {}, {c.body_a, c.body_b}, c);
            contacts.point.push_back(c.point);
            contacts.impulse.push_back(c.impulse);
            contacts.moment.push_back(c.moment);
            contacts.status.push_back(c.status);
            memory_.resize(memory_.size() + width_);
            in.take_numbers(memory_.data() + memory_.size() - width_, width_);
            const auto seen = in.take<SeenArms<D>>();
            ContactArms<D>& arms = whole_.problem.W.contact.whole().emplace_back();
            arms.frame = seen.frame;
            arms.arm_a = seen.arm_a;
            arms.arm_b = seen.arm_b;
            whole_.impulse.push_back(seen.r);
            if (whole_.cell_model.is_there) whole_.cell_step.branches.push_back(seen.branch);
        }
    }

    /// All are there: they go in the order of their identities.
    void sort() {
        Contacts<D>& contacts = whole_.contacts;
        std::vector<std::size_t> order(contacts.point.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::vector<ContactPoint<D>>& points = contacts.point.whole();
        const auto name = [&](std::size_t k) {
            const ContactPoint<D>& p = points[k];
            return std::tie(p.a, p.b, p.image, p.feature, p.layer);
        };
        std::sort(order.begin(), order.end(), [&](std::size_t j, std::size_t k) { return name(j) < name(k); });
        put_in_order(order, points);
        put_in_order(order, contacts.impulse);
        put_in_order(order, contacts.moment.own());
        put_in_order(order, contacts.status);
        put_in_order(order, whole_.problem.W.contact.whole());
        put_in_order(order, whole_.impulse);
        put_in_order(order, whole_.cell_step.branches);
        contacts.memory.resize(width_ > 0 ? order.size() : 0);
        for (std::size_t i = 0; i < order.size() && width_ > 0; ++i) contacts.memory.copy_row(memory_.data() + order[i] * width_, i);
    }

  private:
    World<D>& whole_;
    std::size_t width_;
    std::vector<double> memory_;
};

template <int D>
Bytes RankStep<D>::pack_found() const {
    const World<D>& world = domain_->world;
    const bool found = detected_position_.size() == domain_->owner.size();
    Bytes out;
    for (std::size_t i = 0; i < domain_->owner.size(); ++i) {
        if (domain_->owner[i] != team_.rank()) continue;
        out.put(FoundBody<D>{domain_->slots[i], found ? detected_position_[i] : world.bodies.position[i],
                             found ? detected_rotation_[i] : world.bodies.rotation[i]});
    }
    return out;
}

template <int D>
Bytes RankStep<D>::pack_bodies() const {
    const World<D>& world = domain_->world;
    Bytes out;
    for (std::size_t i = 0; i < domain_->owner.size(); ++i) {
        if (domain_->owner[i] != team_.rank()) continue;
        out.put(SeenBody<D>{domain_->slots[i], world.bodies.position[i], world.bodies.rotation[i], world.bodies.velocity[i],
                            i < world.applied.size() ? world.applied[i] : Twist<D>{}});
    }
    return out;
}

template <int D>
Bytes RankStep<D>::pack_contacts() const {
    const World<D>& world = domain_->world;
    Bytes out;
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        put_contact(world, domain_->numbers(), c, out);
        SeenArms<D> seen;
        if (c < world.problem.W.contact.size() && c < world.impulse.size()) {
            const ContactArms<D>& arms = world.problem.W.contact[c];
            seen = {arms.frame, arms.arm_a, arms.arm_b, world.impulse[c], {}};
        }
        if (c < world.cell_step.branches.size()) seen.branch = world.cell_step.branches[c];
        out.put(seen);
    }
    return out;
}

/// What all ranks have alike. How neighbours were listed is nobody's: a run that goes on lists them anew.
template <int D>
void RankStep<D>::show_common(World<D>& whole) {
    whole.cell = domain_->world.cell;
    place_cell(whole);
    whole.listed = {};
    whole.factor = domain_->world.factor;
    whole.sensed = domain_->world.sensed;
    whole.skins = domain_->world.skins;
}

/// All ranks show what they have; rank 0 has the whole that it becomes.
template <int D>
void RankStep<D>::show(World<D>* whole) {
    ThreadPool alone(1);
    if (whole) {
        show_common(*whole);
        whole->applied.resize(whole->bodies.position.size());
    }
    team_.gather(pack_found(), [&](const Bytes& bytes) {
        for (Unpacking in(bytes); !in.is_done();) {
            const auto body = in.take<FoundBody<D>>();
            whole->bodies.position[at(body.slot)] = body.position;
            whole->bodies.rotation[at(body.slot)] = body.rotation;
        }
    });
    if (whole) place_parts(whole->bodies, alone, whole->parts);
    team_.gather(pack_bodies(), [&](const Bytes& bytes) {
        for (Unpacking in(bytes); !in.is_done();) {
            const auto body = in.take<SeenBody<D>>();
            const std::size_t i = at(body.slot);
            whole->bodies.position[i] = body.position;
            whole->bodies.rotation[i] = body.rotation;
            whole->bodies.velocity[i] = body.velocity;
            if (whole->matter.freedom[i] == Freedom::general) refresh_inverse_inertia(whole->matter, whole->bodies, body.slot);
            whole->applied.set(i, body.applied);
        }
    });
    std::array<std::int64_t, 1> contacts = {static_cast<std::int64_t>(domain_->world.contacts.point.size())};
    team_.sum(contacts);
    std::unique_ptr<ComingContacts<D>> coming;
    if (whole) coming = std::make_unique<ComingContacts<D>>(*whole, static_cast<std::size_t>(contacts[0]));
    team_.gather(pack_contacts(), [&](const Bytes& bytes) { coming->take(bytes); });
    if (!whole) return;
    coming->sort();
}

#define DRYSTONE_BRING_BACK(D)                          \
    template Bytes RankStep<D>::pack_found() const;     \
    template Bytes RankStep<D>::pack_bodies() const;    \
    template Bytes RankStep<D>::pack_contacts() const;  \
    template void RankStep<D>::show_common(World<D>&);  \
    template void RankStep<D>::show(World<D>*);
DRYSTONE_BRING_BACK(2)
DRYSTONE_BRING_BACK(3)
#undef DRYSTONE_BRING_BACK

}  // namespace drystone::ranks

#include "step/earlier_state.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "bodies/move.h"
#include "core/index.h"
#include "core/input_error.h"
#include "geometry/convex.h"
#include "step/deform.h"
#include "step/deformable.h"
#include "step/drives.h"
#include "step/energy.h"
#include "step/links.h"
#include "step/stages.h"

namespace drystone {

namespace {

/// Parts that are shapes, by their bodies' slots.
template <int D>
std::vector<std::vector<int>> parts_of_bodies(const World<D>& world) {
    std::vector<std::vector<int>> parts(world.bodies.position.size());
    for (int p = 0; p < world.parts.shapes(); ++p) parts[at(world.parts.body[at(p)])].push_back(p);
    return parts;
}

template <int D>
std::map<std::string, int> slots_by_name(const World<D>& world) {
    std::map<std::string, int> slots;
    for (int i = 0; i < world.bodies.size(); ++i) {
        const std::string& name = world.description.bodies[at(i)].name;
        if (world.bodies.id[at(i)] != nobody && !name.empty()) slots[name] = i;
    }
    return slots;
}

template <int D>
std::map<std::string, int> links_by_name(const World<D>& world) {
    std::map<std::string, int> links;
    for (std::size_t k = 0; k < world.description.links.size(); ++k)
        links[world.description.links[k].name] = static_cast<int>(k);
    return links;
}

bool is_near(double a, double b, double size) { return std::abs(a - b) <= 1e-9 * size; }

template <int D>
bool same_convex(const Convex<D>* a, const Convex<D>* b, double size) {
    if (!a || !b) return a == b;
    return std::equal(a->vertex.begin(), a->vertex.end(), b->vertex.begin(), b->vertex.end(),
                      [&](const Vec<D>& x, const Vec<D>& y) { return norm(x - y) <= 1e-9 * size; });
}

/// Parts p and q, of one shape in two worlds.
template <int D>
bool same_part(const Parts<D>& one, int p, const Parts<D>& other, int q) {
    const double size = std::max(one.radius[at(p)], norm(one.local_centre[at(p)]));
    if (one.kind[at(p)] != other.kind[at(q)] || !is_near(one.radius[at(p)], other.radius[at(q)], size)) return false;
    if (norm(one.local_centre[at(p)] - other.local_centre[at(q)]) > 1e-9 * size) return false;
    if ((one.solid[at(p)] < 0) != (other.solid[at(q)] < 0)) return false;
    if (one.solid[at(p)] < 0) return true;
    const auto *a = one.solids.shape[at(one.solid[at(p)])].get(), *b = other.solids.shape[at(other.solid[at(q)])].get();
    return same_convex(a, b, size);
}

/// What is image k of b to a, a is -k to b.
template <std::size_t D>
std::array<int, D> the_other_way(std::array<int, D> image) {
    for (int& one : image) one = -one;
    return image;
}

/// Numbers parts of a contact the other way round: what is of b against a changes its sign, what is fixed to a is fixed to b. `space`: of the world,
/// in which the contact goes to the image of a that touches b itself.
template <int D>
void turn_round(const MemorySchema& schema, const Space<D>& space, typename EarlierState<D>::Contact& contact, double* row) {
    std::swap(contact.a, contact.b);
    contact.point.point = contact.point.point - space.shift(contact.point.image);
    contact.point.image = the_other_way(contact.point.image);
    contact.point.normal = -contact.point.normal;
    contact.impulse = -contact.impulse;
    contact.moment = -contact.moment;
    for (const MemoryField& field : schema.fields) {
        if (!row) break;
        if (field.kind == MemoryKind::tangent || field.kind == MemoryKind::vector)
            for (int k = field.first; k < field.first + field.count; ++k) row[k] = -row[k];
        if (field.kind != MemoryKind::on_a || field.name.empty()) continue;
        const MemoryField* other = schema.find(field.name.substr(0, field.name.size() - 1) + "b");
        if (other && other->kind == MemoryKind::on_b && other->count == field.count)
            std::swap_ranges(row + field.first, row + field.first + field.count, row + other->first);
    }
}

/// Where what an earlier run speaks of is in a world.
template <int D>
class Places {
  public:
    using Earlier = EarlierState<D>;

    Places(const Earlier& earlier, const World<D>& world)
        : world_(world), parts_(parts_of_bodies(world)), slots_(slots_by_name(world)), links_(links_by_name(world)), earlier_(earlier) {}

    int slot(int body) const {
        const auto found = slots_.find(earlier_.bodies[at(body)].name);
        return found == slots_.end() ? -1 : found->second;
    }

    /// -1: there is none.
    int part(const typename Earlier::Side& side) const {
        const int i = side.body < 0 ? -1 : slot(side.body);
        if (i < 0 || at(side.part) >= parts_[at(i)].size()) return -1;
        return parts_[at(i)][at(side.part)];
    }

    int link(int k) const {
        const auto found = links_.find(earlier_.links[at(k)]);
        return found == links_.end() ? -1 : found->second;
    }

    const World<D>& world() const { return world_; }

  private:
    const World<D>& world_;
    std::vector<std::vector<int>> parts_;
    std::map<std::string, int> slots_, links_;
    const Earlier& earlier_;
};

template <int D>
void take_bodies(const EarlierState<D>& earlier, const Places<D>& places, World<D>& world, TakenOver& taken) {
    for (std::size_t k = 0; k < earlier.bodies.size(); ++k) {
        const auto& body = earlier.bodies[k];
        const int i = places.slot(static_cast<int>(k));
        if (i < 0) {
            taken.missing.push_back(body.name);
            continue;
        }
        taken.taken[at(i)] = 1;
        world.bodies.position[at(i)] = body.position;
        world.bodies.rotation[at(i)] = body.rotation;
        if (world.matter.freedom[at(i)] != Freedom::immovable) world.bodies.velocity[at(i)] = body.velocity;
        if (deforms<D>(world, i) && !put_dofs({body.x, body.v}, i, world))
            throw InputError("", "the deformable body '" + body.name + "' has another mesh than it had in the earlier run");
    }
}

/// A contact of the earlier run, with its row of memory.
template <int D>
struct Carried {
    typename EarlierState<D>::Contact contact;
    std::vector<double> memory;
};

template <int D>
std::vector<Carried<D>> find_contacts_again(const EarlierState<D>& earlier, const Places<D>& places, bool with_memory) {
    std::vector<Carried<D>> found;
    const Links<D>& links = places.world().links;
    for (std::size_t k = 0; k < earlier.contacts.size(); ++k) {
        Carried<D> one{earlier.contacts[k], {}};
        if (with_memory) one.memory.assign(earlier.memory.row(k), earlier.memory.row(k) + earlier.memory.schema.width);
        if (one.contact.link >= 0) {
            const int link = places.link(one.contact.link);
            if (link < 0 || one.contact.point.layer >= links.link[at(link)].rows()) continue;
            one.contact.point.a = links.handle(link);
            one.contact.point.b = links.handle(link) + 1;
        } else {
            one.contact.point.a = places.part(one.contact.a);
            one.contact.point.b = places.part(one.contact.b);
            if (one.contact.point.a < 0 || one.contact.point.b < 0) continue;
            if (one.contact.point.a > one.contact.point.b) {
                std::swap(one.contact.point.a, one.contact.point.b);
                turn_round<D>(earlier.memory.schema, places.world().parts.space, one.contact, with_memory ? one.memory.data() : nullptr);
            }
        }
        found.push_back(std::move(one));
    }
    std::stable_sort(found.begin(), found.end(), [](const Carried<D>& x, const Carried<D>& y) {
        const auto key = [](const ContactPoint<D>& p) { return std::tuple(p.a, p.b, p.image, p.feature, p.layer); };
        return key(x.contact.point) < key(y.contact.point);
    });
    return found;
}

/// As the contacts of a step before the first.
template <int D>
void take_contacts(const EarlierState<D>& earlier, const Places<D>& places, double scale, World<D>& world) {
    Contacts<D>& contacts = world.contacts;
    const bool with_memory = !earlier.memory.empty() && earlier.memory.schema == world.book.memory;
    const std::vector<Carried<D>> found = find_contacts_again(earlier, places, with_memory);
    if (world.book.remembers && !with_memory) return;  // they are met as new ones
    for (const Carried<D>& one : found) {
        contacts.point.push_back(one.contact.point);
        contacts.impulse.push_back(scale * one.contact.impulse);
        contacts.moment.push_back(scale * one.contact.moment);
        contacts.status.push_back(ContactStatus::open);
        if (world.book.remembers) contacts.memory.values.insert(contacts.memory.values.end(), one.memory.begin(), one.memory.end());
    }
}

template <int D>
void take_soft(const EarlierState<D>& earlier, const Places<D>& places, World<D>& world) {
    for (const auto& one : earlier.soft) {
        const int a = places.part(one.a), b = places.part(one.b);
        if (a < 0 || b < 0) continue;
        SoftContact<D> contact{.a = a, .b = b, .feature = one.feature, .memory = one.memory, .image = one.image};
        if (a > b) {
            std::swap(contact.a, contact.b);
            contact.memory.slip = -contact.memory.slip;
            contact.memory.turn = -contact.memory.turn;
            contact.image = the_other_way(contact.image);
        }
        world.soft.contacts.push_back(contact);
    }
    std::sort(world.soft.contacts.begin(), world.soft.contacts.end(), [](const auto& x, const auto& y) {
        return std::tie(x.a, x.b, x.image, x.feature) < std::tie(y.a, y.b, y.image, y.feature);
    });
}

/// Bodies are there already: those of the earlier run with their velocities in the world, new ones with those against the cell.
template <int D>
void take_cell(const EarlierState<D>& earlier, const TakenOver& taken, World<D>& world) {
    if (!earlier.has_cell || !world.cell_model.is_there) return;
    world.cell.edges = world.cell_model.start = earlier.edges;
    place_cell(world);
    const bool goes_on = world.cell_model.deforms;
    if (goes_on) world.cell.velocity = earlier.edge_velocity;
    const Mat<D> L = earlier.edge_velocity * inverse(earlier.edges);
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.bodies.id[at(i)] == nobody || !rides(world, i) || (taken.taken[at(i)] != 0) == goes_on) continue;
        const Vec<D> carried = L * (world.bodies.position[at(i)] - world.cell_model.origin);
        add_velocity<D>(world, world, i, goes_on ? carried : -carried);
    }
}

template <int D>
double stored_in(const World<D>& world) {
    if (world.contacts.memory.empty()) return energy_of_links(world);
    double sum = 0.0;
    std::vector<char> known(world.links.link.size());
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        sum += world.contacts.memory.stored(c);
        const ContactPoint<D>& point = world.contacts.point[c];
        if (is_link(world.parts, point)) known[at(world.links.of(point.a))] = 1;
    }
    for (std::size_t k = 0; k < known.size(); ++k) {
        if (!known[k]) sum += world.links.link[k].energy_at_first();
    }
    return sum;
}

}  // namespace

template <int D>
EarlierState<D> earlier_state(const World<D>& world, double h) {
    EarlierState<D> earlier;
    earlier.remembers = true;
    earlier.step = h;
    earlier.has_cell = world.cell_model.is_there;
    earlier.edges = world.cell.edges;
    earlier.edge_velocity = world.cell.velocity;
    std::vector<int> body_of(world.bodies.position.size(), -1), number(world.parts.body.size());
    for (const auto& [name, i] : slots_by_name(world)) {
        body_of[at(i)] = static_cast<int>(earlier.bodies.size());
        Dofs<D> dofs = dofs_of(world, i);
        earlier.bodies.push_back({name, world.bodies.position[at(i)], world.bodies.rotation[at(i)], world.bodies.velocity[at(i)],
                                  std::move(dofs.place), std::move(dofs.velocity)});
    }
    for (const std::vector<int>& own : parts_of_bodies(world)) {
        for (std::size_t k = 0; k < own.size(); ++k) number[at(own[k])] = static_cast<int>(k);
    }
    for (const auto& link : world.description.links) earlier.links.push_back(link.name);
    const auto side = [&](int part) -> typename EarlierState<D>::Side {
        return {body_of[at(world.parts.body[at(part)])], number[at(part)]};
    };
    earlier.memory.schema = world.contacts.memory.schema;
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        const ContactPoint<D>& point = world.contacts.point[c];
        const bool link = is_link(world.parts, point);
        typename EarlierState<D>::Contact one{.point = point, .impulse = world.contacts.impulse[c], .moment = world.contacts.moment[c]};
        if (link)
            one.link = world.links.of(point.a);
        else
            one.a = side(point.a), one.b = side(point.b);
        if (!link && (one.a.body < 0 || one.b.body < 0)) continue;
        earlier.contacts.push_back(one);
        if (world.contacts.memory.empty()) continue;
        const double* row = world.contacts.memory.row(c);
        earlier.memory.values.insert(earlier.memory.values.end(), row, row + world.contacts.memory.schema.width);
    }
    for (const SoftContact<D>& one : world.soft.contacts) {
        typename EarlierState<D>::Soft soft{side(one.a), side(one.b), one.feature, one.memory, one.image};
        if (soft.a.body >= 0 && soft.b.body >= 0) earlier.soft.push_back(soft);
    }
    return earlier;
}

template <int D>
TakenOver take_over(const EarlierState<D>& earlier, World<D>& world, double h, ThreadPool& pool) {
    TakenOver taken{.taken = std::vector<char>(world.bodies.position.size()), .missing = {}};
    const Places<D> places(earlier, world);
    take_bodies(earlier, places, world, taken);
    take_cell(earlier, taken, world);
    world.start_position = world.bodies.position;
    world.start_rotation = world.bodies.rotation;
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.matter.freedom[at(i)] == Freedom::general) refresh_inverse_inertia(world.matter, world.bodies, i);
    }
    start_driven_bodies<D>(world, world);
    if (earlier.remembers) {
        take_contacts(earlier, places, h / earlier.step, world);
        take_soft(earlier, places, world);
        taken.remembers = !world.book.remembers || earlier.memory.schema == world.book.memory;
        if (taken.remembers) world.known_before = taken.taken;
    }
    begin_deforming<D>(world, world, world);
    make_room(world);
    place_parts(world.bodies, pool, world.parts);
    place_deforming(world, pool);
    measure_energy(world);
    world.energy.stored = stored_in(world);
    world.energy.initial = world.energy.kinetic + world.energy.potential + world.energy.strain + world.energy.stored;
    return taken;
}

template <int D>
void expect_same_shapes(const World<D>& earlier, const World<D>& world) {
    const auto before = parts_of_bodies(earlier), now = parts_of_bodies(world);
    const auto slots = slots_by_name(world);
    for (const auto& [name, i] : slots_by_name(earlier)) {
        const auto found = slots.find(name);
        if (found == slots.end()) continue;
        const int j = found->second;
        const auto same = [&](int p, int q) { return same_part(earlier.parts, p, world.parts, q); };
        const bool soft = deforms<D>(earlier, i);
        if (soft == deforms<D>(world, j) &&
            (soft || std::equal(before[at(i)].begin(), before[at(i)].end(), now[at(j)].begin(), now[at(j)].end(), same)))
            continue;
        refuse(world.description.bodies[at(j)].place,
               "body '" + name + "' has another shape than the body of that name in the run that this one begins from");
    }
}

#define DRYSTONE_EARLIER_STATE(D)                                                              \
    template EarlierState<D> earlier_state(const World<D>&, double);                           \
    template TakenOver take_over(const EarlierState<D>&, World<D>&, double, ThreadPool&);      \
    template void expect_same_shapes(const World<D>&, const World<D>&);
DRYSTONE_EARLIER_STATE(2)
DRYSTONE_EARLIER_STATE(3)
#undef DRYSTONE_EARLIER_STATE

}  // namespace drystone

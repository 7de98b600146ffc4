// A state as bytes: a magic word, a checksum, then every field in the order of fields() below.
#include <algorithm>
#include <cstring>

#include "core/fields.h"
#include "core/input_error.h"
#include "geometry/shape_numbers.h"
#include "python/saved_state.h"

namespace drystone::python {

namespace {

constexpr char magic[] = "drystone state 5\n";
constexpr std::size_t magic_size = sizeof(magic) - 1;

std::uint64_t checksum(const char* bytes, std::size_t count) {  // FNV-1a
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (std::size_t i = 0; i < count; ++i)
        hash = (hash ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3u;
    return hash;
}

class Writer {
  public:
    template <class T>
    void number(const T& value) {
        bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
    }
    template <class T>
    std::size_t length(const T& list) {
        number(static_cast<std::uint64_t>(list.size()));
        return list.size();
    }
    std::string bytes;
};

class Reader {
  public:
    explicit Reader(const std::string& bytes) : bytes_(bytes) {}

    template <class T>
    void number(T& value) {
        if (bytes_.size() - at_ < sizeof(T)) throw InputError("", "the bytes of the state end too early");
        std::memcpy(&value, bytes_.data() + at_, sizeof(T));
        at_ += sizeof(T);
    }
    template <class T>
    std::size_t length(T& list) {
        std::uint64_t count = 0;
        number(count);
        // Every element takes a byte at least: a wrong length cannot ask for more memory than there are bytes.
        if (count > bytes_.size() - at_) throw InputError("", "the bytes of the state end too early");
        list.resize(count);
        return count;
    }
    bool at_end() const { return at_ == bytes_.size(); }
    std::size_t at_ = 0;

  private:
    const std::string& bytes_;
};

template <class A>
void fields(A& a, double& x) {
    a.number(x);
}
template <class A>
void fields(A& a, int& x) {
    a.number(x);
}
template <class A>
void fields(A& a, ContactStatus& x) {
    a.number(x);
}

template <class A, int D>
void fields(A& a, ContactPoint<D>& c) {
    a.number(c.a);
    a.number(c.b);
    a.number(c.feature);
    a.number(c.layer);
    fields(a, c.point);
    fields(a, c.normal);
    a.number(c.gap);
    a.number(c.area);
    for (int& k : c.image) a.number(k);
}
template <class A, int D>
void fields(A& a, ContactArms<D>& c) {
    a.number(c.body_a);
    a.number(c.body_b);
    a.number(c.round);
    fields(a, c.frame);
    fields(a, c.arm_a);
    fields(a, c.arm_b);
}
template <class A>
void fields(A& a, Energy& e) {
    for (double* x : {&e.kinetic, &e.potential, &e.stored, &e.initial, &e.work, &e.losses.friction,
                      &e.losses.impact, &e.losses.damage, &e.losses.cohesion, &e.scheme,
                      &e.strain, &e.losses.damping, &e.projected, &e.entered, &e.left, &e.changed})
        a.number(*x);
}
template <class A>
void fields(A& a, GivenLine& l) {
    for (double* x : {&l.time, &l.value, &l.integral, &l.double_integral, &l.slope, &l.target}) a.number(*x);
}
template <class A>
void fields(A& a, StepReport& r) {
    a.number(r.solve.iterations);
    a.number(r.solve.residual);
    a.number(r.solve.converged);
    a.number(r.solve.contact_updates);
    a.number(r.contacts);
    a.number(r.max_penetration);
    a.number(r.inertia);
    a.number(r.finite);
}
template <class A, int D>
void fields(A& a, SoftContact<D>& c) {
    a.number(c.a);
    a.number(c.b);
    a.number(c.feature);
    fields(a, c.memory.slip);
    fields(a, c.memory.turn);
}
template <class A, class T>
void list(A& a, std::vector<T>& items) {
    a.length(items);
    for (T& item : items) fields(a, item);
}
/// What it is of is the world's to know.
template <class A, int D>
void fields(A& a, ElasticBody<D>& body) {
    list(a, body.x);
    list(a, body.v);
}
template <class A>
void fields(A& a, std::string& text) {
    a.length(text);
    for (char& c : text) a.number(c);
}
template <class A>
void fields(A& a, MemoryField& field) {
    fields(a, field.name);
    fields(a, field.unit);
    a.number(field.kind);
    a.number(field.shared);
    a.number(field.inner);
    a.number(field.first);
    a.number(field.count);
}
template <class A>
void fields(A& a, Memories& memory) {
    list(a, memory.schema.fields);
    a.number(memory.schema.width);
    list(a, memory.values);
}
template <class A>
void fields(A& a, Passed& passed) {
    a.number(passed.bodies);
    a.number(passed.mass);
}
template <class A, int D>
void fields(A& a, Flow<D>& flow) {
    fields(a, flow.passed);
    fields(a, flow.momentum);
    a.number(flow.energy);
}
template <class A, int D>
void fields(A& a, Origin<D>& origin) {
    a.number(origin.source);
    a.number(origin.number);
    fields(a, origin.position);
}
template <class A, int D>
void fields(A& a, BodyDescription<D>& body) {
    fields(a, body.name);
    fields(a, body.group);
    a.number(body.material);
    a.number(body.fixed);
    a.number(body.mass);
    fields(a, body.position);
    fields(a, body.orientation);
    fields(a, body.velocity);
    fields(a, body.angular_velocity);
    std::vector<double> shape = numbers_of<D>(body.geometry);
    list(a, shape);
    body.geometry = geometry_of<D>(shape);
}
/// Bodies that a program added.
template <class A, int D>
void added(A& a, Census<D>& census) {
    std::vector<int> ids;
    std::vector<BodyDescription<D>> bodies;
    for (const auto& [id, body] : census.added) {
        ids.push_back(id);
        bodies.push_back(*body);
    }
    list(a, ids);
    list(a, bodies);
    if (ids.size() != bodies.size()) throw InputError("", "the bytes of the state are damaged");
    census.added.clear();
    for (std::size_t k = 0; k < ids.size(); ++k)
        census.added.emplace_back(ids[k], std::make_shared<const BodyDescription<D>>(bodies[k]));
}
template <class A, int D>
void fields(A& a, Census<D>& census) {
    a.number(census.next_id);
    a.number(census.smallest_radius);
    fields(a, census.in);
    fields(a, census.out);
    list(a, census.by_source);
    list(a, census.by_sink);
    list(a, census.origin);
    std::vector<int> slots;
    std::vector<std::string> builds;
    for (const auto& [slot, build] : census.vacant) {
        slots.push_back(slot);
        builds.push_back(build);
    }
    list(a, slots);
    list(a, builds);
    census.vacant.clear();
    for (std::size_t k = 0; k < std::min(slots.size(), builds.size()); ++k) census.vacant[slots[k]] = builds[k];
    added(a, census);
}
template <class A, int D>
void fields(A& a, typename Staging<D>::Base& base) {
    a.number(base.id);
    fields(a, base.pose.position);
    fields(a, base.pose.rotation);
}
template <class A, int D>
void fields(A& a, Staging<D>& staging) {
    a.number(staging.number);
    list(a, staging.began);
    list(a, staging.held);
    a.length(staging.bases);
    for (auto& base : staging.bases) fields<A, D>(a, base);
    a.number(staging.clock_time);
    a.number(staging.clock_steps);
}
template <class A>
void fields(A& a, LoadFactor& factor) {
    a.number(factor.value);
    a.number(factor.slope);
}
template <class A, int D>
void fields(A& a, MembraneSkin<D>& skin) {
    a.length(skin.facet);
    for (auto& facet : skin.facet) {
        for (MembraneCorner& corner : facet) {
            a.number(corner.id);
            a.number(corner.platen);
        }
    }
    list(a, skin.listed);
    a.number(skin.outside);
}
template <class A>
void fields(A& a, LateSetting& setting) {
    a.number(setting.stage);
    fields(a, setting.text);
}
template <class A, int D>
void fields(A& a, FullState<D>& full) {
    State<D>& s = full.state;
    a.number(s.time);
    a.number(s.steps);
    list(a, s.bodies.id);
    list(a, s.bodies.position);
    list(a, s.bodies.rotation);
    list(a, s.bodies.velocity);
    std::vector<Mat<spin_dim<D>>> inverse_inertia = s.bodies.inverse_inertia.all();
    list(a, inverse_inertia);
    s.bodies.inverse_inertia = BodyTensors<spin_dim<D>>(inverse_inertia);
    std::vector<ContactPoint<D>> points = s.contacts.point.all();
    list(a, points);
    s.contacts.point = points;
    list(a, s.contacts.impulse);
    std::vector<Spin<D>> moment = s.contacts.moment.all();
    list(a, moment);
    s.contacts.moment = moment;
    list(a, s.contacts.status);
    fields(a, s.contacts.memory);
    list(a, s.elastic);
    NeighbourReference<D>& listed = s.listed.edit();
    list(a, listed.centre);
    list(a, listed.axis);
    list(a, listed.margin);
    list(a, listed.span);
    list(a, s.soft.push);
    list(a, s.soft.contacts);
    for (Mat<D>* m : {&s.cell.edges, &s.cell.velocity, &s.cell.listed}) fields(a, *m);
    list(a, s.factor);
    fields(a, s.staging);
    list(a, s.sensed);
    list(a, s.skins);
    fields(a, s.energy);
    fields(a, s.census);
    list(a, full.arms);
    fields(a, full.last);
}

template <class A>
void whole(A& a, SavedState& state) {
    std::uint8_t dimension = std::holds_alternative<FullState<2>>(state.world) ? 2 : 3;
    a.number(dimension);
    if (dimension == 3 && std::holds_alternative<FullState<2>>(state.world)) state.world = FullState<3>{};
    a.number(state.scene);
    std::visit([&](auto& full) { fields(a, full); }, state.world);
    list(a, state.lines);
    list(a, state.late);
}

}  // namespace

std::string to_bytes(const SavedState& state) {
    SavedState copy = state;  // fields() are for reading, too
    Writer writer;
    whole(writer, copy);
    const std::uint64_t sum = checksum(writer.bytes.data(), writer.bytes.size());
    return std::string(magic) + std::string(reinterpret_cast<const char*>(&sum), sizeof(sum)) + writer.bytes;
}

SavedState from_bytes(const std::string& bytes) {
    const std::size_t head = magic_size + sizeof(std::uint64_t);
    if (bytes.size() < head || bytes.compare(0, magic_size, magic) != 0)
        throw InputError("", "these bytes are no state of this version of drystone");
    std::uint64_t sum = 0;
    std::memcpy(&sum, bytes.data() + magic_size, sizeof(sum));
    if (sum != checksum(bytes.data() + head, bytes.size() - head))
        throw InputError("", "the bytes of the state are damaged or cut off");
    Reader reader(bytes);
    reader.at_ = head;
    SavedState state;
    whole(reader, state);
    if (!reader.at_end()) throw InputError("", "there are bytes left after the end of the state");
    return state;
}

}  // namespace drystone::python

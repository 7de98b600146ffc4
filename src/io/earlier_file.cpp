#include "io/earlier_file.h"

#include <algorithm>
#include <array>

#include "core/input_error.h"
#include "hdf5/file.h"
#include "io/flat.h"

namespace drystone {

namespace {

using hdf5::File;
using hdf5::Group;

template <class T>
void save_rows(const Group& group, const std::string& name, const std::vector<T>& values,
               std::int64_t columns) {
    const std::int64_t rows = static_cast<std::int64_t>(values.size()) / columns;
    const hdf5::Storage storage{.chunk = {std::clamp<std::int64_t>(rows, 1, 16384), columns},
                                .checksum = true};
    group.write<T>(name, values, {rows, columns}, rows > 0 ? storage : hdf5::Storage{});
}

/// Takes numbers one after the other.
class EarlierNumbers {
  public:
    explicit EarlierNumbers(std::vector<double> values) : values_(std::move(values)) {}

    void take(double& x) { x = values_[next_++]; }
    template <int N>
    void take(Vec<N>& v) {
        for (double& x : v.c) take(x);
    }
    void take(Rotation<2>& r) { take(r.angle); }
    void take(Rotation<3>& r) {
        take(r.w);
        take(r.q);
    }

  private:
    std::vector<double> values_;
    std::size_t next_ = 0;
};

constexpr std::int64_t turn_columns(int D) { return D == 2 ? 1 : 4; }
constexpr std::int64_t spins(int D) { return D == 2 ? 1 : 3; }

template <int D>
void save_earlier_bodies(const File& file, const EarlierState<D>& earlier) {
    std::vector<std::string> names;
    std::vector<double> motion, nodes;
    std::vector<std::int64_t> sizes;
    for (const auto& body : earlier.bodies) {
        names.push_back(body.name);
        put(body.position, motion);
        put(body.rotation, motion);
        put(body.velocity.v, motion);
        put(body.velocity.w, motion);
        sizes.push_back(static_cast<std::int64_t>(body.x.size()));
        for (const auto* list : {&body.x, &body.v})
            for (const Vec<D>& x : *list) put(x, nodes);
    }
    file.write_texts("name", names);
    save_rows(file, "motion", motion, 2 * D + turn_columns(D) + spins(D));
    save_rows(file, "node_count", sizes, 1);
    save_rows(file, "nodes", nodes, D);
}

template <int D>
void load_earlier_bodies(const File& file, EarlierState<D>& earlier) {
    const std::vector<std::string> names = file.read_texts("name");
    const auto count = static_cast<std::int64_t>(names.size());
    EarlierNumbers motion(file.read<double>("motion", {count, 2 * D + turn_columns(D) + spins(D)}));
    const auto sizes = file.read<std::int64_t>("node_count", {count, 1});
    std::int64_t all = 0;
    for (const std::int64_t size : sizes) all += std::max<std::int64_t>(size, 0);
    EarlierNumbers nodes(file.read<double>("nodes", {2 * all, D}));
    for (std::size_t k = 0; k < names.size(); ++k) {
        typename EarlierState<D>::Body body{.name = names[k]};
        motion.take(body.position);
        motion.take(body.rotation);
        motion.take(body.velocity.v);
        motion.take(body.velocity.w);
        for (auto* list : {&body.x, &body.v}) {
            list->resize(static_cast<std::size_t>(std::max<std::int64_t>(sizes[k], 0)));
            for (Vec<D>& x : *list) nodes.take(x);
        }
        earlier.bodies.push_back(std::move(body));
    }
}

constexpr std::int64_t identity_columns = 7;  // body and part of a, of b, link, feature, layer

/// Which image of b each contact sees, of a run in a cell.
template <int D, class Image>
void save_earlier_images(const File& file, const std::string& name, std::size_t count, const Image& image) {
    std::vector<std::int64_t> numbers;
    for (std::size_t k = 0; k < count; ++k) {
        const std::array<int, D> one = image(k);
        numbers.insert(numbers.end(), one.begin(), one.end());
    }
    save_rows(file, name, numbers, D);
}

/// Files of runs without a cell, and older ones, have none.
template <int D, class Image>
void load_earlier_images(const File& file, const std::string& name, std::size_t count, const Image& image) {
    if (!file.has(name)) return;
    const auto numbers = file.read<std::int64_t>(name, {static_cast<std::int64_t>(count), D});
    for (std::size_t k = 0; k < numbers.size(); ++k) image(k / D)[k % D] = static_cast<int>(numbers[k]);
}

template <int D>
void save_earlier_contacts(const File& file, const EarlierState<D>& earlier) {
    std::vector<std::int64_t> identity;
    std::vector<double> numbers;
    for (const auto& one : earlier.contacts) {
        identity.insert(identity.end(), {one.a.body, one.a.part, one.b.body, one.b.part, one.link,
                                         static_cast<std::int64_t>(one.point.feature), one.point.layer});
        put(one.point.point, numbers);
        put(one.point.normal, numbers);
        numbers.insert(numbers.end(), {one.point.gap, one.point.area});
        put(one.impulse, numbers);
        put(one.moment, numbers);
    }
    save_rows(file, "contact", identity, identity_columns);
    save_rows(file, "contact_numbers", numbers, 3 * D + 2 + spins(D));
    if (earlier.has_cell)
        save_earlier_images<D>(file, "image", earlier.contacts.size(), [&](std::size_t k) { return earlier.contacts[k].point.image; });
}

template <int D>
void load_earlier_contacts(const File& file, EarlierState<D>& earlier) {
    const auto identity = file.read<std::int64_t>("contact", {hdf5::any, identity_columns});
    const auto count = static_cast<std::int64_t>(identity.size()) / identity_columns;
    EarlierNumbers numbers(file.read<double>("contact_numbers", {count, 3 * D + 2 + spins(D)}));
    const auto bodies = static_cast<std::int64_t>(earlier.bodies.size()),
               links = static_cast<std::int64_t>(earlier.links.size());
    for (std::int64_t c = 0; c < count; ++c) {
        const std::int64_t* id = identity.data() + c * identity_columns;
        if (id[0] >= bodies || id[2] >= bodies || id[4] >= links || id[1] < 0 || id[3] < 0)
            throw InputError(file.place("contact"), "names what is not there");
        const auto number = [&](int k) { return static_cast<int>(id[k]); };
        typename EarlierState<D>::Contact one{
            .a = {number(0), number(1)}, .b = {number(2), number(3)}, .link = number(4)};
        one.point.feature = static_cast<std::uint32_t>(id[5]);
        one.point.layer = number(6);
        numbers.take(one.point.point);
        numbers.take(one.point.normal);
        numbers.take(one.point.gap);
        numbers.take(one.point.area);
        numbers.take(one.impulse);
        numbers.take(one.moment);
        earlier.contacts.push_back(one);
    }
    load_earlier_images<D>(file, "image", earlier.contacts.size(), [&](std::size_t k) -> auto& { return earlier.contacts[k].point.image; });
}

/// The rows, and what their numbers are.
void save_earlier_memory(const File& file, const Memories& memory) {
    std::vector<std::string> names, units;
    std::vector<std::int64_t> kinds;
    for (const MemoryField& field : memory.schema.fields) {
        names.push_back(field.name);
        units.push_back(field.unit);
        kinds.insert(kinds.end(), {static_cast<std::int64_t>(field.kind), field.shared, field.inner,
                                   field.first, field.count});
    }
    file.write_texts("memory_name", names);
    file.write_texts("memory_unit", units);
    save_rows(file, "memory_field", kinds, 5);
    save_rows(file, "memory", memory.values, std::max(memory.schema.width, 1));
}

Memories load_earlier_memory(const File& file, std::size_t contacts) {
    Memories memory;
    const auto names = file.read_texts("memory_name"), units = file.read_texts("memory_unit");
    const auto kinds = file.read<std::int64_t>("memory_field", {static_cast<std::int64_t>(names.size()), 5});
    for (std::size_t k = 0; k < names.size(); ++k) {
        const std::int64_t* field = kinds.data() + 5 * k;
        memory.schema.fields.push_back({.name = names[k],
                                        .unit = k < units.size() ? units[k] : "",
                                        .kind = static_cast<MemoryKind>(field[0]),
                                        .shared = field[1] != 0,
                                        .inner = field[2] != 0,
                                        .first = static_cast<int>(field[3]),
                                        .count = static_cast<int>(field[4])});
        memory.schema.width = std::max(memory.schema.width, static_cast<int>(field[3] + field[4]));
    }
    memory.values = file.read<double>("memory", {hdf5::any, std::max(memory.schema.width, 1)});
    if (memory.size() != 0 && memory.size() != contacts)
        throw InputError(file.place("memory"), "is of other contacts than there are");
    return memory;
}

template <int D>
void save_earlier_soft(const File& file, const EarlierState<D>& earlier) {
    std::vector<std::int64_t> identity;
    std::vector<double> numbers;
    for (const auto& one : earlier.soft) {
        identity.insert(identity.end(), {one.a.body, one.a.part, one.b.body, one.b.part,
                                         static_cast<std::int64_t>(one.feature)});
        put(one.memory.slip, numbers);
        put(one.memory.turn, numbers);
    }
    save_rows(file, "soft", identity, 5);
    save_rows(file, "soft_numbers", numbers, D + spins(D));
    if (earlier.has_cell) save_earlier_images<D>(file, "soft_image", earlier.soft.size(), [&](std::size_t k) { return earlier.soft[k].image; });
}

template <int D>
void load_earlier_soft(const File& file, EarlierState<D>& earlier) {
    const auto identity = file.read<std::int64_t>("soft", {hdf5::any, 5});
    const auto count = static_cast<std::int64_t>(identity.size()) / 5;
    EarlierNumbers numbers(file.read<double>("soft_numbers", {count, D + spins(D)}));
    const auto bodies = static_cast<std::int64_t>(earlier.bodies.size());
    for (std::int64_t c = 0; c < count; ++c) {
        const std::int64_t* id = identity.data() + c * 5;
        if (id[0] < 0 || id[2] < 0 || id[0] >= bodies || id[2] >= bodies || id[1] < 0 || id[3] < 0)
            throw InputError(file.place("soft"), "names what is not there");
        const auto number = [&](int k) { return static_cast<int>(id[k]); };
        typename EarlierState<D>::Soft one{
            {number(0), number(1)}, {number(2), number(3)}, static_cast<std::uint32_t>(id[4]), {}, {}};
        numbers.take(one.memory.slip);
        numbers.take(one.memory.turn);
        earlier.soft.push_back(one);
    }
    load_earlier_images<D>(file, "soft_image", earlier.soft.size(), [&](std::size_t k) -> auto& { return earlier.soft[k].image; });
}

/// Its edges, then their velocities, row by row; nothing where there is no cell.
template <int D>
void save_earlier_cell(const File& file, const EarlierState<D>& earlier) {
    if (!earlier.has_cell) return;
    std::vector<double> numbers;
    for (const Mat<D>* m : {&earlier.edges, &earlier.edge_velocity})
        for (int i = 0; i < D; ++i) put((*m)[i], numbers);
    save_rows(file, "cell", numbers, D);
}

template <int D>
void load_earlier_cell(const File& file, EarlierState<D>& earlier) {
    earlier.has_cell = file.has("cell");
    if (!earlier.has_cell) return;
    EarlierNumbers numbers(file.read<double>("cell", {2 * D, D}));
    for (Mat<D>* m : {&earlier.edges, &earlier.edge_velocity})
        for (int i = 0; i < D; ++i) numbers.take((*m)[i]);
}

}  // namespace

template <int D>
void write_earlier(const std::string& path, const EarlierState<D>& earlier) {
    File file = File::create(path);
    file.set_text("format", "drystone from");
    file.set_whole_number("format_version", 1);
    file.set_whole_number("dimension", D);
    file.set_whole_number("remembers", earlier.remembers);
    file.set_number("step", earlier.step);
    file.write_texts("link", earlier.links);
    save_earlier_bodies(file, earlier);
    save_earlier_contacts(file, earlier);
    save_earlier_memory(file, earlier.memory);
    save_earlier_soft(file, earlier);
    save_earlier_cell(file, earlier);
    file.close();
}

template <int D>
EarlierState<D> read_earlier(const std::string& path) {
    const File file = File::open(path);
    if (!file.has_attribute("format") || file.text("format") != "drystone from" ||
        file.whole_number("dimension") != D)
        throw InputError(path, "is not what a run of this dimension took from another");
    EarlierState<D> earlier;
    earlier.remembers = file.whole_number("remembers") != 0;
    earlier.step = file.number("step");
    earlier.links = file.read_texts("link");
    load_earlier_bodies(file, earlier);
    load_earlier_contacts(file, earlier);
    earlier.memory = load_earlier_memory(file, earlier.contacts.size());
    load_earlier_soft(file, earlier);
    load_earlier_cell(file, earlier);
    return earlier;
}

template void write_earlier(const std::string&, const EarlierState<2>&);
template void write_earlier(const std::string&, const EarlierState<3>&);
template EarlierState<2> read_earlier(const std::string&);
template EarlierState<3> read_earlier(const std::string&);

}  // namespace drystone

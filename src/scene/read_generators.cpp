#include "scene/read_generators.h"

#include <algorithm>

#include <fmt/format.h>

#include "scene/check_sizes.h"
#include "scene/generate.h"
#include "scene/nearest.h"
#include "scene/read_shape.h"

namespace drystone {

Keys with_crowd_keys(Keys keys) {
    keys.insert(keys.begin(), {"type", "name", "shape", "material", "velocity", "fixed"});
    return keys;
}

template <int D>
Crowd<D> read_crowd(const Table& table, const Draft<D>& draft) {
    Crowd<D> crowd;
    crowd.name = table.text("name", "");
    crowd.place = table.has("name") ? table.at("name").place : table.place();
    crowd.origin = origin_of(table.node());
    crowd.material = draft.materials.at(table.at("material"), "material");
    crowd.velocity = table.template vector<D>("velocity", {});
    crowd.fixed = table.truth("fixed", false);
    if (crowd.fixed && table.has("velocity")) {
        refuse(table.at("velocity").place, "fixed bodies cannot have a velocity; drop one of the two");
    }
    return crowd;
}

template <int D>
void add_crowd(const Crowd<D>& crowd, std::size_t count, const GrainOf<D>& grain, Draft<D>& draft) {
    auto& bodies = draft.world.bodies;
    bodies.reserve(bodies.size() + count);
    if (!crowd.name.empty()) draft.bodies.add_numbered(crowd.name, static_cast<int>(bodies.size()), static_cast<int>(count), crowd.place);
    for (std::size_t i = 0; i < count; ++i) {
        PlacedGeometry<D> placed = grain(i);
        BodyDescription<D> body;
        if (!crowd.name.empty()) body.name = fmt::format("{}.{}", crowd.name, i);
        body.group = crowd.name;
        body.material = crowd.material;
        body.geometry = std::move(placed.geometry);
        body.position = placed.position;
        body.orientation = placed.orientation;
        body.velocity = crowd.velocity;
        body.fixed = crowd.fixed;
        body.place = crowd.origin;
        bodies.push_back(std::move(body));
    }
}

template <int D>
void add_crowd(const Crowd<D>& crowd, const std::vector<PlacedBall<D>>& balls, Draft<D>& draft) {
    const GrainOf<D> grain = [&](std::size_t i) {
        PlacedGeometry<D> one{.geometry = {}, .position = balls[i].centre};
        one.geometry.resize(1);
        one.geometry[0].shape = Ball<D>{balls[i].radius};
        return one;
    };
    add_crowd(crowd, balls.size(), grain, draft);
}

namespace {

bool is_among(const std::string& word, const Keys& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

template <int D>
void read_generator(const Node& node, Draft<D>& draft, int number) {
    const Node& type = key_that_chooses(node, "[[generate]]", "type");
    const std::string& word = text_of(type, "type");
    if (word == "packing") return generate_packing(node, draft, number);
    if (word == "lattice") return generate_lattice(node, draft, number);
    Keys known = masonry_words<D>();
    if (is_among(word, known)) return generate_masonry(node, word, draft, number);
    if (D == 2 && is_among(word, masonry_words<3>()))
        refuse(type.place, fmt::format("a {} needs dimension = 3", word));
    known.insert(known.begin(), {"packing", "lattice"});
    refuse(type.place, fmt::format("there is no generator \"{}\"{}", word, suggestion(word, known)));
}

}  // namespace

template <int D>
void read_generators(const Node& document, Draft<D>& draft) {
    int number = 0;
    for (const Node* node : tables_of(find_in(document, "generate"), "generate")) {
        const std::size_t before = draft.world.bodies.size();
        read_generator(*node, draft, number++);
        for (std::size_t i = before; i < draft.world.bodies.size(); ++i) check_sizes(draft.world.bodies[i]);
    }
}

template Crowd<2> read_crowd<2>(const Table&, const Draft<2>&);
template Crowd<3> read_crowd<3>(const Table&, const Draft<3>&);
template void add_crowd<2>(const Crowd<2>&, std::size_t, const GrainOf<2>&, Draft<2>&);
template void add_crowd<3>(const Crowd<3>&, std::size_t, const GrainOf<3>&, Draft<3>&);
template void add_crowd<2>(const Crowd<2>&, const std::vector<PlacedBall<2>>&, Draft<2>&);
template void add_crowd<3>(const Crowd<3>&, const std::vector<PlacedBall<3>>&, Draft<3>&);
template void read_generators<2>(const Node&, Draft<2>&);
template void read_generators<3>(const Node&, Draft<3>&);

}  // namespace drystone

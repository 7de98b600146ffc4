#include "scene/read_sources.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <span>

#include <fmt/format.h>

#include "core/index.h"
#include "core/names.h"
#include "scene/check_sizes.h"
#include "scene/grain_shapes.h"
#include "scene/nearest.h"
#include "scene/radius_law.h"
#include "scene/read_body_list.h"
#include "scene/read_shape.h"
#include "scene/region.h"
#include "scene/table.h"

namespace drystone {

namespace {

/// Radii are drawn in blocks, as those of a packing of so many grains: a sieve curve is followed by every block.
constexpr int block_length = 256;

/// Streams of the scene's seed: sources' lie between the solvers' and the generators'.
std::uint64_t seed_of(std::uint64_t seed, int source, int use) {
    Random random(seed, (std::uint64_t{1} << 62) + 4 * static_cast<std::uint64_t>(source) +
                            static_cast<std::uint64_t>(use));
    return random.next();
}

/// Grains by the shapes and radii of a scene. docs/scene.md, [[sources]].
template <int D>
class SceneGrains : public GrainRecipe<D> {
  public:
    BodyDescription<D> like;            // name, group, material, velocity, place
    std::vector<GrainShape<D>> shapes;  // none: balls
    bool as_given = false;              // shapes have the size they were given in
    RadiusLaw law;
    double largest_radius = 0.0;  // that the law can draw [m]
    long most = 0;                // grains in all
    std::uint64_t radius_seed = 0, grain_seed = 0;

    BodyDescription<D> grain(long number) const override {
        Random random(grain_seed, static_cast<std::uint64_t>(number));
        BodyDescription<D> body = like;
        body.name = fmt::format("{}.{}", like.group, number);
        if (shapes.empty()) {
            body.geometry.resize(1);
            body.geometry[0].shape = Ball<D>{radius_of(number)};
            return body;
        }
        const std::vector<double> radius = as_given ? std::vector<double>{} : std::vector{radius_of(number)};
        const Grain drawn = draw_grains(shapes, radius, 1, random)[0];
        body.geometry = scaled(shapes[at(drawn.shape)].geometry, drawn.scale);
        body.orientation = random_rotation<D>(random);
        return body;
    }

    double largest() const override {
        double reach = shapes.empty() ? largest_radius : 0.0;
        for (const GrainShape<D>& shape : shapes) {
            if (shape.weight > 0.0)
                reach = std::max(reach, shape.around.radius * (as_given ? 1.0 : largest_radius / shape.size));
        }
        return reach;
    }

    std::vector<BodyDescription<D>> samples() const override {
        std::vector<BodyDescription<D>> all;
        if (shapes.empty()) return {grain(0)};
        for (const GrainShape<D>& shape : shapes) {
            all.push_back(like);
            all.back().geometry = shape.geometry;
        }
        return all;
    }

  private:
    double radius_of(long number) const {
        if (const auto* equal = std::get_if<EqualRadii>(&law)) return equal->radius;
        const long length = std::min<long>(block_length, most), block = number / length;
        const std::lock_guard guard(lock_);
        if (block != block_ || radii_.empty()) {
            Random random(radius_seed, static_cast<std::uint64_t>(block));
            radii_ = draw_radii(law, static_cast<int>(length), D, random);
            random.shuffle(std::span<double>(radii_));
            block_ = block;
        }
        return radii_[static_cast<std::size_t>(number % length)];
    }

    mutable std::mutex lock_;
    mutable long block_ = -1;
    mutable std::vector<double> radii_;
};

struct LargestRadius {
    double operator()(const EqualRadii& law) const { return law.radius; }
    double operator()(const UniformRadii& law) const { return law.hi; }
    double operator()(const BellRadii& law) const { return law.max; }
    double operator()(const TwoRadii& law) const { return std::max(law.small, law.large); }
    double operator()(const GradedRadii& law) const { return 0.5 * law.sieves.back().diameter; }
};

/// rate, mass_rate or batch: one of them.
template <int D>
void read_pace(const Table& table, Source<D>& source) {
    const Node* first = nullptr;
    for (const char* key : {"rate", "mass_rate", "batch"}) {
        const Node* node = table.find(key);
        if (node && first)
            refuse(node->place, fmt::format("{}: a source has one of rate, mass_rate and batch", key));
        if (node) first = node;
    }
    if (!first)
        refuse(table.place(),
               "[[sources]] needs one of rate [1/s], mass_rate [kg/s] and batch = { count, every }");
    if (table.has("rate")) source.rate = table.positive("rate");
    if (table.has("mass_rate")) source.mass_rate = table.positive("mass_rate");
    if (!table.has("batch")) return;
    const Table batch(table.at("batch"), "batch", {"count", "every"});
    source.batch = whole_number_of(batch.at("count"), "count", 1, std::numeric_limits<int>::max());
    source.every = batch.positive("every");
}

template <int D>
void check_name(const Table& table, const std::string& name, const Draft<D>& draft) {
    const Place& place = table.at("name").place;
    if (is_pattern(name))
        refuse(place, "a source's name has no *: that stands for any letters where bodies are named");
    for (const Source<D>& other : draft.world.sources) {
        if (other.name == name) refuse(place, fmt::format("there is a source named \"{}\" already", name));
    }
    for (const BodyDescription<D>& body : draft.world.bodies) {
        if (body.group == name || belongs(body.name, name))
            refuse(
                place,
                fmt::format(
                    "the source's bodies are \"{0}.0\", \"{0}.1\", ..: there is a {1} \"{2}\" already", name,
                    body.group == name ? "group" : "body", body.group == name ? body.group : body.name));
    }
}

template <int D>
std::shared_ptr<const GrainRecipe<D>> read_grains(const Table& table, const Source<D>& source, int number,
                                                  const Draft<D>& draft) {
    auto grains = std::make_shared<SceneGrains<D>>();
    grains->like.group = source.name;
    grains->like.material = source.material;
    grains->like.velocity = table.template vector<D>("velocity", {});
    grains->like.place = origin_of(table.node());
    grains->shapes = read_grain_shapes<D>(table, draft.folder);
    if (grains->shapes.empty()) expect_ball_word<D>(table.at("shape"), "the shape of " + table.title());
    grains->as_given = !grains->shapes.empty() && !table.has("radius");
    if (!grains->as_given) {
        grains->law = read_radius_law(table.at("radius"), draft.folder);
        grains->largest_radius = std::visit(LargestRadius{}, grains->law);
    }
    grains->most = source.most;
    grains->radius_seed = seed_of(draft.seed, number, 0);
    grains->grain_seed = seed_of(draft.seed, number, 1);
    return grains;
}

template <int D>
void check_room(const Table& table, const Source<D>& source) {
    const double largest = source.grains->largest(), width = least_width<D>(source.region);
    if (!std::isfinite(largest))
        refuse(table.at("radius").place,
               "a source needs to know how large its bodies are at most: give the law of the radii a max");
    check_size(largest,
               table.at(table.has("radius")  ? "radius"
                        : table.has("shape") ? "shape"
                                             : "shapes")
                   .place,
               "a body");
    if (2.0 * largest > width * (1.0 + 1e-12))
        refuse(table.at("region").place,
               fmt::format(
                   "a body of up to {:.6g} m from its middle does not fit in a region only {:.6g} m wide",
                   largest, width));
}

template <int D>
void read_source(const Node& node, const Node& document, Draft<D>& draft) {
    const Table table(node, "[[sources]]",
                      {"name", "material", "shape", "shapes", "radius", "region", "rate", "mass_rate",
                       "batch", "count", "from", "until", "velocity", "stage"});
    Source<D> source;
    source.name = table.text("name");
    check_name(table, source.name, draft);
    source.material = draft.materials.at(table.at("material"), "material");
    source.region = read_region<D>(table.at("region"), "region");
    read_pace(table, source);
    if (table.has("count"))
        source.most = whole_number_of(table.at("count"), "count", 1, std::numeric_limits<int>::max());
    source.open = read_opening(node, document);
    source.place = origin_of(node);
    const int number = static_cast<int>(draft.world.sources.size());
    source.seed = seed_of(draft.seed, number, 2);
    source.grains = read_grains(table, source, number, draft);
    check_room(table, source);
    const double density = draft.world.materials[at(source.material)].density;
    if (!(density > 0.0))
        refuse(table.at("material").place,
               fmt::format("bodies that come in have the mass of their material, and \"{}\" has no density",
                           draft.world.materials[at(source.material)].name));
    draft.world.sources.push_back(std::move(source));
}

}  // namespace

Opening read_opening(const Node& node, const Node& document) {
    Opening open;
    if (const Node* from = find_in(node, "from")) open.from = not_negative_of(*from, "from");
    if (const Node* until = find_in(node, "until")) {
        open.until = not_negative_of(*until, "until");
        if (!(open.until > open.from)) refuse(until->place, "until must come after from");
    }
    const Node* stage = find_in(node, "stage");
    if (!stage) return open;
    std::vector<std::string> known;
    for (const Node* one : tables_of(find_in(document, "stages"), "stages")) {
        if (const Node* name = find_in(*one, "name")) known.push_back(text_of(*name, "name"));
    }
    const auto add = [&](const Node& one) {
        const std::string& name = text_of(one, "stage");
        if (std::find(known.begin(), known.end(), name) == known.end())
            refuse(one.place, fmt::format("there is no stage named \"{}\"{}", name, suggestion(name, known)));
        open.stages.push_back(name);
    };
    if (const auto* several = stage->as<Node::Array>()) {
        if (several->empty()) refuse(stage->place, "stage is empty; name a stage");
        for (const Node& one : *several) add(one);
    } else {
        add(*stage);
    }
    return open;
}

template <int D>
void read_sources(const Node& document, Draft<D>& draft) {
    for (const Node* node : tables_of(find_in(document, "sources"), "sources"))
        read_source(*node, document, draft);
}

template <int D>
WorldDescription<D> with_samples(const WorldDescription<D>& world) {
    WorldDescription<D> more = world;
    for (const Source<D>& source : world.sources) {
        for (const BodyDescription<D>& body : source.grains->samples()) {
            more.bodies.push_back(body);
            more.bodies.push_back(body);  // they may meet each other
        }
    }
    return more;
}

template <int D>
bool names_source(const std::string& word, const Draft<D>& draft) {
    return std::any_of(draft.world.sources.begin(), draft.world.sources.end(), [&](const Source<D>& source) {
        const std::string first = source.name + ".";
        const std::string head = word.substr(0, word.find('*'));
        const bool numbered = word.starts_with(first) && word.size() > first.size() &&
                              word.find_first_not_of("0123456789", first.size()) == std::string::npos;
        return is_like(source.name, word) || numbered ||
               (head.size() < word.size() && (first.starts_with(head) || head.starts_with(first)));
    });
}

#define DRYSTONE_READ_SOURCES(D)                                           \
    template void read_sources(const Node&, Draft<D>&);                    \
    template WorldDescription<D> with_samples(const WorldDescription<D>&); \
    template bool names_source(const std::string&, const Draft<D>&);
DRYSTONE_READ_SOURCES(2)
DRYSTONE_READ_SOURCES(3)
#undef DRYSTONE_READ_SOURCES

}  // namespace drystone

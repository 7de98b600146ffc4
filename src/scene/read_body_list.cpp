#include "scene/read_body_list.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/names.h"
#include "geometry/mass.h"
#include "scene/nearest.h"
#include "scene/read_shape.h"
#include "scene/table.h"

namespace drystone {

namespace {

template <int D>
std::vector<int> bodies_of(const std::string& group, const Draft<D>& draft) {
    std::vector<int> bodies;
    for (std::size_t i = 0; i < draft.world.bodies.size(); ++i) {
        if (!group.empty() && draft.world.bodies[i].group == group) bodies.push_back(static_cast<int>(i));
    }
    return bodies;
}

/// Names of bodies and groups, each once.
template <int D>
std::vector<std::string> known_names(const Draft<D>& draft) {
    std::vector<std::string> names = draft.bodies.all();
    for (const auto& body : draft.world.bodies) {
        if (!body.group.empty()) names.push_back(body.group);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

template <int D>
std::vector<int> bodies_like(const Node& node, const Draft<D>& draft) {
    const std::string& pattern = *node.as<std::string>();
    const auto fits = [&](const std::string& name) { return !name.empty() && is_like(name, pattern); };
    std::vector<int> found;
    for (std::size_t i = 0; i < draft.world.bodies.size(); ++i) {
        const BodyDescription<D>& body = draft.world.bodies[i];
        if (pattern == "*" || fits(body.name) || fits(body.group)) found.push_back(static_cast<int>(i));
    }
    if (found.empty()) {
        refuse(node.place, fmt::format("no body or group has a name like \"{}\"{}", pattern,
                                       suggestion(pattern, known_names(draft))));
    }
    return found;
}

template <int D>
std::vector<int> bodies_named(const Node& node, std::string_view what, const Draft<D>& draft) {
    const std::string& name = *node.as<std::string>();
    std::vector<int> found = bodies_of(name, draft);
    if (draft.bodies.has(name)) {
        if (!found.empty()) {
            refuse(node.place,
                   fmt::format("\"{}\" names a body and a group: which is meant? rename one", name));
        }
        found = {draft.bodies.at(node, what)};
    }
    if (found.empty()) {
        refuse(node.place, fmt::format("there is no body or group named \"{}\"{}", name,
                                       suggestion(name, known_names(draft))));
    }
    return found;
}

template <int D>
Vec<D> centre_at_start(const BodyDescription<D>& body) {
    return body.position + rotate(body.orientation, mass_properties(body.geometry, 1.0).centre);
}

/// How far a place is outside of a box, as a vector.
template <int D>
Vec<D> out_of(const Bounds<D>& box, const Vec<D>& x) {
    Vec<D> out;
    for (int i = 0; i < D; ++i) out[i] = std::max({box.low[i] - x[i], x[i] - box.high[i], 0.0});
    return out;
}

template <int D>
Bounds<D> read_selector_box(const Node& node) {
    const Table selector(node, "a selector", {"box"});
    const Table box(selector.at("box"), "box", {"min", "max"});
    const Bounds<D> bounds{box.vector<D>("min"), box.vector<D>("max")};
    for (int i = 0; i < D; ++i) {
        if (bounds.high[i] < bounds.low[i])
            refuse(box.at("max").place, "max must not be less than min in any direction");
    }
    return bounds;
}

template <int D>
std::string called_at(const BodyDescription<D>& body, const Vec<D>& x) {
    return fmt::format("{} at [{:.6g}]", body.name.empty() ? "a body without a name" : '"' + body.name + '"',
                       fmt::join(x.c, ", "));
}

template <int D>
std::vector<int> bodies_in_box(const Node& node, const Draft<D>& draft) {
    const Bounds<D> box = read_selector_box<D>(node);
    std::vector<int> found;
    std::string nearest_body;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < draft.world.bodies.size(); ++i) {
        const BodyDescription<D>& body = draft.world.bodies[i];
        if (!has_volume(body.geometry)) continue;
        const Vec<D> centre = centre_at_start(body);
        const double distance = norm(out_of(box, centre));
        if (distance == 0.0) found.push_back(static_cast<int>(i));
        if (distance >= least) continue;
        least = distance;
        nearest_body = called_at(body, centre);
    }
    if (!found.empty()) return found;
    refuse(node.place, fmt::format("no body has its centre of mass in this box at time 0{}",
                                   nearest_body.empty() ? "" : "; the nearest is " + nearest_body));
}

/// Joins what selectors find, in their order.
template <int D>
class Choice {
  public:
    Choice(std::string_view what, const Draft<D>& draft)
        : what_(what), draft_(draft), chosen_(draft.world.bodies.size(), false), named_(chosen_) {}

    void add(const Node& node) {
        if (node.as<Node::Entries>()) return join(bodies_in_box(node, draft_));
        if (!node.as<std::string>())
            refuse(node.place,
                   fmt::format(
                       "{} must name bodies: a name, a pattern with *, {{ box = {{ min = .., max = .. }} }}, "
                       "or an array of these, found {}",
                       what_, describe(node)));
        if (is_pattern(text_of(node, what_))) return join(bodies_like(node, draft_));
        const std::vector<int> found = bodies_named(node, what_, draft_);
        for (const int body : found) {
            if (named_[static_cast<std::size_t>(body)])
                refuse(node.place,
                       fmt::format("\"{}\" names a body for the second time", *node.as<std::string>()));
            named_[static_cast<std::size_t>(body)] = true;
        }
        join(found);
    }

    std::vector<int> bodies() && { return std::move(bodies_); }

  private:
    void join(const std::vector<int>& found) {
        for (const int body : found) {
            if (chosen_[static_cast<std::size_t>(body)]) continue;
            chosen_[static_cast<std::size_t>(body)] = true;
            bodies_.push_back(body);
        }
    }

    std::string_view what_;
    const Draft<D>& draft_;
    std::vector<bool> chosen_;
    std::vector<bool> named_;  // by name or group: once more is a slip
    std::vector<int> bodies_;
};

}  // namespace

bool is_pattern(std::string_view word) { return word.find('*') != std::string_view::npos; }

template <int D>
std::vector<int> read_body_list(const Node& node, std::string_view what, const Draft<D>& draft) {
    Choice<D> choice(what, draft);
    const auto* items = node.as<Node::Array>();
    if (!items) {
        choice.add(node);
    } else {
        if (items->empty()) refuse(node.place, fmt::format("{} is empty; name a body or a group", what));
        for (const Node& item : *items) choice.add(item);
    }
    return std::move(choice).bodies();
}

template <int D>
int read_one_body(const Node& node, std::string_view what, const Draft<D>& draft) {
    const auto* name = node.as<std::string>();
    if (name && !is_pattern(*name) && bodies_of(*name, draft).empty()) return draft.bodies.at(node, what);
    const std::vector<int> found = read_body_list(node, what, draft);
    if (found.size() > 1)
        refuse(node.place, fmt::format("{} is one body, and this names {}", what, found.size()));
    return found[0];
}

template <int D>
std::vector<int> read_body_or_bodies(const Node& node, const Draft<D>& draft) {
    const Node *one = find_in(node, "body"), *several = find_in(node, "bodies");
    if (one && several) refuse(several->place, "give either body or bodies, not both");
    if (several) return read_body_list(*several, "bodies", draft);
    if (!one) refuse(node.place, "which body? give body = \"name\", or bodies = a group or a list of names");
    return {read_one_body(*one, "body", draft)};
}

#define DRYSTONE_READ_BODY_LIST(D)                                                            \
    template std::vector<int> read_body_list(const Node&, std::string_view, const Draft<D>&); \
    template int read_one_body(const Node&, std::string_view, const Draft<D>&);               \
    template std::vector<int> read_body_or_bodies(const Node&, const Draft<D>&);
DRYSTONE_READ_BODY_LIST(2)
DRYSTONE_READ_BODY_LIST(3)
#undef DRYSTONE_READ_BODY_LIST

}  // namespace drystone

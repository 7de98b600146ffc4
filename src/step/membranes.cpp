// Pressure on a membrane, docs/theory.md (7.20)-(7.22): the skin goes through the centres of the outermost grains, and every facet with the
// area vector S, outwards, gives each of its D corners
//
//     f = - p S / D
//
// so that  sum f = 0,  sum x x f = 0,  sum f x^T = - p V 1  of a closed one, to rounding. Where it ends on a platen it goes down to it at
// right angles, from the centre of a grain to the foot beneath, whose share the grain has as well (or the platen); the end itself, among
// feet, pushes no grain.

#include "step/membranes.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/index.h"
#include "geometry/wrap.h"
#include "step/deformable.h"
#include "step/pressure.h"

namespace drystone {

namespace {

constexpr double far = 0.1;  // of its reach: grains that have moved so far have the skin drawn anew
constexpr double usual_reach =
    1.8;  // of the largest radius: balls that touch are 1.15 apart, square pores 1.41. A wider one spans pockets
          // of several grains, which open and close for ever: 25 disks with 3.0 did not come to rest
constexpr double near_feet = 2.0;  // of its radius: a grain whose centre is nearer to a platen stands on it

/// (bodies)  Radius of the ball about the centre of mass that holds it [m].
template <int D>
std::vector<double> radii_of(const Parts<D>& parts, int bodies) {
    std::vector<double> radius(at(bodies), 0.0);
    for (int p = 0; p < parts.shapes(); ++p) {
        double& r = radius[at(parts.body[at(p)])];
        r = std::max(r, norm(parts.local_centre[at(p)]) + parts.radius[at(p)]);
    }
    return radius;
}

/// Centres of the grains, then their feet on platens, and whose they are.
template <int D>
struct Outline {
    std::vector<Vec<D>> place;
    std::vector<MembraneCorner> corner;
};

template <int D>
Vec<D> foot_on(const FlatSide<D>& platen, const Vec<D>& x) {
    return x - dot(platen.normal, x - platen.point) * platen.normal;
}

template <int D>
Outline<D> outline_of(const Model<D>& model, const State<D>& state, std::size_t k) {
    const Membrane<D>& membrane = model.description.membranes[k];
    const std::vector<double> radius = radii_of(model.parts, state.bodies.size());
    Outline<D> outline;
    const auto add = [&](const Vec<D>& x, int body, int platen) {
        outline.place.push_back(x);
        outline.corner.push_back({state.bodies.id[at(body)], platen});
    };
    for (const int i : membrane.bodies) {
        if (state.bodies.id[at(i)] != nobody) add(state.bodies.position[at(i)], i, -1);
    }
    for (std::size_t j = 0; j < model.platens[k].size(); ++j) {
        const FlatSide<D> side = flat_side(model.parts, model.platens[k][j]);
        for (const int i : membrane.bodies) {
            const Vec<D>& x = state.bodies.position[at(i)];
            if (state.bodies.id[at(i)] != nobody &&
                dot(side.normal, x - side.point) <= near_feet * radius[at(i)])
                add(foot_on(side, x), i, static_cast<int>(j));
        }
    }
    return outline;
}

/// The platen that all corners of a facet stand on, or -1.
template <std::size_t N>
int platen_of(const std::array<MembraneCorner, N>& facet) {
    const auto same = [&](const MembraneCorner& c) { return c.platen == facet[0].platen; };
    return std::all_of(facet.begin(), facet.end(), same) ? facet[0].platen : -1;
}

/// Places by cells of a grid over a box.
template <int D>
class Cells {
  public:
    Cells(std::span<const Vec<D>> places, double edge) : edge_(edge), low_(places[0]) {
        Vec<D> high = low_;
        for (const Vec<D>& x : places) {
            for (int c = 0; c < D; ++c) {
                low_[c] = std::min(low_[c], x[c]);
                high[c] = std::max(high[c], x[c]);
            }
        }
        for (int c = 0; c < D; ++c) count_[at(c)] = std::min((high[c] - low_[c]) / edge_, 1e6) + 1.0;
        double all = 1.0;
        for (double& n : count_) all *= n = std::floor(n);
        too_many_ = !(all < 1e7);
        if (!too_many_) marked_.assign(static_cast<std::size_t>(all), 0);
    }

    bool too_many() const { return too_many_; }

    /// The cell of x, and those up to `round` from it.
    void mark(const Vec<D>& x, int round) { mark(x, round, 0, 0); }
    bool is_marked(const Vec<D>& x) const {
        std::size_t cell = 0;
        for (int c = 0; c < D; ++c) cell = cell * static_cast<std::size_t>(count_[at(c)]) + static_cast<std::size_t>(along(x, c));
        return marked_[cell] != 0;
    }

  private:
    double along(const Vec<D>& x, int c) const { return std::clamp(std::floor((x[c] - low_[c]) / edge_), 0.0, count_[at(c)] - 1.0); }
    void mark(const Vec<D>& x, int round, int c, std::size_t cell) {
        if (c == D) {
            marked_[cell] = 1;
            return;
        }
        const double here = along(x, c);
        for (double n = std::max(0.0, here - round); n <= std::min(count_[at(c)] - 1.0, here + round); ++n)
            mark(x, round, c + 1, cell * static_cast<std::size_t>(count_[at(c)]) + static_cast<std::size_t>(n));
    }

    double edge_;
    Vec<D> low_;
    std::array<double, D> count_{};
    bool too_many_ = false;
    std::vector<char> marked_;
};

/// (places of the outline)  1: a foot, or so near to a corner of the last skin that the next one may touch it. All, where there was none.
template <int D>
std::vector<char> near_skin(const Model<D>& model, const State<D>& state, std::size_t k, const Outline<D>& outline) {
    std::vector<char> near(outline.place.size(), 1);
    if (k >= state.skins.size() || state.skins[k].facet.empty() || near.empty()) return near;
    constexpr double fine = 0.5;  // cells, of the reach: 1 to 1.5 reaches deep
    Cells<D> cells(outline.place, fine * model.description.membranes[k].reach);
    if (cells.too_many()) return near;
    for (const auto& facet : state.skins[k].facet) {
        for (const MembraneCorner& corner : facet) {
            const int i = model.slot[at(corner.id)];
            if (i >= 0 && corner.platen < 0) cells.mark(state.bodies.position[at(i)], 2);
        }
    }
    for (std::size_t n = 0; n < near.size(); ++n) near[n] = outline.corner[n].platen >= 0 || cells.is_marked(outline.place[n]);
    return near;
}

/// A skin round some of an outline's places, those that are left out within it.
template <int D>
Wrap<D> wrap_some(const Outline<D>& outline, const std::vector<char>& chosen, double reach) {
    std::vector<Vec<D>> places, deep;
    std::vector<int> which;
    for (std::size_t n = 0; n < chosen.size(); ++n) {
        (chosen[n] ? places : deep).push_back(outline.place[n]);
        if (chosen[n]) which.push_back(static_cast<int>(n));
    }
    Wrap<D> wrap = shrink_wrap<D>(
        places, reach,
        [&](const std::array<int, D>& face) {
            std::array<MembraneCorner, D> facet;
            for (std::size_t c = 0; c < D; ++c) facet[c] = outline.corner[at(which[at(face[c])])];
            return platen_of(facet) >= 0;
        },
        deep);
    for (auto& facet : wrap.facet) {
        for (int& corner : facet) corner = which[at(corner)];
    }
    std::vector<char> inside(chosen.size(), 1);
    for (std::size_t n = 0; n < which.size(); ++n) inside[at(which[n])] = wrap.inside[n];
    wrap.inside = std::move(inside);
    return wrap;
}

/// Grains deep within are left out: what there is of the skin without them is looked at, and drawn with all where it is not theirs.
template <int D>
Wrap<D> wrap_outline(const Model<D>& model, const State<D>& state, std::size_t k, const Outline<D>& outline) {
    const double reach = model.description.membranes[k].reach;
    const std::vector<char> near = near_skin(model, state, k, outline);
    const Wrap<D> wrap = wrap_some(outline, near, reach);
    if (wrap.whole && !wrap.facet.empty()) return wrap;
    return wrap_some(outline, std::vector<char>(near.size(), 1), reach);
}

template <int D>
MembraneSkin<D> draw_skin(const Model<D>& model, const State<D>& state, std::size_t k) {
    const Membrane<D>& membrane = model.description.membranes[k];
    const Outline<D> outline = outline_of(model, state, k);
    const auto corners = [&](const std::array<int, D>& face) {
        std::array<MembraneCorner, D> facet;
        for (std::size_t c = 0; c < D; ++c) facet[c] = outline.corner[at(face[c])];
        return facet;
    };
    const Wrap<D> wrap = wrap_outline(model, state, k, outline);
    MembraneSkin<D> skin;
    for (const std::array<int, D>& face : wrap.facet) skin.facet.push_back(corners(face));
    for (std::size_t i = 0; i < outline.corner.size(); ++i)
        skin.outside += outline.corner[i].platen < 0 && !wrap.inside[i];
    for (const int i : membrane.bodies) skin.listed.push_back(state.bodies.position[at(i)]);
    return skin;
}

template <int D>
bool is_stale(const Model<D>& model, const State<D>& state, std::size_t k) {
    const Membrane<D>& membrane = model.description.membranes[k];
    const MembraneSkin<D>& skin = state.skins[k];
    if (skin.listed.size() != membrane.bodies.size()) return true;
    const double limit = far * membrane.reach;
    for (std::size_t i = 0; i < skin.listed.size(); ++i) {
        const Vec<D> way = state.bodies.position[at(membrane.bodies[i])] - skin.listed[i];
        if (dot(way, way) > limit * limit) return true;
    }
    const int platens = static_cast<int>(model.platens[k].size());
    const auto is_gone = [&](const auto& facet) {
        return std::any_of(facet.begin(), facet.end(), [&](const MembraneCorner& c) {
            return model.slot[at(c.id)] < 0 || c.platen >= platens;
        });
    };
    return std::any_of(skin.facet.begin(), skin.facet.end(), is_gone);
}

/// Corners of the facets of membrane k now.
template <int D>
class CornerPlaces {
  public:
    CornerPlaces(const Model<D>& model, const State<D>& state, std::size_t k)
        : model_(model), state_(state), platens_(model.platens[k]) {}

    std::array<Vec<D>, D> operator()(const std::array<MembraneCorner, D>& facet) const {
        std::array<Vec<D>, D> x;
        for (std::size_t c = 0; c < D; ++c) x[c] = of(facet[c]);
        return x;
    }
    Vec<D> of(const MembraneCorner& corner) const {
        const Vec<D>& x = state_.bodies.position[at(model_.slot[at(corner.id)])];
        return corner.platen < 0 ? x : foot_on(flat_side(model_.parts, platens_[at(corner.platen)]), x);
    }

  private:
    const Model<D>& model_;
    const State<D>& state_;
    const std::vector<WallFace>& platens_;
};

template <int D>
Vec<D> mean_of(const std::array<Vec<D>, D>& corner) {
    Vec<D> sum{};
    for (const Vec<D>& x : corner) sum += x;
    return (1.0 / D) * sum;
}

/// - p S of every facet to those that it touches.
template <int D>
void press(World<D>& world, std::size_t k, double pressure) {
    const Membrane<D>& membrane = world.description.membranes[k];
    const CornerPlaces<D> places(world, world, k);
    for (const std::array<MembraneCorner, D>& facet : world.skins[k].facet) {
        const int end = platen_of(facet);
        if (end >= 0 && !membrane.pushes_platens) continue;
        const std::array<Vec<D>, D> x = places(facet);
        const Vec<D> share = (-pressure / D) * area_vector(x);
        for (std::size_t c = 0; c < D; ++c) {
            const bool to_platen = facet[c].platen >= 0 && membrane.pushes_platens;
            const auto i =
                at(to_platen ? membrane.platens[at(facet[c].platen)] : world.slot[at(facet[c].id)]);
            world.applied.edit(i).v += share;
            if (to_platen) world.applied.edit(i).w += moment(x[c] - world.bodies.position[i], share);
        }
    }
}

template <int D>
void check_grains(const World<D>& world, const Membrane<D>& membrane) {
    for (const int i : membrane.bodies) {
        if (deforms<D>(world, i))
            refuse(membrane.place, "a membrane is round rigid bodies, and \"" +
                                       world.description.bodies[at(i)].name + "\" deforms");
    }
    if (membrane.from_start && is_first(world.description) && membrane.bodies.size() < D + 2)
        refuse(membrane.place, "a membrane needs " + std::to_string(D + 2) + " bodies at least, found " +
                                   std::to_string(membrane.bodies.size()));
}

}  // namespace

template <int D>
void list_membranes(World<D>& world) {
    world.platens.clear();
    for (std::size_t k = 0; k < world.description.membranes.size(); ++k) {
        Membrane<D>& membrane = world.description.membranes[k];
        membrane.pressure.prepare();
        check_grains(world, membrane);
        std::vector<WallFace>& platens = world.platens.emplace_back();
        for (const int body : membrane.platens) {
            const PressedWall wall = find_wall<D>(world, body, facing(world.description, body), {});
            if (wall.own.empty())
                refuse(membrane.place, "\"" + world.description.bodies[at(body)].name +
                                           "\" has no flat side for a membrane to end on");
            platens.push_back(wall.own[0]);
        }
        if (membrane.reach == 0.0) {
            const std::vector<double> radius = radii_of(world.parts, world.bodies.size());
            for (const int i : membrane.bodies)
                membrane.reach = std::max(membrane.reach, usual_reach * radius[at(i)]);
        }
    }
}

template <int D>
void begin_membranes(World<D>& world) {
    world.skins.assign(world.description.membranes.size(), {});
    for (std::size_t k = 0; k < world.description.membranes.size(); ++k) {
        const Membrane<D>& membrane = world.description.membranes[k];
        if (!membrane.from_start || !is_first(world.description)) continue;
        world.skins[k] = draw_skin<D>(world, world, k);
        if (world.skins[k].facet.empty() || world.skins[k].outside > 0)
            refuse(membrane.place,
                   std::to_string(world.skins[k].facet.empty() ? static_cast<int>(membrane.bodies.size())
                                                               : world.skins[k].outside) +
                       " of its bodies are outside this membrane at time 0: they lie too far apart for its "
                       "reach of " +
                       std::to_string(membrane.reach) + " m; give it a larger one");
    }
}

template <int D>
void press_membranes(World<D>& world, double t) {
    const auto& membranes = world.description.membranes;
    if (world.skins.size() != membranes.size()) world.skins.assign(membranes.size(), {});
    for (std::size_t k = 0; k < membranes.size(); ++k) {
        if (is_stale<D>(world, world, k)) world.skins[k] = draw_skin<D>(world, world, k);
        press(world, k, membranes[k].pressure.at(t));
    }
}

template <int D>
WallArea<D> cap_of(const Model<D>& model, const State<D>& state, std::size_t k, const PressedWall& wall) {
    WallArea<D> sum;
    if (k >= state.skins.size()) return sum;
    const CornerPlaces<D> places(model, state, k);
    for (const auto& facet : state.skins[k].facet) {
        const int end = platen_of(facet);
        if (end < 0 || !(model.platens[k][at(end)] == wall.own[0])) continue;
        const std::array<Vec<D>, D> x = places(facet);
        const double area = -dot(area_vector(x), flat_side(model.parts, wall.own[0]).normal);
        sum.area += area;
        sum.middle += area * mean_of<D>(x);
    }
    if (sum.area > 0.0) sum.middle = (1.0 / sum.area) * sum.middle;
    return sum;
}

template <int D>
MembraneExtent<D> extent_of(const Model<D>& model, const State<D>& state, std::size_t k) {
    MembraneExtent<D> sum;
    if (k >= state.skins.size() || state.skins[k].facet.empty()) return sum;
    const CornerPlaces<D> places(model, state, k);
    const Vec<D> origin = places(state.skins[k].facet[0])[0];
    for (const auto& facet : state.skins[k].facet) {
        const std::array<Vec<D>, D> x = places(facet);
        const Vec<D> outwards = area_vector(x);
        sum.volume += dot(outwards, mean_of<D>(x) - origin) / D;
        if (platen_of(facet) >= 0) continue;
        sum.area += norm(outwards);
        sum.area_vector += outwards;
    }
    return sum;
}

template <int D>
std::vector<std::array<Vec<D>, 2>> edges_of(const Model<D>& model, const State<D>& state, std::size_t k) {
    using Corners = std::array<MembraneCorner, 2>;
    const auto before = [](const MembraneCorner& a, const MembraneCorner& b) {
        return std::pair(a.id, a.platen) < std::pair(b.id, b.platen);
    };
    std::vector<Corners> edges;
    for (const auto& facet : state.skins[k].facet) {
        for (std::size_t c = 0; c < D; ++c) {
            Corners edge{facet[c], facet[(c + 1) % D]};
            if (model.slot[at(edge[0].id)] < 0 || model.slot[at(edge[1].id)] < 0) continue;
            if (before(edge[1], edge[0])) std::swap(edge[0], edge[1]);
            edges.push_back(edge);
        }
    }
    std::sort(edges.begin(), edges.end(), [&](const Corners& a, const Corners& b) {
        return before(a[0], b[0]) || (a[0] == b[0] && before(a[1], b[1]));
    });
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    const CornerPlaces<D> places(model, state, k);
    std::vector<std::array<Vec<D>, 2>> out;
    for (const Corners& edge : edges) out.push_back({places.of(edge[0]), places.of(edge[1])});
    return out;
}

#define DRYSTONE_MEMBRANES(D)                                                                       \
    template void list_membranes(World<D>&);                                                        \
    template void begin_membranes(World<D>&);                                                       \
    template void press_membranes(World<D>&, double);                                               \
    template WallArea<D> cap_of(const Model<D>&, const State<D>&, std::size_t, const PressedWall&); \
    template MembraneExtent<D> extent_of(const Model<D>&, const State<D>&, std::size_t);            \
    template std::vector<std::array<Vec<D>, 2>> edges_of(const Model<D>&, const State<D>&, std::size_t);
DRYSTONE_MEMBRANES(2)
DRYSTONE_MEMBRANES(3)
#undef DRYSTONE_MEMBRANES

}  // namespace drystone

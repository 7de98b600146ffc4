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

template <int D>
MembraneSkin<D> draw_skin(const Model<D>& model, const State<D>& state, std::size_t k) {
    const Membrane<D>& membrane = model.description.membranes[k];
    const Outline<D> outline = outline_of(model, state, k);
    const auto corners = [&](const std::array<int, D>& face) {
        std::array<MembraneCorner, D> facet;
        for (std::size_t c = 0; c < D; ++c) facet[c] = outline.corner[at(face[c])];
        return facet;
    };
    const Wrap<D> wrap = shrink_wrap<D>(outline.place, membrane.reach, [&](const std::array<int, D>& face) {
        return platen_of(corners(face)) >= 0;
    });
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
        for (std::size_t c = 0; c < D; ++c) {
            x[c] = state_.bodies.position[at(model_.slot[at(facet[c].id)])];
            if (facet[c].platen >= 0)
                x[c] = foot_on(flat_side(model_.parts, platens_[at(facet[c].platen)]), x[c]);
        }
        return x;
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
            world.applied[i].v += share;
            if (to_platen) world.applied[i].w += moment(x[c] - world.bodies.position[i], share);
        }
    }
}

template <int D>
void check_grains(const World<D>& world, const Membrane<D>& membrane) {
    for (const int i : membrane.bodies) {
        if (world.deforming_of[at(i)] >= 0)
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

#define DRYSTONE_MEMBRANES(D)                                                                       \
    template void list_membranes(World<D>&);                                                        \
    template void begin_membranes(World<D>&);                                                       \
    template void press_membranes(World<D>&, double);                                               \
    template WallArea<D> cap_of(const Model<D>&, const State<D>&, std::size_t, const PressedWall&); \
    template MembraneExtent<D> extent_of(const Model<D>&, const State<D>&, std::size_t);
DRYSTONE_MEMBRANES(2)
DRYSTONE_MEMBRANES(3)
#undef DRYSTONE_MEMBRANES

}  // namespace drystone

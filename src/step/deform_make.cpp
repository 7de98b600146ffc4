#include <algorithm>
#include <cassert>

#include "geometry/mass.h"
#include "step/deform.h"

namespace drystone {

namespace {

/// Integral of x x^T over a polygon about `about`, by triangles from there.
Mat<2> second_moment(const Convex<2>& shape, const Vec<2>& origin, const Mat<2>& turn) {
    Mat<2> sum;
    for (int i = 0; i < shape.size(); ++i) {
        const Vec<2> p = origin + turn * shape.vertex[i],
                     q = origin + turn * shape.vertex[(i + 1) % shape.size()];
        const double area = 0.5 * (p[0] * q[1] - p[1] * q[0]);
        sum = sum + (area / 12.0) * (outer(p, p) + outer(q, q) + outer(p + q, p + q));
    }
    return sum;
}

UniformStrainShape<2> shape_numbers(const Geometry<2>& geometry, double density) {
    const MassProperties<2> whole = mass_properties(geometry, density);
    UniformStrainShape<2> numbers{.mass = whole.mass, .volume = whole.mass / density, .euler = {}};
    for (const PlacedShape<2>& part : geometry) {
        numbers.euler = numbers.euler + density * second_moment(*std::get<Solid<2>>(part.shape).convex,
                                                                part.position - whole.centre,
                                                                matrix(part.rotation));
    }
    return numbers;
}

UniformStrainShape<3> shape_numbers(const Geometry<3>& geometry, double density) {
    const MassProperties<3> whole = mass_properties(geometry, density);
    return {.mass = whole.mass, .volume = whole.mass / density, .euler = euler_tensor(whole.inertia)};
}

template <int D>
ElasticMaterial material_of(const Material& material, const Deformable<D>& deformable) {
    return {.young = material.young,
            .poisson = material.poisson,
            .density = material.density,
            .plane = deformable.plane,
            .mass_damping = material.mass_damping,
            .stiffness_damping = material.stiffness_damping,
            .elasticity = deformable.elasticity};
}

template <int D>
bool equal_geometry(const Geometry<D>& a, const Geometry<D>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& p, const auto& q) {
        const auto *one = std::get_if<Solid<D>>(&p.shape), *other = std::get_if<Solid<D>>(&q.shape);
        return one && other && one->convex == other->convex && p.position == q.position &&
               p.rotation == q.rotation;
    });
}

template <int D>
bool equal_model(const BodyDescription<D>& a, const BodyDescription<D>& b) {
    const Deformable<D>&one = *a.deformable, &other = *b.deformable;
    return a.material == b.material && one.mesh == other.mesh && one.elasticity == other.elasticity &&
           one.plane == other.plane && one.elements.formulation == other.elements.formulation &&
           one.elements.lumped == other.elements.lumped && (one.mesh || equal_geometry(a.geometry, b.geometry));
}

template <int D>
Surface<D> skin(const ElasticModel<D>& model, Candidates rule) {
    std::vector<Facet<D>> facets;
    for (const SurfaceFace& face : model.mesh.surface) {
        Facet<D> facet;
        facet.corners = face.count;
        facet.element = face.element;
        for (int k = 0; k < face.count; ++k) facet.node[k] = face.node[k];
        facets.push_back(facet);
    }
    return make_surface<D>(std::move(facets), model.reference, rule);
}

template <int D>
void add_surface_part(World<D>& world, int body, Surface<D> surface) {
    Parts<D>& parts = world.parts;
    parts.body.push_back(body);
    parts.kind.push_back(PartKind::surface);
    parts.movable.push_back(1);
    parts.radius.push_back(surface.outer_radius);
    parts.length.push_back(0.0);
    parts.local_centre.push_back({});
    parts.solid.push_back(-1);
    parts.local_axis.push_back({});
    parts.centre.push_back({});
    parts.axis.push_back({});
    parts.surface.push_back(static_cast<int>(parts.surfaces.size()));
    parts.surfaces.push_back(std::move(surface));
}

template <int D>
bool inside(const Bounds<D>& box, const Vec<D>& x, double slack) {
    for (int i = 0; i < D; ++i) {
        if (x[i] < box.low[i] - slack || x[i] > box.high[i] + slack) return false;
    }
    return true;
}

/// Nodes in the box; the shares are those of the facets that lie in it as a whole, or equal where there is none.
template <int D>
std::vector<NodeShare> nodes_in(const World<D>& world, int deformable, const Bounds<D>& box) {
    const Surface<D>& surface = world.parts.surfaces[world.parts.surface[world.elastic_parts[deformable].first_part]];
    const double slack = 1e-9 * surface.outer_radius;
    const std::vector<Vec<D>>& x = world.elastic[deformable].x;
    std::vector<double> area(x.size(), 0.0);
    for (std::size_t f = 0; f < surface.facet.size(); ++f) {
        const Facet<D>& facet = surface.facet[f];
        bool all = true;
        for (int k = 0; k < facet.corners; ++k) all = all && inside(box, x[facet.node[k]], slack);
        if (!all) continue;
        double size = 0.0;
        if constexpr (D == 2) {
            size = norm(x[facet.node[1]] - x[facet.node[0]]);
        } else {
            const Vec<D> one = x[facet.node[2]] - x[facet.node[0]];
            const Vec<D> other = facet.corners == 4 ? x[facet.node[3]] - x[facet.node[1]]
                                                    : x[facet.node[1]] - x[facet.node[0]];
            size = 0.5 * norm(cross(one, other));
        }
        for (int k = 0; k < facet.corners; ++k) area[facet.node[k]] += size / facet.corners;
    }
    std::vector<NodeShare> nodes;
    double total = 0.0;
    for (std::size_t a = 0; a < x.size(); ++a) {
        if (!inside(box, x[a], slack)) continue;
        nodes.push_back({static_cast<int>(a), area[a]});
        total += area[a];
    }
    for (NodeShare& n : nodes) n.share = total > 0.0 ? n.share / total : 1.0 / static_cast<double>(nodes.size());
    return nodes;
}

template <int D>
std::vector<NodeShare> chosen(const World<D>& world, int body, const Bounds<D>& box, const Place& place) {
    const std::vector<NodeShare> nodes = nodes_in(world, world.deforming_of[body], box);
    if (nodes.empty())
        refuse(place, "where of a drive: body '" + world.description.bodies[body].name + "' has no node there");
    return nodes;
}

/// Whether the body's axes are the world's and stay so: then its nodes can be held along some of them.
template <int D>
bool keeps_axes(const World<D>& world, int body) {
    const BodyDescription<D>& b = world.description.bodies[body];
    return b.deformable->elasticity == Elasticity::small && b.orientation == Rotation<D>{};
}

}  // namespace

template <int D>
std::shared_ptr<const ElasticModel<D>> model_of(const Model<D>& model, const State<D>& state, const BodyDescription<D>& body) {
    for (std::size_t k = 0; k < state.elastic.size(); ++k) {
        if (equal_model(model.description.bodies[model.elastic_parts[k].body], body)) return state.elastic[k].model;
    }
    const Material& material = model.description.materials[body.material];
    const ElasticMaterial elastic = material_of(material, *body.deformable);
    if (body.deformable->mesh)
        return finite_element_model<D>(*body.deformable->mesh, elastic, body.deformable->elements);
    return uniform_strain_model<D>(shape_numbers(body.geometry, material.density), elastic);
}

template <int D>
void add_deforming(World<D>& world, int i, std::shared_ptr<const ElasticModel<D>> model) {
    const BodyDescription<D>& body = world.description.bodies[i];
    ElasticParts<D> d;
    d.body = i;
    d.principal = inverse(world.matter.shape_rotation[i]);
    if (model->affine) {
        d.first_part = world.parts.size() - static_cast<int>(body.geometry.size());
        const Vec<D> centre = mass_properties(body.geometry, 1.0).centre;
        for (const PlacedShape<D>& part : body.geometry) {
            const auto& shape = std::get<Solid<D>>(part.shape).convex;
            d.shape.push_back(shape);
            d.stretched.push_back(std::make_shared<Convex<D>>(*shape));
            d.origin.push_back(part.position - centre);
            d.turn.push_back(matrix(part.rotation));
        }
        for (std::size_t k = 0; k < d.stretched.size(); ++k) {
            const int part = d.first_part + static_cast<int>(k);
            world.parts.solids.shape[world.parts.solid[part]] = d.stretched[k];
            world.parts.local_centre.edit(part);  // threads write it
        }
    } else {
        d.first_part = world.parts.size();
        add_surface_part(world, i, skin(*model, body.deformable->candidates));
    }
    d.end_part = world.parts.size();
    world.deforming_of[i] = static_cast<int>(world.elastic.size());
    world.elastic_parts.push_back(std::move(d));
    world.elastic.push_back(place_body<D>(std::move(model), world.bodies.position[i], body.orientation,
                                          {body.velocity, body.angular_velocity}));
}

template <int D>
void hold_nodes(World<D>& world) {
    const auto hold = [&](const auto& drive, const Vec<D>& directions) {
        const int body = drive.body;
        ElasticBody<D>& elastic = world.elastic[world.deforming_of[body]];
        elastic.held.resize(elastic.x.size(), 0);
        std::vector<NodeShare> nodes = chosen(world, body, *drive.where, drive.place);
        unsigned char components = 0;
        for (int i = 0; i < D; ++i) {
            if (directions[i] != 0.0) components |= static_cast<unsigned char>(1 << i);
        }
        const bool all = components == (1 << D) - 1;
        if (!all && !keeps_axes(world, body))
            refuse(drive.place, "body '" + world.description.bodies[body].name +
                                    "': nodes are held or moved along all axes together; along some of them only bodies "
                                    "with elasticity = \"small\" that are not turned");
        for (const NodeShare& n : nodes) elastic.held[n.node] |= all ? hold_all : components;
        return nodes;
    };
    for (const Hold<D>& h : world.description.holds) {
        if (h.where) hold(h, h.directions);
    }
    for (std::size_t k = 0; k < world.description.motions.size(); ++k) {
        const Motion<D>& m = world.description.motions[k];
        if (!m.where) continue;
        // A motion holds its nodes along the other axes too, unless the body may be held along some.
        Vec<D> directions;
        for (int i = 0; i < D; ++i) directions[i] = keeps_axes(world, m.body) ? m.direction[i] : 1.0;
        world.driven_nodes.push_back({static_cast<int>(k), hold(m, directions)});
    }
    for (std::size_t k = 0; k < world.description.loads.size(); ++k) {
        const Load<D>& load = world.description.loads[k];
        if (load.where) world.loaded_nodes.push_back({static_cast<int>(k), chosen(world, load.body, *load.where, load.place)});
    }
}

template <int D>
void renumber_node_drives(Model<D>& model) {
    const auto renumber = [](const auto& entries, std::vector<ChosenNodes>& chosen) {
        std::size_t next = 0;
        for (std::size_t k = 0; k < entries.size(); ++k) {
            if (!entries[k].where) continue;
            assert(next < chosen.size());
            chosen[next++].drive = static_cast<int>(k);
        }
        assert(next == chosen.size());
    };
    renumber(model.description.motions, model.driven_nodes);
    renumber(model.description.loads, model.loaded_nodes);
}

template <int D>
void strike_node_drives(Model<D>& model, std::span<const char> gone) {
    const auto renumber = [&](const auto& drives, std::vector<ChosenNodes>& chosen) {
        for (ChosenNodes& one : chosen) {
            one.drive -= static_cast<int>(
                std::count_if(drives.begin(), drives.begin() + one.drive, [&](const auto& d) { return gone[d.body] != 0; }));
        }
    };
    renumber(model.description.motions, model.driven_nodes);
    renumber(model.description.loads, model.loaded_nodes);
}

#define DRYSTONE_DEFORM_MAKE(D)                                                                          \
    template std::shared_ptr<const ElasticModel<D>> model_of(const Model<D>&, const State<D>&, const BodyDescription<D>&);      \
    template void add_deforming(World<D>&, int, std::shared_ptr<const ElasticModel<D>>);                 \
    template void hold_nodes(World<D>&);                                                                 \
    template void renumber_node_drives(Model<D>&);                                                       \
    template void strike_node_drives(Model<D>&, std::span<const char>);
DRYSTONE_DEFORM_MAKE(2)
DRYSTONE_DEFORM_MAKE(3)
#undef DRYSTONE_DEFORM_MAKE

}  // namespace drystone

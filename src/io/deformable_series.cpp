#include "io/deformable_series.h"

#include <cassert>
#include <limits>

#include "elastic/fields.h"
#include "io/deformable_geometry.h"
#include "io/deformable_layout.h"
#include "io/flat.h"
#include "io/frames_layout.h"
#include "io/outside.h"
#include "step/world.h"

namespace drystone {

namespace {

/// XDMF's numbers of the types of cells; those of a polygon are followed by the number of corners.
constexpr std::array<std::int32_t, 4> cell_numbers = {4, 5, 6, 9};
constexpr std::int32_t polygon = 3;

std::vector<std::int32_t> mesh_cells(const DeformableGeometry& g, int dimension) {
    std::vector<std::int32_t> cells;
    for (std::size_t e = 0; e < g.element_type.size() && g.element_type[e] != uniform_element; ++e) {
        cells.push_back(cell_numbers[g.element_type[e]]);
        for (int k = 0; k < node_count(static_cast<ElementType>(g.element_type[e])); ++k)
            cells.push_back(g.element_node[e * static_cast<std::size_t>(most_corners(dimension)) +
                                           static_cast<std::size_t>(k)]);
    }
    return cells;
}

/// Faces of bodies of uniform strain, nodes counted from their first.
std::vector<std::int32_t> uniform_cells(const DeformableGeometry& g, std::int32_t first_node,
                                        std::vector<std::int32_t>& owner) {
    std::vector<std::int32_t> cells;
    for (std::size_t k = 0; k < g.body.size(); ++k) {
        for (std::int32_t f = g.face_start[k]; f < g.face_start[k + 1]; ++f) {
            const auto face = static_cast<std::size_t>(f);
            if (g.element_type[static_cast<std::size_t>(g.face_element[face])] != uniform_element) continue;
            cells.insert(cells.end(), {polygon, g.corner_start[face + 1] - g.corner_start[face]});
            for (std::int32_t c = g.corner_start[face]; c < g.corner_start[face + 1]; ++c)
                cells.push_back(g.corner[static_cast<std::size_t>(c)] - first_node);
            owner.push_back(g.body[k]);
        }
    }
    return cells;
}

template <int D>
void put_spatial(const Vec<D>& v, std::vector<float>& out) {
    put(v, out);
    if (D == 2) out.push_back(0.0F);
}

template <int D>
void put_stress(const StressState<D>& state, std::vector<float>& out) {
    put_symmetric(state.stress, out);
    if (D == 2) out.push_back(static_cast<float>(state.stress_across));
}

/// Rows of a frame, as the columns of the file.
template <int D>
struct Rows {
    std::vector<Vec<D>> position, velocity;
    std::vector<double> gradient;
    std::vector<float> stress, strain, energy, node_stress, principal, largest, smallest;

    void add(const ElasticBody<D>& body, const ElasticParts<D>& parts) {
        put_nodes(parts, body.x, position);
        put_nodes(parts, body.v, velocity);
        put(mean_motion(body).gradient, gradient);
        std::vector<StressState<D>> points, elements, nodes;
        stress_at_points(body, points);
        stress_of_elements(body, points, elements);
        for (const StressState<D>& one : elements) add(one);
        if (body.model->affine) {
            nodes.resize(position.size() - node_stress.size() / stress_components(D).size(), elements[0]);
        } else {
            stress_at_nodes(body, elements, nodes);
        }
        for (const StressState<D>& one : nodes) put_stress(one, node_stress);
    }

    /// Of a body that is not there.
    void add_nothing(int nodes, int elements) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        Vec<D> nowhere;
        for (int c = 0; c < D; ++c) nowhere[c] = none;
        for (auto* places : {&position, &velocity}) places->insert(places->end(), static_cast<std::size_t>(nodes), nowhere);
        gradient.insert(gradient.end(), D * D, none);
        const auto fill = [&](std::vector<float>& list, int rows, std::size_t components) {
            list.insert(list.end(), static_cast<std::size_t>(rows) * components, static_cast<float>(none));
        };
        fill(stress, elements, stress_components(D).size());
        fill(strain, elements, strain_components(D).size());
        fill(energy, elements, 1);
        fill(node_stress, nodes, stress_components(D).size());
        for (auto* list : {&principal, &largest, &smallest}) fill(*list, elements, 3);
    }

    void add(const StressState<D>& element) {
        put_stress(element, stress);
        put_symmetric(element.strain, strain);
        energy.push_back(static_cast<float>(element.energy));
        const Principal<D> axes = drystone::principal(element.stress);
        put_spatial(axes.value, principal);
        if (D == 2) principal.back() = static_cast<float>(element.stress_across);
        put_spatial(axes.direction[0], largest);
        put_spatial(axes.direction[D - 1], smallest);
    }
};

}  // namespace

template <int D>
DeformableSeries<D>::DeformableSeries(const SeriesOf& file, const World<D>& world) {
    const DeformableGeometry g =
        file.changes && !file.is_new
            ? read_deformable_geometry(file.group, D, static_cast<int>(world.slot.size()))
            : deformable_geometry(world);
    if (g.bodies() == 0) return;
    const std::vector<int> present = Outside<D>(world).body;
    for (const std::int32_t row : g.body)
        ids_.push_back(file.changes ? row : world.bodies.id[static_cast<std::size_t>(present[static_cast<std::size_t>(row)])]);
    node_start_ = g.node_start;
    element_start_ = g.element_start;
    for (int a = 0; a < g.nodes(); ++a) {
        Vec<D> place;
        for (int c = 0; c < D; ++c) place[c] = g.reference[static_cast<std::size_t>(D * a + c)];
        reference_.push_back(place);
    }
    sizes_.nodes = g.nodes();
    sizes_.elements = g.elements();
    for (std::size_t k = 0; k < ids_.size(); ++k) {
        if (g.element_type[static_cast<std::size_t>(g.element_start[k])] == uniform_element) break;
        sizes_.mesh_nodes = g.node_start[k + 1];
        sizes_.mesh_elements = g.element_start[k + 1];
    }
    std::vector<std::int32_t> element_body, face_body;
    for (std::size_t k = 0; k < g.body.size(); ++k) {
        for (std::int32_t e = g.element_start[k]; e < g.element_start[k + 1]; ++e)
            element_body.push_back(g.body[k]);
    }
    const std::vector<std::int32_t> cells = mesh_cells(g, D);
    const std::vector<std::int32_t> faces =
        uniform_cells(g, static_cast<std::int32_t>(sizes_.mesh_nodes), face_body);
    sizes_.mesh_topology = static_cast<std::int64_t>(cells.size());
    sizes_.uniform_topology = static_cast<std::int64_t>(faces.size());
    sizes_.uniform_faces = static_cast<std::int64_t>(face_body.size());

    const hdf5::Group group = file.group.group("deformable"), drawn = file.group.group("drawn");
    if (file.is_new) {
        const auto write_some = [&](const char* name, const std::vector<std::int32_t>& values) {
            if (!values.empty()) write_list(drawn, name, values);
        };
        write_some("mesh_topology", cells);
        write_some("uniform_topology", faces);
        write_some("uniform_body", face_body);
        write_some("element_body", element_body);
    }
    const SeriesOf own{group, file.is_new}, seen{drawn, file.is_new};
    const auto get = [](auto type, const SeriesOf& series, const char* name, const hdf5::Shape& row) {
        return series.get<decltype(type)>(name, row, chunked_by_frame(row));
    };
    const std::int64_t n = g.nodes(), m = g.elements(),
                       s = static_cast<std::int64_t>(stress_components(D).size()),
                       t = static_cast<std::int64_t>(strain_components(D).size());
    series_.emplace(
        AllSeries{get(0.0, own, "position", {n, D}), get(0.0, own, "gradient", {g.bodies(), D, D}),
                  get(0.0F, own, "velocity", {n, D}), get(0.0F, own, "stress", {m, s}),
                  get(0.0F, own, "strain", {m, t}), get(0.0F, own, "energy_density", {m}),
                  get(0.0F, own, "node_stress", {n, s}), get(0.0F, seen, "node_displacement", {n, 3}),
                  get(0.0F, seen, "element_principal", {m, 3}), get(0.0F, seen, "element_largest", {m, 3}),
                  get(0.0F, seen, "element_smallest", {m, 3})});
}

template <int D>
void DeformableSeries<D>::write(std::int64_t frame, const World<D>& world) {
    assert(frame >= 0);
    if (!series_) return;
    Rows<D> rows;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        const int slot = world.slot[static_cast<std::size_t>(ids_[i])];
        const int k = slot < 0 ? -1 : world.deforming_of[static_cast<std::size_t>(slot)];
        if (k < 0)
            rows.add_nothing(node_start_[i + 1] - node_start_[i], element_start_[i + 1] - element_start_[i]);
        else
            rows.add(world.elastic[static_cast<std::size_t>(k)], world.elastic_parts[static_cast<std::size_t>(k)]);
    }
    std::vector<float> displacement;
    for (std::size_t a = 0; a < reference_.size(); ++a)
        put_spatial(rows.position[a] - reference_[a], displacement);
    series_->position.write(frame, flat(rows.position));
    series_->gradient.write(frame, rows.gradient);
    series_->velocity.write(frame, flat<float>(rows.velocity));
    series_->stress.write(frame, rows.stress);
    series_->strain.write(frame, rows.strain);
    series_->energy.write(frame, rows.energy);
    series_->node_stress.write(frame, rows.node_stress);
    series_->displacement.write(frame, displacement);
    series_->principal.write(frame, rows.principal);
    series_->largest.write(frame, rows.largest);
    series_->smallest.write(frame, rows.smallest);
}

template <int D>
template <class Visit>
void DeformableSeries<D>::for_series(const Visit& visit) {
    if (!series_) return;
    visit(series_->position);
    visit(series_->gradient);
    for (hdf5::Series<float>* one :
         {&series_->velocity, &series_->stress, &series_->strain, &series_->energy, &series_->node_stress,
          &series_->displacement, &series_->principal, &series_->largest, &series_->smallest})
        visit(*one);
}

template <int D>
void DeformableSeries<D>::cut(std::int64_t frames) {
    for_series([&](auto& series) { series.cut(frames); });
}

template <int D>
void DeformableSeries<D>::expect_readable(std::int64_t frames) {
    for_series([&](auto& series) { series.expect_readable(frames); });
}

template class DeformableSeries<2>;
template class DeformableSeries<3>;

}  // namespace drystone

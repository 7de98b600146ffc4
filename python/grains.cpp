// Grains and their contacts at a moment, and what is measured of them: the functions of drystone.measure.
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "core/input_error.h"
#include "fields/contact_tables.h"
#include "fields/events.h"
#include "fields/local_strain.h"
#include "fields/measure_run.h"
#include "fields/mixing.h"
#include "fields/pair_distribution.h"
#include "fields/profile.h"
#include "fields/structure_factor.h"
#include "fields/voronoi.h"
#include "granular/contact_measures.h"
#include "granular/tensor.h"
#include "measure/assembly_of.h"
#include "python/bind.h"
#include "python/document.h"
#include "scene/region.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Indices = py::array_t<int, py::array::c_style | py::array::forcecast>;
using AnyRegion = std::variant<Region<2>, Region<3>>;

/// What Python has in hands.
struct Moment {
    Assembly assembly;
    std::function<double(const AnyRegion&)> solid;  // volume of the grains in a region; of a world none: it knows better itself
};

// Arrays in and out.

std::vector<Vec<3>> vectors_of(const Numbers& array, int d, const char* name) {
    if (array.ndim() != 2 || array.shape(1) != d)
        throw InputError(name, fmt::format("expected an array of shape (n, {})", d));
    std::vector<Vec<3>> out(static_cast<std::size_t>(array.shape(0)));
    for (py::ssize_t i = 0; i < array.shape(0); ++i) {
        for (int c = 0; c < d; ++c) out[static_cast<std::size_t>(i)][c] = array.at(i, c);
    }
    return out;
}

std::vector<double> numbers_of(const Numbers& array, std::size_t n, const char* name) {
    if (array.ndim() != 1 || static_cast<std::size_t>(array.size()) != n)
        throw InputError(name, fmt::format("expected {} numbers", n));
    return {array.data(), array.data() + array.size()};
}

void expect_positive(const char* name, double value) {
    if (!(value > 0.0) || !std::isfinite(value)) throw InputError(name, fmt::format("has to be a number above 0, and is {:g}", value));
}

void expect_bins(int bins) {
    constexpr int most = 100'000;
    if (bins < 1 || bins > most) throw InputError("bins", fmt::format("has to be from 1 to {}, and is {}", most, bins));
}

void expect_finite(const std::vector<double>& values, const char* name) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(values[i])) throw InputError(name, fmt::format("number {} is {:g}", i, values[i]));
}

void expect_finite(const std::vector<Vec<3>>& values, const char* name) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(norm(values[i]))) throw InputError(name, fmt::format("number {} is not finite", i));
}

/// (rows, D) of vectors.
py::array_t<double> array_of(const std::vector<Vec<3>>& vectors, int d) {
    py::array_t<double> out({static_cast<py::ssize_t>(vectors.size()), static_cast<py::ssize_t>(d)});
    for (std::size_t i = 0; i < vectors.size(); ++i) {
        for (int c = 0; c < d; ++c) out.mutable_at(i, c) = vectors[i][c];
    }
    return out;
}

py::array_t<double> array_of(const Mat<3>& tensor, int d) {
    py::array_t<double> out({d, d});
    for (int i = 0; i < d; ++i) {
        for (int j = 0; j < d; ++j) out.mutable_at(i, j) = tensor[i][j];
    }
    return out;
}

py::dict dict_of(const Measured& table) {
    py::dict out;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        py::array_t<double> column(static_cast<py::ssize_t>(table.rows.size()));
        for (std::size_t r = 0; r < table.rows.size(); ++r) column.mutable_at(r) = table.rows[r][c];
        out[table.columns[c].c_str()] = column;
    }
    return out;
}

// Moments.

template <int D>
double balls_in(const GrainList& grains, const PlacedRegion<D>& region) {
    double sum = 0.0;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        BallRegion<D> ball{{}, grains.radius[i]};
        for (int c = 0; c < D; ++c) ball.centre[c] = grains.position[i][c];
        sum += region.volume_of(ball);
    }
    return sum;
}

Moment of_world(Simulation& simulation) {
    simulation.check_idle();
    simulation.adopt_writes();
    Moment out;
    std::visit([&](const auto& w) { out.assembly = named_assembly_of(w, simulation.step()); }, simulation.world);
    return out;
}

Moment of_run(const std::string& folder, const std::optional<double>& at) {
    if (at && !std::isfinite(*at)) throw InputError("at", "must be a finite time in seconds");
    const FramesFile file(folder + "/frames.h5");
    if (file.frames() == 0) throw InputError(folder, "the run has stored no frame yet");
    const auto geometry = std::make_shared<const FramesGeometry>(file.geometry());
    const auto frame = std::make_shared<const Frame>(file.read(at ? nearest_frame(file, *at) : file.frames() - 1));
    Assembly assembly = assembly_of(*geometry, *frame);
    const Space<3> space = assembly.grains.space;
    return {std::move(assembly), [geometry, frame, space](const AnyRegion& region) {
                if (geometry->dimension == 2)
                    return solid_volume_in<2>(PlacedRegion<2>(std::get<Region<2>>(region)).in(flattened<2>(space)), *geometry, *frame);
                return solid_volume_in<3>(PlacedRegion<3>(std::get<Region<3>>(region)).in(space), *geometry, *frame);
            }};
}

void place_in_cell(const Numbers& cell, GrainList& grains) {
    const int d = grains.dimension;
    if (cell.ndim() != 2 || cell.shape(0) != d || cell.shape(1) != d)
        throw InputError("cell", fmt::format("expected the edges as columns of an upper triangular array ({}, {})", d, d));
    grains.edges = Mat<3>::scaled_identity(1.0);
    std::array<bool, 3> periodic{};
    for (int i = 0; i < d; ++i) {
        periodic[static_cast<std::size_t>(i)] = true;
        for (int j = 0; j < d; ++j) grains.edges[i][j] = cell.at(i, j);
        for (int j = 0; j < i; ++j) {
            if (cell.at(i, j) != 0.0) throw InputError("cell", "is not upper triangular");
        }
        if (!(cell.at(i, i) > 0.0)) throw InputError("cell", "its diagonal has to be positive");
        for (int j = i; j < d; ++j) {
            if (!std::isfinite(cell.at(i, j))) throw InputError("cell", "has numbers that are not finite");
        }
    }
    grains.space = reduced(Space<3>({}, grains.edges, periodic));
}

/// Contacts by their arrays: grains (n, 2), points, normals, forces (n, D), moments (n) or (n, 3).
void add_contacts(const py::dict& given, Assembly& assembly) {
    const int d = assembly.dimension();
    const auto pairs = given["grains"].cast<Indices>();
    const std::vector<Vec<3>> point = vectors_of(given["points"].cast<Numbers>(), d, "points"),
                              normal = vectors_of(given["normals"].cast<Numbers>(), d, "normals"),
                              force = vectors_of(given["forces"].cast<Numbers>(), d, "forces");
    if (pairs.ndim() != 2 || pairs.shape(1) != 2 || static_cast<std::size_t>(pairs.shape(0)) != point.size() ||
        normal.size() != point.size() || force.size() != point.size())
        throw InputError("contacts", "grains (n, 2), points, normals and forces (n, D) are of as many contacts");
    for (std::size_t k = 0; k < point.size(); ++k) {
        GrainContact contact{.a = pairs.at(k, 0), .b = pairs.at(k, 1), .point = point[k], .normal = normal[k], .force = force[k]};
        const int n = static_cast<int>(assembly.grains.size());
        if (contact.a >= n || contact.b >= n || (contact.a < 0 && contact.b < 0))
            throw InputError("contacts", fmt::format("number {} is between {} and {}, and there are {} grains", k, contact.a, contact.b, n));
        const auto arm = [&](int i) {
            return i < 0 ? Vec<3>{} : nearest_difference(assembly.grains.space, point[k], assembly.grains.position[static_cast<std::size_t>(i)]);
        };
        contact.arm_a = arm(contact.a);
        contact.arm_b = arm(contact.b);
        assembly.contacts.push_back(contact);
    }
}

struct Given {
    Numbers positions;
    std::optional<Numbers> radii, velocities, masses, cell;
    std::optional<py::dict> contacts;
};

Moment of_arrays(const Given& given) {
    Moment out;
    GrainList& grains = out.assembly.grains;
    if (given.positions.ndim() != 2 || (given.positions.shape(1) != 2 && given.positions.shape(1) != 3))
        throw InputError("positions", "expected an array of shape (n, 2) or (n, 3)");
    const int d = grains.dimension = static_cast<int>(given.positions.shape(1));
    grains.position = vectors_of(given.positions, d, "positions");
    const std::size_t n = grains.position.size();
    for (std::size_t i = 0; i < n; ++i) grains.id.push_back(static_cast<int>(i));
    grains.velocity = given.velocities ? vectors_of(*given.velocities, d, "velocities") : std::vector<Vec<3>>(n);
    if (grains.velocity.size() != n) throw InputError("velocities", fmt::format("expected {} of them", n));
    grains.mass = given.masses ? numbers_of(*given.masses, n, "masses") : std::vector<double>(n, 1.0);
    grains.radius = given.radii ? numbers_of(*given.radii, n, "radii") : std::vector<double>(n, 0.0);
    expect_finite(grains.position, "positions");
    expect_finite(grains.velocity, "velocities");
    expect_finite(grains.mass, "masses");
    expect_finite(grains.radius, "radii");
    for (const double radius : grains.radius)
        if (radius < 0.0) throw InputError("radii", fmt::format("one is {:g}", radius));
    if (given.cell) place_in_cell(*given.cell, grains);
    if (given.contacts) add_contacts(*given.contacts, out.assembly);
    out.solid = [balls = grains](const AnyRegion& region) {
        if (balls.dimension == 2) return balls_in(balls, PlacedRegion<2>(std::get<Region<2>>(region)).in(flattened<2>(balls.space)));
        return balls_in(balls, PlacedRegion<3>(std::get<Region<3>>(region)).in(balls.space));
    };
    return out;
}

// Regions.

AnyRegion region_of(const py::dict& given, int dimension) {
    const Node node = table_of(given, "region");
    if (dimension == 2) return read_region<2>(node, "region");
    return read_region<3>(node, "region");
}

template <int D>
GrainSelection select_in(const Assembly& assembly, const Region<D>& shape) {
    const PlacedRegion<D> region = PlacedRegion<D>(shape).in(flattened<D>(assembly.grains.space));
    if (region.overlaps_itself()) throw InputError("region", "it is wider than the cell: it would overlap its own images");
    return select(assembly, [&](const Vec<3>& x) {
        Vec<D> at;
        for (int c = 0; c < D; ++c) at[c] = x[c];
        return region.holds(at);
    }, region.volume());
}

/// A region, or all: their volume is the cell's, or that of the box about them.
GrainSelection selected(const Moment& moment, const std::optional<py::dict>& region) {
    const Assembly& assembly = moment.assembly;
    if (region) {
        const AnyRegion shape = region_of(*region, assembly.dimension());
        if (assembly.dimension() == 2) return select_in<2>(assembly, std::get<Region<2>>(shape));
        return select_in<3>(assembly, std::get<Region<3>>(shape));
    }
    GrainSelection out = everybody(assembly);
    if (assembly.grains.space.repeats()) return out;
    const CentreBox box = box_about(assembly.grains);
    out.volume = 1.0;
    for (int c = 0; c < assembly.dimension(); ++c) out.volume *= box.high[c] - box.low[c];
    return out;
}

// Measures.

void expect_some(const Moment& moment) {
    if (moment.assembly.grains.size() == 0) throw InputError("grains", "there is none");
}

py::dict stress_of(const Moment& moment, const std::optional<py::dict>& region, const std::optional<double>& volume) {
    GrainSelection selection = selected(moment, region);
    if (volume) expect_positive("volume", *volume);
    if (volume) selection.volume = *volume;
    const int d = moment.assembly.dimension();
    const double each = 1.0 / selection.volume;
    const Mat<3> whole = each * internal_moments(moment.assembly, selection),
                 couples = each * couple_moments(moment.assembly, selection);
    const NetworkMoments networks = network_moments(moment.assembly, selection);
    py::dict out;
    out["volume"] = selection.volume;
    out["stress"] = array_of(whole, d);
    out["kinetic_stress"] = array_of(each * fluctuation_moments(moment.assembly, selection), d);
    out["strong_stress"] = array_of(each * networks.strong, d);
    out["weak_stress"] = array_of(each * networks.weak, d);
    out["couple_stress"] = d == 3 ? py::object(array_of(couples, 3)) : py::object(py::array_t<double>(2, couples[2].c.data()));
    out["pressure"] = mean_of_diagonal(whole, d);
    out["deviator_ratio"] = deviator_ratio(whole, d);
    out["granular_temperature"] = granular_temperature(moment.assembly, selection);
    return out;
}

py::dict fabric_of(const Moment& moment, const std::optional<py::dict>& region) {
    const GrainSelection selection = selected(moment, region), inner = among_grains(moment.assembly, selection);
    const Coordination z = coordination_of(moment.assembly, selection);
    const Anisotropies a = anisotropies(moment.assembly, selection);
    py::dict out, parts;
    out["contacts"] = bearing_contacts(moment.assembly, inner);
    out["fabric"] = array_of(fabric(moment.assembly, inner), moment.assembly.dimension());
    out["coordination"] = z.all;
    out["coordination_without_rattlers"] = z.without_rattlers;
    out["rattlers"] = z.rattlers;
    out["strong_fraction"] = strong_fraction(moment.assembly, inner);
    out["mobilisation"] = mean_mobilisation(moment.assembly, inner);
    parts["contacts"] = a.contacts;
    parts["branches"] = a.branches;
    parts["normal"] = a.normal;
    parts["tangential"] = a.tangential;
    out["anisotropy"] = parts;
    return out;
}

double solid_fraction_of(const Moment& moment, const std::optional<py::dict>& region) {
    const GrainSelection selection = selected(moment, region);
    if (region && !moment.solid)
        throw InputError("region", "grains of a world are balls to it: ask the world itself, drystone.measure.solid_fraction(world, region=...)");
    if (region) return moment.solid(region_of(*region, moment.assembly.dimension())) / selection.volume;
    double solid = 0.0;
    for (const double radius : moment.assembly.grains.radius) solid += volume_of_round(radius, moment.assembly.dimension());
    return solid / selection.volume;
}

py::dict profile_by(const Moment& moment, const std::vector<double>& direction, int bins) {
    Vec<3> along{};
    if (static_cast<int>(direction.size()) != moment.assembly.dimension()) throw InputError("axis", "has as many components as positions");
    for (std::size_t c = 0; c < direction.size(); ++c) along[static_cast<int>(c)] = direction[c];
    expect_positive("axis: its length", norm(along));
    expect_bins(bins);
    expect_some(moment);
    return dict_of(profile_of(moment.assembly, {(1.0 / norm(along)) * along, bins}));
}

py::dict field_of(const Moment& moment, const Numbers& points, double width, const std::string& kernel) {
    expect_positive("width", width);
    const std::vector<Vec<3>> at = vectors_of(points, moment.assembly.dimension(), "points");
    const std::vector<FieldSums> sums = coarse_grain(moment.assembly, at, Kernel(kernel_named(kernel), width, moment.assembly.dimension()));
    return dict_of(field_table(at, sums, moment.assembly.dimension()));
}

void expect_inside(const GrainList& grains, const CentreBox& box) {
    for (std::size_t i = 0; i < grains.size(); ++i) {
        for (int c = 0; c < grains.dimension; ++c) {
            const double x = grains.position[i][c];
            if (!grains.space.repeats() && !(x >= box.low[c] && x <= box.high[c]))
                throw InputError("box", fmt::format("the centre of grain {} is outside of it", i));
        }
    }
}

py::dict voronoi_of(const Moment& moment, const std::optional<std::pair<std::vector<double>, std::vector<double>>>& box) {
    CentreBox within = box_about(moment.assembly.grains);
    if (box) {
        const auto d = static_cast<std::size_t>(moment.assembly.dimension());
        if (box->first.size() != d || box->second.size() != d) throw InputError("box", "is two corners");
        for (std::size_t c = 0; c < d; ++c) {
            within.low[static_cast<int>(c)] = box->first[c];
            within.high[static_cast<int>(c)] = box->second[c];
            expect_positive("box: each edge", box->second[c] - box->first[c]);
        }
        expect_inside(moment.assembly.grains, within);
    }
    return dict_of(voronoi_table(moment.assembly.grains, within));
}

py::dict mixing_by(const Moment& moment, const py::object& by, double cell) {
    const GrainList& grains = moment.assembly.grains;
    expect_positive("cell", cell);
    std::vector<int> kind;
    if (by.is_none() || py::isinstance<py::str>(by)) {
        kind = kinds_of(grains, by.is_none() ? "" : by.cast<std::string>());
    } else {
        kind = by.cast<std::vector<int>>();
        if (kind.size() != grains.size()) throw InputError("by", fmt::format("expected {} kinds", grains.size()));
    }
    std::vector<Vec<3>> places;
    for (const Vec<3>& x : grains.position) places.push_back(grains.space.wrap(x));
    const Mixing found = mixing_of(places, kind, cell);
    py::dict out;
    out["mixing"] = found.index;
    out["cells"] = found.cells;
    out["intensity"] = found.intensity;
    out["unlike_contacts"] = unlike_contacts(moment.assembly, kind);
    return out;
}

void bind_grain_tables(py::class_<Moment>& grains) {
    const auto none = py::none();
    grains
        .def("stress", stress_of, py::arg("region") = none, py::arg("volume") = none, "See drystone.measure.stress.")
        .def("fabric", fabric_of, py::arg("region") = none, "See drystone.measure.fabric.")
        .def("solid_fraction", solid_fraction_of, py::arg("region") = none, "See drystone.measure.solid_fraction.")
        .def(
            "forces",
            [](const Moment& m, double largest, int bins, const std::optional<py::dict>& region) {
                expect_positive("largest", largest);
                expect_bins(bins);
                return dict_of(force_distribution(m.assembly, selected(m, region), largest, bins));
            },
            py::arg("largest") = 6.0, py::arg("bins") = 60, py::arg("region") = none, "See drystone.measure.forces.")
        .def(
            "mobilisation",
            [](const Moment& m, int bins, const std::optional<py::dict>& region) {
                expect_bins(bins);
                return dict_of(mobilisation_distribution(m.assembly, selected(m, region), bins));
            },
            py::arg("bins") = 20, py::arg("region") = none, "See drystone.measure.mobilisation.")
        .def("profile", profile_by, py::arg("axis"), py::arg("bins") = 20, "See drystone.measure.profile.")
        .def(
            "gr",
            [](const Moment& m, double farthest, int bins) {
                expect_positive("farthest", farthest);
                expect_bins(bins);
                return dict_of(pair_distribution(m.assembly.grains, farthest, bins));
            },
            py::arg("farthest"), py::arg("bins") = 120, "See drystone.measure.gr.")
        .def(
            "sq",
            [](const Moment& m, double largest, int bins) {
                expect_positive("largest", largest);
                expect_bins(bins);
                return dict_of(structure_factor(m.assembly.grains, largest, bins));
            },
            py::arg("largest"), py::arg("bins") = 60, "See drystone.measure.sq.")
        .def("field", field_of, py::arg("points"), py::arg("width"), py::arg("kernel") = "lucy", "See drystone.measure.field.")
        .def("voronoi", voronoi_of, py::arg("box") = none, "See drystone.measure.voronoi.")
        .def("mixing", mixing_by, py::arg("by"), py::arg("cell"), "See drystone.measure.mixing.")
        .def(
            "strain",
            [](const Moment& now, const Moment& since, double longest) {
                expect_positive("longest", longest);
                return dict_of(local_strain(since.assembly.grains, now.assembly.grains, longest));
            },
            py::arg("since"), py::arg("longest"), "See drystone.measure.strain.")
        .def(
            "displacement",
            [](const Moment& now, const Moment& since) { return dict_of(displacements(since.assembly.grains, now.assembly.grains)); },
            py::arg("since"), "See drystone.measure.displacement.")
        .def(
            "msd",
            [](const Moment& now, const Moment& since) { return mean_square_displacement(since.assembly.grains, now.assembly.grains).all; },
            py::arg("since"), "See drystone.measure.msd.");
}

}  // namespace

void bind_grains(py::module_& module) {
    py::class_<Moment> grains(module, "Grains",
                              "Grains and their contacts at a moment: bodies that are there and no walls. Made by drystone.measure.grains.");
    const auto none = py::none();
    grains.def_static("of_world", of_world, py::arg("world"), "Of a world, with the forces of its last step.")
        .def_static("of_run", of_run, py::arg("folder"), py::arg("at") = none, "Of a frame of a run's folder, the last or the one nearest to a time.")
        .def_static(
            "of_arrays",
            [](const Numbers& positions, const std::optional<Numbers>& radii, const std::optional<Numbers>& velocities,
               const std::optional<Numbers>& masses, const std::optional<Numbers>& cell, const std::optional<py::dict>& contacts) {
                return of_arrays({positions, radii, velocities, masses, cell, contacts});
            },
            py::arg("positions"), py::arg("radii") = none, py::arg("velocities") = none, py::arg("masses") = none, py::arg("cell") = none,
            py::arg("contacts") = none, "Of arrays of your own.")
        .def("__len__", [](const Moment& m) { return m.assembly.grains.size(); })
        .def_property_readonly("dimension", [](const Moment& m) { return m.assembly.dimension(); }, "2 or 3")
        .def_property_readonly("time", [](const Moment& m) { return m.assembly.time; }, "[s]")
        .def_property_readonly("ids", [](const Moment& m) { return column_from<int>(m.assembly.grains.id, [](int id) { return id; }); },
                               "(n) numbers of the bodies")
        .def_property_readonly("positions", [](const Moment& m) { return array_of(m.assembly.grains.position, m.assembly.dimension()); },
                               "(n, D) of the centres of mass, not wrapped [m]")
        .def_property_readonly("velocities", [](const Moment& m) { return array_of(m.assembly.grains.velocity, m.assembly.dimension()); },
                               "(n, D) [m/s]")
        .def_property_readonly("masses", [](const Moment& m) { return column_from<double>(m.assembly.grains.mass, [](double x) { return x; }); },
                               "(n) [kg], 2D [kg/m]")
        .def_property_readonly("radii", [](const Moment& m) { return column_from<double>(m.assembly.grains.radius, [](double x) { return x; }); },
                               "(n) of balls, else of the ball of the same volume [m]")
        .def_property_readonly("contacts", [](const Moment& m) { return m.assembly.contacts.size(); }, "how many there are")
        .def_property_readonly("mean_diameter", [](const Moment& m) { return mean_diameter(m.assembly.grains); }, "[m]");
    bind_grain_tables(grains);
    module.def(
        "avalanches",
        [](const Numbers& time, const Numbers& value, double above) {
            const auto n = static_cast<std::size_t>(time.size());
            return dict_of(events_above(numbers_of(time, n, "time"), numbers_of(value, n, "value"), above));
        },
        py::arg("time"), py::arg("value"), py::arg("above"), "See drystone.measure.avalanches.");
}

}  // namespace drystone::python

#include "fields/measure_run.h"

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <string_view>

#include <fmt/format.h>

#include "core/input_error.h"
#include "fields/contact_tables.h"
#include "fields/local_strain.h"
#include "fields/mixing.h"
#include "fields/pair_distribution.h"
#include "fields/profile.h"
#include "fields/structure_factor.h"
#include "fields/voronoi.h"

namespace drystone {

namespace {

constexpr double most_force = 6.0;  // of the mean: beyond, hardly any contact is
constexpr double bridge = 3.0;      // mean diameters: a longer edge bridges what is empty
constexpr double cell_diameters = 4.0, far_diameters = 6.0;
constexpr double most_points = 1e7;  // of a grid; some GB

int frame_asked(const FramesFile& file, const MeasureAsk& ask) {
    return ask.at ? nearest_frame(file, *ask.at) : file.frames() - 1;
}

int first_asked(const FramesFile& file, const MeasureAsk& ask) { return ask.since ? nearest_frame(file, *ask.since) : 0; }

Assembly assembly_at(const FramesFile& file, int frame) { return assembly_of(file.geometry(), file.read(frame)); }

void expect_grains(const GrainList& grains) {
    if (grains.size() == 0)
        throw InputError("drystone measure", "there is no grain in that frame: only walls, or nobody");
}

Assembly grains_asked(const FramesFile& file, const MeasureAsk& ask) {
    Assembly assembly = assembly_at(file, frame_asked(file, ask));
    expect_grains(assembly.grains);
    return assembly;
}

/// A row for one frame, or for all.
Measured by_frames(const FramesFile& file, const MeasureAsk& ask, std::vector<std::string> columns,
                   const std::function<std::vector<double>(int)>& row) {
    Measured out{.columns = std::move(columns), .rows = {}};
    const int first = ask.at ? frame_asked(file, ask) : 0, last = frame_asked(file, ask);
    for (int k = first; k <= last; ++k) out.rows.push_back(row(k));
    return out;
}

/// A moment, whom of it the measure is about, and their own volume there.
struct Asked {
    Assembly assembly;
    GrainSelection selection;
    double solid = 0.0;
};

template <int D>
void select_region(const FramesFile& file, const MeasureAsk& ask, const Frame& frame, Asked& asked) {
    const PlacedRegion<D> region = placed_region<D>(*ask.region, ask.region->with >= 0 ? file.read(0) : frame, frame)
                                       .in(flattened<D>(asked.assembly.grains.space));
    if (region.overlaps_itself()) throw InputError("--region", "it is wider than the cell at that time: it would overlap its own images");
    const auto holds = [&](const Vec<3>& x) {
        Vec<D> at;
        for (int c = 0; c < D; ++c) at[c] = x[c];
        return region.holds(at);
    };
    asked.selection = select(asked.assembly, holds, region.volume());
    asked.solid = solid_volume_in<D>(region, file.geometry(), frame);
}

/// The region asked for; else all, whose volume is the cell's, or that of the box about them.
Asked asked_at(const FramesFile& file, const MeasureAsk& ask, int k) {
    const Frame frame = file.read(k);
    Asked out{assembly_of(file.geometry(), frame), {}, 0.0};
    const int d = out.assembly.dimension();
    if (ask.region) {
        d == 2 ? select_region<2>(file, ask, frame, out) : select_region<3>(file, ask, frame, out);
        return out;
    }
    out.selection = everybody(out.assembly);
    for (const double radius : out.assembly.grains.radius) out.solid += volume_of_round(radius, d);
    if (!out.assembly.grains.space.repeats()) {
        const CentreBox box = box_about(out.assembly.grains);
        out.selection.volume = 1.0;
        for (int c = 0; c < d; ++c) out.selection.volume *= box.high[c] - box.low[c];
    }
    return out;
}

Measured mixing(const FramesFile& file, const MeasureAsk& ask) {
    double edge = ask.cell.value_or(0.0);
    if (!ask.cell) edge = cell_diameters * mean_diameter(assembly_at(file, frame_asked(file, ask)).grains);
    return by_frames(file, ask, {"time", "mixing", "cells", "grains", "intensity", "unlike_contacts"}, [&](int k) {
        const Assembly assembly = assembly_at(file, k);
        const std::vector<int> kind = kinds_of(assembly.grains, ask.by);
        std::vector<Vec<3>> places;
        for (const Vec<3>& x : assembly.grains.position) places.push_back(assembly.grains.space.wrap(x));
        const Mixing found = mixing_of(places, kind, edge);
        return std::vector<double>{file.time(k), found.index, static_cast<double>(found.cells),
                                   static_cast<double>(assembly.grains.size()), found.intensity, unlike_contacts(assembly, kind)};
    });
}

Measured profile(const FramesFile& file, const MeasureAsk& ask) {
    const Assembly assembly = grains_asked(file, ask);
    const int d = assembly.dimension();
    const Vec<3> direction = ask.direction.value_or(Vec<3>::axis(d - 1));
    if (d == 2 && direction[2] != 0.0) throw InputError("--axis", "there are x and y in a 2D run");
    return profile_of(assembly, {direction, ask.bins.value_or(20)});
}

Measured pairs(const FramesFile& file, const MeasureAsk& ask) {
    const Assembly assembly = grains_asked(file, ask);
    return pair_distribution(assembly.grains, ask.farthest.value_or(far_diameters * mean_diameter(assembly.grains)),
                             ask.bins.value_or(120));
}

Measured structure(const FramesFile& file, const MeasureAsk& ask) {
    const Assembly assembly = grains_asked(file, ask);
    const double natural = 2.0 * std::numbers::pi / mean_diameter(assembly.grains);
    return structure_factor(assembly.grains, ask.farthest.value_or(4.0 * natural), ask.bins.value_or(60));
}

Measured strain(const FramesFile& file, const MeasureAsk& ask) {
    const Assembly before = assembly_at(file, first_asked(file, ask));
    expect_grains(before.grains);
    return local_strain(before.grains, assembly_at(file, frame_asked(file, ask)).grains, bridge * mean_diameter(before.grains));
}

Measured displacement(const FramesFile& file, const MeasureAsk& ask) {
    return displacements(assembly_at(file, first_asked(file, ask)).grains, grains_asked(file, ask).grains);
}

Measured msd(const FramesFile& file, const MeasureAsk& ask) {
    const Assembly before = assembly_at(file, first_asked(file, ask));
    std::vector<std::string> columns{"time", "msd"};
    for (int c = 0; c < before.dimension(); ++c) columns.push_back(std::string("msd.") + "xyz"[c]);
    columns.emplace_back("grains");
    return by_frames(file, ask, std::move(columns), [&](int k) {
        const SquareDisplacement found = mean_square_displacement(before.grains, assembly_at(file, k).grains);
        std::vector<double> row{file.time(k), found.all};
        for (int c = 0; c < before.dimension(); ++c) row.push_back(found.each[c]);
        row.push_back(found.count);
        return row;
    });
}

Measured forces(const FramesFile& file, const MeasureAsk& ask) {
    const Asked asked = asked_at(file, ask, frame_asked(file, ask));
    return force_distribution(asked.assembly, asked.selection, most_force, ask.bins.value_or(60));
}

Measured mobilisation(const FramesFile& file, const MeasureAsk& ask) {
    const Asked asked = asked_at(file, ask, frame_asked(file, ask));
    return mobilisation_distribution(asked.assembly, asked.selection, ask.bins.value_or(20));
}

Measured fabric_over_time(const FramesFile& file, const MeasureAsk& ask) {
    return by_frames(file, ask, fabric_columns(file.geometry().dimension), [&](int k) {
        const Asked asked = asked_at(file, ask, k);
        return fabric_row(asked.assembly, asked.selection);
    });
}

Measured stress_over_time(const FramesFile& file, const MeasureAsk& ask) {
    return by_frames(file, ask, stress_columns(file.geometry().dimension), [&](int k) {
        const Asked asked = asked_at(file, ask, k);
        return stress_row(asked.assembly, asked.selection, asked.solid);
    });
}

Measured field(const FramesFile& file, const MeasureAsk& ask) {
    const RunField found = field_of_run(file, ask);
    return field_table(found.grid.points(), found.sums, found.dimension);
}

Measured voronoi(const FramesFile& file, const MeasureAsk& ask) {
    const Assembly assembly = grains_asked(file, ask);
    return voronoi_table(assembly.grains, box_about(assembly.grains));
}

struct Measure {
    std::string_view name;
    Measured (*of)(const FramesFile&, const MeasureAsk&);
    std::string_view seen = "";  // of bodies: the column that is drawn
};
constexpr std::array measures{Measure{"forces", forces},
                              Measure{"mobilisation", mobilisation},
                              Measure{"fabric", fabric_over_time},
                              Measure{"stress", stress_over_time},
                              Measure{"profile", profile},
                              Measure{"gr", pairs},
                              Measure{"sq", structure},
                              Measure{"field", field},
                              Measure{"strain", strain, "shear"},
                              Measure{"displacement", displacement, "displacement"},
                              Measure{"msd", msd},
                              Measure{"mixing", mixing},
                              Measure{"voronoi", voronoi, "solid_fraction"}};

}  // namespace

int nearest_frame(const FramesFile& file, double time) {
    int best = 0;
    for (int k = 1; k < file.frames(); ++k) {
        if (std::abs(file.time(k) - time) < std::abs(file.time(best) - time)) best = k;
    }
    return best;
}

std::string names_of_measures() {
    std::string names;
    for (const Measure& one : measures) names += (names.empty() ? "" : ", ") + std::string(one.name);
    return names;
}

std::string first_seen(const std::string& what) {
    for (const Measure& one : measures) {
        if (one.name == what) return std::string(one.seen);
    }
    return "";
}

bool is_of_bodies(const std::string& what) { return !first_seen(what).empty(); }

Measured measure_run(const FramesFile& file, const MeasureAsk& ask) {
    for (const Measure& one : measures) {
        if (one.name != ask.what) continue;
        if (file.frames() == 0) throw InputError("drystone measure", "the run has stored no frame yet");
        return one.of(file, ask);
    }
    throw InputError("--what " + ask.what, "is not known: there are " + names_of_measures());
}

RunField field_of_run(const FramesFile& file, const MeasureAsk& ask) {
    if (file.frames() == 0) throw InputError("drystone measure", "the run has stored no frame yet");
    int first = frame_asked(file, ask), last = first;
    if (ask.from || ask.to) {
        first = ask.from ? nearest_frame(file, *ask.from) : 0;
        last = ask.to ? nearest_frame(file, *ask.to) : file.frames() - 1;
        if (last < first) throw InputError("--to", "is before --from");
    }
    const Assembly shown = assembly_at(file, last);
    expect_grains(shown.grains);
    const int d = shown.dimension();
    const double width = ask.width.value_or(mean_diameter(shown.grains));
    const Kernel kernel(kernel_named(ask.kernel), width, d);
    const double spacing = ask.spacing.value_or(0.5 * width), many = points_over(shown.grains, spacing);
    if (many > most_points) throw InputError("--spacing", fmt::format("asks for a grid of {:.2g} points, and {:.2g} are the most", many, most_points));
    RunField out{d, grid_over(shown.grains, spacing), {}};
    const std::vector<Vec<3>> points = out.grid.points();
    out.sums.resize(points.size());
    for (int k = first; k <= last; ++k)
        add_coarse_grained(assembly_at(file, k), points, kernel, 1.0 / (last - first + 1), out.sums);
    return out;
}

}  // namespace drystone

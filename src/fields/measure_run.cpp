#include "fields/measure_run.h"

#include <array>
#include <cmath>
#include <functional>
#include <string_view>

#include "core/input_error.h"
#include "fields/contact_measures.h"
#include "fields/local_strain.h"
#include "fields/mixing.h"
#include "fields/pair_distribution.h"
#include "fields/profile.h"

namespace drystone {

namespace {

constexpr double most_force = 6.0;  // of the mean: beyond, hardly any contact is
constexpr double bridge = 3.0;      // mean diameters: a longer edge bridges what is empty
constexpr double cell_diameters = 4.0, far_diameters = 6.0;

int nearest(const FramesFile& file, double time) {
    int best = 0;
    for (int k = 1; k < file.frames(); ++k) {
        if (std::abs(file.time(k) - time) < std::abs(file.time(best) - time)) best = k;
    }
    return best;
}

int frame_asked(const FramesFile& file, const MeasureAsk& ask) {
    return ask.at ? nearest(file, *ask.at) : file.frames() - 1;
}

Grains grains_at(const FramesFile& file, int frame) { return grains_of(file.geometry(), file.read(frame)); }

void expect_grains(const Grains& grains) {
    if (grains.size() == 0)
        throw InputError("drystone measure", "there is no grain in that frame: only walls, or nobody");
}

/// A row for one frame, or for all.
Measured by_frames(const FramesFile& file, const MeasureAsk& ask, std::vector<std::string> columns,
                   const std::function<std::vector<double>(int)>& row) {
    Measured out{.columns = std::move(columns), .rows = {}};
    const int first = ask.at ? frame_asked(file, ask) : 0, last = frame_asked(file, ask);
    for (int k = first; k <= last; ++k) out.rows.push_back(row(k));
    return out;
}

Measured mixing(const FramesFile& file, const MeasureAsk& ask) {
    double edge = ask.cell.value_or(0.0);
    if (!ask.cell) edge = cell_diameters * mean_diameter(grains_at(file, frame_asked(file, ask)));
    return by_frames(file, ask, {"time", "mixing", "cells", "grains"}, [&](int k) {
        const Grains grains = grains_at(file, k);
        const Mixing found = mixing_of(grains.position, kinds_of(grains, ask.by), edge);
        return std::vector<double>{file.time(k), found.index, static_cast<double>(found.cells),
                                   static_cast<double>(grains.size())};
    });
}

Measured profile(const FramesFile& file, const MeasureAsk& ask) {
    const Grains grains = grains_at(file, frame_asked(file, ask));
    expect_grains(grains);
    const int axis = ask.axis.value_or(grains.dimension - 1);
    if (axis >= grains.dimension) throw InputError("--axis z", "there are x and y in a 2D run");
    return profile_of(grains, axis, ask.bins.value_or(20));
}

Measured pairs(const FramesFile& file, const MeasureAsk& ask) {
    const Grains grains = grains_at(file, frame_asked(file, ask));
    expect_grains(grains);
    return pair_distribution(grains, ask.farthest.value_or(far_diameters * mean_diameter(grains)),
                             ask.bins.value_or(120));
}

Measured strain(const FramesFile& file, const MeasureAsk& ask) {
    const Grains before = grains_at(file, ask.since ? nearest(file, *ask.since) : 0);
    expect_grains(before);
    return local_strain(before, grains_at(file, frame_asked(file, ask)), bridge * mean_diameter(before));
}

Measured forces(const FramesFile& file, const MeasureAsk& ask) {
    return force_distribution(file.geometry(), file.read(frame_asked(file, ask)), most_force,
                              ask.bins.value_or(60));
}

Measured fabric(const FramesFile& file, const MeasureAsk& ask) {
    return by_frames(file, ask, fabric_columns(file.geometry().dimension),
                     [&](int k) { return fabric_row(file.geometry(), file.read(k)); });
}

struct Measure {
    std::string_view name;
    Measured (*of)(const FramesFile&, const MeasureAsk&);
};
constexpr std::array measures{Measure{"forces", forces},   Measure{"fabric", fabric},
                              Measure{"profile", profile}, Measure{"gr", pairs},
                              Measure{"strain", strain},   Measure{"mixing", mixing}};

}  // namespace

std::string names_of_measures() {
    std::string names;
    for (const Measure& one : measures) names += (names.empty() ? "" : ", ") + std::string(one.name);
    return names;
}

bool is_of_bodies(const std::string& what) { return what == "strain"; }

Measured measure_run(const FramesFile& file, const MeasureAsk& ask) {
    for (const Measure& one : measures) {
        if (one.name != ask.what) continue;
        if (file.frames() == 0) throw InputError("drystone measure", "the run has stored no frame yet");
        return one.of(file, ask);
    }
    throw InputError("--what " + ask.what, "is not known: there are " + names_of_measures());
}

}  // namespace drystone

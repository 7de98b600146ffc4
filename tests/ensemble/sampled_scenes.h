#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ensemble/ensemble.h"
#include "physics/first_step.h"

namespace drystone {

constexpr double g = 9.81;

/// A world of a scene text whose forces are sampled at its start, or after `steps` of the scene's own.
struct SampledWorld {
    Blocks blocks;
    Ensemble<2> ensemble;
    double W = 0.0;  // weight of all that can move [N]

    SampledWorld(const std::string& text, EnsembleSettings settings = {}, int steps = 0, int threads = 2)
        : blocks(text) {
        if (steps > 0) blocks.step(steps);
        ThreadPool pool(threads);
        ensemble = sample_forces(blocks.world, blocks.scene.settings, settings, pool);
        const Matter<2>& matter = blocks.world.matter;
        for (int i = 0; i < matter.size(); ++i) {
            if (matter.freedom[i] != Freedom::immovable) W += g * matter.mass[i];
        }
    }

    const SupportSpread<2>& support(const std::string& name) const {
        for (const SupportSpread<2>& one : ensemble.supports) {
            if (one.name == name) return one;
        }
        throw InputError("", "no support " + name);
    }

    const ForceSpread<2>& joint(const std::string& a, const std::string& b) const {
        for (const ForceSpread<2>& one : ensemble.joints) {
            if (std::minmax(one.a, one.b) == std::minmax(blocks.body(a), blocks.body(b))) return one;
        }
        throw InputError("", "no joint");
    }
};

/// How much of an interval the samples reach from end to end; negative where one is outside by more than `slack`.
inline double coverage(const Spread& found, double low, double high, double slack) {
    if (found.low < low - slack || found.high > high + slack) return -1.0;
    return (found.high - found.low) / (high - low);
}

inline std::string arch_text(double eta, int voussoirs) {
    return fmt::format(
        "[[generate]]\ntype = \"arch\"\nname = \"arch\"\nmaterial = \"stone\"\nradius = 1.0\nthickness = "
        "{:.17g}\nvoussoirs = {}\n",
        eta, voussoirs);
}

/// A keystone between two fixed abutments, sides at beta from the vertical, narrower below.
inline std::string wedge_text(double beta) {
    const double half = 0.2, height = 0.3, narrow = half - height * std::tan(beta);
    const auto polygon = [](const char* name, bool fixed, const std::vector<Vec<2>>& corners) {
        std::string list;
        for (const Vec<2>& v : corners)
            list += fmt::format("{}[{:.17g}, {:.17g}]", list.empty() ? "" : ", ", v[0], v[1]);
        return fmt::format(
            "[[bodies]]\nname = \"{}\"\nmaterial = \"stone\"\nfixed = {}\nshape = {{ type = \"polygon\", "
            "vertices = [{}] }}\n",
            name, fixed, list);
    };
    return polygon("left", true, {{{-1.0, 0.0}}, {{-narrow, 0.0}}, {{-half, height}}, {{-1.0, height}}}) +
           polygon("right", true, {{{narrow, 0.0}}, {{1.0, 0.0}}, {{1.0, height}}, {{half, height}}}) +
           polygon("key", false, {{{-narrow, 0.0}}, {{narrow, 0.0}}, {{half, height}}, {{-half, height}}});
}

inline std::string floor_and_block_text() {
    return "[[bodies]]\nname = \"floor\"\nmaterial = \"stone\"\nfixed = true\nshape = { type = \"plane\", "
           "normal = "
           "[0, 1] }\n[[bodies]]\nname = \"block\"\nmaterial = \"stone\"\nshape = { type = \"box\", size = "
           "[0.4, "
           "0.2] }\nposition = [0.0, 0.1]\n";
}

/// D08: n rows of disks upon a fixed row of n, neighbours of a row 2% apart.
inline std::string pile_text(int n) {
    const double r = 0.05, s = 1.02, rise = 2.0 * r * std::sqrt(1.0 - 0.25 * s * s);
    std::string text;
    for (int row = 0; row < n; ++row) {
        for (int j = 0; j < n - row; ++j)
            text += fmt::format(
                "[[bodies]]\nname = \"d{}_{}\"\nmaterial = \"stone\"\nfixed = {}\nshape = {{ type = "
                "\"disk\", "
                "radius = {} }}\nposition = [{:.17g}, {:.17g}]\n",
                row, j, row == 0, r, 2.0 * r * s * (j + 0.5 * row), rise * row);
    }
    return text;
}

/// Disks of two sizes that fall into a box; the walls rub as the disks do.
inline std::string box_of_disks_text(int count, double width = 0.6) {
    return fmt::format(
        "[[bodies]]\nname = \"floor\"\nmaterial = \"stone\"\nfixed = true\nshape = {{ type = \"plane\", "
        "normal = "
        "[0, 1] }}\n[[bodies]]\nname = \"left\"\nmaterial = \"stone\"\nfixed = true\nshape = {{ type = "
        "\"plane\", "
        "normal = [1, 0] }}\n[[bodies]]\nname = \"right\"\nmaterial = \"stone\"\nfixed = true\nshape = {{ "
        "type = "
        "\"plane\", normal = [-1, 0] }}\nposition = [{0}, 0.0]\n[[generate]]\ntype = \"packing\"\nname = "
        "\"grain\"\ncount = {1}\nshape = \"disk\"\nmaterial = \"stone\"\nradius = [0.03, "
        "0.05]\ninside = {{ type = \"box\", min = [0.0, 0.0], max = [{0}, {2}] }}\n",
        width, count, 0.014 * count / width);
}

}  // namespace drystone

#include "fields/contact_measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/deformable_layout.h"

namespace drystone {

namespace {

/// Number k of (n, d) floats.
double component(const std::vector<float>& values, int d, std::size_t k, int c) {
    return static_cast<double>(values[static_cast<std::size_t>(d) * k + static_cast<std::size_t>(c)]);
}

/// A force between two grains.
struct Borne {
    std::size_t contact = 0;
    double normal = 0.0, tangential = 0.0;  // [N]
};

std::vector<Borne> borne_by_grains(const FramesGeometry& geometry, const Frame& frame) {
    std::vector<Borne> out;
    const int d = geometry.dimension;
    for (std::size_t k = 0; k < static_cast<std::size_t>(frame.contacts); ++k) {
        const auto a = static_cast<std::size_t>(frame.contact_bodies[2 * k]),
                   b = static_cast<std::size_t>(frame.contact_bodies[2 * k + 1]);
        if (geometry.wall[a] != 0 || geometry.wall[b] != 0) continue;
        double normal = 0.0, square = 0.0;
        for (int c = 0; c < d; ++c) {
            const double f = component(frame.force, d, k, c);
            normal += f * component(frame.normal, d, k, c);
            square += f * f;
        }
        if (square > 0.0) out.push_back({k, normal, std::sqrt(std::max(0.0, square - normal * normal))});
    }
    return out;
}

}  // namespace

Measured force_distribution(const FramesGeometry& geometry, const Frame& frame, double largest, int bins) {
    Measured out{.columns = {"f", "normal", "tangential"}, .rows = {}};
    const std::vector<Borne> borne = borne_by_grains(geometry, frame);
    const double n = static_cast<double>(borne.size()), width = largest / bins;
    double mean = 0.0;
    for (const Borne& one : borne) mean += one.normal / n;
    std::vector<double> normal(static_cast<std::size_t>(bins), 0.0), tangential = normal;
    const auto add = [&](double force, std::vector<double>& to) {
        const double place = std::floor(force / mean / width);
        if (place >= 0.0 && place < bins) to[static_cast<std::size_t>(place)] += 1.0 / (n * width);
    };
    for (const Borne& one : borne) {
        add(one.normal, normal);
        add(one.tangential, tangential);
    }
    for (int k = 0; k < bins && !borne.empty(); ++k)
        out.rows.push_back({(k + 0.5) * width, normal[static_cast<std::size_t>(k)],
                            tangential[static_cast<std::size_t>(k)]});
    return out;
}

std::vector<std::string> fabric_columns(int dimension) {
    std::vector<std::string> columns{"time", "contacts"};
    for (const std::string& name : strain_components(dimension)) columns.push_back("fabric." + name);
    return columns;
}

std::vector<double> fabric_row(const FramesGeometry& geometry, const Frame& frame) {
    const int d = geometry.dimension;
    const std::vector<Borne> borne = borne_by_grains(geometry, frame);
    std::vector<double> row{frame.time, static_cast<double>(borne.size())};
    const auto mean = [&](int i, int j) {
        double sum = 0.0, length = 0.0;
        for (const Borne& one : borne) {
            double square = 0.0;  // normals of the file have seven digits
            for (int c = 0; c < d; ++c) square += std::pow(component(frame.normal, d, one.contact, c), 2);
            sum += component(frame.normal, d, one.contact, i) * component(frame.normal, d, one.contact, j) /
                   square;
            length += 1.0;
        }
        return length > 0.0 ? sum / length : std::numeric_limits<double>::quiet_NaN();
    };
    if (d == 2) {
        for (const auto& [i, j] : tensor_entries<2>()) row.push_back(mean(i, j));
    } else {
        for (const auto& [i, j] : tensor_entries<3>()) row.push_back(mean(i, j));
    }
    return row;
}

}  // namespace drystone

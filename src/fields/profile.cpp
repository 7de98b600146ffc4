#include "fields/profile.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "granular/contact_measures.h"
#include "granular/tensor.h"

namespace drystone {

namespace {

/// From where to where slices reach along the direction, and the volume of all of them.
struct Extent {
    double low = 0.0, high = 0.0, volume = 0.0;
};

/// The images of the grains that are in the slices: where along the direction, and how fast, as images move apart where the cell deforms.
struct Image {
    double height = 0.0;
    Vec<3> velocity{};
};

/// The axis that the direction is along, or -1.
int axis_of(const Vec<3>& direction) {
    for (int c = 0; c < 3; ++c) {
        if (direction == Vec<3>::axis(c)) return c;
    }
    return -1;
}

bool repeats(const GrainList& grains, int axis) { return axis >= 0 && grains.space.repeats() && grains.space.repeats_along(axis); }

std::vector<Image> images_of(const GrainList& grains, const Vec<3>& direction) {
    std::vector<Image> out;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const Vec<3>& x = grains.position[i];
        const Vec<3> image = grains.space.wrap(x);
        out.push_back({dot(image, direction), grains.velocity[i] + grains.gradient * (image - x)});
    }
    return out;
}

Extent extent_of(const GrainList& grains, const std::vector<Image>& images, const Vec<3>& direction) {
    Extent out;
    const int axis = axis_of(direction);
    if (repeats(grains, axis)) {
        out.low = grains.space.origin()[axis];
        out.high = out.low + grains.space.edges()[axis][axis];
    } else {
        const auto [low, high] = std::minmax_element(images.begin(), images.end(),
                                                     [](const Image& a, const Image& b) { return a.height < b.height; });
        out.low = low->height;
        out.high = high->height;
    }
    const CentreBox box = box_about(grains);
    out.volume = out.high - out.low;
    double length = 0.0;
    for (int c = 0; c < grains.dimension; ++c) {  // across; what is oblique has the box's own volume over its length
        const double edge = repeats(grains, c) ? grains.space.edges()[c][c] : box.high[c] - box.low[c];
        if (c != axis) out.volume *= edge;
        length += std::abs(direction[c]) * edge;
    }
    if (axis < 0) out.volume /= length;
    return out;
}

}  // namespace

Measured profile_of(const Assembly& assembly, const ProfileAsk& ask) {
    const GrainList& grains = assembly.grains;
    const int d = grains.dimension;
    Measured out{.columns = {"x", "count", "mass"}, .rows = {}};
    for (int c = 0; c < d; ++c) out.columns.push_back(std::string("velocity.") + "xyz"[c]);
    out.columns.insert(out.columns.end(), {"granular_temperature", "solid_fraction"});
    for (const std::string& part : tensor_names(d)) out.columns.push_back("stress." + part);
    const std::vector<Image> images = images_of(grains, ask.direction);
    const Extent extent = extent_of(grains, images, ask.direction);
    const double width = (extent.high - extent.low) / ask.slices;
    GrainSelection slice = everybody(assembly);
    slice.volume = extent.volume / ask.slices;
    for (int s = 0; s < ask.slices; ++s) {
        double count = 0.0, mass = 0.0, solid = 0.0;
        Vec<3> momentum{};
        for (std::size_t i = 0; i < images.size(); ++i) {
            const int own = width > 0.0 ? std::clamp(static_cast<int>((images[i].height - extent.low) / width), 0, ask.slices - 1) : 0;
            slice.grain[i] = own == s;
            if (own != s) continue;
            count += 1.0;
            mass += grains.mass[i];
            momentum += grains.mass[i] * images[i].velocity;
            solid += volume_of_round(grains.radius[i], d);
        }
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        std::vector<double> row{extent.low + (s + 0.5) * width, count, mass};
        for (int c = 0; c < d; ++c) row.push_back(mass > 0.0 ? momentum[c] / mass : none);
        row.insert(row.end(), {granular_temperature(assembly, slice), solid / slice.volume});
        const std::vector<double> stress = tensor_values((1.0 / slice.volume) * internal_moments(assembly, slice), d);
        row.insert(row.end(), stress.begin(), stress.end());
        out.rows.push_back(std::move(row));
    }
    return out;
}

}  // namespace drystone

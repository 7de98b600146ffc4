#include "report/stress_field.h"

#include <algorithm>
#include <cmath>

#include "elastic/fields.h"
#include "io/deformable_layout.h"

namespace drystone {

namespace {

template <int D>
Mat<D> tensor_at(const float* columns) {
    Mat<D> out;
    std::size_t k = 0;
    for (const auto& [i, j] : tensor_entries<D>()) out[i][j] = out[j][i] = columns[k++];
    return out;
}

/// sqrt(3/2 s : s) of the deviator s; in the plane the stress across it counts.
double von_mises(int d, const float* c) {
    const double x = c[0], y = c[1], z = d == 2 ? c[3] : c[2];
    double shear = 0.0;
    for (int k = 0; k < (d == 2 ? 1 : 3); ++k) {
        const double one = c[(d == 2 ? 2 : 3) + k];
        shear += one * one;
    }
    return std::sqrt(0.5 * ((x - y) * (x - y) + (y - z) * (y - z) + (z - x) * (z - x)) + 3.0 * shear);
}

double principal_value(int d, const float* c, int which) {
    if (d == 2) return principal(tensor_at<2>(c)).value[which];
    return principal(tensor_at<3>(c)).value[which];
}

std::vector<float> element_values(std::string_view field, int d, const std::vector<float>& stress) {
    const std::vector<std::string> components = stress_components(d);
    const std::size_t size = components.size();
    const auto component = std::find(components.begin(), components.end(), field.substr(field.find('_') + 1));
    const auto column = static_cast<std::size_t>(component - components.begin());
    std::vector<float> out;
    for (std::size_t e = 0; e < stress.size(); e += size) {
        const float* c = &stress[e];
        double value = 0.0;
        if (field == "von_mises")
            value = von_mises(d, c);
        else if (column < size)
            value = c[column];
        else
            value = principal_value(d, c, field.back() - '1');
        out.push_back(static_cast<float>(value));
    }
    return out;
}

}  // namespace

std::vector<std::string> field_names(int dimension) {
    std::vector<std::string> names{"von_mises"};
    for (int k = 1; k <= dimension; ++k) names.push_back("sigma_" + std::to_string(k));
    for (const std::string& component : stress_components(dimension)) names.push_back("sigma_" + component);
    names.emplace_back("displacement");
    return names;
}

bool is_field(std::string_view name, int dimension) {
    const std::vector<std::string> names = field_names(dimension);
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view unit_of_field(std::string_view name) { return name == "displacement" ? "m" : "Pa"; }

std::vector<float> face_values(std::string_view field, const ShownBodies& bodies, const ShownFrame& frame) {
    const ShownMeshes& meshes = bodies.meshes;
    const int d = bodies.dimension;
    std::vector<float> out;
    if (field == "displacement") {
        for (int f = 0; f < meshes.faces(); ++f) {
            double mean[3] = {};
            const int begin = meshes.corner_start[f], end = meshes.corner_start[f + 1];
            for (int k = begin; k < end; ++k) {
                for (int c = 0; c < d; ++c)
                    mean[c] += frame.displacement[d * meshes.corner[k] + c] / double(end - begin);
            }
            out.push_back(static_cast<float>(std::hypot(mean[0], mean[1], mean[2])));
        }
        return out;
    }
    const std::vector<float> values = element_values(field, d, frame.stress);
    for (const int element : meshes.face_element) out.push_back(values[element]);
    return out;
}

std::vector<StressCross> stress_crosses(const ShownFrame& frame) {
    std::vector<StressCross> out;
    for (std::size_t e = 0; e < frame.stress.size(); e += stress_components(2).size()) {
        const Principal<2> p = principal(tensor_at<2>(&frame.stress[e]));
        out.push_back({static_cast<float>(p.value[0]), static_cast<float>(p.value[1]),
                       static_cast<float>(p.direction[0][0]), static_cast<float>(p.direction[0][1])});
    }
    return out;
}

}  // namespace drystone

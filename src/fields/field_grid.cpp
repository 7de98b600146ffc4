#include "fields/field_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "granular/tensor.h"

namespace drystone {

std::vector<Vec<3>> FieldGrid::points() const {
    std::vector<Vec<3>> out;
    for (int k = 0; k < count[2]; ++k) {
        for (int j = 0; j < count[1]; ++j) {
            for (int i = 0; i < count[0]; ++i)
                out.push_back({{first[0] + i * step[0], first[1] + j * step[1], first[2] + k * step[2]}});
        }
    }
    return out;
}

namespace {

/// What the grid is laid over: the cell where it repeats, else the box about the grains.
CentreBox covered(const GrainList& grains) {
    CentreBox box = box_about(grains);
    for (int c = 0; c < grains.dimension; ++c) {
        if (!grains.space.repeats() || !grains.space.repeats_along(c)) continue;
        box.low[c] = grains.space.origin()[c];
        box.high[c] = box.low[c] + grains.space.edges()[c][c];
    }
    return box;
}

double points_along(double edge, double spacing) { return std::max(1.0, std::ceil(edge / spacing - 1e-9)); }

}  // namespace

double points_over(const GrainList& grains, double spacing) {
    const CentreBox box = covered(grains);
    double points = 1.0;
    for (int c = 0; c < grains.dimension; ++c) points *= points_along(box.high[c] - box.low[c], spacing);
    return points;
}

FieldGrid grid_over(const GrainList& grains, double spacing) {
    FieldGrid out;
    const CentreBox box = covered(grains);
    for (int c = 0; c < grains.dimension; ++c) {
        const double edge = box.high[c] - box.low[c], n = points_along(edge, spacing);
        out.count[static_cast<std::size_t>(c)] = static_cast<int>(n);
        out.step[c] = edge / n;
        out.first[c] = box.low[c] + 0.5 * out.step[c];
    }
    return out;
}

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

Vec<3> velocity_or_none(const FieldSums& s) { return s.density > 0.0 ? s.velocity() : Vec<3>{{none, none, none}}; }
Mat<3> kinetic_or_zero(const FieldSums& s) { return s.density > 0.0 ? s.kinetic_stress() : Mat<3>{}; }

/// A quantity of a table: a number, a vector or a tensor of all its components.
struct FieldColumn {
    const char* name;
    std::function<double(const FieldSums&)> number = {};
    std::function<Vec<3>(const FieldSums&)> vector = {};
    std::function<Mat<3>(const FieldSums&)> tensor = {};
};

std::vector<FieldColumn> columns_of(int dimension) {
    return {{.name = "density", .number = [](const FieldSums& s) { return s.density; }},
            {.name = "momentum", .vector = [](const FieldSums& s) { return s.momentum; }},
            {.name = "velocity", .vector = velocity_or_none},
            {.name = "stress", .tensor = [](const FieldSums& s) { return s.stress; }},
            {.name = "kinetic_stress", .tensor = kinetic_or_zero},
            {.name = "wall_force", .vector = [](const FieldSums& s) { return s.wall_force; }},
            {.name = "temperature", .number = [dimension](const FieldSums& s) { return s.density > 0.0 ? s.temperature(dimension) : none; }},
            {.name = "energy", .number = [](const FieldSums& s) { return s.energy; }},
            {.name = "energy_flux", .vector = [](const FieldSums& s) { return s.energy_flux; }},
            {.name = "energy_source", .number = [](const FieldSums& s) { return s.source; }},
            {.name = "pressure", .number = [dimension](const FieldSums& s) { return mean_of_diagonal(s.stress, dimension); }},
            {.name = "deviator_ratio", .number = [dimension](const FieldSums& s) { return deviator_ratio(symmetric(s.stress), dimension); }}};
}

void name_columns(const FieldColumn& column, int d, std::vector<std::string>& names) {
    const std::string name = column.name, axes = "xyz";
    if (column.number) names.push_back(name);
    for (int i = 0; i < d; ++i) {
        if (column.vector) names.push_back(name + "." + axes[static_cast<std::size_t>(i)]);
        for (int j = 0; j < d && column.tensor; ++j)
            names.push_back(name + "." + axes[static_cast<std::size_t>(i)] + axes[static_cast<std::size_t>(j)]);
    }
}

void add_values(const FieldColumn& column, const FieldSums& sums, int d, std::vector<double>& row) {
    if (column.number) row.push_back(column.number(sums));
    const Vec<3> vector = column.vector ? column.vector(sums) : Vec<3>{};
    const Mat<3> tensor = column.tensor ? column.tensor(sums) : Mat<3>{};
    for (int i = 0; i < d; ++i) {
        if (column.vector) row.push_back(vector[i]);
        for (int j = 0; j < d && column.tensor; ++j) row.push_back(tensor[i][j]);
    }
}

/// A block of numbers as the file has it: its length in bytes, then the numbers.
void append_block(const std::vector<double>& values, std::string& bytes) {
    const auto length = static_cast<std::uint64_t>(values.size() * sizeof(double));
    bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
    bytes.append(reinterpret_cast<const char*>(values.data()), length);
}

}  // namespace

Measured field_table(const std::vector<Vec<3>>& points, const std::vector<FieldSums>& sums, int dimension) {
    Measured out;
    for (int c = 0; c < dimension; ++c) out.columns.emplace_back(1, "xyz"[c]);
    const std::vector<FieldColumn> columns = columns_of(dimension);
    for (const FieldColumn& column : columns) name_columns(column, dimension, out.columns);
    for (std::size_t p = 0; p < points.size(); ++p) {
        std::vector<double> row;
        for (int c = 0; c < dimension; ++c) row.push_back(points[p][c]);
        for (const FieldColumn& column : columns) add_values(column, sums[p], dimension, row);
        out.rows.push_back(std::move(row));
    }
    return out;
}

std::string vti_of(const FieldGrid& grid, const std::vector<FieldSums>& sums, int dimension) {
    static_assert(std::endian::native == std::endian::little);
    const Vec<3> step{{grid.step[0], grid.step[1], dimension == 2 ? 1.0 : grid.step[2]}};
    const std::string extent = fmt::format("0 {} 0 {} 0 {}", grid.count[0] - 1, grid.count[1] - 1, grid.count[2] - 1);
    std::string head = fmt::format(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
        "<ImageData WholeExtent=\"{0}\" Origin=\"{1} {2} {3}\" Spacing=\"{4} {5} {6}\">\n<Piece Extent=\"{0}\">\n<PointData>\n",
        extent, grid.first[0], grid.first[1], grid.first[2], step[0], step[1], step[2]);
    std::string bytes;
    for (const FieldColumn& column : columns_of(dimension)) {
        std::vector<double> values;
        for (const FieldSums& one : sums) add_values(column, one, 3, values);
        head += fmt::format("<DataArray type=\"Float64\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
                            column.name, column.number ? 1 : column.vector ? 3 : 9, bytes.size());
        append_block(values, bytes);
    }
    return head + "</PointData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_" + bytes + "\n</AppendedData>\n</VTKFile>\n";
}

}  // namespace drystone

#include "limit/conic_program.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drystone {

void ConicProgram::begin_block(int count, int body_a, int body_b) {
    assert(count > 0 && count <= most_variables && !has_multiplier());
    block.push_back({.first_variable = variables(),
                     .variables = count,
                     .first_row = static_cast<int>(row.size()),
                     .first_cone = static_cast<int>(cone.size()),
                     .body_a = body_a,
                     .body_b = body_b});
    on_a.resize(on_a.size() + static_cast<std::size_t>(count));
    on_b.resize(on_a.size());
}

void ConicProgram::add_row(const Row& one) {
    cone.push_back({static_cast<int>(row.size()), 1});
    row.push_back(one);
    block.back().rows += 1;
    block.back().cones += 1;
}

void ConicProgram::add_cone(std::span<const Row> rows) {
    assert(rows.size() == 3 || rows.size() == 4);
    cone.push_back({static_cast<int>(row.size()), static_cast<int>(rows.size())});
    row.insert(row.end(), rows.begin(), rows.end());
    block.back().rows += static_cast<int>(rows.size());
    block.back().cones += 1;
}

void ConicProgram::add_multiplier(const std::vector<double>& on) {
    assert(on.size() == b.size());
    begin_block(1, -1, -1);
    add_row({.g = {-1.0}});
    live = on;
}

double largest(std::span<const double> v) {
    double size = 0.0;
    for (const double value : v) size = std::max(size, std::abs(value));
    return size;
}

void times_A(const ConicProgram& p, std::span<const double> x, std::span<double> out) {
    std::fill(out.begin(), out.end(), 0.0);
    const auto add = [&](int body, const auto& column, double value) {
        if (body < 0) return;
        double* to = out.data() + static_cast<std::ptrdiff_t>(body) * p.rows_per_body;
        for (int k = 0; k < p.rows_per_body; ++k) to[k] += value * column[static_cast<std::size_t>(k)];
    };
    for (const ConicProgram::Block& block : p.block) {
        for (int v = block.first_variable; v < block.first_variable + block.variables; ++v) {
            add(block.body_a, p.on_a[static_cast<std::size_t>(v)], x[static_cast<std::size_t>(v)]);
            add(block.body_b, p.on_b[static_cast<std::size_t>(v)], x[static_cast<std::size_t>(v)]);
        }
    }
    if (!p.has_multiplier()) return;
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += x.back() * p.live[k];
}

void times_A_transposed(const ConicProgram& p, std::span<const double> y, std::span<double> out) {
    const auto seen = [&](int body, const auto& column) {
        if (body < 0) return 0.0;
        const double* from = y.data() + static_cast<std::ptrdiff_t>(body) * p.rows_per_body;
        double sum = 0.0;
        for (int k = 0; k < p.rows_per_body; ++k) sum += from[k] * column[static_cast<std::size_t>(k)];
        return sum;
    };
    for (const ConicProgram::Block& block : p.block) {
        for (int k = 0; k < block.variables; ++k) {
            const auto v = static_cast<std::size_t>(block.first_variable + k);
            out[v] = seen(block.body_a, p.on_a[v]) + seen(block.body_b, p.on_b[v]);
        }
    }
    if (!p.has_multiplier()) return;
    double sum = 0.0;
    for (std::size_t k = 0; k < y.size(); ++k) sum += y[k] * p.live[k];
    out.back() = sum;
}

void times_G(const ConicProgram& p, std::span<const double> x, std::span<double> out) {
    for (const ConicProgram::Block& block : p.block) {
        const double* of = x.data() + block.first_variable;
        for (int r = block.first_row; r < block.first_row + block.rows; ++r) {
            double sum = 0.0;
            for (int k = 0; k < block.variables; ++k)
                sum += p.row[static_cast<std::size_t>(r)].g[static_cast<std::size_t>(k)] * of[k];
            out[static_cast<std::size_t>(r)] = sum;
        }
    }
}

void times_G_transposed(const ConicProgram& p, std::span<const double> z, std::span<double> out) {
    for (const ConicProgram::Block& block : p.block) {
        double* of = out.data() + block.first_variable;
        std::fill_n(of, block.variables, 0.0);
        for (int r = block.first_row; r < block.first_row + block.rows; ++r) {
            for (int k = 0; k < block.variables; ++k)
                of[k] += p.row[static_cast<std::size_t>(r)].g[static_cast<std::size_t>(k)] * z[static_cast<std::size_t>(r)];
        }
    }
}

}  // namespace drystone

#include "fields/structure_factor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

namespace drystone {

namespace {

constexpr std::size_t most_of_a_shell = 15;
using Whole = std::array<int, 3>;

struct Wave {
    Whole n{};
    double q = 0.0;
};

/// Edges of what holds the grains, columns, and its corner.
struct Frame3 {
    Mat<3> edges = Mat<3>::scaled_identity(1.0);
    Vec<3> corner{};
};

Frame3 frame_of(const GrainList& grains) {
    Frame3 out;
    const CentreBox box = box_about(grains);
    for (int c = 0; c < grains.dimension; ++c) {
        if (grains.space.repeats() && grains.space.repeats_along(c)) {
            for (int r = 0; r <= c; ++r) out.edges[r][c] = grains.space.edges()[r][c];
            out.corner[c] = grains.space.origin()[c];
        } else {
            out.edges[c][c] = box.high[c] - box.low[c];
            out.corner[c] = box.low[c];
        }
    }
    return out;
}

/// Those of half of space (q and -q say the same), by shells, at most fifteen of each.
std::vector<std::vector<Wave>> waves_of(const Mat<3>& dual, int dimension, double largest, int bins) {
    Whole most{};
    for (int c = 0; c < dimension; ++c) {  // |n_c| = |e_c . q| / (2 pi)
        const Mat<3> edges = inverse(dual);
        Vec<3> e;
        for (int r = 0; r < 3; ++r) e[r] = edges[r][c];
        most[static_cast<std::size_t>(c)] = static_cast<int>(largest * norm(e) / (2.0 * std::numbers::pi));
    }
    std::vector<std::vector<Wave>> shells(static_cast<std::size_t>(bins));
    for (int i = 0; i <= most[0]; ++i) {
        for (int j = -most[1]; j <= most[1]; ++j) {
            for (int k = -most[2]; k <= most[2]; ++k) {
                if (i == 0 && (j < 0 || (j == 0 && k <= 0))) continue;
                const Vec<3> q = 2.0 * std::numbers::pi * transpose_times(dual, Vec<3>{{1.0 * i, 1.0 * j, 1.0 * k}});
                const double length = norm(q);
                if (length < largest) shells[static_cast<std::size_t>(length / largest * bins)].push_back({{i, j, k}, length});
            }
        }
    }
    for (std::vector<Wave>& shell : shells) {
        if (shell.size() <= most_of_a_shell) continue;
        std::vector<Wave> some;
        for (std::size_t k = 0; k < most_of_a_shell; ++k) some.push_back(shell[k * shell.size() / most_of_a_shell]);
        shell = std::move(some);
    }
    return shells;
}

/// exp(-2 pi i n s) for n = 0 .. most.
void powers_of(double s, std::vector<std::complex<double>>& out) {
    for (std::size_t n = 0; n < out.size(); ++n) {  // anew every eight, so that rounding does not pile up
        if (n % 8 == 0 || n == 1) {
            out[n] = std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(n) * s);
            continue;
        }
        const double a = out[n - 1].real(), b = out[n - 1].imag(), c = out[1].real(), d = out[1].imag();
        out[n] = {a * c - b * d, a * d + b * c};
    }
}

}  // namespace

Measured structure_factor(const GrainList& grains, double largest, int bins) {
    Measured out{.columns = {"q", "S", "vectors"}, .rows = {}};
    if (grains.size() == 0) return out;
    const Frame3 frame = frame_of(grains);
    const Mat<3> dual = inverse(frame.edges);
    const std::vector<std::vector<Wave>> shells = waves_of(dual, grains.dimension, largest, bins);
    std::vector<Wave> waves;
    for (const std::vector<Wave>& shell : shells) waves.insert(waves.end(), shell.begin(), shell.end());
    std::array<std::vector<std::complex<double>>, 3> power;
    for (std::size_t c = 0; c < 3; ++c) {
        int most = 1;
        for (const Wave& wave : waves) most = std::max(most, std::abs(wave.n[c]));
        power[c].resize(static_cast<std::size_t>(most) + 1);
    }
    std::vector<std::complex<double>> sum(waves.size());
    const auto factor = [&](std::size_t c, int n) {
        const std::complex<double> value = power[c][static_cast<std::size_t>(std::abs(n))];
        return n < 0 ? std::conj(value) : value;
    };
    for (const Vec<3>& x : grains.position) {
        const Vec<3> s = dual * (x - frame.corner);
        for (std::size_t c = 0; c < 3; ++c) powers_of(s[static_cast<int>(c)] - std::floor(s[static_cast<int>(c)]), power[c]);
        for (std::size_t k = 0; k < waves.size(); ++k) {
            const std::complex<double> a = factor(0, waves[k].n[0]), b = factor(1, waves[k].n[1]), c = factor(2, waves[k].n[2]);
            const double re = a.real() * b.real() - a.imag() * b.imag(), im = a.real() * b.imag() + a.imag() * b.real();
            sum[k] += std::complex<double>{re * c.real() - im * c.imag(), re * c.imag() + im * c.real()};
        }
    }
    std::size_t next = 0;
    for (const std::vector<Wave>& shell : shells) {
        if (shell.empty()) continue;
        double q = 0.0, value = 0.0;
        for (const Wave& wave : shell) {
            q += wave.q / static_cast<double>(shell.size());
            value += std::norm(sum[next++]) / static_cast<double>(grains.size() * shell.size());
        }
        out.rows.push_back({q, value, static_cast<double>(shell.size())});
    }
    return out;
}

}  // namespace drystone

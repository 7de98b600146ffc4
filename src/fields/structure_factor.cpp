#include "fields/structure_factor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include <fmt/format.h>

#include "core/input_error.h"

namespace drystone {

namespace {

constexpr std::size_t most_of_a_shell = 15;
constexpr double most_vectors = 1e8;
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
    double all = 1.0;
    const Mat<3> edges = inverse(dual);
    for (int c = 0; c < dimension; ++c) {  // |n_c| = |e_c . q| / (2 pi)
        Vec<3> e;
        for (int r = 0; r < 3; ++r) e[r] = edges[r][c];
        const double n = std::floor(largest * norm(e) / (2.0 * std::numbers::pi));
        all *= 2.0 * n + 1.0;
        if (!(all < most_vectors)) throw InputError("sq", fmt::format("up to q = {:g} there are more than {:g} vectors: ask for fewer", largest, most_vectors));
        most[static_cast<std::size_t>(c)] = static_cast<int>(n);
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

constexpr std::size_t lanes = 8;  // grains at a time

/// A number of each of them.
struct Several {
    std::array<double, lanes> re{}, im{};
};

/// exp(-2 pi i n s) for n = 0 .. most, of lane number `lane`.
void powers_of(double s, std::size_t lane, std::vector<Several>& out) {
    for (std::size_t n = 0; n < out.size(); ++n) {  // anew every eight, so that rounding does not pile up
        if (n % 8 == 0 || n == 1) {
            const double angle = -2.0 * std::numbers::pi * static_cast<double>(n) * s;
            out[n].re[lane] = std::cos(angle);
            out[n].im[lane] = std::sin(angle);
            continue;
        }
        const double a = out[n - 1].re[lane], b = out[n - 1].im[lane], c = out[1].re[lane], d = out[1].im[lane];
        out[n].re[lane] = a * c - b * d;
        out[n].im[lane] = a * d + b * c;
    }
}

/// The sum over the lanes of a b c, each conjugate where its sign says so.
std::complex<double> sum_of_products(const std::array<const Several*, 3>& f, const std::array<double, 3>& sign) {
    std::array<double, lanes> re, im;
    for (std::size_t l = 0; l < lanes; ++l) {
        const double bi = sign[1] * f[1]->im[l], ai = sign[0] * f[0]->im[l], ci = sign[2] * f[2]->im[l];
        const double x = f[0]->re[l] * f[1]->re[l] - ai * bi, y = f[0]->re[l] * bi + ai * f[1]->re[l];
        re[l] = x * f[2]->re[l] - y * ci;
        im[l] = x * ci + y * f[2]->re[l];
    }
    for (std::size_t half = lanes / 2; half > 0; half /= 2) {
        for (std::size_t l = 0; l < half; ++l) re[l] += re[l + half], im[l] += im[l + half];
    }
    return {re[0], im[0]};
}

/// (waves)  sum over the grains of exp(-i q x).
std::vector<std::complex<double>> sums_of(const GrainList& grains, const Frame3& frame, const Mat<3>& dual, const std::vector<Wave>& waves) {
    std::array<std::vector<Several>, 3> power;
    for (std::size_t c = 0; c < 3; ++c) {
        int most = 1;
        for (const Wave& wave : waves) most = std::max(most, std::abs(wave.n[c]));
        power[c].resize(static_cast<std::size_t>(most) + 1);
    }
    std::vector<std::complex<double>> sum(waves.size());
    for (std::size_t first = 0; first < grains.size(); first += lanes) {
        const std::size_t count = std::min(lanes, grains.size() - first);
        for (std::size_t c = 0; c < 3 && count < lanes; ++c) power[c].assign(power[c].size(), {});  // lanes without a grain count nothing
        for (std::size_t lane = 0; lane < count; ++lane) {
            const Vec<3> s = dual * (grains.position[first + lane] - frame.corner);
            for (std::size_t c = 0; c < 3; ++c) {
                const double share = s[static_cast<int>(c)];
                powers_of(share - std::floor(share), lane, power[c]);
            }
        }
        for (std::size_t k = 0; k < waves.size(); ++k) {
            std::array<const Several*, 3> factor;
            std::array<double, 3> sign;
            for (std::size_t c = 0; c < 3; ++c) {
                factor[c] = &power[c][static_cast<std::size_t>(std::abs(waves[k].n[c]))];
                sign[c] = waves[k].n[c] < 0 ? -1.0 : 1.0;
            }
            sum[k] += sum_of_products(factor, sign);
        }
    }
    return sum;
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
    const std::vector<std::complex<double>> sum = sums_of(grains, frame, dual, waves);
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

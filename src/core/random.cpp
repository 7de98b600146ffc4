#include "core/random.h"

#include <bit>
#include <cassert>
#include <cmath>

namespace drystone {

namespace {

std::uint64_t splitmix(std::uint64_t& x) {
    std::uint64_t z = (x += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) {
    std::uint64_t x = seed;
    x = splitmix(x) ^ (stream * 0xd1342543de82ef95u + 1);
    for (auto& word : state_) word = splitmix(x);
}

std::uint64_t Random::next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

double Random::uniform(double lo, double hi) { return lo + (hi - lo) * uniform(); }

std::uint64_t Random::below(std::uint64_t count) {
    assert(count > 0);
    // Values under the remainder of 2^64 / count would make low results more likely: draw again.
    const std::uint64_t reject = (0 - count) % count;
    std::uint64_t x = next();
    while (x < reject) x = next();
    return x % count;
}

double Random::normal() {
    for (;;) {
        const double a = uniform(-1.0, 1.0), b = uniform(-1.0, 1.0);
        const double s = a * a + b * b;
        if (s > 0.0 && s < 1.0) return a * std::sqrt(-2.0 * std::log(s) / s);
    }
}

}  // namespace drystone

// What Python wrote into the arrays of the bodies becomes the state of the world.
#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "bodies/move.h"
#include "core/input_error.h"
#include "python/simulation.h"
#include "step/world.h"

namespace drystone::python {

namespace {

template <int N>
bool is_finite(const Vec<N>& v) {
    for (int k = 0; k < N; ++k) {
        if (!std::isfinite(v[k])) return false;
    }
    return true;
}

bool is_finite(const Rotation<2>& r) { return std::isfinite(r.angle); }
bool is_finite(const Rotation<3>& r) { return std::isfinite(r.w) && is_finite(r.q); }
bool is_rotation(const Rotation<2>&) { return true; }
bool is_rotation(const Rotation<3>& r) { return r.w * r.w + dot(r.q, r.q) > 0.0; }

template <class T>
bool same_bits(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <int D>
bool changed(const Bodies<D>& bodies, const Remembered<D>& was, std::size_t i) {
    // By bits: a number that is not finite differs from itself.
    return !(same_bits(bodies.position[i], was.position[i]) &&
             same_bits(bodies.rotation[i], was.rotation[i]) &&
             same_bits(bodies.velocity[i], was.velocity[i]));
}

template <int D>
void check(const Bodies<D>& bodies, std::size_t i) {
    const auto refuse = [&](const char* array, const char* why) {
        throw InputError(fmt::format("{}[{}]", array, i), why);
    };
    constexpr const char* not_finite = "a number written there is not finite";
    if (!is_finite(bodies.position[i])) refuse("positions", not_finite);
    if (!is_finite(bodies.rotation[i])) refuse("orientations", not_finite);
    if (!is_rotation(bodies.rotation[i])) refuse("orientations", "a quaternion of zeros is no orientation");
    if (!is_finite(bodies.velocity[i].v)) refuse("velocities", not_finite);
    if (!is_finite(bodies.velocity[i].w)) refuse("spins", not_finite);
}

/// What cannot move by itself has the velocity its drive gives it, or none; what is driven is where its drive has it.
template <int D>
void keep_outside(const Remembered<D>& was, bool driven, std::size_t i, Bodies<D>& bodies) {
    bodies.velocity[i] = was.velocity[i];
    if (!driven) return;
    bodies.position[i] = was.position[i];
    bodies.rotation[i] = was.rotation[i];
}

template <int D>
void adopt(const Remembered<D>& was, World<D>& world) {
    Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    std::vector<std::size_t> written;
    for (std::size_t i = 0; i < bodies.position.size(); ++i) {
        if (!changed(bodies, was, i)) continue;
        check(bodies, i);
        written.push_back(i);
    }
    if (written.empty()) return;
    for (const std::size_t i : written) {
        if (matter.freedom[i] == Freedom::immovable) {
            const int body = static_cast<int>(i);
            keep_outside(was, std::binary_search(world.driven.begin(), world.driven.end(), body), i, bodies);
        }
        if (!(bodies.rotation[i] == was.rotation[i])) bodies.rotation[i] = normalised(bodies.rotation[i]);
        if (matter.freedom[i] == Freedom::general)
            refresh_inverse_inertia(matter, bodies, static_cast<int>(i));
    }
    const double before = world.energy.kinetic + world.energy.potential;
    measure_energy(world);
    world.energy.initial += world.energy.kinetic + world.energy.potential - before;
}

}  // namespace

void Simulation::adopt_writes() {
    if (!exposed_) return;
    std::visit([&]<int D>(World<D>& w) { adopt(std::get<Remembered<D>>(remembered_), w); }, world);
    remember();
}

void Simulation::forget_writes() {
    if (!exposed_) return;
    std::visit(
        [&]<int D>(World<D>& w) {
            const auto& was = std::get<Remembered<D>>(remembered_);
            w.bodies.position = was.position;
            w.bodies.rotation = was.rotation;
            w.bodies.velocity = was.velocity;
        },
        world);
}

void Simulation::expose() {
    if (exposed_) return;
    exposed_ = true;
    remember();
}

void Simulation::remember() {
    if (!exposed_) return;
    std::visit(
        [&]<int D>(const World<D>& w) {
            if (!std::holds_alternative<Remembered<D>>(remembered_)) remembered_ = Remembered<D>{};
            auto& now = std::get<Remembered<D>>(remembered_);
            now.position = w.bodies.position;
            now.rotation = w.bodies.rotation;
            now.velocity = w.bodies.velocity;
        },
        world);
}

}  // namespace drystone::python

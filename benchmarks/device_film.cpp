// A drum of spheres that turns, filmed on the way: every step on a CUDA device, pictures of the grains behind its front end, and a table of how
// the steps between two pictures went.
//
//     build/bin/bench_device_film FOLDER 1000000 1.0 30       spheres, seconds that are filmed, pictures a second
//
// The drum is 0.7 m wide and as long as half of it takes for the grains (radius 2.5 mm +-10 %); it turns with 2 rad/s from the beginning, and is filmed from 0.5 s on,
// when the grains have come down. Colours are the side that a grain lay on when the film began.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <string>

#include "device/device_step.h"
#include "render/png.h"
#include "render/raster.h"
#include "settled.h"

namespace drystone {
namespace {

constexpr double drum_radius = 0.35, grain = 2.5e-3;  // [m]

WorldDescription<3> drum_of(int n) {
    WorldDescription<3> d;
    d.materials = {{"glass", 2500.0}};
    d.interactions = {{Interaction::any, Interaction::any, Coulomb{.friction = 0.5}}};
    d.gravity = -9.81 * Vec<3>::axis(1);
    const double spacing = 2.3 * grain, room = drum_radius - 1.5 * grain;
    const double a_slice = 0.62 * std::numbers::pi * room * room / (spacing * spacing);  // grains of the loose lattice
    const int slices = static_cast<int>(std::ceil(n / a_slice));
    BodyDescription<3> drum;
    drum.fixed = true;
    drum.geometry = {{Drum<3>{drum_radius, slices * spacing}, {}, {}}};
    d.bodies.push_back(drum);
    d.motions.push_back({.body = 0, .quantity = Driven::velocity, .rotates = true, .axis = Vec<3>::axis(2),
                         .signal = {.kind = Signal::Kind::constant, .value = 2.0}});
    Random random(1);
    const int across = static_cast<int>(2.0 * room / spacing);
    for (int row = 0; row < across; ++row) {
        const double y = -room + (row + 0.5) * spacing;
        for (int column = 0; column < across; ++column) {
            const double x = -room + (column + 0.5) * spacing;
            if (std::hypot(x, y) > room) continue;
            for (int k = 0; k < slices && static_cast<int>(d.bodies.size()) <= n; ++k) {
                BodyDescription<3> body;
                body.geometry = {{Ball<3>{grain * random.uniform(0.9, 1.1)}, {}, {}}};
                body.position = {{x, y, (k + 0.5 - 0.5 * slices) * spacing}};
                for (int i = 0; i < 3; ++i) body.position[i] += random.uniform(-0.05, 0.05) * grain;
                d.bodies.push_back(body);
            }
        }
    }
    return d;
}

/// What became of the steps since the last picture.
struct Certificate {
    int steps = 0, failed = 0;
    long sweeps = 0;
    double residual = 0.0, deepest = 0.0;

    void add(const StepReport& report) {
        ++steps;
        failed += !report.solve.converged || !report.finite;
        sweeps += report.solve.iterations;
        residual = std::max(residual, report.solve.residual);
        deepest = std::max(deepest, report.max_penetration);
    }
};

/// Grains near the front end, as seen along the axis.
class Film {
  public:
    Film(const World<3>& world, std::string folder) : folder_(std::move(folder)), world_(world), front_(0.5 * world.parts.length[0]) {}

    void begin(const std::vector<Vec<3>>& places) {
        for (const Vec<3>& x : places) {
            const int sector = static_cast<int>(std::floor((std::atan2(x[1] + 0.1, x[0]) + std::numbers::pi) / (0.125 * std::numbers::pi)));
            colour_.push_back(sector % 2 == 0 ? render::Colour{0.85, 0.55, 0.20} : render::Colour{0.16, 0.36, 0.62});
        }
    }

    void take(const std::vector<Vec<3>>& places, ThreadPool& pool) {
        constexpr int size = 640;
        render::Drawing drawing;
        for (int p = 1; p < world_.parts.size(); ++p) {
            const Vec<3>& x = places[static_cast<std::size_t>(world_.parts.body[p])];
            if (front_ - x[2] < 12.0 * grain)
                drawing.balls.push_back({x, world_.parts.radius[p], colour_[static_cast<std::size_t>(world_.parts.body[p])]});
        }
        render::Camera camera;
        camera.axes = render::view_axes(Vec<3>::axis(2), Vec<3>::axis(1));
        camera.scale = 0.49 * size / drum_radius;
        camera.middle_x = camera.middle_y = 0.5 * size;
        const render::Image image = render::rasterise(drawing, camera, {}, {size, size, 1.0}, pool);
        char name[32];
        std::snprintf(name, sizeof name, "/%03d.png", count_++);
        std::ofstream(folder_ + name, std::ios::binary) << render::encode_png(image);
    }

  private:
    std::string folder_;
    const World<3>& world_;
    double front_;
    int count_ = 0;
    std::vector<render::Colour> colour_;
};

int film(const std::string& folder, int n, double seconds, int a_second) {
    World<3> world = make_world(drum_of(n));
    device::DeviceStep<3> on_device(world, device::pipeline_on_cuda<3>());
    ThreadPool pool(0);
    StepSettings settings = settings_to(1e-3);
    settings.step = 5e-4;
    settings.solver.method = SolverMethod::anderson;
    settings.halve = 0;
    const auto start = std::chrono::steady_clock::now();
    const int lead = static_cast<int>(std::lround(0.5 / settings.step)), steps = static_cast<int>(std::lround(seconds / settings.step));
    Film pictures(world, folder);
    std::vector<Vec<3>> places;
    std::FILE* table = std::fopen((folder + "/certificate.csv").c_str(), "w");
    if (!table) return 1;
    std::fprintf(table, "time,contacts,sweeps_a_step,largest_residual,steps_not_converged,deepest_overlap,kinetic_energy,balance_error,seconds_of_the_clock\n");
    Certificate since;
    int taken = 0;
    for (int k = 0; k <= lead + steps; ++k) {
        if (k >= lead && (k - lead) * a_second * settings.step >= taken - 1e-9) {
            on_device.pipeline().look(places);
            if (taken == 0) pictures.begin(places);
            pictures.take(places, pool);
            std::fprintf(table, "%.4f,%d,%.1f,%.3e,%d,%.3e,%.6e,%.3e,%.2f\n", world.time, world.last.contacts,
                         static_cast<double>(since.sweeps) / std::max(1, since.steps), since.residual, since.failed, since.deepest, world.energy.kinetic,
                         world.energy.balance_error(), seconds_since(start));
            since = {};
            ++taken;
        }
        if (k < lead + steps) since.add(on_device.advance(world, settings));
    }
    std::fclose(table);
    std::printf("%d spheres, %d steps, %d pictures in %.1f s\n", world.bodies.size() - 1, lead + steps, taken, seconds_since(start));
    return 0;
}

}  // namespace
}  // namespace drystone

int main(int count, char** given) {
    const auto number = [&](int k, double otherwise) { return k < count ? std::atof(given[k]) : otherwise; };
    return drystone::film(count > 1 ? given[1] : ".", static_cast<int>(number(2, 1000000)), number(3, 1.0), static_cast<int>(number(4, 30)));
}

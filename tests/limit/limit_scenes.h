#pragma once

#include <string>

#include <fmt/format.h>

#include "limit/limit_case.h"
#include "limit/limit_load.h"
#include "physics/first_step.h"
#include "step/first_problem.h"

namespace drystone {

/// A scene with its first problem, and what is scaled.
template <int D>
struct Scaled {
    Scene scene;
    LimitCase<D> limits;
    World<D> world;
    std::vector<Twist<D>> live;

    explicit Scaled(const std::string& text, const std::vector<std::string>& overrides = {})
        : scene(read_scene(Folder().write("scene.toml", text), overrides)),
          limits(limit_case(std::get<WorldDescription<D>>(scene.world), scene.limit)),
          world(make_world(limits.dead)) {
        ThreadPool pool(1);
        find_first_problem(world, scene.settings, pool);
        live = live_loads<D>(world, limits.acceleration, limits.loads);
    }
    LimitLoad<D> limit() const { return limit_load<D>(world, scene.settings.step, live); }
    Rest<D> rest() const { return find_rest(world, scene.settings.step); }
};

/// One material "stone" of 2000 kg/m3; `law`: keys of the interaction; then bodies, generators, [limit].
inline std::string stones(int dimension, const std::string& law, const std::string& text) {
    return fmt::format(
        "[scene]\ndimension = {}\ngravity = [0.0, {}-9.81]\n[time]\nstep = 1e-3\nduration = 1.0\n"
        "[materials.stone]\ndensity = 2000.0\n[[interactions]]\nbetween = [\"stone\", \"stone\"]\n{}\n{}\n",
        dimension, dimension == 3 ? "0.0, " : "", law, text);
}

/// A box of 1 x 0.5 (x 1), and a body beneath or beside it. In the plane masses are per metre of depth, so both weigh 1000 kg.
inline std::string box(int dimension, const std::string& name, const std::string& position, const std::string& more = "") {
    return fmt::format("[[bodies]]\nname = \"{}\"\nmaterial = \"stone\"\nshape = {{ type = \"box\", size = {} }}\nposition = {}\n{}\n", name,
                       dimension == 2 ? "[1.0, 0.5]" : "[1.0, 1.0, 0.5]", position, more);
}

inline std::string place(int dimension, double x, double z) {
    return dimension == 2 ? fmt::format("[{}, {}]", x, z) : fmt::format("[{}, 0.0, {}]", x, z);
}

inline std::string push(int dimension, double x, double z) { return place(dimension, x, z); }

}  // namespace drystone

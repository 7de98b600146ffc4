// The shapes where they are now: what pictures are made of.
#include "python/bind.h"
#include "step/world.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

template <int D>
const char* name_of(PartKind kind) {
    switch (kind) {
        case PartKind::ball:
            return D == 2 ? "disk" : "sphere";
        case PartKind::plane:
            return "plane";
        case PartKind::drum:
            return "drum";
        case PartKind::solid:
            return "solid";
        case PartKind::surface:
            return "mesh";
        case PartKind::curved:
            return "curved";
        case PartKind::handle:
        case PartKind::none:
            break;
    }
    return "";
}

template <int D>
py::object corners(const World<D>& w, std::size_t part) {
    if (!w.parts.is_convex(static_cast<int>(part))) return py::none();
    const auto solid = static_cast<std::size_t>(w.parts.solid[part]);
    const auto body = static_cast<std::size_t>(w.parts.body[part]);
    const Mat<D> axes = matrix(w.bodies.rotation[body]);
    const Vec<D> origin = w.bodies.position[body] + axes * w.parts.solids.local_origin[solid];
    const Mat<D> turn = axes * w.parts.solids.local_turn[solid];
    return vectors_from<D>(w.parts.solids.vertices(static_cast<int>(solid)),
                           [&](const Vec<D>& v) { return origin + turn * v; });
}

py::object faces(const World<2>&, std::size_t) { return py::none(); }
py::object faces(const World<3>& w, std::size_t part) {
    if (!w.parts.is_convex(static_cast<int>(part))) return py::none();
    py::list all;
    for (const std::vector<int>& face : w.parts.solids.skin(w.parts.solid[part]).faces) {
        py::list one;
        for (const int vertex : face) one.append(vertex);
        all.append(one);
    }
    return all;
}

template <int D>
py::list shapes_of(const World<D>& w) {
    py::list all;
    for (std::size_t p = 0; p < static_cast<std::size_t>(w.parts.shapes()); ++p) {
        const auto body = static_cast<std::size_t>(w.parts.body[p]);
        const Mat<D> axes = matrix(w.bodies.rotation[body]);
        const Vec<D> centre = w.bodies.position[body] + axes * w.parts.local_centre[p];
        const Vec<D> axis = axes * w.parts.local_axis[p];
        py::dict one;
        one["body"] = w.parts.body[p];
        one["type"] = name_of<D>(w.parts.kind[p]);
        one["radius"] = w.parts.radius[p];
        one["centre"] = py::array_t<double>(D, centre.c.data());
        one["axis"] = py::array_t<double>(D, axis.c.data());
        one["vertices"] = corners(w, p);
        one["faces"] = faces(w, p);
        all.append(one);
    }
    return all;
}

}  // namespace

void bind_shapes(WorldClass& world) {
    world.def(
        "shapes",
        [](Simulation& s) {
            s.check_idle();
            return std::visit([](const auto& w) { return shapes_of(w); }, s.world);
        },
        "The parts of all bodies in world axes, a dict each: body (number), type (disk, sphere, plane, drum, "
        "solid, curved),\n"
        "radius [m] (of a solid or curved shape: of the ball that holds it), centre [m], axis (a plane's normal, a drum's "
        "axis), vertices\n"
        "(n, D) [m] of a solid, of a curved shape those of the skin that is drawn, and its faces as lists of their numbers in 3D.");
}

}  // namespace drystone::python

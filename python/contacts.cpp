// The contacts of the last step, as a copy of its own that arrays look into: the world's lists move with every step.
#include "measure/joints.h"
#include "python/bind.h"
#include "step/world.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

template <int D>
struct ContactCopy {
    std::vector<ContactPoint<D>> point;
    std::vector<Vec<D>> impulse;
    std::vector<Spin<D>> moment;
};

/// What Python calls Contacts. Never changes; its arrays keep it alive.
struct ContactList {
    std::variant<ContactCopy<2>, ContactCopy<3>> copy;
    std::vector<std::int32_t> bodies;  // (contacts, 2)
    std::vector<std::uint8_t> status;
    std::vector<double> utilisation;
    Memories memory;
    double step = 0.0;  // [s]
    double time = 0.0;  // [s]

    std::size_t size() const { return status.size(); }
};

ContactList copy_contacts(Simulation& simulation) {
    simulation.check_idle();
    return std::visit(
        [&]<int D>(const World<D>& w) {
            const Contacts<D>& contacts = w.contacts;
            ContactList list;
            list.step = simulation.step();
            list.time = w.time;
            for (std::size_t i = 0; i < contacts.point.size(); ++i) {
                const ContactPoint<D>& c = contacts.point[i];
                list.bodies.push_back(w.parts.body[static_cast<std::size_t>(c.a)]);
                list.bodies.push_back(w.parts.body[static_cast<std::size_t>(c.b)]);
                list.status.push_back(static_cast<std::uint8_t>(contacts.status[i]));
                list.utilisation.push_back(utilisation(w, static_cast<int>(i), list.step));
            }
            list.memory = contacts.memory;
            list.copy = ContactCopy<D>{contacts.point.all(), contacts.impulse, contacts.moment.all()};
            return list;
        },
        simulation.world);
}

/// A read-only array that looks at one field of every contact.
template <class Where>
py::array field(const py::object& self, const Where& where) {
    return std::visit([&](const auto& copy) { return where(copy, self); }, self.cast<ContactList&>().copy);
}

/// An empty list has no first element to point at.
template <int D>
const ContactPoint<D>& first_point(const ContactCopy<D>& copy) {
    static const ContactPoint<D> none{};
    return copy.point.empty() ? none : copy.point[0];
}

template <class T>
py::array whole(const std::vector<T>& values, std::vector<py::ssize_t> shape, const py::object& self) {
    py::array view(py::dtype::of<T>(), std::move(shape), values.data(), self);
    view.attr("setflags")(py::arg("write") = false);
    return view;
}

py::array points(const py::object& self) {
    return field(self, []<int D>(const ContactCopy<D>& c, const py::object& owner) {
        return view_of({first_point(c).point.c.data(), c.point.size(), D, sizeof(ContactPoint<D>)}, owner,
                       false);
    });
}

py::array normals(const py::object& self) {
    return field(self, []<int D>(const ContactCopy<D>& c, const py::object& owner) {
        return view_of({first_point(c).normal.c.data(), c.point.size(), D, sizeof(ContactPoint<D>)}, owner,
                       false);
    });
}

py::array gaps(const py::object& self) {
    return field(self, []<int D>(const ContactCopy<D>& c, const py::object& owner) {
        return view_of({&first_point(c).gap, c.point.size(), 0, sizeof(ContactPoint<D>)}, owner, false);
    });
}

py::array areas(const py::object& self) {
    return field(self, []<int D>(const ContactCopy<D>& c, const py::object& owner) {
        return view_of({&first_point(c).area, c.point.size(), 0, sizeof(ContactPoint<D>)}, owner, false);
    });
}

py::array impulses(const py::object& self) {
    return field(self, []<int D>(const ContactCopy<D>& c, const py::object& owner) {
        return view_of(
            {reinterpret_cast<const double*>(c.impulse.data()), c.impulse.size(), D, sizeof(Vec<D>)}, owner,
            false);
    });
}

py::array moments(const py::object& self) {
    return field(self, []<int D>(const ContactCopy<D>& c, const py::object& owner) {
        return view_of({reinterpret_cast<const double*>(c.moment.data()), c.moment.size(), D == 3 ? 3 : 0,
                        sizeof(Spin<D>)},
                       owner, false);
    });
}

py::array forces(const ContactList& list) {
    return std::visit(
        [&]<int D>(const ContactCopy<D>& c) -> py::array {
            return vectors_from<D>(c.impulse, [&](const Vec<D>& r) { return (1.0 / list.step) * r; });
        },
        list.copy);
}

py::array normal_forces(const ContactList& list) {
    return std::visit(
        [&]<int D>(const ContactCopy<D>& c) -> py::array {
            py::array_t<double> out(static_cast<py::ssize_t>(c.point.size()));
            for (std::size_t i = 0; i < c.point.size(); ++i)
                out.mutable_at(static_cast<py::ssize_t>(i)) =
                    dot(c.impulse[i], c.point[i].normal) / list.step;
            return out;
        },
        list.copy);
}

/// One column of what contacts remember, as an array that looks into the list.
py::array memory_column(const py::object& self, const MemoryField& field) {
    const auto& list = self.cast<const ContactList&>();
    const NumberRows rows{.first = list.memory.values.data() + field.first,
                          .count = list.memory.size(),
                          .width = field.count == 1 ? 0 : static_cast<std::size_t>(field.count),
                          .stride = sizeof(double) * static_cast<std::size_t>(list.memory.schema.width)};
    return view_of(rows, self, false);
}

py::array damages(const py::object& self) {
    const auto& list = self.cast<const ContactList&>();
    if (const MemoryField* damage = list.memory.schema.find("damage")) return memory_column(self, *damage);
    return column_from<double>(list.status, [](std::uint8_t) { return 0.0; });
}

py::dict memories(const py::object& self) {
    py::dict columns;
    for (const MemoryField& field : shown_fields(self.cast<const ContactList&>().memory.schema))
        columns[field.name.c_str()] = memory_column(self, field);
    return columns;
}

}  // namespace

void bind_contacts(py::module_& module, WorldClass& world) {
    const auto count = [](const ContactList& list) { return static_cast<py::ssize_t>(list.size()); };
    py::class_<ContactList>(
        module, "Contacts",
        "The contacts of one step. Arrays are read-only and stay valid for ever: they belong to this\n"
        "object, not to the world. Points, normals and gaps are those of detection, in the middle\n"
        "(moreau) or at the start (euler) of the step.")
        .def("__len__", &ContactList::size)
        .def_readonly("time", &ContactList::time, "the end of the step [s]")
        .def_property_readonly(
            "bodies",
            [count](const py::object& self) {
                const auto& list = self.cast<const ContactList&>();
                return whole(list.bodies, {count(list), 2}, self);
            },
            "(contacts, 2) numbers of the two bodies a, b")
        .def_property_readonly("points", points, "(contacts, D) [m]")
        .def_property_readonly("normals", normals, "(contacts, D) unit, from a to b")
        .def_property_readonly("gaps", gaps, "(contacts) > 0: apart, < 0: overlapping [m]")
        .def_property_readonly("areas", areas,
                               "(contacts) of the faces a point stands for [m2], 2D [m]; 0: round")
        .def_property_readonly("impulses", impulses, "(contacts, D) on body b, world axes [N s]")
        .def_property_readonly("moments", moments,
                               "of rolling and torsion on body b [N m s]: (contacts) in 2D, else "
                               "(contacts, 3)")
        .def_property_readonly("forces", forces, "(contacts, D) impulses / h, on body b [N]; a new array")
        .def_property_readonly("normal_forces", normal_forces, "(contacts) > 0: pressed [N]; a new array")
        .def_property_readonly(
            "status",
            [count](const py::object& self) {
                const auto& list = self.cast<const ContactList&>();
                return whole(list.status, {count(list)}, self);
            },
            "(contacts) 0: open, 1: sticking, 2: sliding")
        .def_property_readonly("damage", damages, "(contacts) of joints that tear, 0: whole, 1: gone [-]")
        .def_property_readonly(
            "utilisation",
            [count](const py::object& self) {
                const auto& list = self.cast<const ContactList&>();
                return whole(list.utilisation, {count(list)}, self);
            },
            "(contacts) the largest share of a strength that is used, 0 to 1; dry friction: |t| / (mu n)")
        .def_property_readonly(
            "memory", memories,
            "what laws remember of the contacts, by name: arrays (contacts), flags as 0 or 1, or\n"
            "(contacts, D) in world axes");
    world.def_property_readonly("contacts", copy_contacts,
                                "those of the last step, as a copy: take it once, then read");
}

}  // namespace drystone::python

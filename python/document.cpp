#include "python/document.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/input_error.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

class Reader {
  public:
    explicit Reader(std::vector<TimeFunction>& functions) : functions_(functions) {}

    Node::Entries table(const py::dict& dict, const std::string& path) {
        Node::Entries entries;
        for (const auto& [key, value] : dict) {
            if (!py::isinstance<py::str>(key))
                throw InputError(path, fmt::format("a key must be a string, found {}", text(py::repr(key))));
            if (value.is_none()) continue;
            const std::string name = text(key), inner = path.empty() ? name : path + "." + name;
            entries.push_back({name, place(inner), value_of(value, inner, name)});
        }
        return entries;
    }

    /// A drive whose force or torque is a function is taken apart: a load along each axis with its own signal, and
    /// what is left of it.
    Node::Array drives(const py::handle& list, const std::string& path) {
        Node::Array nodes;
        int number = 0;
        for (const py::handle item : list) {
            const std::string where = fmt::format("{}[{}]", path, number++);
            if (!py::isinstance<py::dict>(item)) {
                nodes.push_back(value_of(item, where, ""));
                continue;
            }
            py::dict left(py::reinterpret_borrow<py::dict>(item).attr("copy")());
            for (const char* load : {"force", "torque"}) {
                if (left.contains(load) && is_function(left[load])) add_loads(left, load, where, nodes);
            }
            if (left.contains("motion") || left.contains("fix") || left.contains("force") ||
                left.contains("torque") || left.size() == py::len(item)) {
                nodes.push_back({place(where), table(left, where)});
            }
        }
        return nodes;
    }

  private:
    static std::string text(const py::handle& value) { return value.cast<std::string>(); }
    static Place place(const std::string& path) { return {std::make_shared<const std::string>(path), 0, 0}; }
    static bool is_function(const py::handle& value) {
        return PyCallable_Check(value.ptr()) && !PyType_Check(value.ptr());
    }

    Node value_of(const py::handle& value, const std::string& path, const std::string& key) {
        constexpr int deepest = 40;
        if (std::count_if(path.begin(), path.end(), [](char c) { return c == '.' || c == '['; }) > deepest)
            throw InputError(path.substr(0, 60) + "...",
                             "tables and lists are nested too deeply; does one hold itself?");
        Node node{place(path), {}};
        if (path == "drives" && is_list(value)) {
            node.value = drives(value, path);
        } else if (py::isinstance<py::bool_>(value)) {
            node.value = value.cast<bool>();
        } else if (py::isinstance<py::int_>(value)) {
            node.value = whole_number(value, path);
        } else if (py::isinstance<py::float_>(value)) {
            node.value = value.cast<double>();
        } else if (py::isinstance<py::str>(value)) {
            node.value = text(value);
        } else if (py::isinstance<py::dict>(value)) {
            node.value = table(py::reinterpret_borrow<py::dict>(value), path);
        } else if (is_list(value)) {
            node.value = array(value, path);
        } else if (py::hasattr(value, "tolist")) {  // numpy's arrays and numbers
            return value_of(value.attr("tolist")(), path, key);
        } else if (py::hasattr(value, "__fspath__")) {
            node.value = text(value.attr("__fspath__")());
        } else if (is_function(value)) {
            return function(value, path, key);
        } else {
            throw InputError(path, fmt::format("a scene cannot hold {}, which is of type {}",
                                               text(py::repr(value)), Py_TYPE(value.ptr())->tp_name));
        }
        return node;
    }

    static bool is_list(const py::handle& value) {
        return py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value);
    }

    Node::Array array(const py::handle& list, const std::string& path) {
        Node::Array nodes;
        int number = 0;
        for (const py::handle item : list)
            nodes.push_back(value_of(item, fmt::format("{}[{}]", path, number++), ""));
        return nodes;
    }

    static std::int64_t whole_number(const py::handle& value, const std::string& path) {
        int overflow = 0;
        const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
        if (overflow != 0)
            throw InputError(path, fmt::format("the number {} is too large", text(py::str(value))));
        return number;
    }

    Node given(const std::shared_ptr<GivenLine>& line, const std::string& path) {
        return {place(path), Node::Given(line)};
    }

    /// A function stands for itself under the key "function", and elsewhere for a signal that has it there.
    Node function(const py::handle& value, const std::string& path, const std::string& key) {
        functions_.push_back(make_time_function(py::reinterpret_borrow<py::object>(value), path, false));
        Node line = given(functions_.back().lines[0], path);
        if (key == "function") return line;
        return {place(path), Node::Entries{{"function", place(path), std::move(line)}}};
    }

    /// One drive per component: a unit force, or torque, with the component as its history.
    void add_loads(py::dict& drive, const std::string& load, const std::string& where, Node::Array& nodes) {
        const std::string path = where + "." + load;
        if (drive.contains("history"))
            throw InputError(where + ".history",
                             "a force or torque that is a function has no history besides");
        functions_.push_back(
            make_time_function(py::reinterpret_borrow<py::object>(drive[load.c_str()]), path, true));
        const TimeFunction& made = functions_.back();
        for (std::size_t k = 0; k < made.lines.size(); ++k) {
            Node::Entries entries;
            for (const char* key : {"body", "bodies", "point", "follows"}) {
                if (!drive.contains(key) || (load == "torque" && std::string(key) == "point")) continue;
                entries.push_back(
                    {key, place(where + "." + key), value_of(drive[key], where + "." + key, key)});
            }
            entries.push_back({load, place(path), unit_load(made, k, path)});
            Node::Entries history{{"function", place(path), given(made.lines[k], path)}};
            entries.push_back({"history", place(path), {place(path), std::move(history)}});
            nodes.push_back({place(where), std::move(entries)});
        }
        drive.attr("pop")(load);
        // A point without a constant force left would be refused.
        if (load == "force" && drive.contains("point")) drive.attr("pop")("point");
        if (drive.contains("follows") && !drive.contains("torque")) drive.attr("pop")("follows");
    }

    static Node unit_load(const TimeFunction& made, std::size_t k, const std::string& path) {
        if (!made.is_vector) return {place(path), 1.0};
        Node::Array unit;
        for (std::size_t i = 0; i < made.lines.size(); ++i) unit.push_back({place(path), i == k ? 1.0 : 0.0});
        return {place(path), std::move(unit)};
    }

    std::vector<TimeFunction>& functions_;
};

}  // namespace

Node document_of(const py::dict& scene, std::vector<TimeFunction>& functions, const std::string& name) {
    return {{std::make_shared<const std::string>(name), 0, 0}, Reader(functions).table(scene, "")};
}

Node table_of(const py::dict& table, const std::string& name) {
    std::vector<TimeFunction> functions;
    return {{std::make_shared<const std::string>(name), 0, 0}, Reader(functions).table(table, name)};
}

}  // namespace drystone::python

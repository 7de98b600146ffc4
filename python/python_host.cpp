// A run within the interpreter.
#include "python/python_host.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "core/input_error.h"

namespace py = pybind11;

namespace drystone::python {

namespace {

constexpr std::chrono::milliseconds between_signals{50};
constexpr const char *with_callback = "python callback", *with_functions = "python functions",
                    *was_set = "set in stage ";

bool in_notebook(const py::object& stream) {
    return py::type::of(stream).attr("__module__").cast<std::string>().starts_with("ipykernel");
}

void write_to(const py::object& stream, const std::string& text) {
    if (stream.is_none()) return;  // under pythonw
    stream.attr("write")(text);
    stream.attr("flush")();
}

/// "[####------] " for the percentage that a line of progress begins with.
std::string with_bar(const std::string& text) {
    constexpr int width = 20;
    const int full = std::clamp(static_cast<int>(std::atof(text.c_str() + 1) / 100.0 * width), 0, width);
    return fmt::format("\r[{:-<{}}]{}", std::string(static_cast<std::size_t>(full), '#'), width,
                       text.substr(1));
}

/// Notebooks know carriage returns, not how to wipe the rest of a line.
std::string padded(std::string text) {
    const std::string wipe = "\033[K";
    if (!text.ends_with(wipe)) return text;
    text.resize(text.size() - wipe.size());
    return fmt::format("{:<125}", text);
}

}  // namespace

PythonHost::PythonHost(py::object world, Callback callback)
    : world_(std::move(world)), simulation_(world_.cast<Simulation&>()), callback_(std::move(callback)) {
    moving_.emplace(simulation_);
}

template <class Body>
bool PythonHost::attempt(const Body& body) {
    const py::gil_scoped_acquire held;
    try {
        body();
        return true;
    } catch (...) {
        if (!failure_) failure_ = std::current_exception();
        return false;
    }
}

template <class Body>
bool PythonHost::show_world(bool may_change, const Body& body) {
    return attempt([&] {
        struct LookingAt {  // until the scope ends, however it ends
            explicit LookingAt(PythonHost& h) : host(h) { host.moving_.reset(); }
            ~LookingAt() { host.moving_.emplace(host.simulation_); }
            PythonHost& host;
        } looking(*this);
        Simulation::Calling calling(simulation_, may_change);
        body(calling);
    });
}

bool PythonHost::goes_on() {
    if (failure_) return false;
    const auto now = std::chrono::steady_clock::now();
    const bool asks = !simulation_.functions().empty();
    if (!asks && now - looked_ < between_signals) return true;
    looked_ = now;
    const auto look_at_signals = [] {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    };
    if (!asks) return attempt(look_at_signals);
    return show_world(false, [&](Simulation::Calling&) {
        look_at_signals();
        simulation_.ask_functions();
    });
}

RunHost::Wish PythonHost::after_step(const StepReport&) {
    if (simulation_.steps() % callback_.stride != 0 || failure_ || callback_.function.ptr() == Py_None)
        return Wish::go_on;
    Wish wish = Wish::go_on;
    show_world(true, [&](Simulation::Calling& calling) {
        const py::object answer = callback_.function(world_);
        calling.take_in();
        if (!answer.is_none() && !py::bool_(answer)) wish = Wish::end;
    });
    return wish;
}

HostMemory PythonHost::memory() const {
    const py::gil_scoped_acquire held;
    return host_memory(simulation_, callback_);
}

Progress::Style PythonHost::progress_style() const {
    const py::gil_scoped_acquire held;
    const py::object stream = py::module_::import("sys").attr("stderr");
    if (stream.is_none()) return Progress::Style::silent;
    const bool redrawn =
        in_notebook(stream) || (py::hasattr(stream, "isatty") && py::bool_(stream.attr("isatty")()));
    return redrawn ? Progress::Style::redrawn : Progress::Style::lines;
}

void PythonHost::show(const std::string& text) {
    attempt([&] {
        const py::object stream = py::module_::import("sys").attr("stderr");
        const bool is_line = text.starts_with("\r") && text.size() > 5;
        const std::string shown = is_line ? with_bar(text) : text;
        write_to(stream, in_notebook(stream) ? padded(shown) : shown);
    });
}

/// Lines that begin with "warning: " become Python's warnings, but for those that were told when the scene was read.
void PythonHost::tell(const std::string& text, const char* stream) {
    attempt([&] {
        std::istringstream lines(text);
        std::string words;
        const auto& told = simulation_.scene.warnings;
        for (std::string line; std::getline(lines, line);) {
            const std::string warning = line.starts_with("warning: ") ? line.substr(9) : "";
            if (warning.empty())
                words += line + '\n';
            else if (std::find(told.begin(), told.end(), warning) == told.end() &&
                     PyErr_WarnEx(PyExc_UserWarning, warning.c_str(), 1) != 0)
                throw py::error_already_set();
        }
        if (!words.empty()) write_to(py::module_::import("sys").attr(stream), words);
    });
}

HostMemory host_memory(const Simulation& simulation, const Callback& callback) {
    HostMemory memory;
    for (const GivenLine& line : simulation.lines())
        memory.numbers.insert(memory.numbers.end(), {line.time, line.value, line.integral,
                                                     line.double_integral, line.slope, line.target});
    for (const TimeFunction& function : simulation.functions()) {
        if (function.is_control) memory.numbers.push_back(function.function.attr("value").cast<double>());
    }
    if (!simulation.functions().empty()) memory.texts.emplace_back(with_functions);
    if (!callback.function.is_none()) memory.texts.emplace_back(with_callback);
    for (const LateSetting& setting : simulation.late())
        memory.texts.push_back(fmt::format("{}{} {}", was_set, setting.stage, setting.text));
    return memory;
}

void put_host_memory(const HostMemory& memory, Simulation& simulation) {
    std::vector<GivenLine> lines = simulation.lines();
    const auto controls = std::count_if(simulation.functions().begin(), simulation.functions().end(),
                                        [](const TimeFunction& function) { return function.is_control; });
    if (memory.numbers.size() != 6 * lines.size() + static_cast<std::size_t>(controls))
        throw InputError(simulation.name, "has other functions of time than the run");
    const double* number = memory.numbers.data();
    for (GivenLine& line : lines) {
        line = {number[0], number[1], number[2], number[3], number[4], number[5]};
        number += 6;
    }
    simulation.set_lines(lines);
    for (const TimeFunction& function : simulation.functions()) {
        if (function.is_control) function.function.attr("value") = *number++;
    }
}

std::vector<LateSetting> late_settings_of(const HostMemory& memory) {
    std::vector<LateSetting> settings;
    for (const std::string& text : memory.texts) {
        if (!text.starts_with(was_set)) continue;
        const std::string rest = text.substr(std::string_view(was_set).size());
        settings.push_back({std::atoi(rest.c_str()), rest.substr(rest.find(' ') + 1)});
    }
    return settings;
}

bool had_callback(const HostMemory& memory) {
    return std::find(memory.texts.begin(), memory.texts.end(), with_callback) != memory.texts.end();
}

bool had_functions(const HostMemory& memory) {
    return std::find(memory.texts.begin(), memory.texts.end(), with_functions) != memory.texts.end();
}

}  // namespace drystone::python

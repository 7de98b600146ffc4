#include "cli/doctor_command.h"

#include <sched.h>
#include <sys/sysinfo.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hdf5/version.h"
#include "report/viewer_bytes.h"
#include "run/say.h"
#include "solvers/processor.h"

namespace drystone {

namespace {

/// One thing that was looked for.
struct Symptom {
    std::string name;
    bool found = false;
    std::string detail;  // what was found, or what is missing without it
    std::string advice;  // how to get it; empty where it was found
};

/// The lines a program prints, without its errors; nothing where it cannot be started or fails.
std::optional<std::string> output_of(const std::string& shell_command) {
    FILE* pipe = popen(("(" + shell_command + ") 2>/dev/null </dev/null").c_str(), "r");
    if (!pipe) return std::nullopt;
    std::string text;
    std::array<char, 4096> part;
    while (const std::size_t size = fread(part.data(), 1, part.size(), pipe)) text.append(part.data(), size);
    if (pclose(pipe) != 0) return std::nullopt;
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "a processor without a name";
}

/// Cores that this process may run on, which may be fewer than the machine has.
int cores_for_us() {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (sched_getaffinity(0, sizeof cores, &cores) == 0) return CPU_COUNT(&cores);
    return static_cast<int>(std::thread::hardware_concurrency());
}

Symptom program() {
#if defined(NDEBUG)
    constexpr const char* asserts = "without assertions";
#else
    constexpr const char* asserts = "with assertions";
#endif
    return {"program", true, fmt::format("drystone {}, compiled by GCC {}, {}", DRYSTONE_VERSION, __VERSION__, asserts), ""};
}

Symptom memory() {
    struct sysinfo machine {};
    if (sysinfo(&machine) != 0) return {"memory", false, "its size is not known", "mount /proc"};
    constexpr double gigabyte = 1e9;
    const double unit = machine.mem_unit;
    return {"memory", true, fmt::format("{:.1f} GB, {:.1f} GB free", unit * machine.totalram / gigabyte, unit * machine.freeram / gigabyte), ""};
}

Symptom threads() {
    const unsigned all = std::thread::hardware_concurrency();
    return {"threads", true, fmt::format("{} of {} cores; the answers do not depend on how many", cores_for_us(), all), ""};
}

Symptom cuda() {
    constexpr bool built_with = DRYSTONE_BUILT_WITH_CUDA;
    constexpr const char* ours = built_with ? "this program was built with CUDA" : "this program was built without CUDA and computes on the processor alone";
    if (const auto card = output_of("nvidia-smi --query-gpu=name,driver_version --format=csv,noheader"); card && !card->empty())
        return {"cuda", true, fmt::format("{}; {}", first_line(*card), ours), ""};
    return {"cuda", false, fmt::format("no NVIDIA card; {}", ours), "nothing to do"};
}

Symptom mpi() {
    constexpr const char* ours = "this program runs on one machine";
    if (const auto version = output_of("mpirun --version"))
        return {"mpi", true, fmt::format("{}; {}", first_line(*version), ours), ""};
    return {"mpi", false, fmt::format("no mpirun; {}", ours), "nothing to do"};
}

Symptom movies() {
    if (const auto version = output_of("ffmpeg -version")) return {"ffmpeg", true, first_line(*version), ""};
    return {"ffmpeg", false, "no movies (drystone render --movie)", "apt install ffmpeg"};
}

Symptom viewer() {
    if (!viewer_script.empty())
        return {"viewer", true, fmt::format("in the program, {} kB; reports open in any browser", viewer_script.size() / 1000), ""};
    return {"viewer", false, "reports without 3D view and plots", "build with npm on the path (apt install nodejs npm)"};
}

/// "3.11.2|drystone 0.1.0|numpy 1.24|.."; a module that is not there has no version.
constexpr const char* python_question =
    "python3 -c 'import importlib, platform\n"
    "print(platform.python_version(), end=\"\")\n"
    "for name in (\"drystone\", \"numpy\", \"h5py\", \"matplotlib\"):\n"
    "    try: print(\"|\" + name, getattr(importlib.import_module(name), \"__version__\", \"?\"), end=\"\")\n"
    "    except Exception: print(\"|\" + name, end=\"\")'";

std::string purpose_of(const std::string& module) {
    if (module == "drystone") return "no simulations from Python";
    if (module == "h5py") return "frames.h5 cannot be read from Python";
    if (module == "matplotlib") return "no drystone.plots";
    return "needed by the module drystone";
}

Symptom module_of(const std::string& answer) {
    const auto space = answer.find(' ');
    const std::string name = answer.substr(0, space), key = "python " + name;
    if (space == std::string::npos)
        return {key, false, purpose_of(name),
                name == "drystone" ? "pip install . in the sources, or PYTHONPATH=build/python" : fmt::format("apt install python3-{}", name)};
    const std::string version = answer.substr(space + 1);
    if (name == "drystone" && version != DRYSTONE_VERSION)
        return {key, false, fmt::format("is of version {}, this program of {}", version, DRYSTONE_VERSION), "install the module anew"};
    return {key, true, version, ""};
}

void add_python(std::vector<Symptom>& symptoms) {
    const auto answer = output_of(python_question);
    if (!answer) {
        symptoms.push_back({"python", false, "no module drystone without it", "apt install python3 python3-numpy"});
        return;
    }
    std::size_t begin = answer->find('|');
    symptoms.push_back({"python", true, answer->substr(0, begin), ""});
    while (begin != std::string::npos) {
        const std::size_t end = answer->find('|', begin + 1);
        symptoms.push_back(module_of(answer->substr(begin + 1, end == std::string::npos ? end : end - begin - 1)));
        begin = end;
    }
}

std::vector<Symptom> look_around() {
    std::vector<Symptom> symptoms = {program(),
                                     {"processor", true, processor_name(), ""},
                                     {"instructions", true, fmt::format("{} of avx512, avx2 and baseline", instruction_set()), ""},
                                     threads(),
                                     memory(),
                                     {"hdf5", true, hdf5::library_version(), ""},
                                     {"fonts", true, "in the program", ""},
                                     viewer(),
                                     movies(),
                                     cuda(),
                                     mpi()};
    add_python(symptoms);
    return symptoms;
}

std::string as_json(const std::vector<Symptom>& symptoms) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Symptom& one : symptoms)
        list.push_back({{"name", one.name}, {"found", one.found}, {"detail", one.detail}, {"advice", one.advice}});
    return nlohmann::ordered_json{{"version", DRYSTONE_VERSION}, {"findings", list}}.dump(2) + '\n';
}

std::string as_words(const std::vector<Symptom>& symptoms) {
    std::string text;
    for (const Symptom& one : symptoms) {
        text += fmt::format("{:<18} {:<3} {}\n", one.name, one.found ? "yes" : "no", one.detail);
        if (!one.found) text += fmt::format("{:<22} {}\n", "", one.advice);
    }
    return text;
}

}  // namespace

ExitStatus examine(const DoctorCommand& command) {
    const std::vector<Symptom> symptoms = look_around();
    say(command.json ? as_json(symptoms) : as_words(symptoms));
    return ExitStatus::done;
}

}  // namespace drystone

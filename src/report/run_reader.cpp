#include "report/run_reader.h"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "report/show.h"

namespace drystone {

namespace fs = std::filesystem;
using AnyJson = nlohmann::json;

namespace {

/// Empty where there is no such file.
std::string content_of(const std::string& path) {
    if (!fs::is_regular_file(path)) return {};
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void refuse_what_is_no_run(const std::string& folder) {
    if (!fs::is_directory(folder)) throw InputError(folder, "is not a folder: give the folder of a run");
    for (const char* name : {"/scene.toml", "/frames.h5", "/summary.json"}) {
        if (fs::exists(folder + name)) return;
    }
    throw InputError(folder,
                     "holds no run: there is neither scene.toml nor frames.h5 nor summary.json in it");
}

/// What the summary says beyond the warnings that the run itself wrote into it.
std::vector<std::string> warnings_in(const AnyJson& summary) {
    std::vector<std::string> out;
    for (const AnyJson& warning : summary.value("warnings", AnyJson::array()))
        if (warning.is_string()) out.push_back(warning.get<std::string>());
    if (summary.value("interrupted", false))
        out.push_back(fmt::format("the run was interrupted after step {}", summary.value("steps", 0L)));
    const long odd = summary.value("numbers_not_finite", 0L);
    if (odd > 0) out.push_back(fmt::format("{} of the numbers in the summary are not finite", odd));
    return out;
}

/// steps.csv and probes/*.csv; those that have begun: their first column is time, or the second.
std::vector<std::string> tables_in(const std::string& folder) {
    std::vector<std::string> paths;
    if (fs::is_directory(folder + "/probes")) {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder + "/probes"))
            if (entry.path().extension() == ".csv") paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    paths.insert(paths.begin(), folder + "/steps.csv");
    std::erase_if(paths, [](const std::string& path) {
        std::string header;
        std::ifstream file(path);
        return !std::getline(file, header) || (header + ',').find("time,") == std::string::npos;
    });
    return paths;
}

}  // namespace

RunReader::RunReader(const std::string& folder) : folder_(folder) {
    refuse_what_is_no_run(folder);
    if (fs::exists(folder + "/frames.h5")) {
        file_.emplace(folder + "/frames.h5");
        bodies_ = show_bodies(file_->geometry());
    }
}

ShownFrame RunReader::first_places(ShownFrame frame) const {
    fill_with_first_places(bodies_, frame);
    return frame;
}

ShownFrame RunReader::frame(int index, FrameParts parts) const {
    return show_frame(file_->geometry(), file_->read(index, parts));
}

NumberTable RunReader::track(int body) const {
    const BodyTrack track = file_->follow(body);
    NumberTable table;
    table.name = bodies_.names[static_cast<std::size_t>(body)];
    const auto add = [&](const std::string& name, const auto& values, std::size_t size) {
        for (std::size_t c = 0; c < size; ++c) {
            table.columns.push_back(size == 1 ? name : fmt::format("{}.{}", name, "xyz"[c]));
            table.values.emplace_back();
            for (std::size_t k = c; k < values.size(); k += size)
                table.values.back().push_back(static_cast<double>(values[k]));
        }
    };
    const std::size_t d = static_cast<std::size_t>(bodies_.dimension);
    add("time", track.time, 1);
    add("position", track.position, d);
    add("velocity", track.velocity, d);
    add("angular_velocity", track.angular_velocity, d == 2 ? 1 : 3);
    return table;
}

const std::vector<NumberTable>& RunReader::tables() {
    const std::vector<std::string> paths = tables_in(folder_);
    if (paths != table_paths_) {
        table_paths_ = paths;
        tables_.clear();
        for (const std::string& path : paths)
            tables_.push_back(read_table(path, fs::path(path).stem().string()));
    } else {
        for (std::size_t i = 0; i < paths.size(); ++i) read_more(paths[i], tables_[i]);
    }
    return tables_;
}

namespace {

/// The day a file was last written, in the time of the place.
std::string day_of(const std::string& path) {
    struct stat facts {};
    if (stat(path.c_str(), &facts) != 0) return "";
    std::tm day{};
    localtime_r(&facts.st_mtime, &day);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &day)};
}

/// What the scene says under [report], the run's day, and what made it.
std::vector<std::pair<std::string, std::string>> title_block_of(const AnyJson& summary,
                                                                const std::string& day) {
    std::vector<std::pair<std::string, std::string>> rows;
    const AnyJson words = summary.value("report", AnyJson::object());
    for (const auto& [key, name] : {std::pair("project", "Project"), std::pair("client", "Client"),
                                    std::pair("author", "Author"), std::pair("load_case", "Load case")}) {
        if (words.contains(key) && words[key].is_string())
            rows.emplace_back(name, words[key].get<std::string>());
    }
    if (!day.empty()) rows.emplace_back("Date of the run", day);
    rows.emplace_back(
        "Computed with",
        fmt::format("Drystone {}, {}D, method {}, {}, time step {:g} s", summary.value("version", ""),
                    summary.value("dimension", 0), summary.value("method", ""),
                    summary.value("integrator", ""), summary.value("step", 0.0)));
    rows.emplace_back("Units", "SI: m, kg, s, N, Pa, J; openings and slips in mm");
    if (words.contains("notes") && words["notes"].is_string())
        rows.emplace_back("Notes", words["notes"].get<std::string>());
    return rows;
}

}  // namespace

PageWords RunReader::words() const {
    PageWords words;
    words.scene = content_of(folder_ + "/scene.toml");
    words.summary = content_of(folder_ + "/summary.json");
    words.title = file_ ? file_->geometry().head.title : "";
    const AnyJson summary = AnyJson::parse(words.summary, nullptr, false);
    const auto tell = [&] {
        words.warnings = warnings_in(summary);
        words.block = title_block_of(summary, day_of(folder_ + "/summary.json"));
        words.findings = findings_of_solution(words.summary);
        if (frames() > 0 && bodies_.joints.size() > 0) {
            const std::vector<Finding> more =
                findings_of_structure(bodies_, first_places(frame(0)), frame(frames() - 1));
            words.findings.insert(words.findings.begin(), more.begin(), more.end());
        }
        if (const AnyJson report = summary.value("report", AnyJson::object()); report.contains("title"))
            words.title = report.value("title", words.title);
        if (words.title.empty()) words.title = summary.value("title", "");
    };
    bool is_read = summary.is_object();
    try {
        if (is_read) tell();
    } catch (const AnyJson::exception&) {  // somebody has written other things into it
        is_read = false;
    }
    if (!is_read) {
        words.warnings.push_back(
            words.summary.empty() ? "the run has not come to its end: it goes on, or was stopped from outside"
                                  : "summary.json cannot be read");
        words.summary.clear();
    }
    if (words.title.empty()) words.title = fs::absolute(folder_ + "/.").parent_path().filename().string();
    return words;
}

std::vector<ShownStage> RunReader::stages() const {
    const AnyJson summary = AnyJson::parse(content_of(folder_ + "/summary.json"), nullptr, false);
    std::vector<ShownStage> out;
    if (!summary.is_object() || !summary.contains("stages") || !summary["stages"].is_array()) return out;
    for (const AnyJson& stage : summary["stages"]) {
        const auto number = [&](const char* key) {
            return stage.is_object() && stage.contains(key) && stage[key].is_number()
                       ? stage[key].get<double>()
                       : std::nan("");
        };
        if (std::isnan(number("begin")) || std::isnan(number("end")) || !stage.contains("name") ||
            !stage["name"].is_string())
            continue;
        out.push_back({stage["name"].get<std::string>(), number("begin"), number("end")});
    }
    return out;
}

bool RunReader::has_ended() const { return fs::exists(folder_ + "/summary.json"); }

void RunReader::refresh() {
    if (file_ && file_->refresh()) bodies_ = show_bodies(file_->geometry());
}

}  // namespace drystone

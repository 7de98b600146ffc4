#include "study/collect.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "core/input_error.h"
#include "measure/probe.h"
#include "scene/nearest.h"
#include "study/numbers.h"

namespace drystone {

namespace {

const std::vector<std::pair<std::string, Reduction>> reductions = {{"last", Reduction::last},
                                                                   {"max", Reduction::max},
                                                                   {"min", Reduction::min},
                                                                   {"mean", Reduction::mean},
                                                                   {"absmax", Reduction::absmax}};

std::optional<Reduction> reduction_called(const std::string& word) {
    for (const auto& [name, reduction] : reductions)
        if (name == word) return reduction;
    return std::nullopt;
}

std::vector<std::string> columns_of(const Probe& probe, int dimension) {
    std::vector<std::string> columns = dimension == 2 ? probe_columns<2>(probe) : probe_columns<3>(probe);
    columns.insert(columns.begin(), "time");
    return columns;
}

/// The probe whose name the text begins with; the longest, for names may have dots.
const Probe* probe_in(const std::string& text, const Scene& scene) {
    const Probe* found = nullptr;
    for (const Probe& probe : scene.probes) {
        const bool fits = text.starts_with(probe.name + ".");
        if (fits && (!found || probe.name.size() > found->name.size())) found = &probe;
    }
    return found;
}

[[noreturn]] void refuse_column(const std::string& text, const std::string& place, const Scene& scene) {
    std::vector<std::string> known;
    for (const Probe& probe : scene.probes)
        for (const std::string& column : columns_of(probe, scene.dimension))
            known.push_back(probe.name + "." + column);
    throw InputError(place, known.empty() ? "the scene has no [[probes]] to collect from"
                                          : fmt::format("the scene has no probe and column \"{}\"{}", text,
                                                        suggestion(text, known)));
}

/// Cell `index` of a row.
std::string_view cell(std::string_view row, std::size_t index) {
    for (; index > 0; --index) {
        const auto comma = row.find(',');
        if (comma == std::string_view::npos) return {};
        row.remove_prefix(comma + 1);
    }
    return row.substr(0, row.find(','));
}

std::optional<std::size_t> index_of(std::string_view header, const std::string& column) {
    const auto columns = static_cast<std::size_t>(std::count(header.begin(), header.end(), ',')) + 1;
    for (std::size_t k = 0; k < columns; ++k)
        if (cell(header, k) == column) return k;
    return std::nullopt;
}

/// Takes numbers one after the other.
class Reducer {
  public:
    explicit Reducer(Reduction reduction) : reduction_(reduction) {}

    void add(std::optional<double> x) {
        last_ = x;
        if (!x) return;
        const double value = reduction_ == Reduction::absmax ? std::abs(*x) : *x;
        most_ = count_ == 0 ? value : std::max(most_, value);
        least_ = count_ == 0 ? value : std::min(least_, value);
        sum_ += value;
        ++count_;
    }

    std::optional<double> result() const {
        if (reduction_ == Reduction::last) return last_;
        if (count_ == 0) return std::nullopt;
        if (reduction_ == Reduction::mean) return sum_ / static_cast<double>(count_);
        return reduction_ == Reduction::min ? least_ : most_;
    }

  private:
    Reduction reduction_;
    std::optional<double> last_;
    double most_ = 0.0, least_ = 0.0, sum_ = 0.0;
    long count_ = 0;
};

}  // namespace

Item parse_item(const std::string& text, const std::string& option, const Scene& scene) {
    const std::string place = option + " " + text;
    const auto colon = text.rfind(':');
    const auto reduction =
        colon == std::string::npos ? std::nullopt : reduction_called(text.substr(colon + 1));
    if (!reduction)
        throw InputError(place, fmt::format("write {} probe.column:last, or max, min, mean, absmax", option));
    const std::string path = text.substr(0, colon);
    const Probe* probe = probe_in(path, scene);
    if (!probe) refuse_column(path, place, scene);
    const std::string column = path.substr(probe->name.size() + 1);
    const std::vector<std::string> columns = columns_of(*probe, scene.dimension);
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) refuse_column(path, place, scene);
    return {text, probe->name, column, *reduction};
}

std::optional<double> value_of(const Item& item, const std::string& folder) {
    std::ifstream file(folder + "/probes/" + item.probe + ".csv", std::ios::binary);
    std::string row;
    if (!std::getline(file, row)) return std::nullopt;
    const auto index = index_of(row, item.column);
    if (!index) return std::nullopt;
    Reducer reducer(item.reduction);
    while (std::getline(file, row)) {
        if (!file.eof())
            reducer.add(number_in(cell(row, *index)));  // a last line without its end was cut off
    }
    return reducer.result();
}

}  // namespace drystone

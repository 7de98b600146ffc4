#include "io/probe_writer.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace drystone {

namespace {

constexpr double rounding = 1e-6;  // of a step: a step end that much before a multiple of `every` is on it
constexpr std::size_t enough_pending = 1 << 16;  // [bytes] per probe
constexpr std::chrono::seconds flush_interval{1};

}  // namespace

bool Schedule::is_due(long step) {
    const double now = static_cast<double>(step) + rounding;
    if (ratio_ <= 0.0) return true;
    if (now < static_cast<double>(multiple_) * ratio_) return false;
    multiple_ = std::max(multiple_, static_cast<long>(std::floor(now / ratio_))) + 1;
    return true;
}

template <int D>
ProbeWriter<D>::ProbeWriter(const std::string& folder, const std::vector<Probe>& probes, double h)
    : h_(h), flushed_(std::chrono::steady_clock::now()) {
    tables_.reserve(probes.size());
    for (const Probe& probe : probes) {
        tables_.push_back(
            {probe, Schedule(probe.every, h), OutputFile(folder + "/" + probe.name + ".csv"), "time"});
        for (const std::string& column : probe_columns<D>(probe)) tables_.back().pending += "," + column;
        tables_.back().pending += '\n';
    }
    flush();
}

template <int D>
void ProbeWriter<D>::record(const World<D>& world) {
    bool full = false;
    for (Table& table : tables_) {
        if (table.schedule.is_due(world.steps)) append_row(world, table);
        full = full || table.pending.size() > enough_pending;
    }
    if (full || std::chrono::steady_clock::now() - flushed_ > flush_interval) flush();
}

template <int D>
void ProbeWriter<D>::append_row(const World<D>& world, Table& table) {
    values_.clear();
    measure(world, table.probe, h_, values_);
    const auto end = std::back_inserter(table.pending);
    fmt::format_to(end, "{}", world.time);
    for (const double value : values_) fmt::format_to(end, ",{}", value);
    table.pending += '\n';
}

template <int D>
void ProbeWriter<D>::flush() {
    for (Table& table : tables_) {
        table.file.write(table.pending);
        table.pending.clear();
    }
    flushed_ = std::chrono::steady_clock::now();
}

template <int D>
void ProbeWriter<D>::close() {
    flush();
    for (Table& table : tables_) table.file.close();
}

template class ProbeWriter<2>;
template class ProbeWriter<3>;

}  // namespace drystone

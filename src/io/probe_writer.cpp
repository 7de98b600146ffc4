#include "io/probe_writer.h"
#include "step/world.h"

#include <iterator>

#include <fmt/format.h>

namespace drystone {

namespace {

constexpr std::size_t enough_pending = 1 << 16;  // [bytes] per probe
constexpr std::chrono::seconds flush_interval{1};

}  // namespace

std::vector<std::string> files_of(const std::vector<Probe>& probes) {
    std::vector<std::string> names;
    for (const Probe& probe : probes) names.push_back("probes/" + probe.name + ".csv");
    return names;
}

template <int D>
ProbeWriter<D>::ProbeWriter(const std::string& folder, const std::vector<Probe>& probes, double h)
    : ProbeWriter(h) {
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
void ProbeWriter<D>::expect_to_go_on(const std::string& folder, const std::vector<Probe>& probes,
                                     const std::vector<std::int64_t>& sizes) {
    for (std::size_t k = 0; k < probes.size(); ++k)
        OutputFile::expect_to_go_on(folder + "/" + probes[k].name + ".csv", sizes[k]);
}

template <int D>
ProbeWriter<D> ProbeWriter<D>::go_on(const std::string& folder, const std::vector<Probe>& probes, double h,
                                     long steps, const std::vector<std::int64_t>& sizes) {
    ProbeWriter writer(h);
    writer.tables_.reserve(probes.size());
    for (std::size_t k = 0; k < probes.size(); ++k) {
        writer.tables_.push_back({probes[k], Schedule(probes[k].every, h),
                                  OutputFile::go_on(folder + "/" + probes[k].name + ".csv", sizes[k]), ""});
        writer.tables_.back().schedule.skip(steps);
    }
    return writer;
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
void ProbeWriter<D>::sync() {
    flush();
    for (Table& table : tables_) table.file.sync();
}

template <int D>
std::vector<std::int64_t> ProbeWriter<D>::sizes() const {
    std::vector<std::int64_t> sizes;
    for (const Table& table : tables_) sizes.push_back(table.file.size());
    return sizes;
}

template <int D>
void ProbeWriter<D>::close() {
    flush();
    for (Table& table : tables_) table.file.close();
}

template class ProbeWriter<2>;
template class ProbeWriter<3>;

}  // namespace drystone

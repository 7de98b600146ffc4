#include "io/probe_writer.h"
#include "core/input_error.h"
#include "step/world.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace drystone {

std::vector<std::string> files_of(const std::vector<Probe>& probes) {
    std::vector<std::string> names;
    for (const Probe& probe : probes) names.push_back("probes/" + probe.name + ".csv");
    return names;
}

template <int D>
ProbeWriter<D>::ProbeWriter(const std::string& folder, const std::vector<Probe>& probes, double h)
    : ProbeWriter(h) {
    files_.reserve(probes.size());
    for (const Probe& probe : probes) {
        files_.push_back(
            {probe, Schedule(probe.every, h), OutputFile(folder + "/" + probe.name + ".csv"), "time"});
        for (const std::string& column : probe_columns<D>(probe)) files_.back().pending += "," + column;
        files_.back().pending += '\n';
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
    writer.files_.reserve(probes.size());
    for (std::size_t k = 0; k < probes.size(); ++k) {
        writer.files_.push_back({probes[k], Schedule(probes[k].every, h),
                                 OutputFile::go_on(folder + "/" + probes[k].name + ".csv", sizes[k]), ""});
        writer.files_.back().schedule.skip(steps);
    }
    return writer;
}

template <int D>
void ProbeWriter<D>::begin_stage(int number, double h, long steps, double time) {
    stage_ = number;
    h_ = h;
    for (ProbeFile& probe_file : files_) probe_file.schedule.change(probe_file.probe.every, h, steps, time);
}

template <int D>
void ProbeWriter<D>::watch(const World<D>& world) {
    for (ProbeFile& probe_file : files_) {
        if (probe_file.probe.cut) probe_file.memory = ProbeMemory<D>{{}, layers_of(world, probe_file.probe)};
    }
}

template <int D>
void ProbeWriter<D>::skip(long steps) {
    for (ProbeFile& probe_file : files_) probe_file.schedule.skip(steps);
}

template <int D>
bool ProbeWriter<D>::reads(long step) const {
    return std::any_of(files_.begin(), files_.end(), [&](const ProbeFile& one) {
        return one.probe.average || one.probe.cut || one.schedule.will_be_due(step);
    });
}

template <int D>
void ProbeWriter<D>::record(const World<D>& world) {
    bool full = false;
    for (ProbeFile& probe_file : files_) {
        const std::vector<int>& stages = probe_file.probe.stages;
        const bool due = probe_file.schedule.is_due(world.steps);
        const bool reads = stages.empty() || std::binary_search(stages.begin(), stages.end(), stage_);
        if (reads && probe_file.probe.average) add_step(world, probe_file);
        if (reads && due) append_row(world, probe_file);
        if (probe_file.probe.cut && probe_file.memory) probe_file.memory->layers = layers_of(world, probe_file.probe);
        full = full || probe_file.pending.size() > enough_pending;
    }
    if (full || std::chrono::steady_clock::now() - flushed_ > flush_interval) flush();
}

/// Into values_, behind what is there.
template <int D>
void ProbeWriter<D>::measure_now(const World<D>& world, ProbeFile& probe_file) {
    if (!probe_file.memory) probe_file.memory = ProbeMemory<D>{seams_of(world, probe_file.probe), {}};
    measure<D>(world, probe_file.probe, *probe_file.memory, h_, values_);
}

template <int D>
void ProbeWriter<D>::add_step(const World<D>& world, ProbeFile& probe_file) {
    values_.clear();
    measure_now(world, probe_file);
    if (probe_file.steps == 0) probe_file.sums.assign(values_.size(), 0.0);
    for (std::size_t k = 0; k < values_.size(); ++k) probe_file.sums[k] += values_[k];
    ++probe_file.steps;
}

/// Steps have one length: the mean over time is that over steps.
template <int D>
void ProbeWriter<D>::take_mean(ProbeFile& probe_file) {
    values_ = probe_file.sums;
    for (double& value : values_) value /= static_cast<double>(probe_file.steps);
    probe_file.steps = 0;
}

template <int D>
std::vector<double> ProbeWriter<D>::means_under_way() const {
    std::vector<double> means;
    for (const ProbeFile& one : files_) {
        if (!one.probe.average) continue;
        means.push_back(static_cast<double>(one.steps));
        if (one.steps > 0) means.insert(means.end(), one.sums.begin(), one.sums.end());
    }
    return means;
}

template <int D>
void ProbeWriter<D>::go_on_with(const std::vector<double>& means) {
    std::size_t at = 0;
    for (ProbeFile& one : files_) {
        if (!one.probe.average) continue;
        const std::size_t columns = probe_columns<D>(one.probe).size();
        if (at < means.size()) one.steps = static_cast<long>(means[at++]);
        if (one.steps > 0 && at + columns <= means.size())
            one.sums.assign(means.begin() + static_cast<long>(at), means.begin() + static_cast<long>(at + columns));
        if (one.steps > 0) at += columns;
    }
    if (at != means.size()) throw InputError("", "the means in the checkpoint are not those of the probes of its scene");
}

template <int D>
void ProbeWriter<D>::append_row(const World<D>& world, ProbeFile& probe_file) {
    values_.clear();
    if (probe_file.probe.average)
        take_mean(probe_file);
    else
        measure_now(world, probe_file);
    const auto end = std::back_inserter(probe_file.pending);
    fmt::format_to(end, "{}", world.time);
    for (const double value : values_) fmt::format_to(end, ",{}", value);
    probe_file.pending += '\n';
}

template <int D>
void ProbeWriter<D>::flush() {
    for (ProbeFile& probe_file : files_) {
        probe_file.file.write(probe_file.pending);
        probe_file.pending.clear();
    }
    flushed_ = std::chrono::steady_clock::now();
}

template <int D>
void ProbeWriter<D>::sync() {
    flush();
    for (ProbeFile& probe_file : files_) probe_file.file.sync();
}

template <int D>
std::vector<std::int64_t> ProbeWriter<D>::sizes() const {
    std::vector<std::int64_t> sizes;
    for (const ProbeFile& probe_file : files_) sizes.push_back(probe_file.file.size());
    return sizes;
}

template <int D>
void ProbeWriter<D>::close() {
    flush();
    for (ProbeFile& probe_file : files_) probe_file.file.close();
}

template class ProbeWriter<2>;
template class ProbeWriter<3>;

}  // namespace drystone

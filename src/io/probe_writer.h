#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "io/output_file.h"
#include "io/schedule.h"
#include "measure/probe.h"
#include "measure/seams.h"

namespace drystone {

/// The files of probes in the folder of a run.
std::vector<std::string> files_of(const std::vector<Probe>& probes);

/// Writes <folder>/<probe>.csv for every probe: a header row, then a row at the end of each step that is due.
/// Numbers have the fewest digits that read back to the same bits. Rows wait in memory and go to the file whole
/// lines at a time, about once a second. Of probes with `average` every step counts: a row is the mean of the steps since the last.
template <int D>
class ProbeWriter {
  public:
    ProbeWriter(const std::string& folder, const std::vector<Probe>& probes, double h);

    /// What go_on() would refuse, with nothing changed.
    static void expect_to_go_on(const std::string& folder, const std::vector<Probe>& probes,
                                const std::vector<std::int64_t>& sizes);

    /// Goes on with the files of a run after `steps` of its steps, when they had these sizes; later rows are cut off. Of a run in stages
    /// the steps are those of the first, and the others follow: begin_stage(), skip().
    static ProbeWriter go_on(const std::string& folder, const std::vector<Probe>& probes, double h,
                             long steps, const std::vector<std::int64_t>& sizes);

    /// What means have added up since their last rows, for a checkpoint: of each probe that averages the number of steps, then a sum
    /// per column. A writer that goes on takes it back.
    std::vector<double> means_under_way() const;
    void go_on_with(const std::vector<double>& means);

    /// A stage begins, with steps of length h; `steps` and `time` were there when it did. A writer that goes on is told of those that
    /// have begun, one after the other, each followed by skip().
    void begin_stage(int number, double h, long steps, double time);
    void skip(long steps);  // these are behind: of a run that does not begin at time 0, or goes on
    void watch(const World<D>& world);  // before the first step: what the first of them is compared with

    bool reads(long step) const;         // whether record() looks at more than the time at the end of this step
    void record(const World<D>& world);  // at the end of a step
    void flush();
    void sync();                              // flushes; what is written then lasts through a power cut
    std::vector<std::int64_t> sizes() const;  // (probes)  of the files, after a flush [bytes]
    void close();  // flushes and syncs; call it, for the destructor cannot report a full disk

  private:
    struct ProbeFile {
        Probe probe;
        Schedule schedule;
        OutputFile file;
        std::string pending;  // whole lines not yet in the file
        std::vector<double> sums = {};  // (columns)  of the steps since the last row, where it averages
        long steps = 0;                 // so many
        std::optional<ProbeMemory<D>> memory = {};  // since the first row, or since watch()
    };

    explicit ProbeWriter(double h) : h_(h), flushed_(std::chrono::steady_clock::now()) {}

    void add_step(const World<D>& world, ProbeFile& probe_file);
    void take_mean(ProbeFile& probe_file);
    void append_row(const World<D>& world, ProbeFile& probe_file);
    void measure_now(const World<D>& world, ProbeFile& probe_file);

    double h_;
    int stage_ = 0;
    std::vector<ProbeFile> files_;
    std::vector<double> values_;
    std::chrono::steady_clock::time_point flushed_;
};

}  // namespace drystone

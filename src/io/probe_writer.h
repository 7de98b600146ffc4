#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "io/output_file.h"
#include "measure/probe.h"

namespace drystone {

/// The step ends at which a probe writes: all (every = 0), or the first at or after each multiple of `every`.
/// Counted in steps, so that the rounding of times never shifts a row by a step.
class Schedule {
  public:
    Schedule(double every, double h) : ratio_(every / h) {}

    /// Ask once for each step end, in order; `step` counts from 1.
    bool is_due(long step);

  private:
    double ratio_;       // steps between two rows
    long multiple_ = 1;  // of `every` that is waited for
};

/// Writes <folder>/<probe>.csv for every probe: a header row, then a row at the end of each step that is due.
/// Numbers have the fewest digits that read back to the same bits. Rows wait in memory and go to the file whole
/// lines at a time, about once a second.
template <int D>
class ProbeWriter {
  public:
    ProbeWriter(const std::string& folder, const std::vector<Probe>& probes, double h);

    void record(const World<D>& world);  // at the end of a step
    void flush();
    void close();  // flushes and syncs; call it, for the destructor cannot report a full disk

  private:
    struct Table {
        Probe probe;
        Schedule schedule;
        OutputFile file;
        std::string pending;  // whole lines not yet in the file
    };

    void append_row(const World<D>& world, Table& table);

    double h_;
    std::vector<Table> tables_;
    std::vector<double> values_;
    std::chrono::steady_clock::time_point flushed_;
};

}  // namespace drystone

#include "io/step_log.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace drystone {

namespace {

constexpr const char* header =
    "step,time,contacts,iterations,residual,not_converged,max_penetration,kinetic,potential,stored,strain,"
    "work,"
    "dissipated,scheme,balance_error,inertia";

/// Bytes of the header and of the rows up to a step; 0 where there is no such file.
std::int64_t size_until(const std::string& path, long step) {
    std::ifstream file(path, std::ios::binary);
    std::int64_t size = 0;
    for (std::string line; std::getline(file, line) && !file.eof(); size += std::ssize(line) + 1) {
        if (size > 0 && std::atol(line.c_str()) > step) break;
    }
    return size;
}

}  // namespace

StepLog::StepLog(OutputFile file, long steps_planned, bool staged)
    : file_(std::move(file)),
      stretch_(std::max<long>(1, (steps_planned + most_rows - 1) / most_rows)),
      staged_(staged),
      flushed_(std::chrono::steady_clock::now()) {}

StepLog::StepLog(const std::string& path, long steps_planned, bool staged)
    : StepLog(OutputFile(path), steps_planned, staged) {
    pending_ = std::string(header) + (staged ? ",stage\n" : "\n");
    flush();
}

StepLog StepLog::go_on(const std::string& path, long steps_planned, long steps_done, bool staged) {
    const std::int64_t size = size_until(path, steps_done);
    if (size == 0) return {path, steps_planned, staged};
    return {OutputFile::go_on(path, size), steps_planned, staged};
}

void StepLog::begin_stage(int number) {
    if (steps_ > 0) append_row();
    stage_ = number;
}

void StepLog::record(const StepReport& report, const Energy& energy, long step, double time) {
    assert(step > 0);
    ++steps_;
    step_ = step;
    time_ = time;
    energy_ = energy;
    contacts_ = report.contacts;
    iterations_ = std::max(iterations_, report.solve.iterations);
    residual_ = worst(residual_, report.solve.residual);
    max_penetration_ = worst(max_penetration_, report.max_penetration);
    inertia_ = worst(inertia_, report.inertia);
    not_converged_ += !report.solve.converged;
    if (step % stretch_ == 0) append_row();
}

void StepLog::append_row() {
    fmt::format_to(std::back_inserter(pending_), "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", step_,
                   time_, contacts_, iterations_, residual_, not_converged_, max_penetration_,
                   energy_.kinetic, energy_.potential, energy_.stored, energy_.strain, energy_.work,
                   energy_.dissipated(), energy_.scheme, energy_.balance_error(), inertia_);
    if (staged_) fmt::format_to(std::back_inserter(pending_), ",{}", stage_);
    pending_ += '\n';
    steps_ = 0;
    iterations_ = not_converged_ = 0;
    residual_ = max_penetration_ = inertia_ = 0.0;
    if (pending_.size() > enough_pending || std::chrono::steady_clock::now() - flushed_ > flush_interval)
        flush();
}

void StepLog::flush() {
    file_.write(pending_);
    pending_.clear();
    flushed_ = std::chrono::steady_clock::now();
}

void StepLog::sync() {
    if (steps_ > 0) append_row();
    flush();
    file_.sync();
}

void StepLog::close() {
    sync();
    file_.close();
}

}  // namespace drystone

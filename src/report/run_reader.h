#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/frames_file.h"
#include "report/number_table.h"
#include "report/page.h"
#include "report/shown_run.h"

namespace drystone {

/// A run's folder, as a page shows it: frames.h5, steps.csv, probes/*.csv, scene.toml and summary.json. Also of a run that
/// goes on, or was killed. Throws InputError where the folder is not one of a run, or a file in it is not what it should be.
class RunReader {
  public:
    explicit RunReader(const std::string& folder);

    const ShownBodies& bodies() const { return bodies_; }
    int frames() const { return file_ ? file_->frames() : 0; }
    double time(int frame) const { return file_->time(frame); }
    ShownFrame frame(int index, FrameParts parts = FrameParts::all) const;

    /// One body through all frames: time, position, velocity, angular_velocity.
    NumberTable track(int body) const;

    /// The frame, with those who are not there where they were first seen: what displacements count from.
    ShownFrame first_places(ShownFrame frame) const;

    /// Steps first, then probes by name, with the rows written so far.
    const std::vector<NumberTable>& tables();

    /// Title, warnings, summary and scene, as they are on the disk now.
    PageWords words() const;

    /// As the summary has them; none before the end of a run, and of a run without stages.
    std::vector<ShownStage> stages() const;

    /// Whether the run has come to its end: summary.json is written last.
    bool has_ended() const;

    /// Looks for new frames.
    void refresh();

  private:
    std::string folder_;
    std::optional<FramesFile> file_;  // none: the run stored no frames
    ShownBodies bodies_;
    std::vector<std::string> table_paths_;
    std::vector<NumberTable> tables_;
};

}  // namespace drystone

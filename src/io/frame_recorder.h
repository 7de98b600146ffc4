#pragma once

#include "io/frames_writer.h"
#include "io/schedule.h"

namespace drystone {

/// Writes the frames that are due into frames.h5, and frames.xdmf beside it.
template <int D>
class FrameRecorder {
  public:
    /// Of a run that begins: new files, and the frame of that time.
    static FrameRecorder begin(const std::string& folder, const World<D>& world, const FramesHead& head,
                               double every);

    /// Of a run that goes on from a checkpoint, which had so many frames.
    static FrameRecorder go_on(const std::string& folder, const World<D>& world, double h, double every,
                               std::int64_t frames);

    void record(const World<D>& world);  // at the end of a step
    std::int64_t frames() const { return writer_.frames(); }
    std::string index() const { return writer_.index(); }
    void sync() { writer_.sync(); }
    void finish() { write_xdmf(); }  // after the last frame
    void close(const World<D>& world) { writer_.close(world); }

  private:
    FrameRecorder(const std::string& folder, FramesWriter<D> writer, double h, double every);
    void write_xdmf();

    std::string folder_;
    FramesWriter<D> writer_;
    Schedule schedule_;
    double h_;
    std::int64_t xdmf_at_ = 1;  // frames: frames.xdmf is written again
};

}  // namespace drystone

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

    /// What a run left that goes on.
    struct Left {
        double h = 0.0, every = 0.0;  // [s]
        std::int64_t frames = 0;
        long steps = 0;  // of its first stage, where it has stages; the others follow: begin_stage(), skip()
    };

    /// Of a run that goes on from a checkpoint.
    static FrameRecorder go_on(const std::string& folder, const World<D>& world, const Left& left);

    /// A stage begins, as ProbeWriter::begin_stage() has it. every = 0: no frames while it lasts.
    void begin_stage(double every, double h, long steps, double time);
    void skip(long steps) { schedule_.skip(steps); }

    bool reads(long step) const { return !pauses_ && schedule_.will_be_due(step); }
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
    bool pauses_ = false;
    std::int64_t xdmf_at_ = 1;  // frames: frames.xdmf is written again
};

}  // namespace drystone

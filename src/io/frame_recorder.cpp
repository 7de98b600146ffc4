#include "io/frame_recorder.h"

#include "io/atomic_file.h"
#include "io/xdmf.h"
#include "step/world.h"

namespace drystone {

namespace {

std::string file_in(const std::string& folder) { return folder + "/frames.h5"; }

}  // namespace

template <int D>
FrameRecorder<D>::FrameRecorder(const std::string& folder, FramesWriter<D> writer, double h, double every)
    : folder_(folder), writer_(std::move(writer)), schedule_(every, h), h_(h), pauses_(every == 0.0) {}

template <int D>
FrameRecorder<D> FrameRecorder<D>::begin(const std::string& folder, const World<D>& world,
                                         const FramesHead& head, double every) {
    FrameRecorder recorder(folder, FramesWriter<D>::create(file_in(folder), world, head), head.step, every);
    recorder.schedule_.skip(world.steps);
    recorder.writer_.write(world, head.step);
    recorder.write_xdmf();
    return recorder;
}

template <int D>
FrameRecorder<D> FrameRecorder<D>::go_on(const std::string& folder, const World<D>& world, const Left& left) {
    FrameRecorder recorder(folder, FramesWriter<D>::go_on(file_in(folder), world, left.frames), left.h, left.every);
    recorder.schedule_.skip(left.steps);
    recorder.write_xdmf();
    return recorder;
}

template <int D>
void FrameRecorder<D>::begin_stage(double every, double h, long steps, double time) {
    h_ = h;
    pauses_ = every == 0.0;
    schedule_.change(every, h, steps, time);
}

template <int D>
void FrameRecorder<D>::record(const World<D>& world) {
    if (!schedule_.is_due(world.steps) || pauses_) return;
    writer_.write(world, h_);
    if (writer_.frames() >= xdmf_at_) write_xdmf();
}

/// It lists every frame, so it is written again when there are a quarter more, and at the end: the work stays proportional.
template <int D>
void FrameRecorder<D>::write_xdmf() {
    AtomicFile file(folder_ + "/frames.xdmf");
    drystone::write_xdmf(
        {.count = writer_.frames(),
         .marks = [&](std::int64_t first, std::int64_t count) { return writer_.marks(first, count); },
         .changes = writer_.changes(),
         .drawn = writer_.changes() ? DrawnSizes{} : writer_.drawn_sizes(),
         .meshes = writer_.mesh_sizes(),
         .dimension = D,
         .cell = writer_.draws_cell()},
        [&](const std::string& text) { file.write(text); });
    file.commit();
    xdmf_at_ = writer_.frames() + 1 + writer_.frames() / 4;
}

template class FrameRecorder<2>;
template class FrameRecorder<3>;

}  // namespace drystone

#include "run/problem_dump.h"

#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "core/input_error.h"
#include "problems/blocks.h"
#include "problems/write_problem.h"
#include "step/world.h"

namespace drystone {

namespace fs = std::filesystem;

template <int D>
ProblemDump<D>::ProblemDump(std::string folder, long every, World<D>& world)
    : folder_(std::move(folder)), every_(every) {
    if (every_ == 0) return;
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) throw InputError(folder_, "cannot make the folder: " + error.message());
    world.keeps_guess = true;
}

template <int D>
void ProblemDump<D>::record(const World<D>& world) {
    if (every_ == 0 || world.steps % every_ != 0) return;
    if (const auto why = cannot_be_said(world.problem)) {
        if (left_out_++ > 0) return;
        first_left_out_ = world.steps;
        why_ = *why;
        return;
    }
    const BlockProblem<D> problem = assemble_blocks(world.problem);
    const ProblemInfo info{
        .title = fmt::format("step {}", world.steps),
        .description =
            fmt::format("contact problem of the step that ends at {} s, written by drystone", world.time),
        .math_info = ""};
    write_problem(fmt::format("{}/step-{:06}.hdf5", folder_, world.steps), from_blocks(problem), info,
                  state_of<D>(problem, std::span<const Vec<D>>(world.guess)),
                  state_of<D>(problem, std::span<const Vec<D>>(world.impulse)));
    ++written_;
}

template <int D>
std::string ProblemDump<D>::warning() const {
    if (left_out_ == 0) return "";
    return fmt::format("{} contact problems written to {}, {} left out; the first, of step {}: {}", written_,
                       folder_, left_out_, first_left_out_, why_);
}

template class ProblemDump<2>;
template class ProblemDump<3>;

}  // namespace drystone

#pragma once

#include <string>

namespace drystone {

template <int D>
struct World;

/// The contact problems of every N-th step, as FCLIB files in a folder of the results.
template <int D>
class ProblemDump {
  public:
    /// every = 0: writes nothing. Tells the world to keep its first guesses.
    /// Throws InputError where the folder cannot be made.
    ProblemDump(std::string folder, long every, World<D>& world);

    /// Call after each step. A problem that FCLIB cannot state is counted instead.
    void record(const World<D>& world);

    /// What was left out, in words; "" if nothing was.
    std::string warning() const;

  private:
    std::string folder_;
    long every_ = 0;
    long written_ = 0, left_out_ = 0;
    long first_left_out_ = 0;  // number of that step
    std::string why_;          // of the first
};

}  // namespace drystone

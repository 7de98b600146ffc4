#pragma once

#include <chrono>

namespace drystone {

/// Adds the time since its last call to a stage.
class StageClock {
  public:
    void charge(double& stage) {
        const auto now = std::chrono::steady_clock::now();
        stage += std::chrono::duration<double>(now - last_).count();
        last_ = now;
    }

  private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace drystone

#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace drystone {

/// A process that has ended.
struct EndedProcess {
    std::size_t task = 0;
    int status = 0;    // its exit status; 128 + the signal that ended it
    std::string said;  // what it wrote on stdout and stderr, the end of it where that is long
};

/// Programs that run beside each other. They end with this process: one whose parent is gone is told to stop (SIGTERM).
class Processes {
  public:
    Processes() = default;
    ~Processes();  // tells those that are left to stop, and waits for them
    Processes(const Processes&) = delete;
    Processes& operator=(const Processes&) = delete;

    /// Starts this very program with these arguments. Throws std::system_error.
    void start(std::size_t task, const std::vector<std::string>& arguments);

    /// Those that have ended, after at most `seconds`; a signal to this process also ends the waiting.
    std::vector<EndedProcess> wait(double seconds);

    void tell_to_stop() const;  // SIGTERM to all
    std::size_t size() const { return running_.size(); }

  private:
    struct Running {
        std::size_t task = 0;
        pid_t id = 0;
        int pipe = -1;  // what it says
        std::string said = {};
    };

    bool listen(Running& one) const;  // false: it has closed its end

    std::vector<Running> running_;
};

}  // namespace drystone

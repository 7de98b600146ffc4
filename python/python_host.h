#pragma once

#include <chrono>
#include <exception>
#include <string>
#include <vector>

#include "python/simulation.h"
#include "run/run_host.h"

namespace drystone::python {

/// What is called after steps of a run, at whole multiples of `stride` steps since time 0, so that a run that goes on calls it as
/// one that never stopped.
struct Callback {
    pybind11::object function;  // or None
    long stride = 1;
};

/// A run within the interpreter: words go to sys.stdout, warnings are Python's, functions of time are asked before each step, Ctrl-C and
/// whatever Python code raises interrupt the run, and come out of rethrow() once all is written.
class PythonHost : public RunHost {
  public:
    PythonHost(pybind11::object world, Callback callback);

    bool goes_on() override;
    Wish after_step(const StepReport& report) override;
    bool may_change_bodies() const override { return !callback_.function.is_none(); }
    HostMemory memory() const override;
    void say(const std::string& text) override { tell(text, "stdout"); }
    void warn(const std::string& text) override { tell(text, "stderr"); }
    Progress::Style progress_style() const override;
    void show(const std::string& text) override;

    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    template <class Body>
    bool show_world(bool may_change, const Body& body);  // to Python code, with its arrays looking at the world
    template <class Body>
    bool attempt(const Body& body);  // with the interpreter held; false: it threw, which is kept
    void tell(const std::string& text, const char* stream);

    pybind11::object world_;
    Simulation& simulation_;
    Callback callback_;
    std::exception_ptr failure_;
    std::optional<Simulation::Moving> moving_;  // but while Python code looks
    std::chrono::steady_clock::time_point looked_{};
};

/// What memory() has of a world with that callback, and the way back. Throws where the functions are others.
HostMemory host_memory(const Simulation& simulation, const Callback& callback);
void put_host_memory(const HostMemory& memory, Simulation& simulation);
std::vector<LateSetting> late_settings_of(const HostMemory& memory);
bool had_callback(const HostMemory& memory);
bool had_functions(const HostMemory& memory);

}  // namespace drystone::python

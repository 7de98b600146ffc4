#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "python/storage.h"
#include "python/time_function.h"
#include "scene/late_settings.h"
#include "scene/scene.h"
#include "step/world.h"

namespace drystone::python {

/// What one or several steps say of themselves.
struct RunReport {
    long steps = 0;
    long iterations = 0;           // summed
    double residual = 0.0;         // the largest [-]
    long not_converged = 0;        // steps
    int contacts = 0;              // of the last step
    double max_penetration = 0.0;  // the deepest overlap [m]
    double inertia = 0.0;          // the largest share of inertia in a static step [-]
    bool finite = true;            // false: a number became infinite, and stepping stopped there
    double seconds = 0.0;          // wall clock

    bool converged() const { return not_converged == 0; }
    void add(const StepReport& report);
    void add(const RunReport& other);
};

/// What a world was made from, for the folder of a run.
struct Source {
    std::string path;  // the file, or "scene"
    std::string text;  // TOML; where a Python function stands, a word for it that no reader accepts
    std::vector<std::string> overrides = {};
    std::string folder = {};  // where the files that it names are looked for
};

using AnyWorld = std::variant<World<2>, World<3>>;

/// Poses and velocities as the program left them, to see what Python wrote into its arrays.
template <int D>
struct Remembered {
    std::vector<Vec<D>> position;
    std::vector<Rotation<D>> rotation;
    std::vector<Twist<D>> velocity;
};

/// What Python calls a World: a world with its settings, its threads, and the Python functions that drive it.
///
/// Python holds arrays that look into bodies.position, .rotation, .velocity and .mass. Their storage stays while they look into it
/// (storage.h), and the object is never copied or moved. What was written there is taken in (adopt_writes) before anything is
/// computed from it.
class Simulation {
  public:
    class Turn;
    class Calling;
    class Moving;

    Simulation(Scene read, Source from, std::optional<int> threads);
    ~Simulation();
    Simulation(const Simulation&) = delete;

    Scene scene;  // settings, probes, warnings; its world has moved to `world`
    Source source;
    std::string name;  // the file, or "scene"
    AnyWorld world;

    /// Steps with the interpreter free for other threads while it computes. Called with the interpreter held. Throws what
    /// Python functions throw, and KeyboardInterrupt, between two steps.
    RunReport take_steps(long count);

    /// Steps until it rests, or has had its time to; whether it does.
    bool settle(const Settle& how);

    /// Takes in what was written into the arrays: refuses what is not finite, keeps what is fixed or driven, turns inertia
    /// along, and lets the energy balance count from there.
    void adopt_writes();
    void forget_writes();  // everything as it was when it was last taken in
    void expose();         // from now on Python can write
    std::shared_ptr<Storage> storage() const { return storage_; }  // for arrays to hold on to
    bool may_change_population() const;                            // in a step: where bodies come and go by themselves
    void check_memory_stays() const;                               // throws where it may move while others look

    /// Throws where a step is under way in another thread: then nothing but the bodies' arrays may be looked at.
    void check_idle() const;
    /// Throws also inside a step's own Python function, and inside a callback of a run that writes files: who computes asks this.
    void check_free() const;
    /// The same, but callbacks of runs may: who changes the world between two steps asks this.
    void check_changeable() const;

    /// Numbers of laws and gravity that were set since the scene was read, and the way to set them: as changes of now, which are booked, or
    /// as those that a state already has behind it.
    const std::vector<LateSetting>& late() const { return late_; }
    void set_late(const std::vector<std::string>& texts);
    void put_late(const std::vector<LateSetting>& settings);

    void ask_functions();  // for the end of the step that comes; with the interpreter held

    ThreadPool& pool();  // also in a forked process
    void set_threads(int threads);

    const std::vector<TimeFunction>& functions() const { return functions_; }
    void set_functions(std::vector<TimeFunction> functions);
    std::vector<GivenLine> lines() const;
    const std::vector<GivenLine>& first_lines() const { return first_lines_; }  // at time 0
    void set_lines(const std::vector<GivenLine>& lines);
    void remember();

    int body(const std::string& name) const;  // refuses a name nobody has
    double step() const { return scene.settings.step; }
    long steps() const {
        return std::visit([](const auto& w) { return w.steps; }, world);
    }
    double time() const {
        return std::visit([](const auto& w) { return w.time; }, world);
    }
    int bodies() const {
        return std::visit([](const auto& w) { return w.bodies.size(); }, world);
    }

  private:
    enum class Busy { no, asking, stepping, calling };

    void forget_pool_of_parent();
    void advance_for_a_while(long count, RunReport& report);

    std::vector<TimeFunction> functions_;
    std::vector<LateSetting> late_;
    std::vector<GivenLine> first_lines_;
    std::unique_ptr<ThreadPool> pool_;
    pid_t pool_of_ = 0;  // a forked process has none of its parent's threads
    Busy busy_ = Busy::no;
    bool exposed_ = false;
    bool moving_ = false;
    std::shared_ptr<Storage> storage_ = std::make_shared<Storage>();
    std::variant<Remembered<2>, Remembered<3>> remembered_;
};

/// The right to compute: one at a time. Takes in what was written when it begins, and remembers the state when it ends,
/// however it ends.
class Simulation::Turn {
  public:
    explicit Turn(Simulation& simulation);
    ~Turn();
    Turn(const Turn&) = delete;

    /// body() with the interpreter free for other threads.
    template <class Body>
    void without_interpreter(const Body& body) {
        const Stepping mark(simulation_.busy_);
        const pybind11::gil_scoped_release free_interpreter;
        body();
    }

  private:
    struct Stepping {  // set and taken back with the interpreter held
        explicit Stepping(Busy& flag) : busy(flag) { busy = Busy::stepping; }
        ~Stepping() { busy = Busy::asking; }
        Busy& busy;
    };
    Simulation& simulation_;
};

/// While it lives bodies may come and leave.
class Simulation::Moving {
  public:
    explicit Moving(Simulation& simulation) : simulation_(simulation) {
        simulation.moving_ = true;
        if (auto* plane = std::get_if<World<2>>(&simulation.world))
            plane_.emplace(*plane, simulation.storage_);
        else
            space_.emplace(std::get<World<3>>(simulation.world), simulation.storage_);
    }

    ~Moving() { simulation_.moving_ = false; }
    Moving(const Moving&) = delete;

  private:
    Simulation& simulation_;
    std::optional<Lent<2>> plane_;
    std::optional<Lent<3>> space_;
};

/// Within Turn::without_interpreter, with the interpreter held again: Python may look at the world until the scope ends, and, where
/// it is called and not only asked, change it. take_in() makes what was written part of the state.
class Simulation::Calling {
  public:
    Calling(Simulation& simulation, bool may_change) : simulation_(simulation) {
        simulation.busy_ = may_change ? Busy::calling : Busy::asking;
        if (may_change) simulation.remember();
    }
    ~Calling() { simulation_.busy_ = Busy::stepping; }
    Calling(const Calling&) = delete;

    void take_in();

  private:
    Simulation& simulation_;
};

}  // namespace drystone::python

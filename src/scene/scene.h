#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "limit/settings.h"
#include "measure/probe.h"
#include "statics/settings.h"
#include "scene/input_files.h"
#include "scene/node.h"
#include "scene/read_laws.h"
#include "scene/read_probes.h"
#include "scene/variables.h"
#include "step/description.h"
#include "step/settings.h"
#include "step/settle.h"

namespace drystone {

struct OutputSettings {
    double frames_every = -1.0;      // [s]; 0: none; < 0: the scene does not say
    double checkpoint_every = 0.0;   // [s]; 0: none
    double checkpoint_wall = 600.0;  // of the clock on the wall [s]; 0: none
};

/// How a stage may end before its time: a number beyond a limit, for long enough.
struct StageEnd {
    Watched watched;
    bool above = false;     // the limit, else below it
    double limit = 0.0;
    double held_for = 0.0;  // [s]
};

/// One of [[stages]]; what changes of the world is in its description.
struct StagePlan {
    std::string name;
    Place place{};
    double duration = 0.0;  // at most, where it has an end [s]
    std::optional<StageEnd> until{};
    StepSettings settings{};
    OutputSettings output{};
};

/// What a report says of a run beyond what the run itself knows.
struct SceneReport {
    struct Plot {
        std::string title, x = "time";
        std::vector<std::string> y;  // probe.column
        bool x_from_start = false, y_from_start = false;
    };
    std::vector<std::pair<std::string, std::string>>
        words;  // project, client, ..: key and text, as they are to be shown
    std::vector<Plot> plots;
};

/// [solver] device: who is to take the steps of `run`; automatic: a CUDA device where there is one and the scene has nothing that it cannot.
enum class DeviceWish { cpu, cuda, automatic };

/// [solver] ranks: how several processes take the steps; automatic: in domains where the scene is large and has nothing that they do not know.
enum class RanksWish { automatic, domains, gathered };

/// A scene file, read and checked: all that a run needs.
struct Scene {
    std::string title;
    int dimension = 3;
    double duration = 0.0;  // at most, of a run in stages [s]
    std::vector<StagePlan> stages;  // none: it is one
    Settle settle;          // what comes behind it
    int threads = 0;        // 0: all cores
    DeviceWish device = DeviceWish::cpu;
    Place device_place{};   // of that wish
    StepSettings settings;  // of the first stage
    StaticsSettings statics;
    LimitSettings limit;
    OutputSettings output;
    SceneReport report;
    std::vector<Probe> probes;
    bool accepts_overlaps = false;  // [contacts] initial_overlaps = "accept"
    std::vector<Variable> variables;  // in the order of the file
    std::vector<InputFile> inputs;  // files it read besides the scene's own
    std::variant<WorldDescription<2>, WorldDescription<3>> world;
    std::vector<std::string> warnings;  // in plain words; shown and kept in the summary
    RanksWish ranks = RanksWish::automatic;
    Place ranks_place{};        // of that wish
    bool reproducible = false;  // the same bits for any number of ranks
};

/// Reads a scene. `overrides` are "key.path=value" as given to --set, later ones winning.
/// `own`: laws that the program does not know. Throws InputError with the place of the first mistake.
Scene read_scene(const std::string& path, const std::vector<std::string>& overrides,
                 const LawReaders& own = {});

/// What the readers of a scene ask for, as JSON (scene/key_log.h).
std::string keys_asked_for(const std::string& path, const std::vector<std::string>& overrides);

/// The same from a document that is there already. `folder`: where the files it names are looked for.
Scene read_scene(Node document, const std::filesystem::path& folder,
                 const std::vector<std::string>& overrides, const LawReaders& own = {});

}  // namespace drystone

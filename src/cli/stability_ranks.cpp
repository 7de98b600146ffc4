#include "cli/stability_ranks.h"

#include <stdexcept>
#include <utility>

#include "core/index.h"
#include "core/input_error.h"
#include "step/first_problem.h"

namespace drystone {

namespace {

enum Word : int { end, another };  // of rank 0 to the others

std::vector<ranks::Bytes> to_all(const std::vector<std::string>& texts, int ranks) {
    ranks::Bytes bytes;
    for (const std::string& text : texts) {
        bytes.data.insert(bytes.data.end(), text.begin(), text.end());
        bytes.put('\0');
    }
    return std::vector<ranks::Bytes>(at(ranks), bytes);
}

std::vector<std::string> texts_of(const ranks::Bytes& bytes) {
    std::vector<std::string> texts;
    std::string text;
    for (const char c : bytes.data) {
        if (c != '\0') text += c;
        if (c == '\0') texts.push_back(std::exchange(text, {}));
    }
    return texts;
}

/// The world as its step leaves it, of impulses that ranks have found: its own problem judges them.
template <int D>
StepReport step_in_domains(StepsElsewhere<D>& steps, World<D>& world, const StepSettings& settings, ThreadPool& pool) {
    World<D> first = world;
    const StepReport report = steps.advance(world, settings, pool);
    steps.bring_back(world);
    if (!find_first_problem(first, settings, world.contacts, pool)) throw std::logic_error("ranks have found other contacts than one process does");
    world = std::move(first);
    return report;
}

}  // namespace

JudgingRanks::~JudgingRanks() {
    if (is_first()) ranks_.team.tell(end, true);
}

void JudgingRanks::ask(const std::vector<std::string>& overrides) {
    ranks_.team.tell(another, true);
    ranks_.team.exchange(to_all(overrides, ranks_.team.size()));
}

template <int D>
TakeStep<D> JudgingRanks::stepper(const Scene& scene, const std::vector<std::string>& overrides) {
    if (ranks_.team.size() == 1) return advance<D>;
    return [this, &scene, overrides](World<D>& world, const StepSettings& settings, ThreadPool& pool) {
        ask(overrides);
        ranks_.is_ready = false;
        std::unique_ptr<StepsElsewhere<D>> steps;
        try {
            steps = ranks_.lead(scene, world, pool.size());
        } catch (const InputError&) {
            if (!ranks_.is_ready) ranks_.dismiss();  // the others wait to hear how
            throw;
        }
        if (steps) return step_in_domains(*steps, world, settings, pool);
        const StepReport report = advance(world, settings, pool);
        ranks_.release();
        return report;
    };
}

void JudgingRanks::follow(const std::function<void(const std::vector<std::string>&)>& judge) {
    try {
        while (ranks_.team.tell(end, true) == another) judge(texts_of(ranks_.team.exchange(to_all({}, ranks_.team.size()))[0]));
    } catch (const std::exception& error) {
        ranks_.team.abort(error.what());
    }
}

template <int D>
void JudgingRanks::take_part(const Scene& scene, WorldDescription<D> description, const RanksOfRun::Make<D>& make, int threads) {
    ranks_.follow<D>(scene, std::move(description), make, threads);
}

template TakeStep<2> JudgingRanks::stepper(const Scene&, const std::vector<std::string>&);
template TakeStep<3> JudgingRanks::stepper(const Scene&, const std::vector<std::string>&);
template void JudgingRanks::take_part(const Scene&, WorldDescription<2>, const RanksOfRun::Make<2>&, int);
template void JudgingRanks::take_part(const Scene&, WorldDescription<3>, const RanksOfRun::Make<3>&, int);

}  // namespace drystone

#include "io/stage_log.h"

#include "core/input_error.h"

namespace drystone {

void save_stages(const hdf5::Group& group, const StageLog& log) {
    std::vector<std::string> names, ended, quantities;
    std::vector<double> numbers;
    std::vector<std::int64_t> steps;
    for (const StageRecord& one : log.stages) {
        names.push_back(one.name);
        ended.push_back(one.ended);
        quantities.push_back(one.quantity);
        numbers.insert(numbers.end(), {one.begin, one.end, one.value});
        steps.insert(steps.end(), {one.begin_step, one.end_step});
    }
    const auto count = static_cast<std::int64_t>(log.stages.size());
    group.write_texts("name", names);
    group.write_texts("ended", ended);
    group.write_texts("quantity", quantities);
    group.write<double>("numbers", numbers, {count, 3});
    group.write<std::int64_t>("steps", steps, {count, 2});
    group.set_whole_number("held", log.held);
}

StageLog load_stages(const hdf5::Group& group) {
    const std::vector<std::string> names = group.read_texts("name"), ended = group.read_texts("ended"),
                                   quantities = group.read_texts("quantity");
    const auto count = static_cast<std::int64_t>(names.size());
    const auto numbers = group.read<double>("numbers", {count, 3});
    const auto steps = group.read<std::int64_t>("steps", {count, 2});
    if (ended.size() != names.size() || quantities.size() != names.size())
        throw InputError(group.place("ended"), "is damaged: not as many as there are stages");
    StageLog log;
    for (std::size_t k = 0; k < names.size(); ++k) {
        log.stages.push_back({.name = names[k],
                              .begin = numbers[3 * k],
                              .end = numbers[3 * k + 1],
                              .begin_step = steps[2 * k],
                              .end_step = steps[2 * k + 1],
                              .ended = ended[k],
                              .quantity = quantities[k],
                              .value = numbers[3 * k + 2]});
    }
    log.held = group.whole_number("held");
    return log;
}

}  // namespace drystone

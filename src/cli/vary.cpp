#include "cli/vary.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cli/stability_words.h"
#include "core/input_error.h"
#include "run/say.h"

namespace drystone {

std::string Parameter::set_to(double value) const { return fmt::format("{}={}", key, value); }

Parameter parse_range(const std::string& text) {
    const auto equals = text.find('='), colon = text.find(':', equals == std::string::npos ? 0 : equals);
    const auto number = [&](std::size_t from, std::size_t to, double& value) {
        const auto [end, error] = std::from_chars(text.data() + from, text.data() + to, value);
        return error == std::errc() && end == text.data() + to && std::isfinite(value);
    };
    Parameter parameter;
    if (equals == std::string::npos || equals == 0 || colon == std::string::npos ||
        !number(equals + 1, colon, parameter.low) || !number(colon + 1, text.size(), parameter.high)) {
        throw InputError("--vary " + text,
                         "write --vary key.path=low:high, with two numbers, e.g. interactions.0.friction=0.1:1.0");
    }
    if (parameter.low == parameter.high) throw InputError("--vary " + text, "the two ends are the same");
    parameter.key = text.substr(0, equals);
    return parameter;
}

void tell_progress(const std::string& text, bool json) {
    json ? warn(text) : say(text);
    if (!json) std::fflush(stdout);  // a search takes its time: each value shows as it is there
}

Search::Search(SearchOptions options, std::function<Judgement(double)> judge)
    : options_(std::move(options)), judge_(std::move(judge)) {}

Judgement Search::at(double value) {
    for (const Trial& trial : tried_)
        if (trial.value == value) return trial.judgement;
    if (tried_.empty()) tell_progress(options_.title + head_of_trials(options_.parameter.key), options_.json);
    tried_.push_back({value, judge_(value)});
    tell_progress(in_words(tried_.back()), options_.json);
    return tried_.back().judgement;
}

Limit Search::run() {
    try {
        return find_limit(options_.parameter.low, options_.parameter.high, options_.precision, [&](double value) { return at(value); });
    } catch (const NoLimit& error) {
        throw InputError("--vary " + options_.vary, error.what());
    }
}

}  // namespace drystone

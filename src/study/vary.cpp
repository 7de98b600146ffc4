#include "study/vary.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/input_error.h"
#include "scene/parse_toml.h"
#include "study/numbers.h"

namespace drystone {

namespace {

constexpr std::size_t most_runs = 1'000'000;

/// Cuts where the mark stands outside of brackets, braces and quotes.
std::vector<std::string> parts_between(const std::string& text, char mark) {
    std::vector<std::string> parts(1);
    int depth = 0;
    char quote = '\0';
    for (const char c : text) {
        if (c == quote) {
            quote = '\0';
        } else if (quote == '\0') {
            if (c == '"' || c == '\'') quote = c;
            if (c == '[' || c == '{') ++depth;
            if (c == ']' || c == '}') --depth;
            if (c == mark && depth == 0) {
                parts.emplace_back();
                continue;
            }
        }
        parts.back() += c;
    }
    return parts;
}

/// n numbers from a to b at equal distances, or at equal ratios.
struct Spread {
    double a = 0.0, b = 0.0;
    int n = 0;
    bool by_ratio = false;

    double between(int i) const {
        const double share = static_cast<double>(i) / (n - 1);
        return by_ratio ? a * std::pow(b / a, share) : a + (b - a) * share;
    }
};

/// Both ends are exactly what was written, and values between them have twelve digits: 0.4, not 0.39999999999999997.
std::vector<std::string> values_of(const Spread& spread) {
    std::vector<std::string> values;
    for (int i = 0; i < spread.n; ++i) {
        const bool end = i == 0 || i == spread.n - 1;
        values.push_back(end ? fmt::format("{}", i == 0 ? spread.a : spread.b)
                             : fmt::format("{:.12g}", spread.between(i)));
    }
    return values;
}

/// "a:b:n" or "a:b:n:log"; nothing: it is neither.
std::optional<Spread> read_spread(const std::string& text, const std::string& place) {
    const std::vector<std::string> parts = parts_between(text, ':');
    const bool by_ratio = parts.size() == 4 && parts[3] == "log";
    if (parts.size() != 3 && !by_ratio) return std::nullopt;
    const auto a = number_in(parts[0]), b = number_in(parts[1]), n = number_in(parts[2]);
    if (!a || !b) return std::nullopt;
    if (!n || *n != std::floor(*n) || *n < 1 || *n > static_cast<double>(most_runs) || (*n == 1 && *a != *b))
        throw InputError(
            place, "a:b:n takes n values from a to b, both included: n must be a whole number, 2 to a million");
    if (by_ratio && !(*a > 0.0 && *b > 0.0))
        throw InputError(place, "a:b:n:log needs two numbers above zero");
    return Spread{*a, *b, static_cast<int>(*n), by_ratio};
}

std::string in_quotes(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

}  // namespace

std::string Vary::set_to(std::size_t value) const {
    const std::string& text = values[value];
    const bool plain = text.starts_with('=') || parse_toml_value(text, {}).has_value();
    return key + "=" + (plain ? text : in_quotes(text));
}

Vary parse_vary(const std::string& text) {
    const std::string place = "--vary " + text;
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
        throw InputError(place,
                         "write --vary key.path=a:b:n, n values from a to b, or --vary key.path=v1,v2,v3");
    Vary vary{text.substr(0, equals), {}};
    const std::string values = text.substr(equals + 1);
    if (const auto spread = read_spread(values, place)) {
        vary.values = values_of(*spread);
        return vary;
    }
    vary.values = parts_between(values, ',');
    if (std::any_of(vary.values.begin(), vary.values.end(), [](const auto& one) { return one.empty(); }))
        throw InputError(place, "there is an empty value between two commas");
    if (vary.values.size() == 1 && parts_between(values, ':').size() == 2 &&
        number_in(parts_between(values, ':')[0]))
        throw InputError(place, "how many values? write a:b:n, e.g. " + vary.key + "=" + values + ":10");
    return vary;
}

std::vector<Vary> parse_varies(const std::vector<std::string>& texts) {
    std::vector<Vary> varies;
    for (const std::string& text : texts) {
        Vary vary = parse_vary(text);
        for (const Vary& other : varies)
            if (other.key == vary.key)
                throw InputError("--vary " + text, "the key " + vary.key + " is varied twice");
        varies.push_back(std::move(vary));
        if (number_of_runs(varies) > most_runs)
            throw InputError("--vary " + text, "these are more than a million runs");
    }
    return varies;
}

std::size_t number_of_runs(const std::vector<Vary>& varies) {
    std::size_t runs = 1;
    for (const Vary& vary : varies) runs *= vary.values.size();
    return runs;
}

std::vector<std::size_t> choice_of_run(const std::vector<Vary>& varies, std::size_t run) {
    std::vector<std::size_t> choice(varies.size());
    for (std::size_t k = varies.size(); k-- > 0;) {
        choice[k] = run % varies[k].values.size();
        run /= varies[k].values.size();
    }
    return choice;
}

std::vector<std::string> overrides_of_run(const std::vector<Vary>& varies, std::size_t run) {
    const std::vector<std::size_t> choice = choice_of_run(varies, run);
    std::vector<std::string> overrides;
    for (std::size_t k = 0; k < varies.size(); ++k) overrides.push_back(varies[k].set_to(choice[k]));
    return overrides;
}

std::string folder_of_run(std::size_t run, std::size_t runs) {
    const std::size_t width = std::max<std::size_t>(4, std::to_string(runs - 1).size());
    return fmt::format("{:0{}}", run, width);
}

}  // namespace drystone

#include "scene/expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "scene/nearest.h"

namespace drystone {

namespace {

struct NumberFunction {
    std::string_view name;
    std::size_t least, most;  // arguments
    double (*value)(std::span<const double>);
};

constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

template <double (*f)(double)>
double of_one(std::span<const double> x) {
    return f(x[0]);
}

constexpr NumberFunction number_functions[] = {
    {"sqrt", 1, 1, of_one<std::sqrt>},
    {"sin", 1, 1, of_one<std::sin>},
    {"cos", 1, 1, of_one<std::cos>},
    {"tan", 1, 1, of_one<std::tan>},
    {"asin", 1, 1, of_one<std::asin>},
    {"acos", 1, 1, of_one<std::acos>},
    {"atan", 1, 1, of_one<std::atan>},
    {"exp", 1, 1, of_one<std::exp>},
    {"log", 1, 1, of_one<std::log>},
    {"abs", 1, 1, of_one<std::fabs>},
    {"floor", 1, 1, of_one<std::floor>},
    {"ceil", 1, 1, of_one<std::ceil>},
    {"round", 1, 1, of_one<std::round>},
    {"min", 1, any_number, [](std::span<const double> x) { return *std::min_element(x.begin(), x.end()); }},
    {"max", 1, any_number, [](std::span<const double> x) { return *std::max_element(x.begin(), x.end()); }},
};

const NumberFunction* find_function(std::string_view name) {
    const auto* found = std::find_if(std::begin(number_functions), std::end(number_functions),
                                     [&](const NumberFunction& one) { return one.name == name; });
    return found == std::end(number_functions) ? nullptr : found;
}

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

/// Reads and computes in one go, from the left.
class ExpressionReader {
  public:
    ExpressionReader(std::string_view text, const Variables& variables, std::span<const std::string> known)
        : text_(text), variables_(variables), known_(known) {}

    double whole() {
        const double value = sum();
        if (next() != end) fail(at_, fmt::format("here should be +, -, *, /, ^ or the end, not {}", shown()));
        return value;
    }

  private:
    static constexpr char end = '\0';
    static constexpr int deepest =
        100;  // brackets within brackets: nobody writes more, and the stack is finite

    [[noreturn]] void fail(std::size_t where, const std::string& what) const {
        throw ExpressionError(where, what);
    }

    char next() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
        return at_ < text_.size() ? text_[at_] : end;
    }

    std::string shown() const {
        return at_ < text_.size() ? fmt::format("\"{}\"", text_.substr(at_, 1)) : "the end";
    }

    /// A result must be a number; `where`: the sign or function that made it.
    double finite(double value, std::size_t where, std::string_view what) const {
        if (!std::isfinite(value)) fail(where, fmt::format("the result of {} is no finite number", what));
        return value;
    }

    double sum() {
        double value = product();
        for (char sign = next(); sign == '+' || sign == '-'; sign = next()) {
            const std::size_t where = at_++;
            const double other = product();
            value = finite(sign == '+' ? value + other : value - other, where, text_.substr(where, 1));
        }
        return value;
    }

    double product() {
        double value = signed_power();
        for (char sign = next(); sign == '*' || sign == '/'; sign = next()) {
            const std::size_t where = at_++;
            const double other = signed_power();
            if (sign == '/' && other == 0.0) fail(where, "this divides by zero");
            value = finite(sign == '*' ? value * other : value / other, where, text_.substr(where, 1));
        }
        return value;
    }

    double signed_power() {
        bool negative = false;
        for (char sign = next(); sign == '+' || sign == '-'; sign = next()) {
            negative = negative != (sign == '-');
            ++at_;
        }
        const double value = power();
        return negative ? -value : value;
    }

    double power() {
        const double base = atom();
        if (next() != '^') return base;
        const std::size_t where = at_++;
        const Depth depth(*this, where);
        const double exponent = signed_power();
        return finite(std::pow(base, exponent), where, "^");
    }

    double atom() {
        const char first = next();
        if (first == '(') return bracket();
        if (is_digit(first) || first == '.') return number();
        if (is_name_start(first)) return named();
        fail(at_, fmt::format("here should be a number, a name or a bracket, not {}", shown()));
    }

    double bracket() {
        const std::size_t open = at_++;
        const Depth depth(*this, open);
        const double value = sum();
        if (next() != ')') fail(at_, fmt::format("here should be the ) of the bracket, not {}", shown()));
        ++at_;
        return value;
    }

    double number() {
        double value = 0.0;
        const char* begin = text_.data() + at_;
        const auto [after, error] = std::from_chars(begin, text_.data() + text_.size(), value);
        if (error != std::errc()) fail(at_, "this is no number that can be read");
        at_ += static_cast<std::size_t>(after - begin);
        return value;
    }

    double named() {
        const std::size_t where = at_;
        while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
        const std::string name(text_.substr(where, at_ - where));
        if (const NumberFunction* function = find_function(name)) return call(*function, where);
        if (name == "pi") return std::numbers::pi;
        if (const std::optional<double> value = variables_(name)) return *value;
        std::vector<std::string> known(known_.begin(), known_.end());
        for (const NumberFunction& one : number_functions) known.emplace_back(one.name);
        known.emplace_back("pi");
        fail(where, fmt::format("there is no variable named \"{}\"{}", name, suggestion(name, known)));
    }

    double call(const NumberFunction& function, std::size_t where) {
        if (next() != '(')
            fail(at_, fmt::format("{} is a function: write {}(..)", function.name, function.name));
        const Depth depth(*this, where);
        std::vector<double> arguments;
        do {
            ++at_;
            arguments.push_back(sum());
        } while (next() == ',');
        if (next() != ')')
            fail(at_, fmt::format("here should be , or ) of {}, not {}", function.name, shown()));
        ++at_;
        if (arguments.size() < function.least || arguments.size() > function.most)
            fail(where, fmt::format("{} takes one number, not {}", function.name, arguments.size()));
        return finite(function.value(arguments), where, function.name);
    }

    /// One bracket deeper, for as long as it lives.
    struct Depth {
        Depth(ExpressionReader& of, std::size_t where) : reader(of) {
            if (++reader.depth_ > deepest) reader.fail(where, "too many brackets within brackets");
        }
        ~Depth() { --reader.depth_; }
        ExpressionReader& reader;
    };

    std::string_view text_;
    const Variables& variables_;
    std::span<const std::string> known_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

double evaluate(std::string_view text, const Variables& variables, std::span<const std::string> known) {
    return ExpressionReader(text, variables, known).whole();
}

bool is_reserved(std::string_view name) { return name == "pi" || find_function(name) != nullptr; }

bool is_variable_name(std::string_view name) {
    return !name.empty() && is_name_start(name[0]) && std::all_of(name.begin(), name.end(), is_name_part);
}

}  // namespace drystone

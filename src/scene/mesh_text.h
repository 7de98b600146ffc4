#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/input_error.h"
#include "core/vec.h"

namespace drystone {

/// The lines of a text file, one at a time, split into words.
class MeshLines {
  public:
    MeshLines(std::string_view text, const std::string& path) : rest_(text), path_(path) {}

    /// The next line that is not empty; false at the end.
    bool next() {
        words_.clear();
        while (!rest_.empty() && words_.empty()) {
            const std::size_t end = rest_.find('\n');
            split(rest_.substr(0, end));
            rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
            ++line_;
        }
        return !words_.empty();
    }

    const std::vector<std::string_view>& words() const { return words_; }
    std::string_view rest() const { return rest_; }  // what follows this line
    int line() const { return line_; }               // its number

    [[noreturn]] void refuse(const std::string& message) const {
        throw InputError(fmt::format("{}:{}", path_, line_), message);
    }
    [[noreturn]] void refuse_end(const std::string& expected) const {
        throw InputError(fmt::format("{}:{}", path_, line_), "the file ends early: expected " + expected);
    }

    double number(std::size_t word, std::string_view what) const {
        if (word >= words_.size()) refuse(fmt::format("{} is missing", what));
        double value = 0.0;
        if (!parse(words_[word], value) || !std::isfinite(value))
            refuse(fmt::format("{} must be a number, found \"{}\"", what, words_[word]));
        return value;
    }
    long whole_number(std::string_view word, std::string_view what) const {
        long value = 0;
        if (!parse(word, value)) refuse(fmt::format("{} must be a whole number, found \"{}\"", what, word));
        return value;
    }
    Vec<3> point(std::size_t first) const {
        return {{number(first, "x"), number(first + 1, "y"), number(first + 2, "z")}};
    }

  private:
    template <class T>
    static bool parse(std::string_view word, T& value) {
        if (word.starts_with('+')) word.remove_prefix(1);
        const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
        return status == std::errc() && end == word.data() + word.size();
    }
    void split(std::string_view line) {
        constexpr std::string_view blank = " \t\r\f\v";
        for (std::size_t from = line.find_first_not_of(blank); from != std::string_view::npos;) {
            const std::size_t to = std::min(line.find_first_of(blank, from), line.size());
            words_.push_back(line.substr(from, to - from));
            from = line.find_first_not_of(blank, to);
        }
    }

    std::string_view rest_;
    std::string path_;
    int line_ = 0;
    std::vector<std::string_view> words_;
};

}  // namespace drystone

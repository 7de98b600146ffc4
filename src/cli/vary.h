#pragma once

#include <functional>
#include <string>
#include <vector>

#include "stability/limit.h"

namespace drystone {

/// --vary KEY=LOW:HIGH of a search.
struct Parameter {
    std::string key;
    double low = 0.0, high = 0.0;

    std::string set_to(double value) const;  // as --set takes it
};

/// Refuses at "--vary text".
Parameter parse_range(const std::string& text);

/// How a search is asked for.
struct SearchOptions {
    Parameter parameter;
    std::string vary;  // as it was written
    double precision = 1e-3;
    bool json = false;      // stdout is for one object: values are told on stderr
    std::string title = {};  // a line before the first value

    SearchOptions titled(const std::string& words) const {
        SearchOptions options = *this;
        options.title = words;
        return options;
    }
};

/// Looks for the limit of a parameter, and says each value as it is tried.
class Search {
  public:
    Search(SearchOptions options, std::function<Judgement(double)> judge);

    /// One value; judged once.
    Judgement at(double value);
    Judgement low() { return at(options_.parameter.low); }
    Judgement high() { return at(options_.parameter.high); }

    Limit run();  // refuses at "--vary .." where there is none

  private:
    SearchOptions options_;
    std::function<Judgement(double)> judge_;
    std::vector<Trial> tried_;
};

/// A line of a search as it goes on.
void tell_progress(const std::string& text, bool json);

}  // namespace drystone

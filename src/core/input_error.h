#pragma once

#include <stdexcept>
#include <string>

namespace drystone {

/// The user's input is wrong. `place` is "file:line:column" (or the command-line argument); `what()` is
/// "place: what is wrong, and what was meant". The program prints it and ends with status 2.
class InputError : public std::runtime_error {
  public:
    InputError(const std::string& place, const std::string& message);

    const std::string& place() const { return place_; }  // empty: it has none

  private:
    std::string place_;
};

}  // namespace drystone

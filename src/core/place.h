#pragma once

#include <memory>
#include <string>

namespace drystone {

/// Where something was written: a place in a file, an argument of the command line, or a key of a program's table.
struct Place {
    std::shared_ptr<const std::string>
        source;  // the file as the user named it, "--set key.path=value" or "bodies[2].shape"; none: nowhere
    int line = 0;    // from 1; 0: the source as a whole
    int column = 0;  // from 1, in characters

    std::string text() const;  // "file:line:column"
    bool operator==(const Place&) const = default;
};

/// Throws InputError.
[[noreturn]] void refuse(const Place& place, const std::string& message);

}  // namespace drystone

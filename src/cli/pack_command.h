#pragma once

#include <optional>
#include <string>

#include "run/exit_status.h"
#include "scene/read_laws.h"

namespace drystone {

/// drystone pack DIR
struct PackCommand {
    std::string folder;
    std::optional<std::string> out;  // default: the folder's name with .drystone.tar.gz
    bool force = false;
};

/// drystone verify FILE
struct VerifyCommand {
    std::string file;
    std::optional<std::string> out;  // folder to unpack into, which stays; default: none
    std::optional<int> threads;
    LawReaders laws = {};
    bool hashes_only = false;
    bool any_version = false;
};

/// Puts a run that has ended into one file.
ExitStatus pack(const PackCommand& command);

/// Compares the hashes of a bundle and makes its run again: not_converged where the bits are others.
ExitStatus verify(const VerifyCommand& command);

}  // namespace drystone

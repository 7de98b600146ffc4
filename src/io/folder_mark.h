#pragma once

#include <optional>
#include <string>

#include "io/fingerprint.h"

namespace drystone {

/// The file .drystone in a folder of results: which names in it commands of ours made, so that --force takes those away and no
/// others. A name is that of a file, "probes/NAME.csv", "inputs/NUMBER" (a folder) or "problems" (a folder of step-NUMBER.hdf5).
///
/// Copies of the user's files have their fingerprint, since an edit makes them his own; results have "".
struct FolderMark {
    Fingerprints made;
};

constexpr const char* mark_name = ".drystone";

/// nullopt where there is none. InputError where it is not one of ours.
std::optional<FolderMark> read_mark(const std::string& folder);

void write_mark(const std::string& folder, const FolderMark& mark);

/// Whether a mark may have the name: nothing outside the folder, whatever the file says.
bool may_be_marked(const std::string& name);

}  // namespace drystone

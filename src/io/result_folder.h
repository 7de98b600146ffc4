#pragma once

#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "io/folder_lock.h"
#include "io/folder_mark.h"

namespace drystone {

/// A folder that a command of ours writes its results to: made, locked until the end of the scope, and marked (.drystone).
///
/// Names as in FolderMark. Everything that is refused is an InputError with nothing changed; a disk that is full is a FileError, with as little left.
class ResultFolder {
  public:
    /// Makes the folder where there is none. Refused: a file; a folder that holds anything, unless forced; with force one that
    /// no command of ours made (runs of versions that left no mark are known by their summary); one that another process has.
    ResultFolder(const std::string& folder, bool force);

    /// Refuses what is there under these names and was not made by us, or was and has changed since.
    void expect_replaceable(const std::vector<std::string>& names) const;

    /// Takes away what we made under the first names, and marks the second as made. Call expect_replaceable() before.
    void replace(const std::vector<std::string>& old_names, const std::vector<std::string>& new_names);

    /// Takes away what we made here, and the folder where it was not there before: for a command that could not begin. What cannot be taken away stays.
    void give_up();

    /// Names the copies of the user's files that were made since.
    void mark_copies(const Fingerprints& copies);

    /// Every name that a command of ours made here.
    std::vector<std::string> made() const;

    /// A copy that is to be replaced by the same bytes may have been changed.
    void allow_change(const std::string& name);

  private:
    void expect_own(const std::string& name) const;

    std::string folder_;
    std::vector<std::filesystem::path> new_folders_;  // that were not there, outermost first
    FolderLock lock_;
    FolderMark mark_;
};

/// Within a handler: goes on with an error that is the machine's, and makes another one a refusal of the folder.
[[noreturn]] void refuse_results(const std::string& folder, const std::exception& error);

/// Refuses now what ResultFolder would refuse at the end of a long computation. Makes nothing.
void expect_result_folder(const std::string& folder, const std::vector<std::string>& names, bool force);

/// The folder ready for these files; those that an earlier command made under their names are gone.
ResultFolder prepare_result_folder(const std::string& folder, const std::vector<std::string>& names,
                                   bool force);

/// Files that every run leaves in its folder, besides probes/, inputs/ and problems/.
const std::vector<std::string>& files_of_runs();

}  // namespace drystone

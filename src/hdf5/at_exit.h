#pragma once

namespace drystone::hdf5 {

/// The library closes what is open when a program ends, and crashes there (1.10) over a file that it could not write. Files here are closed by their owners;
/// a program that says so before it uses the library first ends with its own status. Not for a module beside others that use it.
void leave_files_alone_at_exit();

/// For a file that could not be closed, in a program that may not say so: what is written to stdout and stderr is flushed when the program ends, which it
/// then does, with its own status, before the library has its turn.
void end_before_library_does();

}  // namespace drystone::hdf5

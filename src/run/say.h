#pragma once

#include <string>

namespace drystone {

/// Words for stdout. They never stop a command, whose files matter more; what was lost is known by all_was_said().
void say(const std::string& text);

/// Words for stderr: warnings and refusals. Lost where nobody reads.
void warn(const std::string& text);

/// Before anything else is opened or printed: a stream that is closed is opened, or the first file of a run would get its
/// number and the words with it; and a pipe that nobody reads is an error of the write, no signal that kills.
void hold_standard_streams();

/// Whether everything printed on stdout has left the program.
bool all_was_said();

}  // namespace drystone

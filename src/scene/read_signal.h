#pragma once

#include <filesystem>

#include "scene/table.h"
#include "step/signal.h"

namespace drystone {

/// The function of time in a `motion` or `history` table: kind, the keys of that kind, start and stop.
/// `extra` are the keys that the table may have besides; `title` names it in messages.
Signal read_signal(const Node& node, const std::string& title, const Keys& extra,
                   const std::filesystem::path& folder);

/// The same where a plain number, for what does not change, may stand instead of the table. `what` names the key.
Signal read_signal_or_number(const Node& node, const std::string& what, const std::filesystem::path& folder);

/// start and stop of a table whose other keys are known.
void read_start_and_stop(const Table& table, Signal& signal);

}  // namespace drystone

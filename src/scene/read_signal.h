#pragma once

#include <filesystem>

#include "scene/table.h"
#include "step/signal.h"

namespace drystone {

/// The function of time in a `motion` or `history` table: kind, the keys of that kind, start and stop.
/// `extra` are the keys that the table may have besides; `title` names it in messages.
Signal read_signal(const Node& node, const std::string& title, const Keys& extra,
                   const std::filesystem::path& folder);

}  // namespace drystone

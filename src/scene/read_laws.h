#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "laws/law.h"
#include "scene/table.h"

namespace drystone {

/// How a law is read from its [[interactions]] entry: the keys it brings besides `between` and `law`, and what they make.
struct LawReader {
    Keys keys;
    std::function<Law(const Table& table, int dimension)> read;
};

/// Laws by the word that `law` names them with.
using LawReaders = std::vector<std::pair<std::string, LawReader>>;

/// Those the program knows; the first is the default.
const LawReaders& known_laws();

// What readers of laws with joints share.

/// area or area_ratio; neither is given where only faces meet, which bring their own.
JointArea read_joint_area(const Table& table);

/// initially, joins_by_touch, joint_gap.
Joining read_joining(const Table& table);

/// keys, with those of the above behind them.
Keys with_joint_keys(Keys keys);

/// keys, with restitution and rolling friction behind them.
Keys with_dry_keys(Keys keys);

}  // namespace drystone

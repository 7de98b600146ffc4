#pragma once

#include "scene/read_laws.h"

namespace drystone {

/// The drystone command: what main() returns. `laws`: words for `law` in [[interactions]] besides the program's, so that a
/// main() of your own has every command with your law in it. docs/own-law.md.
int run_program(int argc, char** argv, const LawReaders& laws = {});

}  // namespace drystone

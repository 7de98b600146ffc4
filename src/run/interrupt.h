#pragma once

namespace drystone {

/// From here on Ctrl-C, SIGTERM and a closed terminal only leave a mark, so that the step under way can be
/// finished and the results written. Another one, a second later or more, ends the program at once.
void catch_interrupts();

bool interrupted();

}  // namespace drystone

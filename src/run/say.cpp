#include "run/say.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace drystone {

void say(const std::string& text) { std::fputs(text.c_str(), stdout); }

void warn(const std::string& text) { std::fputs(text.c_str(), stderr); }

void hold_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) >= 0) continue;
        // The lowest number that is free is this one. The wrong way round: reading and writing fail, as they would have.
        const int opened = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        if (opened < 0) std::_Exit(1);
    }
    std::signal(SIGPIPE, SIG_IGN);
}

bool all_was_said() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

}  // namespace drystone

#include "cli/view_command.h"

#include <chrono>
#include <cstdio>
#include <thread>

#include <fmt/format.h>

#include "core/input_error.h"
#include "report/view_server.h"
#include "report/viewer_bytes.h"
#include "run/interrupt.h"
#include "run/say.h"

namespace drystone {

ExitStatus view(const ViewCommand& command) {
    if (viewer_script.empty()) {
        throw InputError(
            "drystone view",
            "this drystone was built without its viewer, which needs npm: install nodejs and npm, "
            "then build again");
    }
    ViewServer server(command.folder, command.beside);
    const int port = server.bind(command.port);
    catch_interrupts();
    std::thread listener([&] { server.listen(); });
    say(fmt::format("{} is at http://127.0.0.1:{}/ (Ctrl-C ends)\n", command.folder, port));
    std::fflush(stdout);
    while (!interrupted()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    server.stop();
    listener.join();
    return ExitStatus::done;
}

}  // namespace drystone

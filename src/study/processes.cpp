#include "study/processes.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace drystone {

namespace {

constexpr const char* this_program = "/proc/self/exe";
constexpr std::size_t enough_said = 1 << 16;  // [bytes]

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// In the child, between fork and exec: only calls that are safe there.
[[noreturn]] void become(char* const* arguments, int pipe, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);  // it was gone before
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(pipe, STDOUT_FILENO);
    dup2(pipe, STDERR_FILENO);
    execv(this_program, arguments);
    _exit(1);
}

int wait_for(pid_t id) {
    int status = 0;
    while (waitpid(id, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Processes::~Processes() {
    tell_to_stop();
    while (!running_.empty()) wait(1.0);
}

void Processes::start(std::size_t task, const std::vector<std::string>& arguments) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail("a pipe");
    std::vector<std::string> words = {"drystone"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const pid_t parent = getpid(), id = fork();
    if (id == 0) become(pointers.data(), ends[1], parent);
    close(ends[1]);
    if (id < 0) {
        close(ends[0]);
        fail("another process");
    }
    running_.push_back({task, id, ends[0]});
}

bool Processes::listen(Running& one) const {
    char buffer[4096];
    const ssize_t got = read(one.pipe, buffer, sizeof buffer);
    if (got <= 0) return got < 0 && errno == EINTR;
    one.said.append(buffer, static_cast<std::size_t>(got));
    if (one.said.size() > 2 * enough_said) one.said.erase(0, one.said.size() - enough_said);
    return true;
}

std::vector<EndedProcess> Processes::wait(double seconds) {
    std::vector<pollfd> pipes;
    for (const Running& one : running_) pipes.push_back({one.pipe, POLLIN, 0});
    if (poll(pipes.data(), pipes.size(), static_cast<int>(1000 * seconds)) <= 0) return {};
    std::vector<EndedProcess> ended;
    for (std::size_t k = 0; k < running_.size(); ++k) {
        Running& one = running_[k];
        if (pipes[k].revents == 0 || listen(one)) continue;
        close(one.pipe);
        ended.push_back({one.task, wait_for(one.id), std::move(one.said)});
        one.id = 0;
    }
    std::erase_if(running_, [](const Running& one) { return one.id == 0; });
    return ended;
}

void Processes::tell_to_stop() const {
    for (const Running& one : running_) kill(one.id, SIGTERM);
}

}  // namespace drystone

#include "render/movie.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "core/input_error.h"
#include "io/output_file.h"

extern char** environ;

namespace drystone::render {

namespace {

constexpr std::size_t words_kept = 2000;

std::array<int, 2> make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::runtime_error(fmt::format("no pipe: {}", std::strerror(errno)));
    return ends;
}

/// ffmpeg with these arguments, its standard streams on our pipes, in a process group of its own: Ctrl-C is for us to handle. 0 or
/// an error number.
int spawn(const std::vector<std::string>& arguments, int input, int complaints, int& process) {
    posix_spawn_file_actions_t streams;
    posix_spawn_file_actions_init(&streams);
    posix_spawn_file_actions_adddup2(&streams, input, 0);
    posix_spawn_file_actions_addopen(&streams, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&streams, complaints, 2);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t usual;
    sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) sigaddset(&usual, signal);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    std::vector<char*> list;
    for (const std::string& argument : arguments) list.push_back(const_cast<char*>(argument.c_str()));
    list.push_back(nullptr);
    pid_t id = -1;
    const int error = posix_spawnp(&id, list[0], &streams, &attributes, list.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&streams);
    process = id;
    return error;
}

}  // namespace

Movie::Movie(std::string path, int width, int height, double per_second)
    : path_(std::move(path)), aside_(path_ + ".part") {
    start(fmt::format("{}x{}", width, height), fmt::format("{}", per_second));
}

void Movie::start(const std::string& size, const std::string& rate) {
    const auto [read_pictures, write_pictures] = make_pipe();
    const auto [read_words, write_words] = make_pipe();
    // A file name that begins with a dash or has a colon must not be taken for something else.
    const std::vector<std::string> arguments{
        "ffmpeg",   "-loglevel",   "error",     "-y",         "-f",     "rawvideo", "-pix_fmt",
        "rgb24",    "-video_size", size,        "-framerate", rate,     "-i",       "pipe:0",
        "-an",      "-c:v",        "libx264",   "-preset",    "medium", "-crf",     "18",
        "-pix_fmt", "yuv420p",     "-movflags", "+faststart", "-f",     "mp4",      "file:" + aside_};
    const int error = spawn(arguments, read_pictures, write_words, process_);
    close(read_pictures);
    close(write_words);
    if (error != 0) {
        close(write_pictures);
        close(read_words);
        process_ = -1;
        throw InputError("drystone render",
                         fmt::format("movies need the program ffmpeg, which cannot be started: {} "
                                     "(Debian: apt install ffmpeg); pictures do not need it",
                                     std::strerror(error)));
    }
    pictures_ = write_pictures;
    fcntl(pictures_, F_SETFL, O_NONBLOCK);  // our end alone: a stuck ffmpeg must not hold us
    complaints_ = read_words;
    listener_ = std::thread([this] {
        std::array<char, 512> piece{};
        for (ssize_t got = 0; (got = read(complaints_, piece.data(), piece.size())) != 0;) {
            if (got < 0 && errno != EINTR) return;
            if (got > 0) last_words_.append(piece.data(), static_cast<std::size_t>(got));
            if (last_words_.size() > words_kept) last_words_.erase(0, last_words_.size() - words_kept);
        }
    });
}

bool Movie::add(const Image& image, const std::function<bool()>& give_up) {
    const auto* bytes = reinterpret_cast<const char*>(image.rgb.data());
    for (std::size_t sent = 0; sent < image.rgb.size();) {
        if (give_up()) return false;
        const ssize_t now = write(pictures_, bytes + sent, image.rgb.size() - sent);
        if (now >= 0) {
            sent += static_cast<std::size_t>(now);
        } else if (errno == EAGAIN) {  // the pipe is full
            pollfd room{.fd = pictures_, .events = POLLOUT, .revents = 0};
            poll(&room, 1, 50);
        } else if (errno != EINTR) {
            fail();  // ffmpeg has gone
        }
    }
    return true;
}

int Movie::wait() {
    if (pictures_ >= 0) close(pictures_);
    pictures_ = -1;
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    listener_.join();
    close(complaints_);
    return status;
}

void Movie::fail() {
    if (process_ >= 0) wait();
    while (!last_words_.empty() && last_words_.back() == '\n') last_words_.pop_back();
    throw std::runtime_error(
        fmt::format("{}: ffmpeg failed: {}", path_, last_words_.empty() ? "it said nothing" : last_words_));
}

void Movie::finish() {
    if (wait() != 0) fail();
    const int file = open(aside_.c_str(), O_RDONLY | O_CLOEXEC);
    const bool synced = file >= 0 && fsync(file) == 0;
    const int error = errno;
    if (file >= 0) close(file);
    if (!synced) throw FileError(aside_, "write to the disk", error);
    if (std::rename(aside_.c_str(), path_.c_str()) != 0) throw FileError(path_, "replace the file", errno);
    done_ = true;
    sync_folder(std::filesystem::path(path_).parent_path().string());
}

Movie::~Movie() {
    if (process_ >= 0) {
        kill(process_, SIGKILL);
        wait();
    }
    if (!done_) unlink(aside_.c_str());
}

}  // namespace drystone::render

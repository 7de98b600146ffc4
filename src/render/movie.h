#pragma once

#include <functional>
#include <string>
#include <thread>

#include "render/image.h"

namespace drystone::render {

/// An MP4 file (H.264) written by the program ffmpeg, to which pictures go through a pipe. It appears under its name when it is whole:
/// until then, and when anything fails, there is <path>.part, which the destructor takes away.
///
/// InputError where there is no ffmpeg; std::runtime_error with ffmpeg's last words where it fails. The caller ignores
/// SIGPIPE.
class Movie {
  public:
    Movie(std::string path, int width, int height, double per_second);
    ~Movie();
    Movie(const Movie&) = delete;
    Movie& operator=(const Movie&) = delete;

    /// False when give_up() said so while ffmpeg took its time.
    bool add(const Image& image, const std::function<bool()>& give_up);
    void finish();

  private:
    void start(const std::string& size, const std::string& rate);
    int wait();  // ffmpeg's exit status, once it has ended
    [[noreturn]] void fail();

    std::string path_, aside_;
    int pictures_ = -1, complaints_ = -1;  // ends of pipes: to ffmpeg, from its stderr
    int process_ = -1;
    bool done_ = false;
    std::thread listener_;
    std::string last_words_;  // the listener's until it is joined
};

}  // namespace drystone::render

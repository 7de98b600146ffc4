#pragma once

#include <memory>
#include <string>

namespace drystone {

/// Serves the page of a run with its full data, on 127.0.0.1 only: the page at /, the data below it (report/served_run.h), those of a second
/// run to compare it with below /beside/. GET; anything else is 404.
///
/// Nothing in a request names a file, so no path leads out of the folder. Requests that were addressed to another host
/// name are refused, or a page from elsewhere could have its own name lead here and read along. A run that goes on is
/// followed: run.json tells the frames there are now.
class ViewServer {
  public:
    /// `beside`: another run, or empty. InputError where a folder holds no run.
    explicit ViewServer(const std::string& folder, const std::string& beside = "");
    ~ViewServer();
    ViewServer(const ViewServer&) = delete;
    ViewServer& operator=(const ViewServer&) = delete;

    /// Port 0: one that is free. Returns the port; InputError where it is taken.
    int bind(int port);

    void listen();  // until stop(), which another thread calls
    void stop();

  private:
    struct Content;
    std::unique_ptr<Content> content_;
};

}  // namespace drystone

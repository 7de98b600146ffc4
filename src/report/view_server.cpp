#include "report/view_server.h"

#include <cerrno>
#include <charconv>
#include <mutex>
#include <system_error>

#include <fmt/format.h>
#include <httplib.h>

#include "core/input_error.h"
#include "io/output_file.h"
#include "report/encode.h"
#include "report/page.h"
#include "report/run_reader.h"

namespace drystone {

namespace {

constexpr int fast = 1;                     // deflate: the way is short
constexpr std::size_t most_rows = 200'000;  // of a table: a plot has no more pixels, and a browser gets slow
constexpr int frames_judged = 20;           // for the ranges of colours

using httplib::Request;
using httplib::Response;

}  // namespace

struct ViewServer::Content {
    explicit Content(const std::string& folder) : run(folder), extents(run.bodies()) { look(); }

    /// New frames, and what they reach. Of many frames some are looked at.
    void look() {
        run.refresh();
        for (const int index : evenly(run.frames() - judged, frames_judged))
            extents.add(run.frame(judged + index));
        judged = run.frames();
    }

    void answer(const Request& request, Response& response);
    std::string header();
    void add_routes();

    std::mutex mutex;  // HDF5 is read by one thread at a time
    RunReader run;
    ExtentsOf extents;
    int judged = 0;
    int port = 0;
    httplib::Server server;
};

std::string ViewServer::Content::header() {
    look();
    std::vector<double> times(run.frames());
    for (int i = 0; i < run.frames(); ++i) times[i] = run.time(i);
    return header_json(run.bodies(), extents.result(), times, run.tables(), run.has_ended());
}

/// /frame/N and /table/N; -1 where it is neither a number nor one of `count`.
static int number_after(const std::string& path, std::size_t start, std::size_t count) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(path.data() + start, path.data() + path.size(), number);
    const bool whole = error == std::errc() && end == path.data() + path.size();
    return whole && number < count ? static_cast<int>(number) : -1;
}

void ViewServer::Content::answer(const Request& request, Response& response) {
    const std::string& path = request.path;
    const std::string host = request.get_header_value("Host");
    if (host != fmt::format("127.0.0.1:{}", port) && host != fmt::format("localhost:{}", port)) {
        response.status = 403;
        response.set_content("this server answers to 127.0.0.1 and localhost only\n", "text/plain");
        return;
    }
    const std::lock_guard lock(mutex);
    const auto send_block = [&](const std::string& block) {
        response.set_content(block, "application/octet-stream");
    };
    response.set_header("Cache-Control", "no-store");
    const int frame = path.starts_with("/frame/") ? number_after(path, 7, run.frames()) : -1;
    if (path == "/") {
        response.set_content(page_begin(run.words()) + page_end(), "text/html; charset=utf-8");
    } else if (path == "/run.json") {
        response.set_content(header(), "application/json");
    } else if (path == "/geometry") {
        send_block(encode_geometry(run.bodies(), turning_bodies(run.bodies()), fast));
    } else if (frame >= 0) {
        send_block(
            encode_frame(run.bodies(), turning_bodies(run.bodies()), run.frame(frame), {.level = fast}));
    } else if (path.starts_with("/table/")) {
        const std::vector<NumberTable>& tables = run.tables();
        const int table = number_after(path, 7, tables.size());
        if (table >= 0) {
            NumberTable shown = tables[table];
            thin(shown, most_rows);
            send_block(encode_table(shown, fast));
        }
    }
    if (response.body.empty()) {
        response.status = 404;
        response.set_content("there is no such page\n", "text/plain");
    }
}

void ViewServer::Content::add_routes() {
    // The library's own choice, SO_REUSEPORT, would let two servers share a port, and each get half of the requests.
    server.set_socket_options([](socket_t socket) {
        const int yes = 1;
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server.Get(".*", [this](const Request& request, Response& response) { answer(request, response); });
    server.set_exception_handler([](const Request&, Response& response, std::exception_ptr problem) {
        response.status = 500;
        try {
            std::rethrow_exception(problem);
        } catch (const std::exception& error) {
            response.set_content(std::string(error.what()) + '\n', "text/plain");
        }
    });
}

ViewServer::ViewServer(const std::string& folder) : content_(std::make_unique<Content>(folder)) {
    content_->add_routes();
}

ViewServer::~ViewServer() = default;

int ViewServer::bind(int port) {
    errno = 0;
    content_->port = port == 0 ? content_->server.bind_to_any_port("127.0.0.1")
                               : (content_->server.bind_to_port("127.0.0.1", port) ? port : -1);
    if (content_->port < 0) {
        throw InputError(fmt::format("--port {}", port),
                         fmt::format("cannot be served on: {}", std::generic_category().message(errno)));
    }
    return content_->port;
}

void ViewServer::listen() { content_->server.listen_after_bind(); }

void ViewServer::stop() { content_->server.stop(); }

}  // namespace drystone

#include "report/view_server.h"

#include <cerrno>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "core/input_error.h"
#include "io/output_file.h"
#include "report/encode.h"
#include "report/http_server.h"
#include "report/page.h"
#include "report/run_reader.h"

namespace drystone {

namespace {

constexpr int fast = 1;                     // deflate: the way is short
constexpr std::size_t most_rows_served = 200'000;  // of a table: a plot has no more pixels, and a browser gets slow
constexpr int frames_judged = 20;           // for the ranges of colours

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

    HttpAnswer answer(const HttpRequest& request);
    HttpAnswer page(const std::string& path);
    std::string header();

    RunReader run;
    ExtentsOf extents;
    int judged = 0;
    int port = 0;
    HttpServer server{[this](const HttpRequest& request) { return answer(request); }};
};

std::string ViewServer::Content::header() {
    look();
    std::vector<double> times(run.frames());
    for (int i = 0; i < run.frames(); ++i) times[i] = run.time(i);
    return header_json(run.bodies(), extents.result(), {times, run.has_ended(), run.stages()}, run.tables());
}

/// /frame/N and /table/N; -1 where it is neither a number nor one of `count`.
static int number_after(const std::string& path, std::size_t start, std::size_t count) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(path.data() + start, path.data() + path.size(), number);
    const bool whole = error == std::errc() && end == path.data() + path.size();
    return whole && number < count ? static_cast<int>(number) : -1;
}

HttpAnswer ViewServer::Content::answer(const HttpRequest& request) {
    if (request.host != fmt::format("127.0.0.1:{}", port) &&
        request.host != fmt::format("localhost:{}", port))
        return {403, "text/plain", "this server answers to 127.0.0.1 and localhost only\n"};
    try {
        return page(request.path);
    } catch (const std::exception& error) {
        return {500, "text/plain", std::string(error.what()) + '\n'};
    }
}

HttpAnswer ViewServer::Content::page(const std::string& path) {
    const auto block = [](std::string bytes) {
        return HttpAnswer{200, "application/octet-stream", std::move(bytes)};
    };
    if (path == "/") return {200, "text/html; charset=utf-8", page_begin(run.words()) + page_end()};
    if (path == "/run.json") return {200, "application/json", header()};
    if (path == "/geometry") return block(encode_geometry(run.bodies(), turning_bodies(run.bodies()), fast));
    const int frame = path.starts_with("/frame/") ? number_after(path, 7, run.frames()) : -1;
    if (frame >= 0)
        return block(
            encode_frame(run.bodies(), turning_bodies(run.bodies()), run.frame(frame), {.level = fast}));
    if (path.starts_with("/table/")) {
        const std::vector<NumberTable>& tables = run.tables();
        const int table = number_after(path, 7, tables.size());
        if (table >= 0) {
            NumberTable shown = tables[table];
            thin(shown, most_rows_served);
            return block(encode_table(shown, fast));
        }
    }
    return {404, "text/plain", "there is no such page\n"};
}

ViewServer::ViewServer(const std::string& folder) : content_(std::make_unique<Content>(folder)) {}

ViewServer::~ViewServer() = default;

int ViewServer::bind(int port) {
    content_->port = content_->server.bind(port);
    if (content_->port < 0) {
        throw InputError(fmt::format("--port {}", port),
                         fmt::format("cannot be served on: {}", std::generic_category().message(errno)));
    }
    return content_->port;
}

void ViewServer::listen() { content_->server.listen(); }

void ViewServer::stop() { content_->server.stop(); }

}  // namespace drystone

#include "report/view_server.h"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "core/input_error.h"
#include "report/http_server.h"
#include "report/page.h"
#include "report/served_run.h"

namespace drystone {

namespace {

constexpr std::string_view at_beside = "/beside/";

}  // namespace

struct ViewServer::Content {
    Content(const std::string& folder, const std::string& beside) : run(folder, !beside.empty()) {
        if (!beside.empty()) other.emplace(beside, false);
    }

    HttpAnswer answer(const HttpRequest& request);
    std::optional<HttpAnswer> page(const std::string& path);

    ServedRun run;
    std::optional<ServedRun> other;
    int port = 0;
    HttpServer server{[this](const HttpRequest& request) { return answer(request); }};
};

HttpAnswer ViewServer::Content::answer(const HttpRequest& request) {
    if (request.host != fmt::format("127.0.0.1:{}", port) &&
        request.host != fmt::format("localhost:{}", port))
        return {403, "text/plain", "this server answers to 127.0.0.1 and localhost only\n"};
    try {
        return page(request.path).value_or(HttpAnswer{404, "text/plain", "there is no such page\n"});
    } catch (const std::exception& error) {
        return {500, "text/plain", std::string(error.what()) + '\n'};
    }
}

std::optional<HttpAnswer> ViewServer::Content::page(const std::string& path) {
    if (path == "/") return HttpAnswer{200, "text/html; charset=utf-8", page_begin(run.words()) + page_end()};
    if (other && path.starts_with(at_beside)) return other->answer(path.substr(at_beside.size()));
    return path.starts_with('/') ? run.answer(path.substr(1)) : std::nullopt;
}

ViewServer::ViewServer(const std::string& folder, const std::string& beside)
    : content_(std::make_unique<Content>(folder, beside)) {}

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

#include "report/http_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace drystone {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int longest_sleep = 500;       // [ms] between two looks for overdue connections
constexpr double answering_time = 0.05;  // [s] then sockets are looked after again

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

const char* words_of(int status) {
    switch (status) {
        case 200:
            return "OK";
        case 400:
            return "Bad Request";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 431:
            return "Request Header Fields Too Large";
        default:
            return "Internal Server Error";
    }
}

/// A request without its body, which GET and HEAD have none of.
struct Head {
    std::string method, target;
    std::string host;
    bool keeps = false;  // the connection, after the answer
    bool sound = false;
};

bool equal_but_for_case(std::string_view a, std::string_view b) {
    return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
    return first == std::string_view::npos ? "" : text.substr(first, last - first + 1);
}

/// Cuts the next line off, without its end.
std::string_view next_line(std::string_view& text) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// "GET /path HTTP/1.1"
void read_first_line(std::string_view line, Head& head) {
    const auto first = line.find(' '), last = line.rfind(' ');
    if (first == std::string_view::npos || first == last) return;
    const std::string_view version = line.substr(last + 1);
    head.method = line.substr(0, first);
    head.target = trimmed(line.substr(first, last - first));
    head.target.resize(std::min(head.target.find('?'), head.target.size()));
    head.keeps = version == "HTTP/1.1";
    head.sound = version.starts_with("HTTP/1.") && head.target.starts_with('/');
}

Head parse(std::string_view text) {
    Head head;
    read_first_line(next_line(text), head);
    while (!text.empty()) {
        const std::string_view line = next_line(text);
        const auto colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        const std::string_view name = line.substr(0, colon), value = trimmed(line.substr(colon + 1));
        if (equal_but_for_case(name, "Host")) head.host = value;
        const bool leaves = equal_but_for_case(name, "Connection") && equal_but_for_case(value, "close");
        const bool has_body = (equal_but_for_case(name, "Content-Length") && value != "0") ||
                              equal_but_for_case(name, "Transfer-Encoding");
        if (leaves || has_body) head.keeps = false;
    }
    return head;
}

/// Where the first request in the text ends; npos: it goes on.
std::size_t end_of_request(std::string_view text) {
    const auto usual = text.find("\r\n\r\n"), bare = text.find("\n\n");
    if (usual < bare) return usual + 4;
    return bare == std::string_view::npos ? bare : bare + 2;
}

std::string in_bytes(const HttpAnswer& answer, bool with_body, bool keeps) {
    std::string bytes = fmt::format(
        "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n"
        "Connection: {}\r\n\r\n",
        answer.status, words_of(answer.status), answer.type, answer.body.size(),
        keeps ? "keep-alive" : "close");
    return with_body ? bytes + answer.body : bytes;
}

HttpAnswer trouble(int status) { return {status, "text/plain", std::string(words_of(status)) + "\n"}; }

}  // namespace

/// One client. It waits for a request, or takes its answer, or (after its last answer) is heard out until it leaves: a socket that
/// is closed with bytes unread takes the answer back.
struct HttpServer::Connection {
    int socket = -1;
    std::string in, out;
    std::size_t sent = 0;  // of out
    int answers = 0;
    bool leaving = false;
    bool gone = false;
    Clock::time_point since =
        Clock::now();  // it waits for the whole of a request, or took some of its answer

    explicit Connection(int accepted) : socket(accepted) {}
    ~Connection() { ::close(socket); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    bool writes() const { return !out.empty(); }

    void read() {
        char block[4096];
        const ssize_t count = recv(socket, block, sizeof block, 0);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
        gone = count <= 0;
        if (gone || leaving) return;
        if (in.empty()) since = Clock::now();
        in.append(block, static_cast<std::size_t>(count));
    }

    void write() {
        const ssize_t count = send(socket, out.data() + sent, out.size() - sent, MSG_NOSIGNAL);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
        gone = count < 0;
        if (gone) return;
        sent += static_cast<std::size_t>(count);
        since = Clock::now();
        if (sent < out.size()) return;
        std::string().swap(out);
        sent = 0;
        if (leaving) shutdown(socket, SHUT_WR);
    }

    bool is_overdue(const HttpLimits& limits) const {
        const bool idle = answers > 0 && in.empty() && !leaving;
        const double most = writes() ? limits.stall_seconds
                            : idle   ? limits.idle_seconds
                                     : limits.request_seconds;
        return gone || seconds_since(since) > most;
    }
};

HttpServer::HttpServer(Handler handler, const HttpLimits& limits)
    : handler_(std::move(handler)), limits_(limits) {
    if (pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) throw std::runtime_error("no pipe");
}

HttpServer::~HttpServer() {
    for (const int descriptor : {listener_, wake_[0], wake_[1]})
        if (descriptor >= 0) ::close(descriptor);
}

int HttpServer::bind(int port) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const int yes = 1;
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    socklen_t length = sizeof address;
    auto* place = reinterpret_cast<sockaddr*>(&address);
    const bool bound = ::bind(listener_, place, length) == 0 && ::listen(listener_, SOMAXCONN) == 0 &&
                       getsockname(listener_, place, &length) == 0;
    return bound ? ntohs(address.sin_port) : -1;
}

void HttpServer::stop() {
    const ssize_t written = ::write(wake_[1], "", 1);
    static_cast<void>(written);  // a full pipe wakes as well
}

void HttpServer::listen() {
    while (serve_once()) sweep();
    connections_.clear();
}

/// Sleeps until something comes, and serves who can be served. False when it is to end.
bool HttpServer::serve_once() {
    std::vector<pollfd> events{{wake_[0], POLLIN, 0}, {listener_, POLLIN, 0}};
    for (const Connection& one : connections_)
        events.push_back({one.socket,
                          static_cast<short>(one.writes()       ? POLLOUT
                                             : has_request(one) ? 0
                                                                : POLLIN),
                          0});
    if (poll(events.data(), events.size(), busy_ ? 0 : longest_sleep) < 0) return true;
    if (events[0].revents != 0) return false;
    auto event = events.begin() + 2;
    for (Connection& one : connections_) {
        if ((event++)->revents != 0) one.writes() ? one.write() : one.read();
    }
    busy_ = answer_some();
    sweep();
    if (events[1].revents != 0) accept_some();
    return true;
}

/// Fewer than there are places: who comes is heard before he can be put out.
void HttpServer::accept_some() {
    for (int k = 0; k < limits_.connections / 2; ++k) {
        const int accepted = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (accepted < 0) {
            const bool too_many = errno == EMFILE || errno == ENFILE;
            if (too_many && !put_out_slowest(false)) poll(nullptr, 0, longest_sleep);
            return;
        }
        if (static_cast<int>(connections_.size()) >= limits_.connections) put_out_slowest(false);
        sweep();
        const int yes = 1;
        setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        connections_.emplace_back(accepted);
    }
}

/// A whole request has come, or one that can be none.
bool HttpServer::has_request(const Connection& one) const {
    if (one.gone || one.leaving || one.writes()) return false;
    return one.in.size() > limits_.request_bytes || end_of_request(one.in) != std::string::npos;
}

/// True where time was not enough for all.
bool HttpServer::answer_some() {
    std::vector<Connection*> asking;
    for (Connection& one : connections_)
        if (has_request(one)) asking.push_back(&one);
    std::stable_sort(asking.begin(), asking.end(),
                     [](const Connection* a, const Connection* b) { return a->answers < b->answers; });
    const Clock::time_point start = Clock::now();
    for (Connection* one : asking) {
        if (seconds_since(start) > answering_time) return true;
        if (!one->gone) answer_next(*one);
    }
    return std::any_of(asking.begin(), asking.end(),
                       [&](const Connection* one) { return has_request(*one); });
}

void HttpServer::answer_next(Connection& connection) {
    const std::size_t end = end_of_request(connection.in);
    Head head;
    HttpAnswer answer = trouble(431);
    if (end != std::string::npos) {
        head = parse(std::string_view(connection.in).substr(0, end));
        const bool known = head.method == "GET" || head.method == "HEAD";
        if (!head.sound || !known) head.keeps = false;
        answer = !head.sound ? trouble(400) : !known ? trouble(405) : handler_({head.target, head.host});
        connection.in.erase(0, end);
    }
    ++connection.answers;
    connection.leaving = !head.keeps;
    connection.out = in_bytes(answer, head.method != "HEAD", head.keeps);
    connection.since = Clock::now();
    connection.write();
    hold_few_bytes(connection);
}

void HttpServer::hold_few_bytes(const Connection& newest) {
    const auto waiting = [&] {
        std::size_t sum = 0;
        for (const Connection& one : connections_) sum += one.gone ? 0 : one.out.size();
        return sum;
    };
    while (waiting() > limits_.waiting_bytes && put_out_slowest(true, &newest)) {
    }
}

/// Whoever has been in the same state longest, of all or of those who take an answer. False where there is nobody.
bool HttpServer::put_out_slowest(bool of_writers, const Connection* but) {
    Connection* slowest = nullptr;
    for (Connection& one : connections_) {
        if (one.gone || &one == but || (of_writers && !one.writes())) continue;
        if (!slowest || one.since < slowest->since) slowest = &one;
    }
    if (slowest) slowest->gone = true;
    return slowest != nullptr;
}

/// Closes those who are gone, were put out or whose time is over.
void HttpServer::sweep() {
    std::erase_if(connections_, [&](const Connection& one) { return one.is_overdue(limits_); });
}

}  // namespace drystone

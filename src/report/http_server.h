#pragma once

#include <functional>
#include <list>
#include <string>

namespace drystone {

/// A GET or HEAD as it came. Nothing in it was decoded.
struct HttpRequest {
    std::string path;
    std::string host;  // of the header Host
};

struct HttpAnswer {
    int status = 200;
    std::string type = "text/plain";
    std::string body;
};

/// Bounds on what clients may take, so that slow ones, half-open ones and too many of them leave the others alone.
struct HttpLimits {
    int connections = 128;        // one more puts out the slowest
    double request_seconds = 10;  // from the first byte of a request, or from the connection, to its end
    double idle_seconds = 30;     // between two requests
    double stall_seconds = 20;    // without taking a byte of an answer
    std::size_t request_bytes = 16384;
    std::size_t waiting_bytes =
        256 << 20;  // answers made and not yet taken, of all clients; beyond it the slowest is put out
};

/// Serves GET and HEAD on 127.0.0.1, HTTP/1.1 with keep-alive, in one thread: sockets never block, answers are made one after
/// another, for those first who had fewest. Whoever is silent or slow costs a place among the connections until its time is over or somebody else wants it.
class HttpServer {
  public:
    using Handler = std::function<HttpAnswer(const HttpRequest&)>;

    explicit HttpServer(Handler handler, const HttpLimits& limits = {});
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    /// Port 0: one that is free. Returns the port; -1 where it is taken, with errno.
    int bind(int port);

    void listen();  // until stop(), which another thread or a signal calls
    void stop();

  private:
    struct Connection;

    bool serve_once();
    void accept_some();
    bool answer_some();
    void answer_next(Connection& connection);
    bool has_request(const Connection& connection) const;
    bool put_out_slowest(bool of_writers, const Connection* but = nullptr);
    void hold_few_bytes(const Connection& newest);
    void sweep();

    Handler handler_;
    HttpLimits limits_;
    int listener_ = -1;
    int wake_[2] = {-1, -1};  // a pipe: stop() writes to its end
    std::list<Connection> connections_;
    bool busy_ = false;  // requests are left that no socket will tell of again
};

}  // namespace drystone

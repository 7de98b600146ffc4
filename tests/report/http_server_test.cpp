#include "report/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace drystone::http_server_test {
namespace {

using Clock = std::chrono::steady_clock;

/// A connection; closed at its end.
class Client {
  public:
    explicit Client(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        const timeval patience{10, 0};
        setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    }
    ~Client() { close(socket_); }

    void say(const std::string& text) { send(socket_, text.data(), text.size(), MSG_NOSIGNAL); }

    /// What comes until the server closes.
    std::string hear_out() {
        std::string text;
        char block[65536];
        for (ssize_t count = 0; (count = recv(socket_, block, sizeof block, 0)) > 0;)
            text.append(block, static_cast<std::size_t>(count));
        return text;
    }

  private:
    int socket_;
};

/// A server with short times that answers with so many bytes, in a thread of its own.
class HttpServers : public testing::Test {
  protected:
    void serve(const HttpLimits& limits, std::size_t bytes = 5) {
        server = std::make_unique<HttpServer>(
            [bytes](const HttpRequest& request) {
                return HttpAnswer{200, "text/plain", request.path + std::string(bytes, 'x')};
            },
            limits);
        port = server->bind(0);
        ASSERT_GT(port, 0);
        thread = std::thread([this] { server->listen(); });
    }
    void TearDown() override {
        server->stop();
        thread.join();
    }
    std::string ask(const std::string& path) {
        Client client(port);
        client.say("GET " + path + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
        return client.hear_out();
    }
    double seconds_until_closed(Client& client) {
        const Clock::time_point start = Clock::now();
        client.hear_out();
        return std::chrono::duration<double>(Clock::now() - start).count();
    }

    std::unique_ptr<HttpServer> server;
    std::thread thread;
    int port = 0;
};

TEST_F(HttpServers, AnswerWithTheBytesOfTheHandler) {
    serve({});
    EXPECT_EQ(
        ask("/a"),
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 7\r\nCache-Control: no-store\r\n"
        "Connection: close\r\n\r\n/axxxxx");
}

TEST_F(HttpServers, CloseWhoIsSilentOrSlowInTime) {
    serve({.request_seconds = 0.5, .idle_seconds = 1.5});
    Client silent(port), half(port), idle(port);
    half.say("GET / HT");
    idle.say("GET / HTTP/1.1\r\n\r\n");
    std::thread trickle([&] {
        for (int k = 0; k < 80; ++k) {
            half.say("T");  // more bytes buy no more time
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
    });
    EXPECT_LT(seconds_until_closed(half), 2.5);
    EXPECT_LT(seconds_until_closed(silent), 1.0);
    EXPECT_GT(seconds_until_closed(idle), 0.05);  // who was served may wait longer
    trickle.join();
}

TEST_F(HttpServers, CloseWhoDoesNotTakeItsAnswer) {
    serve({.stall_seconds = 0.3}, 64 << 20);
    Client deaf(port);
    deaf.say("GET / HTTP/1.1\r\n\r\n");
    std::this_thread::sleep_for(std::chrono::seconds(2));
    EXPECT_LT(deaf.hear_out().size(), 60u << 20);
}

TEST_F(HttpServers, WithAllPlacesTakenServeWhoComes) {
    serve({.connections = 8, .request_seconds = 60});
    std::vector<std::unique_ptr<Client>> crowd;
    for (int k = 0; k < 100; ++k) {
        crowd.push_back(std::make_unique<Client>(port));
        if (k % 2 == 0) crowd.back()->say("GET /");
        if (k % 10 == 0) {
            EXPECT_TRUE(ask("/b").ends_with("/bxxxxx"));
        }
    }
    EXPECT_TRUE(ask("/b").ends_with("/bxxxxx"));
}

TEST_F(HttpServers, HoldFewBytesForWhoDoesNotTakeThem) {
    serve({.stall_seconds = 60, .waiting_bytes = 100 << 20}, 40 << 20);
    std::vector<std::unique_ptr<Client>> crowd;
    for (int k = 0; k < 5; ++k) {
        crowd.push_back(std::make_unique<Client>(port));
        crowd.back()->say("GET / HTTP/1.1\r\n\r\n");
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    EXPECT_GT(ask("/").size(), 40u << 20);
    EXPECT_LT(crowd[0]->hear_out().size(), 40u << 20);  // the first was put out
}

TEST_F(HttpServers, DoNotShareAPort) {
    serve({});
    HttpServer other([](const HttpRequest&) { return HttpAnswer{}; });
    EXPECT_EQ(other.bind(port), -1);
    EXPECT_EQ(errno, EADDRINUSE);
}

}  // namespace
}  // namespace drystone::http_server_test

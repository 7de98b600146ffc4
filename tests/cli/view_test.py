#!/usr/bin/env python3
"""drystone view among clients that are slow, silent, rude or too many, on real sockets."""
import http.client
import json
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRYSTONE = os.path.abspath(os.environ.get("DRYSTONE", ROOT / "build/bin/drystone"))
CLIENTS = 500
PATIENCE = 5.0  # seconds for an answer, on a busy machine


class Crowds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.out = cls.temporary.name + "/out"
        subprocess.run([DRYSTONE, "run", str(ROOT / "examples/two_balls.toml"), "--out", cls.out, "--quiet", "--no-report", "--set",
                        "time.duration=0.2"], check=True, stderr=subprocess.DEVNULL)
        probe = subprocess.run([DRYSTONE, "view", cls.out, "--port", "99999"], capture_output=True, text=True)
        assert probe.returncode == 2

    def setUp(self):
        self.server = subprocess.Popen([DRYSTONE, "view", self.out], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.server.stdout.readline()
        if "http://127.0.0.1:" not in line:
            words = self.server.communicate()[1]
            self.assertIn("built without its viewer", words)
            self.skipTest("drystone was built without its viewer")
        self.port = int(line.split("http://127.0.0.1:")[1].split("/")[0])
        self.crowd = []

    def tearDown(self):
        """With the crowd still there: it ends at once, with 0."""
        self.server.send_signal(signal.SIGINT)
        began = time.monotonic()
        try:
            self.assertEqual(self.server.wait(timeout=10), 0)
        finally:
            self.server.kill()
            self.server.communicate()  # closes its streams
            for one in self.crowd:
                one.close()
        self.assertLess(time.monotonic() - began, 3.0)

    def connect(self):
        one = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.crowd.append(one)
        return one

    def request(self, path="/run.json", more=""):
        return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{more}\r\n".encode()

    def assert_serves(self, times=10):
        for _ in range(times):
            began = time.monotonic()
            client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            client.request("GET", "/run.json")
            answer = client.getresponse()
            self.assertEqual(answer.status, 200)
            self.assertGreater(len(json.loads(answer.read())["times"]), 50)
            answer.close()
            client.close()
            self.assertLess(time.monotonic() - began, PATIENCE)
        folder = pathlib.Path(f"/proc/{self.server.pid}")
        self.assertLess(len(list((folder / "fd").iterdir())), 160)
        self.assertLess(len(list((folder / "task").iterdir())), 5)
        memory = next(int(line.split()[1]) for line in (folder / "status").read_text().splitlines() if line.startswith("VmRSS"))
        self.assertLess(memory, 500_000)  # kB

    def test_who_says_nothing(self):
        for _ in range(CLIENTS):
            self.connect()
        self.assert_serves()

    def test_who_says_half_of_it(self):
        for k in range(CLIENTS):
            self.connect().sendall(self.request()[:1 + k % 40])
        self.assert_serves()

    def test_who_says_it_a_byte_at_a_time(self):
        for _ in range(CLIENTS):
            self.connect()
        done = threading.Event()

        def trickle():
            while not done.is_set():
                for one in self.crowd[:CLIENTS]:
                    try:
                        one.send(b"G")
                    except OSError:
                        pass
                time.sleep(0.02)

        thread = threading.Thread(target=trickle)
        thread.start()
        try:
            self.assert_serves(20)
        finally:
            done.set()
            thread.join()

    def test_who_asks_and_does_not_listen(self):
        for _ in range(CLIENTS):
            one = self.connect()
            one.setblocking(False)
            try:
                one.send(self.request("/") * 30)  # the page with its program: a megabyte each
            except OSError:
                pass
        self.assert_serves()

    def test_who_leaves_in_the_middle(self):
        for k in range(CLIENTS):
            one = self.connect()
            one.sendall(self.request("/")[:None if k % 2 else 10])
            if k % 3 == 0:  # a reset, not a farewell
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            one.close()
        self.assert_serves()

    def test_who_talks_nonsense(self):
        for words, status in [(b"\r\n\r\n", 400), (b"GET\r\n\r\n", 400), (b"GET / FTP/1.0\r\n\r\n", 400), (b"\x00\xff" * 20 + b"\r\n\r\n", 400),
                              (b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", 405), (b"GET nowhere HTTP/1.1\r\n\r\n", 400),
                              (b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000, 431), (b"G" * 20_000, 431),
                              (b"GET / HTTP/1.1\r\n\r\n", 403), (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403)]:
            with self.subTest(words[:40]):
                one = self.connect()
                try:
                    one.sendall(words)
                except (BrokenPipeError, ConnectionResetError):
                    pass
                self.assertTrue(one.recv(100).startswith(b"HTTP/1.1 %d " % status))
        self.assert_serves()

    def test_one_connection_asks_many_times_also_ahead(self):
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        for path, status in [("/", 200), ("/run.json", 200), ("/geometry", 200), ("/frame/3", 200), ("/table/0", 200), ("/frame/9999", 404),
                             ("/run.json?x=1", 200)] * 5:
            client.request("GET", path)
            answer = client.getresponse()
            length = len(answer.read())
            self.assertEqual((answer.status, answer.getheader("Content-Length")), (status, str(length)), path)
        client.request("HEAD", "/run.json")
        self.assertEqual(client.getresponse().read(), b"")
        ahead = self.connect()
        ahead.sendall(self.request() * 20 + self.request("/frame/9999", "Connection: close\r\n"))
        text = b""
        while more := ahead.recv(1 << 16):
            text += more
        self.assertEqual((text.count(b"HTTP/1.1 200 OK"), text.count(b"HTTP/1.1 404 ")), (20, 1))

    def test_nobody_from_elsewhere(self):
        for address in ("127.0.0.2", "::1"):
            with self.subTest(address), self.assertRaises(OSError):
                socket.create_connection((address, self.port), timeout=PATIENCE).close()


if __name__ == "__main__":
    unittest.main(verbosity=2 if "-v" in sys.argv else 1)

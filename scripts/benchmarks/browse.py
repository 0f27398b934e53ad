"""The market on the whole window, and `watch`: keys, bytes, memory."""
import os, re, socket, subprocess, threading, time
from pathlib import Path

from .keys import Window, terminal_latency
from .measure import MARKET, Served, amount, percentile, quiet

RIGHT, LEFT, DOWN, UP, PAGE_DOWN = b"\x1b[C", b"\x1b[D", b"\x1b[B", b"\x1b[A", b"\x1b[6~"


class Browser(Window):
    """A command on the whole window at a home market, with symbol pictures."""

    def __init__(self, folder, listings=0, command="browse"):
        env = {
            **os.environ, "OPENMARKET_HOME": f"{folder}/home", "TERM": "xterm-256color",
            "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
        if listings:
            quiet(MARKET, "demo", "load", "--count", str(listings), env=env)
        quiet(MARKET, "set", "pictures", "symbols", env=env)
        super().__init__(env, str(MARKET), command)
        seen = b""
        while b"?1049h" not in seen:
            seen += self.read(20)
        self.drain()

    def drain(self, silence=0.3):
        """Reads until there is no more output, such as pictures that come later."""
        size = 0
        while piece := self.read(silence):
            size += len(piece)
        return size

    def frame(self, letters):
        """Types a key; returns the time in ms to the end of its frame, and the frame's bytes.

        A frame is synchronized output. Frames after it are pictures that were not there yet."""
        start = time.perf_counter()
        os.write(self.terminal, letters)
        frame = b""
        while b"\x1b[?2026l" not in frame and (piece := self.read(2)):
            frame += piece
        return (time.perf_counter() - start) * 1000, len(frame)

    def memory(self):
        status = Path(f"/proc/{self.child}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1000


class Meter:
    """A proxy before a market that counts the bytes of its responses."""

    def __init__(self, port):
        self.port, self.bytes = port, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            far = socket.create_connection(("127.0.0.1", self.port))
            threading.Thread(target=self.pump, args=(near, far, False), daemon=True).start()
            threading.Thread(target=self.pump, args=(far, near, True), daemon=True).start()

    def pump(self, source, target, counts):
        try:
            while piece := source.recv(1 << 16):
                self.bytes += len(piece) if counts else 0
                target.sendall(piece)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def bench_browse(folder):
    latency = terminal_latency()
    browser = Browser(folder, 20_000)
    sizes = [browser.frame(DOWN)[1] for _ in range(30)]
    good = amount("browse", "moving one row down", max(sizes), 600, "bytes")
    browser.frame(b"g")
    browser.drain(1)
    times = []
    for _ in range(60):
        for key in (RIGHT, RIGHT, DOWN, LEFT, UP, PAGE_DOWN):
            times.append(browser.frame(key)[0] - latency)
            browser.drain(0.05)
    good &= amount(
        "browse", "key to frame in the grid, 99th percentile", percentile(times, 0.99), 4, "ms")
    # On the last page the key changes nothing.
    while browser.frame(PAGE_DOWN)[1]:
        browser.drain(0.005)
    good &= amount("browse", "memory after 20,000 listings", browser.memory(), 80, "MB")
    browser.end()
    good &= bench_form(folder, latency)
    return good & bench_watch(f"{folder}/watch")


def bench_form(folder, latency):
    form = Browser(folder, command="add")
    times = []
    for field in (b"Oak mug ", b"12000 ", b"", b"Turned from one piece of oak. "):
        for letter in field * (300 // max(len(field), 1) if len(field) > 6 else 1):
            times.append(form.frame(bytes([letter]))[0] - latency)
        times.append(form.frame(DOWN)[0] - latency)
    form.end()
    return amount("browse", "key to frame in a form, 99th percentile", percentile(times, 0.99), 2, "ms")


def bench_watch(folder, count=100_000, rounds=8):
    served = Served(folder, count=count)
    try:
        meter = Meter(int(served.url.rsplit(":", 1)[1]))
        watch = subprocess.Popen(
            [MARKET, "watch", "--every", "1s", "--market", meter.url], env=served.env,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        assert "Watching" in watch.stderr.readline()
        time.sleep(0.5)
        before = meter.bytes
        time.sleep(rounds)
        each = (meter.bytes - before) / rounds
        assert each > 0, "nothing was read"
        watch.terminate()
        watch.wait()
    finally:
        served.stop()
    return amount("browse", f"watch: read a round of {count} listings", each / 1000, 4, "KB")

"""The prompt: the time from a key to its effect on the screen."""
import fcntl, os, pty, re, select, signal, statistics, struct, termios, time
from pathlib import Path

from .measure import MARKET, amount, percentile, quiet


class Window:
    """A program in a terminal of 100 columns that receives single keys."""

    def __init__(self, env, *command):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.execvpe(command[0], command, env)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))

    def read(self, limit):
        ready, _, _ = select.select([self.terminal], [], [], limit)
        return os.read(self.terminal, 1 << 20) if ready else b""

    def key(self, letters):
        """Types a key; returns the time in ms until its complete output was written, and the output."""
        start = time.perf_counter()
        os.write(self.terminal, letters)
        frame, elapsed = b"", 0
        while piece := self.read(0.01 if frame else 5):
            frame += piece
            elapsed = time.perf_counter() - start
        assert frame, f"no output for {letters}"
        return elapsed * 1000, frame

    def end(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.terminal)


def terminal_latency():
    """The time in ms that a key takes through the terminal to `cat` and back."""
    echo = Window(dict(os.environ), "sh", "-c", "stty raw -echo; echo ready; exec cat")
    while b"ready" not in echo.read(5):
        pass
    times = [echo.key(b"x")[0] for _ in range(300)]
    echo.end()
    return statistics.median(times)


class Keyboard(Window):
    """market with a history of 10,000 lines."""

    def __init__(self, folder, listings=0):
        self.env = {
            **os.environ, "OPENMARKET_HOME": f"{folder}/home", "TERM": "xterm-256color",
            "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", "OPENMARKET_PAGER": ""}
        quiet(MARKET, "list", env=self.env)
        if listings:
            quiet(MARKET, "demo", "load", "--count", str(listings), env=self.env)
        state = Path(folder) / "home/state"
        state.mkdir(parents=True, exist_ok=True)
        lines = (
            f"+\t{n}\t1760000000000\thome\thttp://market.local\t"
            f"{['search mug', 'list --sort price --page', 'show', 'edit'][n % 4]} {n}"
            f"{' --stock +1' if n % 4 == 3 else ''}\n" for n in range(1, 10_001))
        (state / "history").write_text("".join(lines))
        super().__init__(self.env, str(MARKET))
        self.settle(b"market> ")

    def settle(self, until=None, silence=0.5):
        """Reads until `until` has appeared, and then until there is no more output."""
        seen = b""
        while True:
            piece = self.read(20 if until and until not in seen else silence)
            if not piece:
                assert not until or until in seen, f"no {until} within 20 s"
                return seen
            seen += piece

    def memory(self):
        status = Path(f"/proc/{self.child}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1000


def bench_keys(folder):
    # Measures from the arrival of a key to the written frame, so subtract the terminal's latency.
    latency = terminal_latency()
    print(f"keys     latency of the terminal (cat): {latency:.2f} ms", flush=True)
    keyboard = Keyboard(folder, listings=1500)
    keyboard.key(b"l")
    good = amount("keys", "memory at the prompt", keyboard.memory(), 40, "MB")
    good &= bench_typing(keyboard, latency)
    good &= bench_menu(keyboard, latency)
    good &= bench_paste(keyboard)
    keyboard.end()
    return good


def bench_typing(keyboard, latency):
    """Types commands character by character."""
    os.write(keyboard.terminal, b"\x15list --per-page 1000\r")
    keyboard.settle(b"page", silence=1.5)
    times, sizes = [], []
    for round in range(25):
        for letter in "list --sort price --page 11 --in-stock":
            elapsed, frame = keyboard.key(letter.encode())
            times.append(elapsed - latency)
        keyboard.key(b"\x15")
    good = amount("keys", "key to frame, median", statistics.median(times), 0.5, "ms")
    good &= amount("keys", "key to frame, 99th percentile", percentile(times, 0.99), 1.0, "ms")
    os.write(keyboard.terminal, b"search m")
    keyboard.settle()
    for letter in b"ug 9":
        sizes.append(len(keyboard.key(bytes([letter]))[1]))
    good &= amount("keys", "bytes for a character with its hint", max(sizes), 40, "bytes")
    keyboard.key(b"\x15")
    return good


def bench_menu(keyboard, latency):
    """Moves through the completion menu of `show`."""
    os.write(keyboard.terminal, b"show ")
    keyboard.settle()
    os.write(keyboard.terminal, b"\t")
    menu = keyboard.settle()
    assert menu.count(b"\n") > 5, "no menu"
    times = []
    for round in range(300):
        for key in (b"\t", b"\x1b[B", b"\x1b[A", b"1", b"\x7f"):
            times.append(keyboard.key(key)[0] - latency)
    good = amount("keys", "key to frame in a menu, median", statistics.median(times), 1.0, "ms")
    good &= amount(
        "keys", "key to frame in a menu, 99th percentile", percentile(times, 0.99), 2.0, "ms")
    keyboard.key(b"\x1b")
    keyboard.settle()
    os.write(keyboard.terminal, b"\x15")
    keyboard.settle()
    return good


def bench_paste(keyboard):
    """Pastes a text of 1 MB."""
    paste = b"\x1b[200~" + b"# " + b"oak mug " * (1 << 17) + b"\x1b[201~"
    start = time.perf_counter()
    written = 0
    while written < len(paste):
        written += os.write(keyboard.terminal, paste[written : written + 4096])
    frame = keyboard.read(20)
    elapsed = time.perf_counter() - start
    assert frame, "the pasted text is not shown"
    return amount("keys", "paste of 1 MB", elapsed, 0.3, "s")

"""The prompt: the time from a key to its effect on the screen."""
import fcntl, os, pty, re, select, signal, struct, sys, termios, time
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


class Echo(Window):
    """A program that only writes as many bytes as it is asked for: what the terminal itself takes."""

    PROGRAM = """import os, tty
tty.setraw(0)
os.write(1, b"ready")
while count := os.read(0, 64):
    left = int(count)
    while left:
        left -= os.write(1, b"x" * left)"""

    def __init__(self):
        super().__init__(dict(os.environ), sys.executable, "-c", self.PROGRAM)
        while b"ready" not in self.read(5):
            pass
        self.times = []

    def answer(self, size):
        """Asks for a frame of `size` bytes, and notes its time in ms."""
        start = time.perf_counter()
        os.write(self.terminal, b"%d" % size)
        while size > 0:
            size -= len(self.read(5))
        self.times.append((time.perf_counter() - start) * 1000)

    def beyond(self, times, share):
        """What a percentile of `times` has beyond the same percentile of the terminal itself.

        The tail of both is that of a busy machine, so they are measured in turn."""
        return percentile(times, share) - percentile(self.times, share)


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
    keyboard = Keyboard(folder, listings=1500)
    keyboard.key(b"l")
    good = amount("keys", "memory at the prompt", keyboard.memory(), 40, "MB")
    good &= bench_typing(keyboard)
    good &= bench_menu(keyboard)
    good &= bench_paste(keyboard)
    keyboard.end()
    return good


def bench_typing(keyboard):
    """Types commands character by character."""
    os.write(keyboard.terminal, b"\x15list --per-page 1000\r")
    keyboard.settle(b"page", silence=1.5)
    echo, times, sizes = Echo(), [], []
    for round in range(25):
        for letter in "list --sort price --page 11 --in-stock":
            elapsed, frame = keyboard.key(letter.encode())
            times.append(elapsed)
            echo.answer(len(frame))
        keyboard.key(b"\x15")
    echo.end()
    print(f"keys     latency of the terminal: median {percentile(echo.times, 0.5):.2f} ms, "
          f"99th percentile {percentile(echo.times, 0.99):.2f} ms", flush=True)
    good = amount("keys", "key to frame, median", echo.beyond(times, 0.5), 0.5, "ms")
    good &= amount("keys", "key to frame, 99th percentile", echo.beyond(times, 0.99), 1.0, "ms")
    os.write(keyboard.terminal, b"search m")
    keyboard.settle()
    for letter in b"ug 9":
        sizes.append(len(keyboard.key(bytes([letter]))[1]))
    good &= amount("keys", "bytes for a character with its hint", max(sizes), 40, "bytes")
    keyboard.key(b"\x15")
    return good


def bench_menu(keyboard):
    """Moves through the completion menu of `show`."""
    os.write(keyboard.terminal, b"show ")
    keyboard.settle()
    os.write(keyboard.terminal, b"\t")
    menu = keyboard.settle()
    assert menu.count(b"\n") > 5, "no menu"
    echo, times = Echo(), []
    for round in range(300):
        for key in (b"\t", b"\x1b[B", b"\x1b[A", b"1", b"\x7f"):
            elapsed, frame = keyboard.key(key)
            times.append(elapsed)
            echo.answer(len(frame))
    echo.end()
    good = amount("keys", "key to frame in a menu, median", echo.beyond(times, 0.5), 1.0, "ms")
    good &= amount(
        "keys", "key to frame in a menu, 99th percentile", echo.beyond(times, 0.99), 2.0, "ms")
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

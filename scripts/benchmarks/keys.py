"""The prompt, `browse` and a form: the time from a key to its effect on the screen, and memory."""
import os, shutil, statistics, time
from pathlib import Path

from .measure import MARKET, ROOT, Window, amount, home, percentile, quiet, resident

RIGHT, LEFT, DOWN, UP, PAGE_DOWN = b"\x1b[C", b"\x1b[D", b"\x1b[B", b"\x1b[A", b"\x1b[6~"


class Keyboard(Window):
    """A program in a terminal that receives single keys."""

    def key(self, letters):
        """Types a key; returns the time in ms until its complete output was written."""
        start = time.perf_counter()
        os.write(self.terminal, letters)
        frame, elapsed = b"", 0
        while piece := self.read(0.01 if frame else 5):
            frame += piece
            elapsed = time.perf_counter() - start
        assert frame, f"no output for {letters}"
        return elapsed * 1000

    def frame(self, letters):
        """Types a key; returns the time in ms to the end of its frame, and the frame's bytes.

        A frame is synchronized output. Frames after it are pictures that were not there yet."""
        start = time.perf_counter()
        os.write(self.terminal, letters)
        frame = b""
        while b"\x1b[?2026l" not in frame and (piece := self.read(2)):
            frame += piece
        return (time.perf_counter() - start) * 1000, len(frame)

    def drain(self, silence=0.5):
        """Reads until there is no more output, such as pictures that come later."""
        seen = b""
        while piece := self.read(silence):
            seen += piece
        return seen


def environment(folder, listings):
    env = home(folder, TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8",
               OPENMARKET_PAGER="")
    quiet(MARKET, "demo", "load", "--count", str(listings), env=env)
    return env


def terminal_latency():
    """The time in ms that a key takes through the terminal to `cat` and back."""
    echo = Keyboard(dict(os.environ), "sh", "-c", "stty raw -echo; echo ready; exec cat")
    echo.wait_for(b"ready")
    times = [echo.key(b"x") for _ in range(300)]
    echo.end()
    return statistics.median(times)


def bench_keys(folder):
    """market with a history of 10,000 lines."""
    # Measures from the arrival of a key to the written frame, so subtract the terminal's latency.
    latency = terminal_latency()
    env = environment(folder, 1500)
    lines = (
        f"+\t{n}\t1760000000000\thome\thttp://market.local\t"
        f"{['search mug', 'list --sort price --page', 'show', 'edit'][n % 4]} {n}"
        f"{' --stock +1' if n % 4 == 3 else ''}\n" for n in range(1, 10_001))
    Path(folder, "home/state").mkdir(parents=True, exist_ok=True)
    Path(folder, "home/state/history").write_text("".join(lines))
    keyboard = Keyboard(env, str(MARKET))
    keyboard.wait_for(b"market> ")
    keyboard.drain()
    keyboard.key(b"l")
    good = amount("keys", "memory at the prompt", resident(keyboard.child), 40, "MB")
    os.write(keyboard.terminal, b"\x15list --per-page 1000\r")
    keyboard.wait_for(b"page")
    keyboard.drain(1.5)
    times = []
    for _ in range(25):
        times += [keyboard.key(bytes([key])) - latency for key in b"list --sort price --page 11 --in-stock"]
        keyboard.key(b"\x15")
    good &= amount("keys", "key to frame, 99th percentile", percentile(times, 0.99), 1.0, "ms")
    os.write(keyboard.terminal, b"show ")
    keyboard.drain()
    os.write(keyboard.terminal, b"\t")
    assert keyboard.drain().count(b"\n") > 5, "no menu"
    times = [keyboard.key(key) - latency for _ in range(300) for key in (b"\t", DOWN, UP, b"1", b"\x7f")]
    good &= amount(
        "keys", "key to frame in a menu, 99th percentile", percentile(times, 0.99), 2.0, "ms")
    keyboard.end()
    return good


def opened(env, command):
    window = Keyboard(env, str(MARKET), *command.split())
    window.wait_for(b"?1049h")
    window.drain()
    return window


def bench_browse(folder):
    latency, env = terminal_latency(), environment(folder, 20_000)
    # Without a currency, the form would ask for it first.
    for setting in (("pictures", "symbols"), ("layout", "grid"), ("currency", "KRW")):
        quiet(MARKET, "set", *setting, env=env)
    browser = opened(env, "browse")
    times = []
    for _ in range(60):
        for key in (RIGHT, RIGHT, DOWN, LEFT, UP, PAGE_DOWN):
            times.append(browser.frame(key)[0] - latency)
            browser.drain(0.05)
    good = amount(
        "browse", "key to frame in the grid, 99th percentile", percentile(times, 0.99), 4, "ms")
    # On the last page the key changes nothing.
    while browser.frame(PAGE_DOWN)[1]:
        browser.drain(0.005)
    good &= amount(
        "browse", "memory after 20,000 listings", resident(browser.child, "VmHWM"), 80, "MB")
    browser.end()
    form = opened(env, "add")
    times = []
    for field in (b"Oak mug " * 37, b"12000 ", b"", b"Turned from one piece of oak. " * 10):
        times += [form.frame(bytes([letter]))[0] - latency for letter in field]
        times.append(form.frame(DOWN)[0] - latency)
    form.end()
    return good & amount(
        "browse", "key to frame in a form, 99th percentile", percentile(times, 0.99), 2, "ms")


def sheet_times(window, latency, keys, rounds=60):
    return [window.frame(key)[0] - latency for _ in range(rounds) for key in keys]


def bench_sheet(folder):
    """`browse --sheet` with 20,000 own listings, before and after all of them were changed."""
    latency, env = terminal_latency(), environment(folder, 100)
    shutil.copy(next((ROOT / "Fixtures/sample").rglob("*.jpg")), f"{folder}/cup.jpg")
    Path(folder, "cups.csv").write_text(
        "name,price,currency,stock,description,photo1\n" + "".join(
            f"Cup {n},12000,KRW,{n % 50},One of many cups.,cup.jpg\n" for n in range(20_000)))
    quiet(MARKET, "import", f"{folder}/cups.csv", "--yes", env=env)
    window = opened(env, "browse --sheet")
    moves = (DOWN, RIGHT, DOWN, LEFT, UP)
    times = sheet_times(window, latency, moves)
    good = amount("sheet", "key to frame, median", statistics.median(times), 0.6, "ms")
    good &= amount("sheet", "key to frame, 99th percentile", percentile(times, 0.99), 4, "ms")
    os.write(window.terminal, b"a")
    window.drain(1)
    os.write(window.terminal, b"+10%\r")
    window.drain(2)
    times = sheet_times(window, latency, moves)
    good &= amount(
        "sheet", "with 20,000 changes, 99th percentile", percentile(times, 0.99), 4, "ms")
    good &= amount("sheet", "memory", resident(window.child, "VmHWM"), 80, "MB")
    window.end()
    return good

"""Shared parts of all benchmarks: timing, ratios, verdicts, a served market, a terminal."""
import fcntl, json, os, pty, signal, statistics, struct, subprocess, sys, termios, time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MARKET = ROOT / ".build/release/market"


def clock(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def pairs(ours, peer, runs, before=lambda: None):
    """Runs both alternately after a warm-up; returns the medians and the median of the ratios.

    `before` runs before each call of `ours` and is not timed."""
    before(), ours(), peer()
    times = []
    for _ in range(runs):
        before()
        times.append((clock(ours), clock(peer)))
    return medians(times)


def medians(times):
    """The medians of our times, of the peer's times, and of their ratios."""
    return (
        statistics.median(a for a, _ in times),
        statistics.median(b for _, b in times),
        statistics.median(a / b for a, b in times),
    )


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def ratio(name, what, result, limit):
    """Prints a ratio with a verdict; returns whether it is within the limit."""
    ours, peer, ratio = result
    verdict = "ok" if ratio <= limit else "TOO SLOW"
    print(
        f"{name:8} {what}: {ours * 1000:8.1f} ms, peer {peer * 1000:8.1f} ms, "
        f"ratio {ratio:5.2f} (at most {limit}) {verdict}", flush=True)
    return ratio <= limit


def amount(name, what, value, limit, unit):
    """Prints a value with a verdict; returns whether it is within the limit."""
    verdict = "ok" if value <= limit else "TOO MUCH"
    print(f"{name:8} {what}: {value:.2f} {unit} (at most {limit}) {verdict}", flush=True)
    return value <= limit


def quiet(*command, env=None):
    done = subprocess.run(
        command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"bench: {command[0]} failed\n{done.stderr[-2000:]}")


def memory(*command, env):
    """The peak memory of the command in MB.

    Linux includes the memory that the process had before exec, that is, a copy of this large
    process. A small process therefore starts the command."""
    starter = (
        "import os, subprocess, sys\n"
        "null = subprocess.DEVNULL\n"
        "child = subprocess.Popen(sys.argv[1:], stdin=null, stdout=null, stderr=null)\n"
        "_, status, usage = os.wait4(child.pid, 0)\n"
        "print(usage.ru_maxrss)\n"
        "sys.exit(1 if status else 0)")
    done = subprocess.run(
        [sys.executable, "-c", starter, *map(str, command)], env=env, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"bench: {command[0]} failed")
    return int(done.stdout) / 1000


def own_listings(data, count, env):
    """Generates listings and gives them to the first account that is no sample; returns their ids."""
    quiet(MARKET, "demo", "load", "--count", str(count), "--data", data, env=env)
    quiet("sqlite3", f"{data}/market.sqlite", """
      UPDATE product SET vendor_id = (SELECT min(id) FROM vendor WHERE NOT is_sample),
        currency = 'KRW', price = 200000000, discount = 0, bargain = 200000000, share = 0;""")
    ids = subprocess.check_output(
        ["sqlite3", f"{data}/market.sqlite", f"SELECT id FROM product ORDER BY id DESC LIMIT {count}"])
    return sorted(map(int, ids.split()))


class Served:
    """A served market in a new folder, with an account; `log` is the file of its request log.

    `count` listings belong to others, `own` to the account; their ids are then in `own`."""

    def __init__(self, folder, samples=False, count=0, own=0, options=(), log=os.devnull):
        self.env = {**os.environ, "OPENMARKET_HOME": f"{folder}/home", "TERM": "dumb"}
        self.data = f"{folder}/served"
        account = subprocess.check_output(
            [MARKET, "account", "add", "bench", "--data", self.data, "--json"], env=self.env)
        self.account = json.loads(account)
        if samples:
            quiet(MARKET, "demo", "load", "--data", self.data, env=self.env)
        if count:
            quiet(MARKET, "demo", "load", "--count", str(count), "--data", self.data, env=self.env)
        self.own = own_listings(self.data, own, self.env) if own else []
        with open(log, "w") as lines:
            self.process = subprocess.Popen(
                [MARKET, "serve", "--port", "0", "--data", self.data, *options], env=self.env,
                stdout=subprocess.PIPE, stderr=lines, text=True)
        self.url = self.process.stdout.readline().strip()
        quiet(
            MARKET, "login", self.url, "--shop", "bench", "--identifier",
            self.account["identifier"], env={**self.env, "OPENMARKET_SECRET": self.account["secret"]})

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=20)


def on_terminal(env, *arguments, rows=0, columns=0):
    """Runs market in a new terminal until it exits; returns the number of bytes it wrote.

    The terminal answers the usual queries: its attributes and the size of a cell."""
    child, terminal = pty.fork()
    if child == 0:
        if rows:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.execve(MARKET, ["market", *arguments], env)
    size = 0
    while True:
        try:
            piece = os.read(terminal, 1 << 20)
        except OSError:
            piece = b""
        if not piece:
            break
        if b"\x1b[c" in piece:
            os.write(terminal, b"\x1b[6;20;10t\x1b[?62c")
        size += len(piece)
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    if status:
        raise SystemExit(f"bench: market {' '.join(arguments)[:60]} failed")
    return size

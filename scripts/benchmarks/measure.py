"""Shared parts of benchmarks and attacks: timing, verdicts, a served market, load, photos, a terminal."""
import fcntl, json, os, pty, random, re, select, signal, statistics, struct, subprocess, sys
import tempfile, termios, time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MARKET = ROOT / ".build/release/market"
LIST = "/api/products?page_no={}&items_per_page=20"


def home(folder, **more):
    """The environment of a seller whose files are in a folder."""
    return {**os.environ, "OPENMARKET_HOME": f"{folder}/home", "TERM": "dumb", **more}


def clock(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def pairs(ours, peer, runs, before=lambda: None, measure=clock):
    """Measures both alternately after a warm-up; returns the medians and the median of the ratios.

    `before` runs before each call of `ours` and is not timed."""
    before(), ours(), peer()
    seen = []
    for _ in range(runs):
        before()
        seen.append((measure(ours), measure(peer)))
    return medians(seen)


def medians(seen):
    """The medians of our values, of the peer's values, and of their ratios."""
    return tuple(map(statistics.median, zip(*((a, b, a / b) for a, b in seen))))


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def verdict(name, text, value, limit, is_least=False):
    """Prints a figure with its limit; returns whether it is within the limit."""
    good = value >= limit if is_least else value <= limit
    bound = "at least" if is_least else "at most"
    print(f"{name:8} {text} ({bound} {limit}) {'ok' if good else 'FAILED'}", flush=True)
    return good


def ratio(name, what, result, limit):
    ours, peer, share = result
    text = f"{what}: {ours * 1000:8.1f} ms, peer {peer * 1000:8.1f} ms, ratio {share:5.2f}"
    return verdict(name, text, share, limit)


def amount(name, what, value, limit, unit):
    return verdict(name, f"{what}: {value:.2f} {unit}", value, limit)


def rates(name, what, ours, peer, limit, runs=5):
    """Compares what two calls return, in requests per second."""
    mine, others, share = pairs(ours, peer, runs, measure=lambda call: call())
    text = f"{what}: {mine:8.0f}/s, peer {others:8.0f}/s, ratio {share:5.3f}"
    return verdict(name, text, share, limit, is_least=True)


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


def resident(pid, field="VmRSS"):
    """The memory of a process in MB; `VmHWM` is its peak."""
    return int(re.search(rf"{field}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1000


# A gradient, and what makes noise of random bytes. Added as large numbers, no pixel overflows.
GRADIENT = int.from_bytes(
    bytes((x // 5 + y // 5) % 200 for y in range(600) for x in range(800)), "big")
NOISE = bytes(value * 28 >> 8 for value in range(256))


def photo(path, seed=7):
    """Writes a JPEG of about 100 KB: a gradient with noise that depends on the seed only."""
    width, height = 800, 600
    noise = int.from_bytes(random.Random(seed).randbytes(width * height).translate(NOISE), "big")
    gray = b"P5 %d %d 255\n" % (width, height) + (GRADIENT + noise).to_bytes(width * height, "big")
    jpeg = subprocess.run(["cjpeg", "-quality", "81"], input=gray, stdout=subprocess.PIPE, check=True)
    size = len(jpeg.stdout)
    assert 90_000 < size < 110_000, f"{size} bytes are not about 100 KB"
    Path(path).write_bytes(jpeg.stdout)
    return size


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
    """A served market with an account, in a new folder or where `data` is; `log` has its requests.

    `count` listings belong to others, `own` to the account; their ids are then in `own`."""

    def __init__(self, folder, samples=False, count=0, own=0, options=(), log=os.devnull, data=None):
        self.env = home(folder)
        self.data = data or f"{folder}/served"
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
        if self.url.startswith("http:"):
            quiet(
                MARKET, "login", self.url, "--shop", "bench", "--identifier",
                self.account["identifier"],
                env={**self.env, "OPENMARKET_SECRET": self.account["secret"]})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)

    def total(self):
        """The number of listings."""
        return json.loads(subprocess.check_output(["curl", "-s", self.url + LIST.format(1)]))["totalCount"]


# Each request has another host, and with it another base of URLs, so no page is in the cache.
WRK = """
local targets, number, base = {}, 0, {}
for line in io.lines(os.getenv("TARGETS")) do targets[#targets + 1] = line end
for line in io.lines(os.getenv("HEADERS")) do
  local name, value = line:match("^([^:]+): (.*)$")
  base[name] = value
end
local body
if os.getenv("BODY") ~= "" then body = io.open(os.getenv("BODY"), "rb"):read("*a") end
function request()
  number = number + 1
  if os.getenv("CACHED") == "" then base["Host"] = "h" .. number .. ".example" end
  return wrk.format(os.getenv("METHOD"), targets[(number - 1) % #targets + 1], base, body)
end
function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format('{"requests": %d, "us": %d, "failed": %d, "p50": %d}\\n',
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50)))
end
"""


def load(folder, url, targets, connections=1, seconds=2, method="GET", body=None, headers={},
         cached=False):
    """Requests over and over from wrk: their number per second, and the median time of one."""
    folder = tempfile.mkdtemp(dir=folder)
    Path(folder, "wrk.lua").write_text(WRK)
    Path(folder, "targets").write_text("\n".join(targets) + "\n")
    Path(folder, "headers").write_text("".join(f"{k}: {v}\n" for k, v in headers.items()))
    Path(folder, "body").write_bytes(body or b"")
    output = subprocess.check_output(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", f"{folder}/wrk.lua", url],
        env={"TARGETS": f"{folder}/targets", "HEADERS": f"{folder}/headers", "METHOD": method,
             "BODY": f"{folder}/body" if body else "", "CACHED": "1" if cached else ""},
        text=True, timeout=120)
    result = json.loads(output.splitlines()[-1])
    if result["failed"] or not result["requests"]:
        raise SystemExit(f"bench: {result['failed']} of {result['requests']} requests failed")
    return result["requests"] * 1e6 / result["us"], result["p50"] / 1e6


class Window:
    """A program in a new terminal."""

    def __init__(self, env, *command, rows=40, columns=100):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(command[0], command, env)

    def read(self, limit):
        ready, _, _ = select.select([self.terminal], [], [], limit)
        return os.read(self.terminal, 1 << 20) if ready else b""

    def wait_for(self, text):
        seen = b""
        while text not in seen:
            piece = self.read(20)
            assert piece, f"no {text} within 20 s"
            seen += piece

    def run(self):
        """Answers the usual queries until the program exits; returns the number of bytes it wrote."""
        size = 0
        while True:
            try:
                piece = os.read(self.terminal, 1 << 20)
            except OSError:
                piece = b""
            if not piece:
                break
            if b"\x1b[c" in piece:
                os.write(self.terminal, b"\x1b[6;20;10t\x1b[?62c")
            size += len(piece)
        os.close(self.terminal)
        if os.waitpid(self.child, 0)[1]:
            raise SystemExit("bench: a program in a terminal failed")
        return size

    def end(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.terminal)

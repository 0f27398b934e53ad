"""Batches: adds, the cost of the journal, plans and resumption of long files, undo."""
import json, os, subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .measure import MARKET, ROOT, Served, amount, clock, medians, memory, own_listings, quiet, ratio
from .photos import photo

RUNS, ADDS, EDITS, LINES = 5, 1000, 1000, 10_000


def run(env, file, *options):
    quiet(MARKET, "run", file, "--again", "--yes", *options, env=env)


def bench_batches(folder):
    good = bench_adds(folder)
    good &= bench_undo(folder)
    good &= bench_long(folder)
    return good


class Adds:
    """The same requests for market and for curl, each with a photo of its own.

    market sends each with an Idempotency-Key; those of curl have one in `keyed`."""

    def __init__(self, folder, served, count):
        files = [f"{folder}/{n}.jpg" for n in range(count)]
        with ThreadPoolExecutor() as workers:
            sizes = list(workers.map(photo, files, range(count)))
        self.size = sum(sizes) // count
        self.count = count
        self.batch = Path(folder, "adds.market")
        self.batch.write_text("".join(
            f'add --name "Bench {n}" --price 12000 --currency KRW --stock 1 '
            f'--description "One of a thousand." --image {file}\n' for n, file in enumerate(files)))
        self.served, self.files, self.folder = served, files, folder
        self.config = self.requests("curl.config")
        self.keyed = []

    def requests(self, name, keys=None):
        """Writes the configuration of curl for all requests."""
        params = {"description": "One of a thousand.", "price": 12000, "currency": "KRW",
                  "stock": 1, "secret": self.served.account["secret"]}
        config = Path(self.folder, name)
        config.write_text("next\n".join(
            f'url = "{self.served.url}/api/products"\n'
            f'header = "identifier: {self.served.account["identifier"]}"\nheader = "Expect:"\n'
            + (f'header = "Idempotency-Key: {keys}-{n}"\n' if keys else "")
            + f'form-string = {json.dumps("params=" + json.dumps({"name": f"Bench {n}", **params}))}\n'
            f'form = "images=@{file};type=image/jpeg"\noutput = "/dev/null"\nfail\nsilent\n'
            for n, file in enumerate(self.files)))
        return config

    def write_keyed(self, count):
        """Writes configurations with keys of their own, for as many runs that all add listings."""
        self.keyed = [self.requests(f"keyed-{n}.config", f"run-{n}") for n in range(count)]


def bench_adds(folder, count=ADDS):
    served = Served(folder)
    adds = Adds(folder, served, count)
    adds.write_keyed(2 * RUNS)
    bare = {**served.env, "OPENMARKET_BENCH_NO_JOURNAL": "1"}
    # Those that are compared follow each other, because the speed of a machine changes.
    ours = {
        "bare": lambda: run(bare, adds.batch, "--jobs", "4"),
        "journal": lambda: run(served.env, adds.batch, "--jobs", "4"),
        "curl 4": lambda: quiet("curl", "-Z", "--parallel-max", "4", "--config", adds.keyed.pop()),
        "one": lambda: run(served.env, adds.batch, "--jobs", "1"),
        "curl 1": lambda: quiet("curl", "--config", adds.keyed.pop())}
    try:
        run(served.env, adds.batch)
        times = [{name: clock(call) for name, call in ours.items()} for _ in range(RUNS)]
        answer = subprocess.check_output(["curl", "-s", f"{served.url}/api/products?items_per_page=1"])
        total, wanted = json.loads(answer)["totalCount"], count * (1 + RUNS * len(ours))
        assert total == wanted, f"{total} listings instead of {wanted}"
    finally:
        served.stop()

    def verdict(what, mine, peer, limit):
        pairs = [(time[mine], time[peer]) for time in times]
        return ratio("batches", what, medians(pairs), limit)

    what = f"{count} adds of {adds.size // 1000} KB"
    good = verdict(f"{what}, --jobs 4 vs. curl -Z --parallel-max 4", "journal", "curl 4", 1.2)
    good &= verdict(f"{what}, --jobs 4 vs. without the journal", "journal", "bare", 1.1)
    return good & verdict(f"{what}, --jobs 1 vs. curl", "one", "curl 1", 1.2)


def bench_undo(folder, count=EDITS):
    """Price changes at a served market, and the same taken back."""
    folder = f"{folder}/undo"
    served = Served(folder, own=count)
    file = Path(folder, "edits.market")
    file.write_text("".join(f"edit {n} --price {20_000 + n}\n" for n in served.own))
    try:
        run(served.env, file)
        quiet(MARKET, "undo", "--yes", env=served.env)
        times = [(
            clock(lambda: run(served.env, file)),
            clock(lambda: quiet(MARKET, "undo", "--yes", env=served.env))) for _ in range(RUNS)]
    finally:
        served.stop()
    result = medians([(undo, edit) for edit, undo in times])
    return ratio("batches", f"{count} edits undone vs. doing them", result, 1.2)


def bench_long(folder, count=LINES):
    """A long file of edits at home."""
    folder = f"{folder}/long"
    env = {**os.environ, "OPENMARKET_HOME": f"{folder}/home", "TERM": "dumb"}
    cup = next((ROOT / "Fixtures/sample").rglob("*.jpg"))
    quiet(
        MARKET, "add", "--name", "Cup", "--description", "One of many.", "--price", "12000",
        "--currency", "KRW", "--image", cup, "--yes", env=env)
    data = f"{folder}/home/data"
    ids = own_listings(data, count, env)
    file, wrong = Path(folder, "edits.market"), Path(folder, "wrong.market")
    seen = []
    for turn in range(RUNS):
        file.write_text("".join(
            f"edit {n} --price {20_000 + n + turn}\n" for n in ids))
        # An error in the last line: everything is planned, and nothing is sent.
        wrong.write_text(file.read_text() + "edit 99999999 --price 1\n")
        seen.append(clock(lambda: subprocess.run(
            [MARKET, "run", wrong], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)))
    good = amount(
        "batches", f"planning {count} edits at home", sorted(seen)[RUNS // 2], 1, "s")
    size = memory(MARKET, "run", file, env=env)
    good &= amount("batches", f"memory of a batch of {count} lines", size, 100, "MB")
    journal = f"{folder}/home/state/batches.sqlite"
    seen = []
    for _ in range(RUNS):
        # As if the market had made the change, and the answer had been lost.
        quiet(
            "sqlite3", journal,
            "UPDATE batch SET state = 'open' WHERE id = (SELECT max(id) FROM batch); "
            "UPDATE step SET state = 'sent' "
            f"WHERE batch = (SELECT max(id) FROM batch) AND number = {count // 2}")
        seen.append(clock(lambda: quiet(MARKET, "resume", env=env)))
    return good & amount(
        "batches", f"resume of {count} lines with one unknown", sorted(seen)[RUNS // 2], 1, "s")

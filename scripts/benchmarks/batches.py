"""Batches: adds, the cost of the journal, long files; listings added by import, and a long table."""
import json, subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

from .measure import (
    MARKET, ROOT, Served, amount, clock, home, medians, memory, own_listings, photo, quiet, ratio)

RUNS, ADDS, LINES, ROWS = 5, 1000, 10_000, 100_000


def run(env, file, *options):
    quiet(MARKET, "run", file, "--again", "--yes", *options, env=env)


class Adds:
    """The same requests for market and for curl, each with a photo of its own.

    market sends each with an Idempotency-Key; those of curl have one in `keyed`, which has a
    configuration for each of several runs that all add listings."""

    def __init__(self, folder, served, keyed, count=ADDS):
        files = [f"{folder}/{n}.jpg" for n in range(count)]
        with ThreadPoolExecutor() as workers:
            sizes = list(workers.map(photo, files, range(count)))
        self.size = sum(sizes) // count
        self.batch, self.table = Path(folder, "adds.market"), Path(folder, "adds.csv")
        self.batch.write_text("".join(
            f'add --name "Bench {n}" --price 12000 --currency KRW --stock 1 '
            f'--description "One of a thousand." --image {file}\n' for n, file in enumerate(files)))
        self.table.write_text("name,price,currency,stock,description,photo1\n" + "".join(
            f"Bench {n},12000,KRW,1,One of a thousand.,{n}.jpg\n" for n in range(count)))
        self.served, self.files, self.folder = served, files, folder
        self.keyed = [self.requests(run) for run in range(keyed)]

    def requests(self, run):
        """Writes the configuration of curl for all requests."""
        params = {"description": "One of a thousand.", "price": 12000, "currency": "KRW",
                  "stock": 1, "secret": self.served.account["secret"]}
        config = Path(self.folder, f"keyed-{run}.config")
        config.write_text("next\n".join(
            f'url = "{self.served.url}/api/products"\n'
            f'header = "identifier: {self.served.account["identifier"]}"\nheader = "Expect:"\n'
            f'header = "Idempotency-Key: run-{run}-{n}"\n'
            f'form-string = {json.dumps("params=" + json.dumps({"name": f"Bench {n}", **params}))}\n'
            f'form = "images=@{file};type=image/jpeg"\noutput = "/dev/null"\nfail\nsilent\n'
            for n, file in enumerate(self.files)))
        return config

    def curl(self, *options):
        quiet("curl", *options, "--config", self.keyed.pop())


def bench_adds(folder, count=ADDS):
    with Served(folder) as served:
        adds = Adds(folder, served, 2 * RUNS, count)
        bare = {**served.env, "OPENMARKET_BENCH_NO_JOURNAL": "1"}
        table = [MARKET, "import", adds.table, "--jobs", "4", "--yes", "--again"]
        # Those that are compared follow each other, because the speed of a machine changes.
        ours = {
            "bare": lambda: run(bare, adds.batch, "--jobs", "4"),
            "journal": lambda: run(served.env, adds.batch, "--jobs", "4"),
            "curl 4": lambda: adds.curl("-Z", "--parallel-max", "4"),
            "table": lambda: quiet(*table, env=served.env),
            "one": lambda: run(served.env, adds.batch, "--jobs", "1"),
            "curl 1": lambda: adds.curl()}
        run(served.env, adds.batch)
        times = []
        for _ in range(RUNS):
            # An account has at most 20,000 listings.
            quiet(MARKET, "remove", "--mine", "--no-keep", "--yes", env=served.env)
            times.append({name: clock(call) for name, call in ours.items()})
            total, wanted = served.total(), count * len(ours)
            assert total == wanted, f"{total} listings instead of {wanted}"

    def verdict(what, mine, peer, limit):
        return ratio("batches", what, medians([(time[mine], time[peer]) for time in times]), limit)

    what = f"{count} adds of {adds.size // 1000} KB"
    good = verdict(f"{what}, --jobs 4 vs. curl -Z --parallel-max 4", "journal", "curl 4", 1.35)
    good &= verdict(f"{what}, --jobs 4 vs. without the journal", "journal", "bare", 1.1)
    good &= verdict(f"import of {what} vs. curl -Z", "table", "curl 4", 1.35)
    return good & verdict(f"{what}, --jobs 1 vs. curl", "one", "curl 1", 1.2)


def bench_long(folder):
    """A long file of edits and a long table of prices, at home."""
    env = home(folder)
    cup = next((ROOT / "Fixtures/sample").rglob("*.jpg"))
    quiet(
        MARKET, "add", "--name", "Cup", "--description", "One of many.", "--price", "12000",
        "--currency", "KRW", "--image", cup, "--yes", env=env)
    ids = own_listings(f"{folder}/home/data", ROWS, env)
    file, wrong, table = (Path(folder, name) for name in ("edits.market", "wrong.market", "prices.csv"))
    seen = []
    for turn in range(RUNS):
        file.write_text("".join(f"edit {n} --price {20_000 + n + turn}\n" for n in ids[:LINES]))
        # An error in the last line: everything is planned, and nothing is sent.
        wrong.write_text(file.read_text() + "edit 99999999 --price 1\n")
        seen.append(clock(lambda: subprocess.run(
            [MARKET, "run", wrong], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)))
    good = amount("batches", f"planning {LINES} edits at home", median(seen), 1, "s")
    size = memory(MARKET, "run", file, env=env)
    good &= amount("batches", f"memory of a batch of {LINES} lines", size, 100, "MB")
    seen = []
    for _ in range(RUNS):
        # As if the market had made the change, and the answer had been lost.
        quiet(
            "sqlite3", f"{folder}/home/state/batches.sqlite",
            "UPDATE batch SET state = 'open' WHERE id = (SELECT max(id) FROM batch); "
            "UPDATE step SET state = 'sent' "
            f"WHERE batch = (SELECT max(id) FROM batch) AND number = {LINES // 2}")
        seen.append(clock(lambda: quiet(MARKET, "resume", env=env)))
    good &= amount("batches", f"resume of {LINES} lines with one unknown", median(seen), 1, "s")
    table.write_text("id,price\n" + "".join(f"{n},{20_001 + n % 1000}\n" for n in ids))
    size = memory(MARKET, "import", table, "--dry-run", env=env)
    return good & amount("batches", f"memory of a plan of {ROWS} rows", size, 300, "MB")


def bench_batches(folder):
    # The long ones last, because what they free disturbs the times of others.
    return bench_adds(folder) & bench_long(f"{folder}/long")

"""Tables: listings added by import, the memory of a long one, and all listings exported."""
import json, os, subprocess
from pathlib import Path

from .batches import Adds
from .measure import (
    MARKET, ROOT, Served, amount, clock, medians, memory, own_listings, pairs, quiet, ratio)

RUNS, ADDS = 5, 1000


def bench_tables(folder):
    good = bench_import(folder)
    good &= bench_export(f"{folder}/export")
    # Last, because what it frees disturbs the times of others.
    return good & bench_memory(f"{folder}/memory")


def bench_import(folder, count=ADDS):
    served = Served(folder)
    adds = Adds(folder, served, count)
    table = Path(folder, "adds.csv")
    table.write_text("name,price,currency,stock,description,photo1\n" + "".join(
        f"Bench {n},12000,KRW,1,One of a thousand.,{n}.jpg\n" for n in range(count)))
    ours = [MARKET, "import", table, "--jobs", "4", "--yes", "--again"]
    adds.write_keyed(RUNS)
    peer = lambda: quiet("curl", "-Z", "--parallel-max", "4", "--config", adds.keyed.pop())
    try:
        quiet(*ours, env=served.env)
        times = [
            (clock(lambda: quiet(*ours, env=served.env)), clock(peer))
            for _ in range(RUNS)]
        answer = subprocess.check_output(["curl", "-s", f"{served.url}/api/products?items_per_page=1"])
        total, wanted = json.loads(answer)["totalCount"], count * (1 + RUNS * 2)
        assert total == wanted, f"{total} listings instead of {wanted}"
    finally:
        served.stop()
    return ratio("tables", f"import of {count} adds vs. curl -Z", medians(times), 1.2)


def bench_memory(folder, count=100_000):
    """The plan of a long table at home."""
    env = {**os.environ, "OPENMARKET_HOME": f"{folder}/home", "TERM": "dumb"}
    cup = next((ROOT / "Fixtures/sample").rglob("*.jpg"))
    quiet(
        MARKET, "add", "--name", "Cup", "--description", "One of many.", "--price", "12000",
        "--currency", "KRW", "--image", cup, "--yes", env=env)
    ids = own_listings(f"{folder}/home/data", count, env)
    table = Path(folder, "prices.csv")
    table.write_text("id,price\n" + "".join(f"{n},{20_001 + n % 1000}\n" for n in ids))
    size = memory(MARKET, "import", table, "--dry-run", env=env)
    return amount("tables", f"memory of a plan of {count} rows", size, 120, "MB")


def bench_export(folder, count=100_000, per_page=1000):
    served = Served(folder, count=count)
    url = f"{served.url}/api/products?page_no=[1-{count // per_page}]&items_per_page={per_page}"
    table = f"{folder}/all.csv"
    try:
        export = [MARKET, "export", "--all", "--yes", table]
        quiet(*export, env=served.env)
        with open(table, "rb") as file:
            lines = file.read().count(b"\n")
        assert lines > count, f"{lines} lines for {count} listings"
        result = pairs(
            lambda: quiet(*export, env=served.env),
            lambda: quiet("curl", "-s", url, "-o", f"{folder}/pages"), 5)
    finally:
        served.stop()
    return ratio("tables", f"export of {count} as CSV vs. curl of the same pages", result, 1.3)

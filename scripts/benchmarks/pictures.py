"""Pictures in cells: a page of them from the cache, and from the market."""
import json, os, random, shutil, statistics, subprocess
from pathlib import Path

from .measure import MARKET, Served, amount, clock, on_terminal, pairs, quiet, ratio
from .photos import photo

COUNT = 20
# The whole page is on the screen, so nothing waits for a reader.
WINDOW = {"rows": 300, "columns": 100}


def stock(served, folder):
    """Adds listings with a picture each, no two of them alike."""
    lines = []
    for number in range(COUNT):
        path = f"{folder}/photo-{number}.jpg"
        photo(path, seed=number)
        lines.append(
            f'add --name "Picture {number}" --price 12000 --currency KRW --stock 1 '
            f'--description "One of a page." --image {path}\n')
    batch = Path(folder) / "adds.market"
    batch.write_text("".join(lines))
    quiet(MARKET, "run", str(batch), env=served.env)


def crowd(cache, count):
    """Puts as many files beside those of the cache as there would be with so many pictures."""
    chance = random.Random(3)
    files = [file for file in cache.iterdir() if file.stat().st_size < 20_000]
    for number in range(count):
        file = files[number % len(files)]
        # Named as those of other pictures would be; what is in them is never looked for.
        name = file.name[:-32] + f"{chance.getrandbits(128):032x}"
        shutil.copyfile(file, cache / name)


def bench_pictures(folder):
    served = Served(folder)
    try:
        stock(served, folder)
        env = {
            **served.env, "TERM": "xterm-256color", "COLORTERM": "truecolor", "MARKET_PAGER": ""}
        quiet(MARKET, "set", "pictures", "symbols", env=env)
        cache = Path(json.loads(
            subprocess.check_output([MARKET, "cache", "--json"], env=env))["folder"])
        url = f"{served.url}/api/products?page_no=1&items_per_page={COUNT}"
        page = json.loads(subprocess.check_output(["curl", "-s", url]))["pages"]
        thumbnails = [listing["thumbnail"] for listing in page]
        assert len(set(thumbnails)) == COUNT

        def run(*options):
            return on_terminal(env, "list", "--per-page", str(COUNT), *options, **WINDOW)

        def forget():
            shutil.rmtree(cache, ignore_errors=True)

        def curls():
            fetches = [
                subprocess.Popen(["curl", "-s", "-o", "/dev/null", address])
                for address in thumbnails]
            assert not any([fetch.wait() for fetch in fetches])

        drawn, plain = run("--grid"), run("--grid", "--no-pictures")
        assert drawn > plain + COUNT * 1000, f"{drawn} bytes are not a page with pictures"
        cold = pairs(lambda: run("--grid"), curls, 20, before=forget)
        good = ratio("pictures", f"grid of {COUNT}, nothing cached, to as many curls", cold, 1.5)
        warm = pairs(lambda: run("--grid"), lambda: run(), 30)
        good &= ratio("pictures", f"grid of {COUNT}, all cached, to list without", warm, 2)
        crowd(cache, 10_000)
        # Looking up, reading, checking and writing out a drawing: more than the look-up alone.
        times = [
            (clock(lambda: run("--grid")) - clock(lambda: run("--grid", "--no-pictures")))
            * 1000 / COUNT for _ in range(30)]
        good &= amount(
            "pictures", "one of 10,000 cached pictures looked up and shown",
            statistics.median(times), 1, "ms")
    finally:
        served.stop()
    return good

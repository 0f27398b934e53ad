"""Pictures in a terminal: a page from the cache and from the market."""
import json, os, random, shutil, statistics, subprocess
from pathlib import Path

from .measure import MARKET, Served, amount, clock, on_terminal, pairs, quiet, ratio
from .photos import photo

COUNT = 20
# Tall enough for the whole page, so that no pager is used.
WINDOW = {"rows": 300, "columns": 100}


def stock(served, folder):
    """Adds listings with a different photo each."""
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


def fill(cache, count):
    """Adds files to the cache as if it contained `count` more pictures."""
    generator = random.Random(3)
    files = [file for file in cache.iterdir() if file.stat().st_size < 20_000]
    for number in range(count):
        file = files[number % len(files)]
        # The names are those of other pictures. The content is never read.
        name = file.name[:-32] + f"{generator.getrandbits(128):032x}"
        shutil.copyfile(file, cache / name)


def first_thumbnails(served):
    """The thumbnail URLs of the first page, which all differ."""
    url = f"{served.url}/api/products?page_no=1&items_per_page={COUNT}"
    page = json.loads(subprocess.check_output(["curl", "-s", url]))["pages"]
    thumbnails = [listing["thumbnail"] for listing in page]
    assert len(set(thumbnails)) == COUNT
    return thumbnails


def bench_pictures(folder):
    served = Served(folder)
    try:
        stock(served, folder)
        env = {
            **served.env, "TERM": "xterm-256color", "COLORTERM": "truecolor", "OPENMARKET_PAGER": ""}
        quiet(MARKET, "set", "pictures", "symbols", env=env)
        return bench_grids(env, first_thumbnails(served))
    finally:
        served.stop()


def bench_grids(env, thumbnails):
    cache = Path(json.loads(
        subprocess.check_output([MARKET, "cache", "--json"], env=env))["folder"])

    def run(*options):
        return on_terminal(env, "list", "--per-page", str(COUNT), *options, **WINDOW)

    def clear():
        shutil.rmtree(cache, ignore_errors=True)

    def curls():
        fetches = [
            subprocess.Popen(["curl", "-s", "-o", "/dev/null", address]) for address in thumbnails]
        assert not any([fetch.wait() for fetch in fetches])

    drawn, plain = run("--grid"), run("--grid", "--no-pictures")
    assert drawn > plain + COUNT * 1000, f"{drawn} bytes are too few for a page with pictures"
    cold = pairs(lambda: run("--grid"), curls, 20, before=clear)
    good = ratio("pictures", f"grid of {COUNT}, nothing cached, vs. as many curls", cold, 1.5)
    warm = pairs(lambda: run("--grid"), lambda: run(), 30)
    good &= ratio("pictures", f"grid of {COUNT}, all cached, vs. list without pictures", warm, 2)
    fill(cache, 10_000)
    # Includes reading, verifying and writing the drawing, not only the lookup.
    times = [
        (clock(lambda: run("--grid")) - clock(lambda: run("--grid", "--no-pictures")))
        * 1000 / COUNT for _ in range(30)]
    good &= amount(
        "pictures", "look up and show one of 10,000 cached pictures",
        statistics.median(times), 1, "ms")
    return good

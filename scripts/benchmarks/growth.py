"""The cost of each operation as a market grows, on both stores; and a market of a million listings."""
import contextlib, http.client, json, math, os
from pathlib import Path
from statistics import median
from urllib.parse import quote

from .measure import LIST, ROOT, Served, clock, load, photo, rates, verdict
from .stores import Postgres, base_market, create_body, grow_database, grow_folder, syllables

SIZES = [int(size) for size in os.environ.get(
    "MARKET_BENCH_SIZES", "1000 10000 100000 1000000").split()]
LARGE, RUNS = int(os.environ.get("MARKET_BENCH_COUNT", 1_000_000)), 3
ARTICLE = ROOT / "Sources/MarketWire/MarketWire.docc/Growth.md"
START, END = "<!-- table -->\n", "<!-- end -->\n"
OPTIONS = ("--log", "off", "--per-address", "256")


def pages(first, end):
    return [LIST.format(page) for page in range(first, end)]


def windows(first, end):
    """Pages for buyers."""
    return [f"/?page={page}" for page in range(first, end)]


def searches(words):
    return [f"{LIST.format(1)}&search_value={quote(word)}" for word in words]


def operations(size, words, revision):
    """The requests of each operation that reads."""
    last = size // 20

    def query(text):
        return [f"{page}&{text}" for page in pages(1, 6)]

    return {
        "first pages": pages(1, 41),
        "last pages": pages(last - 20, last),
        "two-syllable search": searches(words),
        "filter (KRW, in stock)": query("currency=KRW&in_stock=1"),
        "sort by price": query("sort=price"),
        "shop": query("vendor=1"),
        "changed_since, 20 changes": [f"/api/products?changed_since={revision - 20}"],
        "summary": ["/api/products?summary=1"],
        "details": [f"/api/products/{size * n // 50 + 1}" for n in range(50)],
    }


def fetch(server, target):
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=60)
    connection.request("GET", target)
    response = connection.getresponse()
    return json.loads(response.read()), response.headers


def adds(folder, server, **options):
    """Adds with a photo of 100 KB: their number per second, and the median time of one."""
    photo(f"{folder}/photo.jpg")
    headers, body = create_body(server.account, Path(folder, "photo.jpg").read_bytes())
    return load(
        folder, server.url, ["/api/products"], method="POST", body=body, headers=headers, **options)


def measure(folder, data, size, words):
    """The median times of the operations."""
    with Served(folder, data=data, options=OPTIONS) as server:
        envelope, headers = fetch(server, LIST.format(1))
        assert envelope["totalCount"] == size, envelope["totalCount"]
        times = {}
        for name, targets in operations(size, words, int(headers["OpenMarket-Revision"])).items():
            # A summary of a million listings takes longer than wrk waits.
            times[name] = (
                median([clock(lambda: fetch(server, targets[0])) for _ in range(3)])
                if name == "summary" else load(folder, server.url, targets)[1])
        times["add with 100 KB"] = adds(folder, server)[1]
        newest = fetch(server, LIST.format(1))[0]["pages"][0]["id"]
        change = {"secret": server.account["secret"], "name": "빨간 머그컵", "stock": 3}
        times["edit"] = load(
            folder, server.url, [f"/api/products/{newest}"], method="PATCH",
            body=json.dumps(change).encode(),
            headers={"identifier": server.account["identifier"], "Content-Type": "application/json"})[1]
        return times


def text(seconds):
    """A time with two digits, in milliseconds."""
    value = seconds * 1000
    digits = 1 - math.floor(math.log10(value))
    return f"{round(value, digits):,.{max(0, digits)}f}"


def table(stores):
    lines = []
    for name, figures in stores.items():
        lines += [f"| {name}, ms | " + " | ".join(f"{size:,}" for size in SIZES) + " |",
                  "| --- |" + " ---: |" * len(SIZES)]
        for operation in figures[SIZES[0]]:
            cells = [text(figures[size][operation]) for size in SIZES]
            lines.append(f"| {operation} | " + " | ".join(cells) + " |")
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def filled(folder, postgres, size):
    """A market of this size in a folder and one in a database, and words that it has."""
    place, name = f"{folder}/market-{size}", f"market{size}"
    url = postgres.create(name)
    for data in (place, url):
        base_market(folder, data)
    words = syllables(place)
    grow_folder(place, size)
    grow_database(postgres, name, size)
    return place, url, words


def bench_growth(folder):
    """Writes the table of the article about growth."""
    stores = {"SQLite": {}, "PostgreSQL": {}}
    with Postgres() as postgres:
        for size in SIZES:
            *places, words = filled(folder, postgres, size)
            for name, data in zip(stores, places):
                stores[name][size] = measure(folder, data, size, words)
                cells = ", ".join(f"{key} {text(value)}" for key, value in stores[name][size].items())
                print(f"growth   {name}, {size:,} listings, ms: {cells}", flush=True)
    before, rest = ARTICLE.read_text().split(START)
    ARTICLE.write_text(before + START + table(stores) + END + rest.split(END)[1])
    return True


def bench_large(folder):
    """Pages for apps and buyers and searches of a million listings, compared with 1,000; adds on both
    stores."""
    good = True
    with contextlib.ExitStack() as stack:
        postgres = stack.enter_context(Postgres())
        *small, words = filled(folder, postgres, 1000)
        large = filled(folder, postgres, LARGE)[:2]
        last = LARGE // 20
        requests = [
            (0, pages(1, 41)), (1, pages(1, 41)), (1, pages(last - 40, last)), (1, searches(words)),
            (0, windows(1, 41)), (1, windows(1, 41)), (1, windows(last - 40, last))]
        adding = []
        for name, *places in zip(("SQLite", "PostgreSQL"), small, large):
            servers = [stack.enter_context(Served(folder, data=place, options=OPTIONS)) for place in places]
            adding.append(servers[0])
            runs = [
                [load(folder, servers[index].url, targets)[1] for index, targets in requests]
                for _ in range(RUNS + 1)]
            # The first run fills the caches.
            base, page, deep, found, window_base, window, window_deep = map(median, zip(*runs[1:]))
            what = f"{name}, {LARGE:,} listings"
            for part, value, limit in (
                    ("a page to one of 1,000 listings", page / base, 1.5),
                    ("the last page to the first", deep / page, 1.5),
                    ("a search to a page", found / page, 10),
                    ("a page for buyers to one of 1,000 listings", window / window_base, 1.5),
                    ("the last page for buyers to the first", window_deep / window, 1.5)):
                good &= verdict("large", f"{what}: {part}: {value:.2f}", value, limit)
        files, database = (
            lambda server=server: adds(folder, server, connections=8, seconds=4)[0] for server in adding)
        return good & rates(
            "large", "adds with 100 KB on PostgreSQL vs. in a folder", database, files, 0.65, RUNS)

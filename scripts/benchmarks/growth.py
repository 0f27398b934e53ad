"""The cost of each operation as a market grows, on both stores: a table and a picture."""
import http.client, json, math, os
from pathlib import Path
from urllib.parse import quote

from .measure import ROOT, clock
from .photos import photo
from .postgres import LIST, median
from .stores import (
    Load, Postgres, Server, account, base_market, create_body, grow_database, grow_folder, syllables)

SIZES = [int(size) for size in os.environ.get(
    "MARKET_BENCH_SIZES", "1000 10000 100000 1000000").split()]
DOCUMENTS = ROOT / "Sources/MarketWire/MarketWire.docc"
START, END = "<!-- table -->\n", "<!-- end -->\n"


def query(text):
    return [f"{LIST.format(page)}&{text}" for page in range(1, 6)]


def operations(size, words, ids, revision):
    """The requests of each operation that reads."""
    pages = size // 20
    return {
        "first pages": [LIST.format(page) for page in range(1, 41)],
        "last pages": [LIST.format(page) for page in range(pages - 20, pages)],
        "two-syllable search": [f"{LIST.format(1)}&search_value={quote(word)}" for word in words],
        "filter (KRW, in stock)": query("currency=KRW&in_stock=1"),
        "sort by price": query("sort=price"),
        "shop": query("vendor=1"),
        "changed_since, 20 changes": [f"/api/products?changed_since={revision - 20}"],
        "summary": ["/api/products?summary=1"],
        "details": [f"/api/products/{number}" for number in ids],
    }


def fetch(server, target):
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=60)
    connection.request("GET", target)
    response = connection.getresponse()
    return json.loads(response.read()), response.headers


def add_and_edit(folder, server, credentials):
    """The median times of an add with a photo of 100 KB and of an edit, of one client."""
    headers, body = create_body(credentials, Path(folder, "photo.jpg").read_bytes())
    added = Load(folder, server.url, ["/api/products"], method="POST", body=body, headers=headers)
    times = {"add with 100 KB": added.result()[1]}
    newest = fetch(server, LIST.format(1))[0]["pages"][0]["id"]
    change = json.dumps({"secret": credentials["secret"], "name": "빨간 머그컵", "stock": 3}).encode()
    edited = Load(
        folder, server.url, [f"/api/products/{newest}"], method="PATCH", body=change,
        headers={"identifier": credentials["identifier"], "Content-Type": "application/json"})
    return times | {"edit": edited.result()[1]}


def measure(folder, data, size, words):
    credentials = account(folder, data)
    server = Server(folder, data)
    try:
        envelope, headers = fetch(server, LIST.format(1))
        assert envelope["totalCount"] == size, envelope["totalCount"]
        ids = [size * n // 50 + 1 for n in range(50)]
        times = {}
        for name, targets in operations(size, words, ids, int(headers["OpenMarket-Revision"])).items():
            # A summary of a million listings takes longer than wrk waits.
            times[name] = (
                median([clock(lambda: fetch(server, targets[0])) for _ in range(3)])
                if name == "summary" else Load(folder, server.url, targets).result()[1])
        return times | add_and_edit(folder, server, credentials)
    finally:
        server.stop()


def text(seconds):
    """A time with two digits, in milliseconds."""
    value = seconds * 1000
    digits = max(0, 1 - math.floor(math.log10(value)))
    return f"{value:,.{digits}f}" if digits else f"{round(value, 1 - math.floor(math.log10(value))):,.0f}"


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


COLORS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#e377c2", "#7f7f7f",
          "#17becf", "#bcbd22", "#000000"]


def picture(stores):
    """Lines over the number of listings, both axes logarithmic; one panel per store."""
    width, height, left, top, gap = 330, 300, 76, 40, 96
    values = [value for figures in stores.values() for size in SIZES for value in figures[size].values()]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    parts = []

    def label(x, y, content, anchor="middle", color="#555"):
        parts.append(f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{color}">{content}</text>')

    for panel, (name, figures) in enumerate(stores.items()):
        x0 = left + panel * (width + gap)
        place = lambda index: x0 + width * index / max(1, len(SIZES) - 1)
        level = lambda value: top + height * (high - math.log10(value)) / (high - low)
        label(x0 + width / 2, 22, name, color="#000")
        for power in range(low, high + 1):
            y = level(10 ** power)
            parts.append(f'<path d="M{x0} {y:.0f}h{width}" stroke="#ddd"/>')
            label(x0 - 6, y + 4, f"{10.0 ** power * 1000:g} ms", "end")
        for index, size in enumerate(SIZES):
            label(place(index), top + height + 18, f"{size:,}")
        for color, operation in zip(COLORS, figures[SIZES[0]]):
            points = " ".join(
                f"{place(index):.1f},{level(figures[size][operation]):.1f}"
                for index, size in enumerate(SIZES))
            parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
    names = list(next(iter(stores.values()))[SIZES[0]])
    for index, (color, operation) in enumerate(zip(COLORS, names)):
        x, y = left + index % 4 * 205, top + height + 46 + index // 4 * 20
        parts.append(f'<path d="M{x} {y - 4}h16" stroke="{color}" stroke-width="2"/>')
        label(x + 22, y, operation, "start")
    total = left + len(stores) * (width + gap) - gap + 60
    bottom = top + height + 60 + (len(names) + 3) // 4 * 20
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {bottom}" '
            f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
            + "".join(parts) + "</svg>\n")


def document(stores):
    """Writes the table into the article about growth, and the picture beside it."""
    article = DOCUMENTS / "Growth.md"
    before, rest = article.read_text().split(START)
    article.write_text(before + START + table(stores) + END + rest.split(END)[1])
    (DOCUMENTS / "growth.svg").write_text(picture(stores))


def bench_growth(folder):
    photo(f"{folder}/photo.jpg")
    postgres = Postgres()
    stores = {"SQLite": {}, "PostgreSQL": {}}
    try:
        for size in SIZES:
            place = f"{folder}/market-{size}"
            url = postgres.create(f"market{size}")
            for data in (place, url):
                base_market(folder, data)
            words = syllables(place)
            grow_folder(place, size)
            grow_database(postgres, f"market{size}", size)
            stores["SQLite"][size] = measure(folder, place, size, words)
            stores["PostgreSQL"][size] = measure(folder, url, size, words)
            for name, figures in stores.items():
                cells = ", ".join(f"{key} {text(value)}" for key, value in figures[size].items())
                print(f"growth   {name}, {size:,} listings, ms: {cells}", flush=True)
    finally:
        postgres.stop()
    document(stores)
    print(table(stores), flush=True)
    return True

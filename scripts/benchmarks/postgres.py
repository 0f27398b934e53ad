"""A market of a million listings on both stores, and PostgreSQL's own tools beside it."""
import os, re, sqlite3, subprocess, time
from pathlib import Path
from urllib.parse import quote

from .measure import MARKET, clock, quiet
from .photos import photo
from .stores import (
    Load, Postgres, Server, account, base_market, create_body, grow_database, grow_folder, syllables)

COUNT, RUNS, MOVED = int(os.environ.get("MARKET_BENCH_COUNT", 1_000_000)), 3, 10_000
LIST = "/api/products?page_no={}&items_per_page=20"


def verdict(what, value, limit, is_least=False):
    good = value >= limit if is_least else value <= limit
    bound = "at least" if is_least else "at most"
    print(f"postgres {what}: {value:.2f} ({bound} {limit}) {'ok' if good else 'TOO SLOW'}", flush=True)
    return good


def median(values):
    return sorted(values)[len(values) // 2]


def time_of(folder, server, targets):
    """The median time of a request over one connection, none from the cache of pages."""
    return Load(folder, server.url, targets).result()[1]


def reads(folder, name, small, large, words):
    """List pages and searches of a market of a million, compared with one of 1,000."""
    pages = COUNT // 20
    first = [LIST.format(page) for page in range(1, 41)]
    last = [LIST.format(page) for page in range(pages - 40, pages)]
    search = [LIST.format(1) + "&search_value=" + quote(word) for word in words]
    for server in (small, large):
        time_of(folder, server, first)
    time_of(folder, large, search)
    runs = []
    for _ in range(RUNS):
        runs.append([
            time_of(folder, small, first), time_of(folder, large, first),
            time_of(folder, large, last), time_of(folder, large, search)])
    base, page, deep, found = (median(values) for values in zip(*runs))
    print(f"postgres {name}: page {base * 1e6:.0f} µs of 1,000, {page * 1e6:.0f} µs of {COUNT:,}, page "
          f"{pages:,} {deep * 1e6:.0f} µs, search {found * 1e6:.0f} µs ({len(words)} words)", flush=True)
    good = verdict(f"{name}: list page of {COUNT:,} to 1,000", page / base, 1.5)
    good &= verdict(f"{name}: page {pages:,} to page 1", deep / page, 1.5)
    return good & verdict(f"{name}: two-syllable search to page 1", found / page, 10)


PAGE_SQL = """
\\set bound random(2000, {count})
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT next_vendor, next_product, next_picture, revision, floor, live FROM market_state;
SELECT product.id, vendor_id, vendor.name, product.name, description, currency, price, discount,
  stock, thumbnail, product.created_at, issued_at, removal_id
FROM product JOIN vendor ON vendor.id = vendor_id
WHERE product.id < :bound ORDER BY product.id DESC LIMIT 20 OFFSET 7;
COMMIT;
"""


def three_processes(folder, postgres, data):
    """List pages a second of three processes, compared with pgbench."""
    servers = [Server(folder, data) for _ in range(3)]
    pages = [LIST.format(page) for page in range(1, 1001)]
    Path(folder, "page.sql").write_text(PAGE_SQL.format(count=COUNT))

    def ours():
        loads = [Load(folder, server.url, pages, 8, cached=True) for server in servers]
        return sum(load.result()[0] for load in loads)

    def peer():
        output = subprocess.check_output(
            ["pgbench", "-n", "-M", "prepared", "-f", f"{folder}/page.sql", "-c", "24", "-j", "2",
             "-T", "2", postgres.url("large")], text=True, stderr=subprocess.DEVNULL)
        return float(re.search(r"tps = ([\d.]+)", output)[1])

    try:
        ours(), peer()
        runs = [(ours(), peer()) for _ in range(RUNS)]
    finally:
        for server in servers:
            server.stop()
    mine, others = (median(values) for values in zip(*runs))
    print(f"postgres three processes: {mine:.0f} list pages/s, pgbench {others:.0f}/s", flush=True)
    return verdict("list pages of three processes to pgbench", median([a / b for a, b in runs]), 0.4, True)


def creates(folder, postgres):
    """Adds with a photo of 100 KB from 8 clients on PostgreSQL, compared with a folder."""
    photo(f"{folder}/photo.jpg")
    places = [postgres.create("adds"), f"{folder}/adds"]
    adds = [create_body(account(folder, place), Path(folder, "photo.jpg").read_bytes())
            for place in places]
    servers = [Server(folder, place) for place in places]

    def rate(index):
        headers, body = adds[index]
        return Load(folder, servers[index].url, ["/api/products"], 8, method="POST", body=body,
                    headers=headers, seconds=4).result()[0]

    try:
        rate(0), rate(1)
        runs = [(rate(0), rate(1)) for _ in range(RUNS)]
    finally:
        for server in servers:
            server.stop()
    mine, others = (median(values) for values in zip(*runs))
    print(f"postgres adds with 100 KB: {mine:.0f}/s, in a folder {others:.0f}/s", flush=True)
    return verdict("adds on PostgreSQL to adds in a folder", median([a / b for a, b in runs]), 0.65, True)


def with_pictures(data):
    """Gives each listing of a market in a folder two picture files of its own, 25 KB together."""
    market = sqlite3.connect(f"{data}/market.sqlite")
    folder = "pictures/1/20261121"
    Path(data, folder).mkdir(parents=True, exist_ok=True)
    market.execute("DELETE FROM picture WHERE id NOT IN (SELECT min(id) FROM picture GROUP BY product_id)")
    for number, in market.execute("SELECT id FROM picture").fetchall():
        names = [f"{folder}/{number:032x}_{kind}.jpg" for kind in ("origin", "thumb")]
        for name, size in zip(names, (20_000, 5_000)):
            Path(data, name).write_bytes(os.urandom(size))
        market.execute("UPDATE picture SET origin = ?, thumbnail = ? WHERE id = ?", (*names, number))
    market.execute("UPDATE product SET thumbnail = (SELECT thumbnail FROM picture WHERE product_id = product.id)")
    market.commit()
    market.close()


def moves(folder, postgres):
    """`move` of 10,000 listings with pictures, compared with `\\copy` of the same bytes."""
    source = f"{folder}/moved"
    base_market(folder, source)
    grow_folder(source, MOVED)
    with_pictures(source)
    env = {**os.environ, "OPENMARKET_HOME": f"{folder}/home"}
    tables = ["picture_file", "product", "picture"]
    runs = []
    for run in range(RUNS):
        url = postgres.create(f"moved{run}")
        ours = clock(lambda: quiet(MARKET, "move", "--from", source, "--to", url, env=env))
        if not run:
            postgres.sql("moved0", "".join(
                f"\\copy {table} TO '{folder}/{table}.copy' (FORMAT binary)\n" for table in tables))
        postgres.sql(f"moved{run}", "".join(
            f"CREATE TABLE copy_{table} (LIKE {table} INCLUDING ALL);" for table in tables))
        copies = "".join(
            f"\\copy copy_{table} FROM '{folder}/{table}.copy' (FORMAT binary)\n" for table in tables)
        peer = clock(lambda: postgres.sql(f"moved{run}", copies))
        runs.append((ours, peer))
    mine, others = (median(values) for values in zip(*runs))
    print(f"postgres move of {MOVED:,} listings: {mine:.1f} s, \\copy {others:.1f} s", flush=True)
    return verdict("move to \\copy of the same bytes", median([a / b for a, b in runs]), 2)


def bench_postgres(folder):
    postgres = Postgres()
    servers = []
    try:
        start = time.perf_counter()
        folders = [f"{folder}/small", f"{folder}/large"]
        urls = [postgres.create("small"), postgres.create("large")]
        for place in folders + urls:
            base_market(folder, place)
        grow_folder(folders[1], COUNT)
        grow_database(postgres, "large", COUNT)
        print(f"postgres {COUNT:,} listings on both stores after {time.perf_counter() - start:.0f} s",
              flush=True)
        words = syllables(folders[0])
        good = True
        for name, places in (("SQLite", folders), ("PostgreSQL", urls)):
            servers = [Server(folder, place) for place in places]
            good &= reads(folder, name, *servers, words)
            for server in servers:
                server.stop()
            servers = []
        good &= three_processes(folder, postgres, urls[1])
        good &= creates(folder, postgres)
        return good & moves(folder, postgres)
    finally:
        for server in servers:
            server.stop()
        postgres.stop()

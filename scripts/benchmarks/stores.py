"""Large markets on both stores: a PostgreSQL server, and a million listings in a minute."""
import json, os, shutil, sqlite3, subprocess, tempfile
from pathlib import Path

from .measure import MARKET, home, quiet

BASE = 1000
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

class Postgres:
    """A PostgreSQL server on a socket in a new folder, with the usual durability."""

    def __init__(self):
        versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not versions:
            raise SystemExit("bench: PostgreSQL not found; to install: scripts/bench --setup")
        self.programs = versions[-1].parent
        self.folder = tempfile.mkdtemp(prefix="market-pg-", dir="/tmp")
        # PostgreSQL does not run as root.
        self.user = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
        if os.geteuid():
            self.user = []
        else:
            shutil.chown(self.folder, "postgres", "postgres")
        self.run("initdb", "-A", "trust", "-U", "market", "-E", "UTF8", "--locale=C.UTF-8", "-D",
                 f"{self.folder}/data")
        settings = (
            f"-k {self.folder} -c listen_addresses= -c shared_buffers=512MB -c max_wal_size=4GB"
            " -c maintenance_work_mem=512MB -c checkpoint_timeout=30min")
        self.run("pg_ctl", "-s", "-w", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log",
                 "-o", settings, "start")

    def run(self, program, *arguments):
        quiet(*self.user, str(self.programs / program), *arguments)

    def url(self, database):
        return f"postgresql://market@/{database}?host={self.folder}"

    def create(self, database):
        quiet("psql", "-qX", "-c", f"CREATE DATABASE {database}", self.url("postgres"))
        return self.url(database)

    def sql(self, database, script):
        """Runs a script; returns the lines of its output."""
        done = subprocess.run(
            ["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-f", "-", self.url(database)], input=script,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise SystemExit(f"bench: psql failed\n{done.stderr[-2000:]}")
        return done.stdout.splitlines()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.run("pg_ctl", "-s", "-w", "-m", "immediate", "-D", f"{self.folder}/data", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


def base_market(folder, data):
    """A market of `BASE` listings with the ids from 1."""
    quiet(MARKET, "demo", "load", "--count", str(BASE - 122), "--data", data, env=home(folder))


def grow_database(server, database, count):
    """Copies the listings of a new market until there are `count`."""
    copies = count // BASE - 1
    if copies:
        server.sql(database, f"""
      DROP INDEX product_grams;
      INSERT INTO product SELECT id + n * {BASE}, vendor_id, name, description, folded, grams,
          currency, price, discount, stock, thumbnail, created_at, issued_at, removal_id, folded_name,
          bargain, share, revision + n * {BASE}
        FROM generate_series(1, {copies}) AS n, product ORDER BY n, id;
      INSERT INTO picture SELECT id + n * (SELECT max(id) FROM picture), product_id + n * {BASE},
          origin, thumbnail, created_at
        FROM generate_series(1, {copies}) AS n, picture ORDER BY n, id;
      UPDATE market_state SET next_product = {count} + 1,
        next_picture = (SELECT max(id) + 1 FROM picture), live = {count},
        revision = (SELECT max(revision) FROM product);
      UPDATE gram_count SET live = live * {count // BASE};
      TRUNCATE page_bucket, page_block;
      INSERT INTO page_bucket SELECT id / 256, count(*) FROM product GROUP BY 1;
      INSERT INTO page_block SELECT id / 65536, count(*) FROM product GROUP BY 1;
      CREATE INDEX product_grams ON product USING gin (grams);
      """)
    server.sql(database, "VACUUM ANALYZE")


def grams(text):
    """The pairs of neighboring characters as words, as the store writes them."""
    words = set()
    for a, b in zip(text, text[1:]):
        if "\n" in (a, b):
            continue
        number, word = ord(a) << 21 | ord(b), ""
        while number:
            number, digit = divmod(number, 36)
            word = DIGITS[digit] + word
        words.add(word)
    return " ".join(sorted(words))


def grow_folder(data, count):
    """Copies the listings of a new market until there are `count`."""
    copies = count // BASE - 1
    if not copies:
        return
    market = sqlite3.connect(f"{data}/market.sqlite", isolation_level=None)
    market.create_function("grams", 1, grams, deterministic=True)
    made = market.execute("""
      SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL
        AND tbl_name IN ('product', 'picture') AND type IN ('index', 'trigger')""").fetchall()
    columns = [row[1] for row in market.execute("PRAGMA table_info(product)")]
    values = ", ".join(
        {"id": f"id + n * {BASE}", "revision": f"revision + n * {BASE}"}.get(name, name)
        for name in columns)
    market.executescript(f"""
      PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY; BEGIN;
      {"".join(f"DROP {kind} {name};" for kind, name, _ in made)}
      CREATE TEMP TABLE copy AS WITH RECURSIVE up(n) AS (
        SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < {copies}) SELECT n FROM up;
      CREATE TEMP TABLE base AS SELECT * FROM product ORDER BY id;
      CREATE TEMP TABLE base_gram AS SELECT id, grams(folded) AS grams FROM product ORDER BY id;
      INSERT INTO product ({", ".join(columns)})
        SELECT {values} FROM copy CROSS JOIN base ORDER BY n, id;
      INSERT INTO product_gram (rowid, grams)
        SELECT id + n * {BASE}, grams FROM copy CROSS JOIN base_gram ORDER BY n, id;
      CREATE TEMP TABLE base_picture AS SELECT * FROM picture;
      INSERT INTO picture SELECT id + n * (SELECT max(id) FROM base_picture), product_id + n * {BASE},
        origin, thumbnail, created_at FROM copy CROSS JOIN base_picture ORDER BY n, id;
      UPDATE market_revision SET live = {count}, number = (SELECT max(revision) FROM product);
      DELETE FROM page_bucket; DELETE FROM page_block;
      INSERT INTO page_bucket SELECT id / 256, count(*) FROM product GROUP BY 1;
      INSERT INTO page_block SELECT id / 65536, count(*) FROM product GROUP BY 1;
      {"".join(f"{sql};" for _, _, sql in made)}
      COMMIT; PRAGMA wal_checkpoint(TRUNCATE);""")
    market.close()


def create_body(credentials, photo):
    """The headers and the body of an add with a photo."""
    boundary = "boundary-of-a-benchmark"
    fields = json.dumps({
        "name": "파란 머그컵", "description": "A mug of blue glass", "price": 12000, "currency": "KRW",
        "discounted_price": 1000, "stock": 5, "secret": credentials["secret"]}).encode()
    start = f"--{boundary}\r\nContent-Disposition: form-data; "
    body = (
        start + 'name="params"\r\nContent-Type: application/json\r\n\r\n').encode() + fields
    body += ("\r\n" + start + 'name="images"; filename="a.jpg"\r\n'
             "Content-Type: image/jpeg\r\n\r\n").encode() + photo
    body += f"\r\n--{boundary}--\r\n".encode()
    return {
        "identifier": credentials["identifier"],
        "Content-Type": f"multipart/form-data; boundary={boundary}"}, body


def syllables(data):
    """Pairs of Korean syllables in the names of listings."""
    market = sqlite3.connect(f"{data}/market.sqlite")
    names = [name for name, in market.execute("SELECT name FROM product WHERE id <= 122")]
    market.close()
    pairs = {a + b for name in names for a, b in zip(name, name[1:])
             if "가" <= a <= "힣" and "가" <= b <= "힣"}
    return sorted(pairs)

"""Statistics about a large embedded market, compared with the same sums in SQL."""
import glob, os, subprocess

from .measure import MARKET, pairs, quiet, ratio

# One pass for the counts, one for the quartiles, one for the histogram, one for the weeks.
SUMS = """
SELECT count(*), sum(stock > 0), sum(stock BETWEEN 1 AND 4), sum(stock = 0), sum(discount > 0),
  sum(stock) FROM product;
SELECT currency, count(*), sum(bargain * stock) FROM product GROUP BY currency;
SELECT currency, bargain FROM (SELECT currency, bargain, row_number() OVER in_order AS number,
  count(*) OVER (PARTITION BY currency) AS total FROM product
  WINDOW in_order AS (PARTITION BY currency ORDER BY bargain))
  WHERE number IN (1, (total + 3) / 4, (2 * total + 3) / 4, (3 * total + 3) / 4, total);
SELECT currency, length(bargain), bargain / 1000000, count(*) FROM product GROUP BY 1, 2, 3;
SELECT (created_at - 345600000) / 604800000, count(*) FROM product GROUP BY 1;
"""


def bench_stats(folder, count=100_000):
    env = {**os.environ, "OPENMARKET_HOME": f"{folder}/home"}
    quiet(MARKET, "demo", "load", "--count", str(count), env=env)
    database = glob.glob(f"{folder}/home/data/**/*.sqlite", recursive=True)[0]
    shown = subprocess.check_output(
        [MARKET, "stats", "--all", "--fields", "count"], env=env, text=True)
    assert int(shown) >= count, f"{shown} listings instead of {count}"
    result = pairs(
        lambda: quiet(MARKET, "stats", "--all", "--json", env=env),
        lambda: quiet("sqlite3", "-readonly", database, SUMS), 10)
    return ratio("stats", f"stats of {count} vs. sqlite3 doing the same sums", result, 3)

"""Attacks with reads that scan all listings."""
import time
from collections import Counter

from .target import Client, shown, together

SECONDS = 2
QUERIES = {
    "searches": "search_value=nothing-has-this-name-{}", "sorted pages": "sort=name&page_no={}",
    "filters": "min_price=1&max_price={}", "summaries": "summary=1&min_price={}",
    "changes": "changed_since=0&n={}", "large pages": "items_per_page=1000&n={}",
}


def flood(what, query, clients):
    """An attack of clients at four addresses that repeat a query without a pause."""

    def attack(target):
        end = time.monotonic() + SECONDS

        def run(index):
            client, counts, slowest = Client(target.url, 2 + index % 4), Counter(), 0
            number = index * 100_000
            while time.monotonic() < end:
                number += 1
                start = time.perf_counter()
                counts[client.ask("GET", "/api/products?" + query.format(number))[0]] += 1
                slowest = max(slowest, time.perf_counter() - start)
            return counts, slowest

        seen = together(clients, run)
        counts, slowest = sum((counts for counts, _ in seen), Counter()), max(time for _, time in seen)
        good = set(counts) <= {200, 410, 503} and slowest < 11
        return good, f"{clients} clients with {what}: {shown(counts)}, slowest {slowest:.2f} s"

    return attack


ATTACKS = [flood(what, query, 40) for what, query in QUERIES.items()]

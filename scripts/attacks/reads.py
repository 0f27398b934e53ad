"""Attacks with reads that scan all listings."""
from collections import Counter
import threading, time

from .target import Client

SECONDS = 2
QUERIES = {
    "searches": "search_value=nothing-has-this-name-{}", "sorted pages": "sort=name&page_no={}",
    "filters": "min_price=1&max_price={}", "summaries": "summary=1&min_price={}",
    "changes": "changed_since=0&n={}", "large pages": "items_per_page=1000&n={}",
}


def flood(what, query, clients):
    """An attack of clients at four addresses that repeat a query without a pause."""

    def attack(target):
        counts, slowest = Counter(), [0]
        end = time.monotonic() + SECONDS

        def run(index):
            client = Client(target.url, 2 + index % 4)
            number = index * 100_000
            while time.monotonic() < end:
                number += 1
                start = time.perf_counter()
                status, _ = client.ask("GET", "/api/products?" + query.format(number))
                slowest[0] = max(slowest[0], time.perf_counter() - start)
                counts[status] += 1

        threads = [threading.Thread(target=run, args=(index,)) for index in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        text = ", ".join(f"{count} × {status}" for status, count in sorted(counts.items()))
        good = set(counts) <= {200, 410, 503} and slowest[0] < 11
        return good, f"{clients} clients with {what}: {text}, slowest {slowest[0]:.2f} s"

    return attack


ATTACKS = [flood(what, query, 40) for what, query in QUERIES.items()]

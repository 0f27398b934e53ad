"""An hour of everything at once: mutated requests over HTTP and TLS beside sellers and buyers.

The memory of both servers must not grow in the second half, and no request may get a 500."""
import json, os, random, time
from collections import Counter
from pathlib import Path

from benchmarks.measure import Served, photo, resident

from .clients import Secure, shower
from .target import SPARE, Client, descriptors, remove, settled, together, upload

# `OPENMARKET_MIX_SECONDS` is another duration.
SECONDS = float(os.environ.get("OPENMARKET_MIX_SECONDS", "3600"))
LISTINGS = 10_000
READS = [
    "/", "/?q=mug&view=grid", "/?page=40", "/listings/1", "/shop.css", "/healthChecker", "/metrics",
    "/api/products?page_no=1&items_per_page=20", "/api/products?page_no=300&items_per_page=20",
    "/api/products?page_no=1&items_per_page=20&search_value=mug", "/api/products/1"]


class Mix:
    """The requests so far, and whether it is time to end."""

    def __init__(self):
        self.end = time.monotonic() + SECONDS
        self.statuses = Counter()

    @property
    def goes_on(self):
        return time.monotonic() < self.end

    def mutations(self, name, url, wrap=lambda connection: connection):
        while self.goes_on:
            for status, count in shower(url, 200, threads=2, wrap=wrap).items():
                self.statuses[f"{name} {status}"] += count

    def buyer(self, url, number):
        generator, client = random.Random(number), Client(url, number)
        while self.goes_on:
            path = generator.choice(READS)
            self.statuses[f"read {client.ask('GET', path)[0]}"] += 1
            time.sleep(0.002)

    def seller(self, served, image, number):
        """Adds a listing, changes it and removes it, so that the market stays as large as it is."""
        client = Client(served.url, number)
        secret, identifier = served.account["secret"], served.account["identifier"]
        headers = {"identifier": identifier, "Content-Type": "application/json"}
        while self.goes_on:
            status, answer = upload(served.url, served.account, [image], number)
            self.statuses[f"add {status}"] += 1
            if status == 201:
                path = f"/api/products/{json.loads(answer)['id']}"
                body = json.dumps({"secret": secret, "stock": 3})
                self.statuses[f"edit {client.ask('PATCH', path, body, headers)[0]}"] += 1
                removed = remove(client, served.account, json.loads(answer)["id"])
                self.statuses[f"remove {removed}"] += 1
            time.sleep(0.1)


def sample(mix, servers, seconds=5):
    """The memory of each server, every few seconds."""
    samples = [[] for _ in servers]
    while mix.goes_on:
        for server, seen in zip(servers, samples):
            seen.append(resident(server.process.pid))
        time.sleep(min(seconds, SECONDS / 100))
    return samples


def growth(samples):
    """The median of the last eighth, to the one of the eighth that begins at half time."""
    eighth = max(1, len(samples) // 8)
    middle = sorted(samples[len(samples) // 2:][:eighth])[eighth // 2]
    return middle, sorted(samples[-eighth:])[eighth // 2]


def mix(folder):
    plain, secure = Served(folder, count=LISTINGS), Secure(folder)
    image = f"{folder}/photo.jpg"
    photo(image, 1)
    image = Path(image).read_bytes()
    servers = [plain, secure]
    try:
        before = [descriptors(server.process.pid) for server in servers]
        run = Mix()
        jobs = [
            lambda: run.mutations("http", plain.url),
            lambda: run.mutations("tls", secure.url, secure.wrap),
            lambda: run.buyer(plain.url, 101), lambda: run.buyer(plain.url, 102),
            lambda: run.seller(plain, image, 111), lambda: run.seller(plain, image, 112),
            lambda: sample(run, servers)]
        samples = together(len(jobs), lambda index: jobs[index]())[-1]
        sizes = [growth(seen) for seen in samples]
        after = [
            settled(server.process.pid, count + SPARE, patience=40)
            for server, count in zip(servers, before)]
        good = not any(status.endswith(" 500") for status in run.statuses)
        good &= all(late <= 1.03 * middle for middle, late in sizes)
        good &= all(now <= count + SPARE for now, count in zip(after, before))
        memory = ", ".join(f"{middle:.1f} then {late:.1f} MB" for middle, late in sizes)
        return good, (
            f"{sum(run.statuses.values())} requests in {SECONDS:.0f} s: "
            f"{dict(sorted(run.statuses.items()))}; memory at half time and at the end: {memory} "
            f"(HTTP, TLS); descriptors {before} before, {after} after")
    finally:
        for server in servers:
            server.stop()


ATTACKS = [mix]

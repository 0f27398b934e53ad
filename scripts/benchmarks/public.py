"""What a large public market needs: filling it, far pages, pages for buyers, and TLS."""
import http.client, os, socket, statistics, subprocess, time

from .batches import Adds
from .measure import MARKET, ROOT, Served, amount, clock, quiet, ratio
from .serve import LIST, Wrk, compare, rate

COUNT, PAGES, ROUNDS = 100_000, 200, 5


def reader(url):
    """Reads pages one after the other over one connection; returns the median time of one."""
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=20)

    def read(first):
        def one(page):
            connection.request("GET", LIST.replace("PAGE", str(page)))
            connection.getresponse().read()

        return statistics.median(clock(lambda: one(page)) for page in range(first, first + PAGES))

    return read


def far_pages(url):
    """Each page is read for the first time, so none comes from the cache of pages."""
    read = reader(url)
    read(2000)
    times = [(read(4000 + n * PAGES), read(1 + n * PAGES)) for n in range(ROUNDS)]
    far, near, share = (
        statistics.median(values) for values in zip(*((a, b, a / b) for a, b in times)))
    return ratio("public", f"page 4,000 of {COUNT} listings vs. page 1", (far, near, share), 1.3)


class SlowConnections:
    """500 connections from 20 addresses, each with a request that does not end."""

    def __init__(self, url):
        host, port = url.removeprefix("http://").split(":")
        self.all = [
            socket.create_connection((host, int(port)), 10, (f"127.0.0.{2 + n % 20}", 0))
            for n in range(500)]
        for connection in self.all:
            connection.sendall(b"GET /api/products HTTP/1.1\r\nHost: a\r\nX-Slow: ")

    def end(self):
        for connection in self.all:
            connection.close()


class Uploads:
    """8 clients that add listings with photos of 100 KB until they are ended."""

    def __init__(self, adds):
        self.process = subprocess.Popen(
            ["curl", "-Z", "--parallel-max", "8", "--config", adds.config],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def end(self):
        if self.process.poll() is not None:
            raise SystemExit("bench: the uploads ended before the measurement")
        self.process.terminate()
        self.process.wait(timeout=20)


def beside(what, folder, url, figure, limit, start):
    """A list page read by one client, alone and beside other clients."""

    def one():
        return Wrk(folder, url, LIST, 1).result()[figure] / 1e6

    times = []
    for _ in range(ROUNDS):
        alone = one()
        others = start()
        time.sleep(0.3)
        times.append((one(), alone))
        others.end()
        time.sleep(0.3)
    ours, alone, share = (
        statistics.median(values) for values in zip(*((a, b, a / b) for a, b in times)))
    return ratio("public", what, (ours, alone, share), limit)


def bench_crowds(folder):
    os.makedirs(folder)
    served = Served(folder, samples=True, options=("--log", "off"))
    try:
        url = served.url
        good = beside(
            "99th percentile beside 500 slow connections vs. without", folder, url, "p99", 3,
            lambda: SlowConnections(url))
        adds = Adds(folder, served, 2000)
        return good & beside(
            "a list page beside 8 clients that upload photos vs. without", folder, url, "p50", 3,
            lambda: Uploads(adds))
    finally:
        served.stop()


def bench_public(folder):
    data, env = f"{folder}/filled", {**os.environ, "OPENMARKET_HOME": f"{folder}/home"}
    seconds = clock(
        lambda: quiet(MARKET, "demo", "load", "--count", str(COUNT), "--data", data, env=env))
    good = amount("public", f"demo load --count {COUNT}", seconds, 20, "s")
    served = Served(folder, count=COUNT, options=("--log", "off"))
    tls = ROOT / "Fixtures/tls"
    secure = subprocess.Popen(
        [MARKET, "serve", "--port", "0", "--data", served.data, "--log", "off",
         "--tls-cert", tls / "cert.pem", "--tls-key", tls / "key.pem"],
        env=served.env, stdout=subprocess.PIPE, text=True)
    url = secure.stdout.readline().strip()
    try:
        good &= far_pages(served.url)

        def load(target, url=served.url):
            return lambda: rate(folder, url, target, 16)

        good &= compare(
            "buyers' page of 20 vs. list page of 20", load("/?page=7"),
            load(LIST.replace("PAGE", "7")), 0.5)
        good &= compare("list pages over TLS vs. without", load(LIST, url), load(LIST), 0.7)
        health = "/healthChecker"
        good &= compare("health over TLS vs. without", load(health, url), load(health), 0.5)
    finally:
        served.stop()
        secure.terminate()
        secure.wait(timeout=20)
    return good & bench_crowds(f"{folder}/crowds")

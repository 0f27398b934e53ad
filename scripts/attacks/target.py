"""The market under attack, clients at several loopback addresses, and the honest client."""
import http.client, json, os, subprocess, sys, threading, time
from pathlib import Path

from benchmarks.measure import MARKET, ROOT, Served, percentile

LISTINGS, HONEST_SECONDS = 30_000, 2
BOUNDARY = "attack-boundary"


class Client:
    """A kept connection from 127.0.0.N, which the server counts as an address of its own."""

    def __init__(self, url, number=1, timeout=30):
        host, port = url.removeprefix("http://").split(":")
        self.connection = http.client.HTTPConnection(
            host, int(port), timeout=timeout, source_address=(f"127.0.0.{number}", 0))

    def ask(self, method, path, body=None, headers={}):
        """The status and the body; a connection that ends is status 0."""
        try:
            self.connection.request(method, path, body, headers)
            response = self.connection.getresponse()
            return response.status, response.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            return 0, b""


def upload(url, account, images, number=1):
    """Adds a listing with these images; returns the status and the body."""
    listing = {
        "name": "attack", "description": "a listing of an attack", "price": 1000, "currency": "KRW",
        "secret": account["secret"]}
    parts = [('name="params"', json.dumps(listing).encode())]
    parts += [('name="images"; filename="a"', image) for image in images]
    body = b"".join(
        f"--{BOUNDARY}\r\nContent-Disposition: form-data; {name}\r\n\r\n".encode() + part + b"\r\n"
        for name, part in parts) + f"--{BOUNDARY}--\r\n".encode()
    headers = {
        "identifier": account["identifier"],
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    return Client(url, number).ask("POST", "/api/products", body, headers)


def together(count, call):
    """Runs `call(0)` to `call(count - 1)` on threads; returns their results."""
    results = [None] * count

    def run(index):
        results[index] = call(index)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def honest(url, seconds):
    """Reads list pages one after the other and prints the 99th percentile in ms, and failures.

    Prints an empty line when it is connected."""
    client = Client(url)
    client.ask("GET", "/healthChecker")
    print(flush=True)
    times, failed, end = [], 0, time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        status, _ = client.ask("GET", f"/api/products?page_no={len(times) % 100 + 1}&items_per_page=20")
        times.append((time.perf_counter() - start) * 1000)
        failed += status != 200
        time.sleep(0.005)
    print(json.dumps({"p99": percentile(times, 0.99), "failed": failed, "count": len(times)}))


class Target:
    """A served market with listings and two accounts."""

    def __init__(self, folder):
        os.mkdir(folder)
        self.served = Served(folder, count=LISTINGS)
        self.url, self.pid = self.served.url, self.served.process.pid
        more = subprocess.check_output(
            [MARKET, "account", "add", "second", "--data", self.served.data, "--json"],
            env=self.served.env)
        self.accounts = [self.served.account, json.loads(more)]
        self.quiet = None

    def honest(self, seconds):
        client = subprocess.Popen(
            [sys.executable, ROOT / "scripts/attack", "--honest", self.url, str(seconds)],
            stdout=subprocess.PIPE, text=True)
        client.stdout.readline()
        return client

    def measure_quiet(self):
        output, _ = self.honest(HONEST_SECONDS).communicate(timeout=30)
        self.quiet = json.loads(output)["p99"]
        print(f"honest client: 99th percentile {self.quiet:.1f} ms while quiet", flush=True)

    def withstands(self, name, attack):
        """Runs an attack beside the honest client; returns whether both ended well.

        An attack that only made the client slow is repeated once: another program may have done it.
        """
        good, fast = self.attempt(name, attack)
        if good and not fast:
            good, fast = self.attempt(f"{name}, again", attack)
        return good and fast

    def attempt(self, name, attack):
        client = self.honest(HONEST_SECONDS)
        started = time.monotonic()
        good, text = attack(self)
        spent = time.monotonic() - started
        measured = json.loads(client.communicate(timeout=30)[0])
        limit = max(3 * self.quiet, 50)
        good = good and not measured["failed"]
        fast = measured["p99"] <= limit
        print(
            f"{name}: {text} in {spent:.1f} s; honest client {measured['p99']:.1f} ms "
            f"(at most {limit:.0f}), {measured['failed']} of {measured['count']} failed; "
            f"peak {self.peak_memory():.0f} MB {'ok' if good and fast else 'FAILED'}", flush=True)
        return good, fast

    def peak_memory(self):
        """The peak resident memory of the server in MB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) / 1000

    def stop(self):
        self.served.stop()

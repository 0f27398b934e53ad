"""The market under attack, clients at several loopback addresses, and the honest client."""
import http.client, json, os, socket, subprocess, sys, threading, time

from benchmarks.measure import MARKET, ROOT, Served, percentile, resident

LISTINGS, HONEST_SECONDS = 30_000, 2
BOUNDARY = "attack-boundary"
REQUEST = b"GET /healthChecker HTTP/1.1\r\nHost: a\r\n\r\n"
# The readers of the database open their files when they are first needed.
SPARE = 32


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


def remove(client, account, number):
    """Removes a listing; returns the status."""
    headers = {"identifier": account["identifier"], "Content-Type": "application/json"}
    _, path = client.ask(
        "POST", f"/api/products/{number}/archived", json.dumps({"secret": account["secret"]}), headers)
    return client.ask("DELETE", path.decode().strip('"'), None, headers)[0]


def connect(url, number, timeout=10, buffer=None):
    """A connection from 127.0.0.N, or None if it is not accepted."""
    host, port = url.removeprefix("http://").split(":")
    connection = socket.socket()
    connection.settimeout(timeout)
    if buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    try:
        connection.bind((f"127.0.0.{number}", 0))
        connection.connect((host, int(port)))
        return connection
    except OSError:
        connection.close()
        return None


def answer(connection, request):
    """Sends a request and returns the first bytes of the response; none if the connection ended."""
    try:
        connection.sendall(request)
        return connection.recv(4096)
    except OSError:
        return b""


def read_all(connection):
    """Everything until the server closes; None if it does not."""
    data = b""
    try:
        while piece := connection.recv(1 << 16):
            data += piece
    except ConnectionError:
        pass
    except OSError:
        return None
    return data


def newcomers(url, count=20):
    """How many new clients got 200, and the slowest time."""
    slowest, good = 0, 0
    for number in range(count):
        started = time.monotonic()
        good += Client(url, 100 + number).ask("GET", "/healthChecker")[0] == 200
        slowest = max(slowest, time.monotonic() - started)
    return good == count and slowest < 1, f"{good} of {count} new clients answered, slowest {slowest:.2f} s"


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def settled(pid, before, patience=15):
    """The open descriptors once they are as few as before, or after a while."""
    end = time.monotonic() + patience
    while descriptors(pid) > before and time.monotonic() < end:
        time.sleep(0.1)
    return descriptors(pid)


def shown(counts):
    return ", ".join(f"{count} × {status}" for status, count in sorted(counts.items()))


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
        return resident(self.pid, "VmHWM")

    def stop(self):
        self.served.stop()

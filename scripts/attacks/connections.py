"""Attacks on connections: idle ones, slow ones, forwarded addresses, descriptors, malformed heads."""
import os, resource, socket, time
from collections import Counter

from benchmarks.measure import Served

from . import images
from .target import Client, together, upload

REQUEST = b"GET /healthChecker HTTP/1.1\r\nHost: a\r\n\r\n"
# A page of about 500 KB.
LARGE = b"GET /api/products?items_per_page=1000 HTTP/1.1\r\nHost: a\r\n\r\n"
UNFINISHED_HEAD = b"GET /healthChecker HTTP/1.1\r\nHost: a\r\n"
UNFINISHED_BODY = (
    b"POST /api/products/1/archived HTTP/1.1\r\nHost: a\r\nidentifier: a\r\nContent-Length: 999\r\n\r\n")
LENGTHS = ["+2", "-1", "0x2", "2, 2", "", "18446744073709551618", "9223372036854775808", "2 2", "2.0"]


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


def held(what, count, start, pause=2.2, buffer=None, interval=0):
    """An attack that holds connections from eight addresses, each with `start` called once."""

    def attack(target):
        connections = [connect(target.url, 2 + index % 8, 5, buffer) for index in range(count)]
        connections = [connection for connection in connections if connection]
        for connection in connections:
            start(connection)
            time.sleep(interval)
        time.sleep(pause)
        good, text = newcomers(target.url)
        for connection in connections:
            connection.close()
        return good, f"{len(connections)} {what}: {text}"

    return attack


def send(*parts):
    """A start of an attack: sends parts, and waits for the response of all but the last."""

    def start(connection):
        for part in parts[:-1]:
            if not answer(connection, part):
                return
        try:
            connection.sendall(parts[-1])
        except OSError:
            pass

    return start


def malformed_lengths(target):
    """A malformed length gets one response, 400, and the connection ends."""
    bad = []
    for length in LENGTHS:
        connection = connect(target.url, 30)
        connection.sendall(
            b"POST /api/products HTTP/1.1\r\nHost: a\r\nContent-Length: %b\r\n\r\nabc" % length.encode())
        data = read_all(connection) or b""
        connection.close()
        if not data.startswith(b"HTTP/1.1 400 ") or data.count(b"HTTP/1.") != 1:
            bad.append(length)
    return not bad, f"{len(LENGTHS)} malformed lengths, {len(bad)} not refused with one response: {bad}"


def forged_addresses(target):
    """Without a trusted proxy a client has one address, whatever it forwards."""
    statuses = Counter()
    # An address of its own: the guesses of the last minute count.
    client = Client(target.url, 60)
    for index in range(150):
        headers = {
            "identifier": f"forged-{index}", "Content-Type": "application/json",
            "X-Forwarded-For": f"198.51.100.{index}", "Forwarded": f"for=198.51.100.{index}"}
        statuses[client.ask("POST", "/api/products/1/archived", '{"secret": "x"}', headers)[0]] += 1
    return statuses == {401: 100, 429: 50}, f"150 guesses with forged addresses: {dict(statuses)}"


def forwarded_addresses(folder):
    """Behind a trusted proxy each client has its own counters, and its sockets have no limit."""
    log = os.path.join(folder, "proxy.log")
    options = ("--trusted-proxy", "127.0.0.9", "--trusted-proxy", "10.0.0.0/8")
    served = Served(os.path.join(folder, "proxy"), options=options, log=log)
    try:
        sockets = [connect(served.url, 9) for _ in range(150)]
        answered = sum(answer(one, REQUEST).startswith(b"HTTP/1.1 200") for one in sockets)
        proxy = Client(served.url, 9)

        def guess(forwarded, index):
            headers = {
                "identifier": f"nobody-{index}", "Content-Type": "application/json",
                "X-Forwarded-For": forwarded}
            return proxy.ask("POST", "/api/products/1/archived", '{"secret": "x"}', headers)[0]

        first = Counter(
            guess(f"192.0.2.{index}, 198.51.100.7, 10.1.2.3", index) for index in range(120))
        second = guess("198.51.100.7, 203.0.113.8", 0)
        for one in sockets:
            one.close()
    finally:
        served.stop()
    with open(log) as lines:
        addresses = {line.split()[1] for line in lines if " 401 " in line or " 429 " in line}
    good = (
        answered == 150 and first == {401: 100, 429: 20} and second == 401
        and addresses == {"198.51.100.7", "203.0.113.8"})
    text = f"{answered} of 150 sockets of a proxy answered, one client {dict(first)}, another {second}"
    return good, text


def few_descriptors(folder):
    """With 64 descriptors and 60 held connections a new client is answered, and nothing spins."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
    try:
        served = Served(os.path.join(folder, "descriptors"))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    try:
        before = cpu_seconds(served.process.pid)
        started = time.monotonic()
        sockets = [connect(served.url, 2 + index % 4) for index in range(60)]
        answers = together(4, lambda index: Client(served.url, 100 + index).ask("GET", "/healthChecker")[0])
        first = time.monotonic() - started
        added, _ = upload(served.url, served.account, [images.jpeg(64, 64)], 100)
        later, text = newcomers(served.url)
        used = cpu_seconds(served.process.pid) - before
        for one in sockets:
            one.close()
    finally:
        served.stop()
    # Nobody is closed within 2 s, and the first three rounds are held connections.
    good = answers == [200] * 4 and first < 6 and added == 201 and later and used < 1
    return good, (
        f"64 descriptors, 60 held: first answers {answers} after {first:.1f} s, add {added}, {text}, "
        f"{used:.2f} s of CPU time")


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# Each takes a `Target` and returns whether the server has withstood, and a text.
ATTACKS = [
    held("kept connections", 700, send(REQUEST, b"")),
    held("connections with an unfinished head", 700, send(REQUEST, UNFINISHED_HEAD)),
    held("connections with an unfinished body", 700, send(REQUEST, UNFINISHED_BODY)),
    held("clients that do not read", 512, send(LARGE * 20), pause=12.2, buffer=4096, interval=0.002),
    malformed_lengths,
    forged_addresses,
]

# The same with a folder, for a server of its own.
OWN_MARKET = [forwarded_addresses, few_descriptors]

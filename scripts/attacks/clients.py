"""Clients that are broken: resets, half-closed and pipelined connections, crowds, mutated requests."""
import os, random, socket, ssl, struct
from collections import Counter

from benchmarks.measure import ROOT, Served

from .connections import held
from .target import REQUEST, SPARE, connect, descriptors, newcomers, read_all, settled, together

EDIT = (
    b"PATCH /api/products/1 HTTP/1.1\r\nHost: a\r\nidentifier: unknown\r\n"
    b"Content-Type: application/json\r\nContent-Length: 27\r\n\r\n" + b'{"secret": "x", "stock": 3}')
TARGETS = [
    b"/", b"/?q=mug&page=2", b"/listings/1", b"/shop.css", b"/healthChecker",
    b"/api/products?page_no=1&items_per_page=5", b"/api/products/1", b"/metrics", b"/pictures/1/2/3"]
# `OPENMARKET_MUTATIONS` is another number of mutated requests.
MUTATIONS = int(os.environ.get("OPENMARKET_MUTATIONS", "50000"))


def resets(target):
    """A connection that is reset after each byte of a request leaves nothing behind."""
    before = descriptors(target.pid)
    for length in range(len(EDIT) + 1):
        connection = connect(target.url, 2 + length % 20)
        connection.sendall(EDIT[:length])
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    good, text = newcomers(target.url)
    after = settled(target.pid, before + SPARE)
    return good and after <= before + SPARE, f"{len(EDIT)} resets, {after - before} more descriptors: {text}"


def half_closed(target):
    """A client that ends sending gets the responses to what it has sent."""
    good = 0
    for request in (REQUEST, REQUEST * 40, REQUEST * 3 + REQUEST[:20]):
        connection = connect(target.url, 31)
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        data = read_all(connection) or b""
        good += data.count(b"HTTP/1.1 200 ") == request.count(REQUEST)
        connection.close()
    return good == 3, f"{good} of 3 half-closed connections with up to 40 requests were answered"


def crowd(target, count=1000):
    """Connections from 20 addresses that send a request at the same time, and leave no trace."""
    before = descriptors(target.pid)
    connections = [connect(target.url, 2 + index % 20) for index in range(count)]
    answers = Counter()
    for connection in connections:
        try:
            connection and connection.sendall(REQUEST)
        except OSError:
            pass
    for connection in connections:
        data = b""
        if connection:
            connection.settimeout(5)
            try:
                data = connection.recv(4096)
            except OSError:
                pass
            connection.close()
        answers[data[9:12].decode() or "closed"] += 1
    # A server that is busy still holds connections whose clients have left, and refuses others.
    after = settled(target.pid, before + SPARE)
    good, text = newcomers(target.url)
    fine = set(answers) <= {"200", "503", "closed"} and answers["200"] >= 400 and after <= before + SPARE
    return good and fine, f"{count} connections at once: {dict(answers)}, {after - before} more descriptors; {text}"


def dribble(connection):
    try:
        connection.sendall(REQUEST[:-2])
    except OSError:
        pass


def mutated(generator):
    """A request with some bytes replaced, removed, repeated or inserted."""
    head = b"GET " + generator.choice(TARGETS) + b" HTTP/1.1\r\nHost: a\r\nAccept-Language: ko\r\n\r\n"
    request = bytearray(generator.choice((head, EDIT, REQUEST)))
    for _ in range(generator.randint(1, 6)):
        place = generator.randrange(len(request))
        kind = generator.randrange(4)
        if kind == 0:
            request[place] = generator.randrange(256)
        elif kind == 1:
            del request[place:place + generator.randint(1, 8)]
        elif kind == 2:
            request[place:place] = request[place:place + generator.randint(1, 30)]
        else:
            request[place:place] = generator.choice(
                (b"\r\n", b"\0", b"%00", b"..", b" ", b"\xff", b"Transfer-Encoding: chunked\r\n"))
        if not request:
            return head
    return bytes(request)


def shower(url, count, threads=4, wrap=lambda connection: connection):
    """Sends mutated requests, each on its own connection; returns the statuses."""

    def run(index):
        statuses, generator = Counter(), random.Random(index)
        for number in range(count // threads):
            connection = connect(url, 2 + (4 * number + index) % 40, 2)
            if not connection:
                statuses["refused"] += 1
                continue
            try:
                connection = wrap(connection)
                # Without an end, the server would wait for the rest of a request.
                if isinstance(connection, ssl.SSLSocket):
                    connection.sendall(mutated(generator) + b"\r\n\r\n")
                    connection.settimeout(0.3)
                else:
                    connection.sendall(mutated(generator))
                    connection.shutdown(socket.SHUT_WR)
                data = connection.recv(4096)
            except OSError:
                data = b""
            statuses[data[9:12].decode("latin-1") or "closed"] += 1
            connection.close()
        return statuses

    return sum(together(threads, run), Counter())


def mutations(target):
    """No mutated request gets 500, and none leaves anything behind."""
    before = descriptors(target.pid)
    statuses = shower(target.url, MUTATIONS)
    after = settled(target.pid, before + SPARE)
    good, text = newcomers(target.url)
    shown = dict(statuses.most_common())
    return (
        good and statuses["500"] == 0 and after <= before + SPARE,
        f"{sum(statuses.values())} mutated requests: {shown}, {after - before} more descriptors; {text}")


class Secure(Served):
    """A market served over TLS in a new folder; `wrap` makes a connection to it a TLS connection."""

    def __init__(self, folder):
        tls = ROOT / "Fixtures/tls"
        super().__init__(
            f"{folder}/secure", options=("--tls-cert", tls / "cert.pem", "--tls-key", tls / "key.pem"))
        self.url = self.url.replace("https", "http")
        self.context = ssl.create_default_context(cafile=tls / "cert.pem")

    def wrap(self, connection):
        return self.context.wrap_socket(connection, server_hostname="localhost")


def secure(folder):
    """The same over TLS, a fiftieth as many, because a client cannot end sending there."""
    with Secure(folder) as market:
        # The first connections start what stays open.
        shower(market.url, 8, wrap=market.wrap)
        before = settled(market.process.pid, 0, patience=1)
        statuses = shower(market.url, MUTATIONS // 50, wrap=market.wrap)
        after = settled(market.process.pid, before + SPARE, patience=40)
        with market.wrap(connect(market.url, 90)) as connection:
            connection.sendall(REQUEST)
            alive = connection.recv(4096).startswith(b"HTTP/1.1 200 ")
        return (
            alive and statuses["500"] == 0 and after <= before + SPARE,
            f"{sum(statuses.values())} mutated requests over TLS: {dict(statuses.most_common())}, "
            f"{after - before} more descriptors")


SLOW = held("slow connections from eight addresses", 500, dribble)
ATTACKS = [resets, half_closed, crowd, mutations, SLOW]
OWN_MARKET = [secure]

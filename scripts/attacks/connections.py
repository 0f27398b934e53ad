"""Attacks with connections that are kept open: idle, slow, and not read."""
import time

from .target import REQUEST, answer, connect, newcomers

# A page of about 500 KB.
LARGE = b"GET /api/products?items_per_page=1000 HTTP/1.1\r\nHost: a\r\n\r\n"
UNFINISHED_HEAD = b"GET /healthChecker HTTP/1.1\r\nHost: a\r\n"
UNFINISHED_BODY = (
    b"POST /api/products/1/archived HTTP/1.1\r\nHost: a\r\nidentifier: a\r\nContent-Length: 999\r\n\r\n")


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


# Each takes a `Target` and returns whether the server has withstood, and a text.
ATTACKS = [
    held("kept connections", 700, send(REQUEST, b"")),
    held("connections with an unfinished head", 700, send(REQUEST, UNFINISHED_HEAD)),
    held("connections with an unfinished body", 700, send(REQUEST, UNFINISHED_BODY)),
    held("clients that do not read", 512, send(LARGE * 20), pause=12.2, buffer=4096, interval=0.002),
]

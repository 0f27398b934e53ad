"""Damaged and missing databases, and a full disk.

An attack takes a folder and returns whether the server has withstood, and a text."""
import os, subprocess, time
from pathlib import Path

from benchmarks.measure import MARKET, Served

from . import images
from .target import Client, upload


def damaged(folder):
    """Damage on the disk shows in the health check within seconds."""
    served = Served(os.path.join(folder, "damaged"), samples=True)
    try:
        client = Client(served.url)
        before, _ = client.ask("GET", "/healthChecker")
        database = Path(served.data, "market.sqlite")
        with open(database, "r+b") as file:
            size = database.stat().st_size
            file.seek(4096)
            file.write(b"\xa5" * (size - 4096))
        started = time.monotonic()
        after = before
        while after == 200 and time.monotonic() < started + 10:
            time.sleep(0.1)
            after, _ = client.ask("GET", "/healthChecker")
        spent = time.monotonic() - started
    finally:
        served.stop()
    good = (before, after) == (200, 503) and spent < 5
    return good, f"damaged database: {before}, then {after} after {spent:.1f} s"


def lost(folder):
    """An empty database beside pictures is not served as an empty market."""
    served = Served(os.path.join(folder, "lost"), samples=True)
    served.stop()
    os.truncate(Path(served.data, "market.sqlite"), 0)
    done = subprocess.run(
        [MARKET, "serve", "--port", "0", "--data", served.data], env=served.env, timeout=20,
        stdin=subprocess.DEVNULL, capture_output=True, text=True)
    advice = " ".join(done.stderr.split())
    good = done.returncode != 0 and "restore" in advice and "move the folder" in advice
    return good, f"empty database beside pictures: exit code {done.returncode}"


def full(folder):
    """On a full disk a removal works. Needs the right to mount a small file system."""
    mount = os.path.join(folder, "full")
    os.mkdir(mount)
    command = ["mount", "-t", "tmpfs", "-o", "size=96m", "market-attack", mount]
    if os.geteuid() != 0 or subprocess.run(command, stderr=subprocess.DEVNULL).returncode:
        return True, "full disk: skipped, a file system cannot be mounted"
    try:
        served = Served(os.path.join(mount, "market"))
        try:
            added, _ = upload(served.url, served.account, [images.jpeg(64, 64)])
            with open(os.path.join(mount, "filler"), "wb", buffering=0) as file:
                try:
                    while True:
                        file.write(bytes(1 << 16))
                except OSError:
                    pass
            free = os.statvfs(mount).f_bavail
            refused, _ = upload(served.url, served.account, [images.jpeg(64, 64)])
            removed = remove(served, 1)
        finally:
            served.stop()
    finally:
        subprocess.run(["umount", "-l", mount], check=False)
    good = (added, refused, removed) == (201, 507, 200)
    return good, f"{free} blocks free: add {refused}, remove {removed}"


def remove(served, number):
    headers = {"identifier": served.account["identifier"], "Content-Type": "application/json"}
    client = Client(served.url)
    secret = '{"secret": "%s"}' % served.account["secret"]
    _, path = client.ask("POST", f"/api/products/{number}/archived", secret, headers)
    return client.ask("DELETE", path.decode(), None, headers)[0]


ATTACKS = [damaged, lost, full]

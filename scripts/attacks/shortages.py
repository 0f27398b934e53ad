"""A server that is short of descriptors or of space on the disk.

An attack takes a folder and returns whether the server has withstood, and a text."""
import os, resource, subprocess, time

from benchmarks.measure import Served

from . import images
from .target import Client, connect, newcomers, remove, together, upload


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
    # No connection is closed within 2 s, and the first three rounds are held connections.
    good = answers == [200] * 4 and first < 6 and added == 201 and later and used < 1
    return good, (
        f"64 descriptors, 60 held: first answers {answers} after {first:.1f} s, add {added}, {text}, "
        f"{used:.2f} s of CPU time")


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def full(folder):
    """On a full disk a removal works. Needs the right to mount a small file system."""
    mount = os.path.join(folder, "full")
    os.mkdir(mount)
    command = ["mount", "-t", "tmpfs", "-o", "size=96m", "market-attack", mount]
    if os.geteuid() != 0 or subprocess.run(command, stderr=subprocess.DEVNULL).returncode:
        return True, "full disk: skipped, a file system cannot be mounted"
    try:
        with Served(os.path.join(mount, "market")) as served:
            added, _ = upload(served.url, served.account, [images.jpeg(64, 64)])
            with open(os.path.join(mount, "filler"), "wb", buffering=0) as file:
                try:
                    while True:
                        file.write(bytes(1 << 16))
                except OSError:
                    pass
            free = os.statvfs(mount).f_bavail
            refused, _ = upload(served.url, served.account, [images.jpeg(64, 64)])
            removed = remove(Client(served.url), served.account, 1)
    finally:
        subprocess.run(["umount", "-l", mount], check=False)
    good = (added, refused, removed) == (201, 507, 200)
    return good, f"{free} blocks free: add {refused}, remove {removed}"


ATTACKS = [few_descriptors, full]

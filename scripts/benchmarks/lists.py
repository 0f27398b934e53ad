"""Lists: one page, all pages, filtered and sorted by the client, a grid; and the first prompt."""
import os, pty, select, signal, statistics, subprocess

from .measure import (
    MARKET, Served, amount, clock, memory, on_terminal, pairs, quiet, ratio)


def bench_list(folder):
    served = Served(folder, samples=True)
    jq = ".pages[] | [.id, .name, .currency, .price, .discounted_price, .stock, .vendorName] | @tsv"
    pipe = f"curl -s '{served.url}/api/products?page_no=1&items_per_page=20' | jq -r '{jq}'"
    try:
        result = pairs(
            lambda: quiet(MARKET, "list", env=served.env), lambda: quiet("sh", "-c", pipe), 30)
    finally:
        served.stop()
    return ratio("list", "market list vs. curl | jq", result, 1.3)


class Prompts:
    """Shells that were started in terminals of their own and wait at their prompts."""

    def __init__(self):
        self.open = []

    def start(self, env):
        """Starts market in a terminal, waits for its prompt and leaves it running."""
        child, terminal = pty.fork()
        if child == 0:
            os.execve(MARKET, ["market"], env)
        self.open.append((child, terminal))
        seen = b""
        while b"market> " not in seen:
            ready, _, _ = select.select([terminal], [], [], 20)
            if not ready:
                raise SystemExit("bench: no prompt within 20 s")
            seen += os.read(terminal, 65536)

    def stop(self):
        for child, terminal in self.open:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(terminal)
        self.open = []


def bench_prompt(folder):
    env = {
        **os.environ, "OPENMARKET_HOME": f"{folder}/home", "TERM": "xterm-256color",
        "LC_ALL": "en_US.UTF-8"}
    korean = {**env, "LC_ALL": "ko_KR.UTF-8"}
    quiet(MARKET, "list", env=env)
    prompts = Prompts()
    first = pairs(
        lambda: prompts.start(env), lambda: quiet("sqlite3", ":memory:", "select 1"), 30)
    prompts.stop()
    languages = pairs(lambda: prompts.start(korean), lambda: prompts.start(env), 40)
    prompts.stop()
    words = ("completion", "bash", "edit", "mu")
    completion = pairs(
        lambda: quiet(MARKET, *words, env=env), lambda: quiet(MARKET, "--version", env=env), 30)
    listing = pairs(
        lambda: quiet(MARKET, "list", env=env), lambda: quiet("curl", "--version", env=env), 30)
    good = ratio("prompt", "first prompt vs. sqlite3 :memory:", first, 5)
    good &= ratio("prompt", "first prompt in Korean vs. in English", languages, 1.05)
    good &= ratio("prompt", "completion in another shell vs. market --version", completion, 2)
    return good & ratio("prompt", "market list at home vs. curl --version", listing, 2)


def bench_csv(folder, count=100_000, per_page=1000):
    served = Served(folder, count=count)
    url = f"{served.url}/api/products?page_no=[1-{count // per_page}]&items_per_page={per_page}"
    command = [MARKET, "list", "--all", "--format"]
    try:
        lines = subprocess.check_output([*command, "csv"], env=served.env).count(b"\n")
        assert lines > count, f"{lines} lines for {count} listings"
        result = pairs(
            lambda: quiet(*command, "csv", env=served.env),
            lambda: quiet("curl", "-s", url, "-o", f"{folder}/pages"), 5)
        sizes = {name: memory(*command, name, env=served.env) for name in ("csv", "json")}
    finally:
        served.stop()
    good = ratio("csv", f"list --all of {count} as CSV vs. curl of the same pages", result, 1.5)
    for name, size in sizes.items():
        good &= amount("csv", f"memory of --format {name}", size, 60, "MB")
    return good


def bench_sort(folder, count=100_000):
    served = Served(folder, count=count, options=("--extensions", "off"))
    plain = [MARKET, "list", "--all", "--format", "ids"]
    sorted_ = [*plain, "--sort", "price", "--in-stock"]
    try:
        result = pairs(
            lambda: quiet(*sorted_, env=served.env), lambda: quiet(*plain, env=served.env), 5)
    finally:
        served.stop()
    return ratio("sort", f"{count} filtered and sorted by the client vs. only read", result, 1.3)


def bench_grid(folder, cards=200, more=100):
    env = {
        **os.environ, "OPENMARKET_HOME": f"{folder}/home", "TERM": "xterm-256color",
        "COLUMNS": "80", "OPENMARKET_PAGER": ""}
    quiet(MARKET, "demo", "load", "--count", str(2 * cards), env=env)
    quiet(MARKET, "set", "pictures", "off", env=env)
    # The same page is drawn repeatedly, so each further page costs only its drawing.
    once = f"list --per-page {cards} --grid"
    often = once + "; again --format grid" * more
    size = on_terminal(env, "-c", often) - on_terminal(env, "-c", once)
    assert size > more * cards * 50, f"{size} bytes are too few for {more} pages"
    times = [
        (clock(lambda: on_terminal(env, "-c", often)) - clock(lambda: on_terminal(env, "-c", once)))
        / more * 1000 for _ in range(5)]
    return amount("grid", f"{cards} cards", statistics.median(times), 5, "ms")

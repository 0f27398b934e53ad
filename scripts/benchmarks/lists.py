"""Lists: one page, all pages, filtered and sorted by the client; and the first prompt."""
import subprocess

from .measure import MARKET, Served, Window, amount, home, memory, pairs, quiet, ratio


def bench_list(folder):
    jq = ".pages[] | [.id, .name, .currency, .price, .discounted_price, .stock, .vendorName] | @tsv"
    with Served(folder, samples=True) as served:
        pipe = f"curl -s '{served.url}/api/products?page_no=1&items_per_page=20' | jq -r '{jq}'"
        result = pairs(
            lambda: quiet(MARKET, "list", env=served.env), lambda: quiet("sh", "-c", pipe), 30)
    return ratio("list", "market list vs. curl | jq", result, 1.3)


def bench_prompt(folder):
    env = home(folder, TERM="xterm-256color", LC_ALL="en_US.UTF-8")
    quiet(MARKET, "list", env=env)
    windows = []

    def prompt(env):
        windows.append(Window(env, str(MARKET)))
        windows[-1].wait_for(b"market> ")

    first = pairs(lambda: prompt(env), lambda: quiet("sqlite3", ":memory:", "select 1"), 30)
    languages = pairs(lambda: prompt({**env, "LC_ALL": "ko_KR.UTF-8"}), lambda: prompt(env), 40)
    for window in windows:
        window.end()
    good = ratio("prompt", "first prompt vs. sqlite3 :memory:", first, 5)
    return good & ratio("prompt", "first prompt in Korean vs. in English", languages, 1.05)


def bench_csv(folder, count=100_000, per_page=1000):
    command = [MARKET, "list", "--all", "--format", "csv"]
    with Served(folder, count=count) as served:
        url = f"{served.url}/api/products?page_no=[1-{count // per_page}]&items_per_page={per_page}"
        lines = subprocess.check_output(command, env=served.env).count(b"\n")
        assert lines > count, f"{lines} lines for {count} listings"
        result = pairs(
            lambda: quiet(*command, env=served.env),
            lambda: quiet("curl", "-s", url, "-o", f"{folder}/pages"), 5)
        size = memory(*command, env=served.env)
    good = ratio("csv", f"list --all of {count} as CSV vs. curl of the same pages", result, 1.5)
    return good & amount("csv", "memory", size, 60, "MB")


def bench_sort(folder, count=100_000):
    plain = [MARKET, "list", "--all", "--format", "ids"]
    sorted_ = [*plain, "--sort", "price", "--in-stock"]
    with Served(folder, count=count, options=("--extensions", "off")) as served:
        result = pairs(
            lambda: quiet(*sorted_, env=served.env), lambda: quiet(*plain, env=served.env), 5)
    return ratio("sort", f"{count} filtered and sorted by the client vs. only read", result, 1.3)

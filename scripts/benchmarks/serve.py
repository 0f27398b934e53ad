"""The server under load: wrk against market and against nginx, on loopback; and slow searches."""
import http.client, json, os, re, socket, statistics, subprocess, time
from pathlib import Path

from .measure import Served

RUNS, SECONDS, PAGES = 5, 2, 1000

NGINX = """
daemon off; {user} pid nginx.pid; error_log stderr crit; worker_processes 2;
events {{ worker_connections 1024; }}
http {{
  access_log off; keepalive_requests 1000000000; default_type application/json;
  sendfile on; open_file_cache max=8;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  server {{
    listen 127.0.0.1:{port};
    location = /api/products {{ alias {folder}/page; }}
    location / {{ return 200 '"OK"'; }}
  }}
}}
"""

WRK = """
local page = 0
local headers = {}
if os.getenv("ETAG") ~= "" then headers["If-None-Match"] = os.getenv("ETAG") end
function request()
  page = page % tonumber(os.getenv("PAGES")) + 1
  return wrk.format("GET", (os.getenv("TARGET"):gsub("PAGE", page)), headers)
end
function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format('{"requests": %d, "us": %d, "bytes": %d, "failed": %d, "p50": %d, "p99": %d}\\n',
    summary.requests, summary.duration, summary.bytes,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
"""

LIST = "/api/products?page_no=PAGE&items_per_page=20"
SEARCH = "/api/products?page_no=1&items_per_page=20&search_value=nothing-has-this-name-PAGE"


class Nginx:
    """nginx answering a fixed text, and the body in the file `page` at the path of lists."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        # Workers that root starts run as another user, who cannot read the folder.
        user = "" if os.geteuid() else "user root;"
        Path(folder, "nginx.conf").write_text(NGINX.format(port=port, folder=folder, user=user))
        self.process = subprocess.Popen(["nginx", "-p", folder, "-c", f"{folder}/nginx.conf"])
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.05)
        raise SystemExit("bench: nginx does not start")

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)


class Wrk:
    """Starts wrk on one thread for a few seconds; `result` waits for its end."""

    def __init__(self, folder, url, target, connections, etag="", seconds=SECONDS):
        script = Path(folder, "wrk.lua")
        script.write_text(WRK)
        self.process = subprocess.Popen(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", script, url],
            env={"TARGET": target, "ETAG": etag, "PAGES": str(PAGES)},
            stdout=subprocess.PIPE, text=True)

    def result(self):
        output, _ = self.process.communicate(timeout=60)
        return json.loads(output.splitlines()[-1])


def rate(*arguments, **options):
    """The requests per second; all must have succeeded."""
    result = Wrk(*arguments, **options).result()
    if result["failed"]:
        raise SystemExit(f"bench: {result['failed']} of {result['requests']} requests failed")
    return result["requests"] * 1e6 / result["us"]


def fetch(url, target):
    host = re.sub("^http://", "", url)
    connection = http.client.HTTPConnection(host, timeout=20)
    connection.request("GET", target)
    response = connection.getresponse()
    return response.read(), response.headers


def compare(what, ours, peer, limit):
    """Prints the median of the ratios of `RUNS` runs; returns whether it is high enough."""
    ours(), peer()
    rates = [(ours(), peer()) for _ in range(RUNS)]
    mine, others, ratio = (
        statistics.median(values)
        for values in zip(*((mine, other, mine / other) for mine, other in rates)))
    verdict = "ok" if ratio >= limit else "TOO SLOW"
    print(
        f"serve    {what}: {mine:8.0f}/s, peer {others:8.0f}/s, ratio {ratio:5.3f} "
        f"(at least {limit}) {verdict}", flush=True)
    return ratio >= limit


def beside_searches(folder, url):
    """The 99th percentile of an honest list alone and beside 40 searches that match nothing."""
    quiet, beside = [], []
    for _ in range(RUNS):
        quiet.append(Wrk(folder, url, LIST, 1).result()["p99"] / 1000)
        searches = Wrk(folder, url, SEARCH, 40, seconds=SECONDS + 1)
        time.sleep(0.5)
        beside.append(Wrk(folder, url, LIST, 1).result()["p99"] / 1000)
        searches.result()
    quiet, beside = statistics.median(quiet), statistics.median(beside)
    limit = max(3 * quiet, 50)
    verdict = "ok" if beside <= limit else "TOO SLOW"
    print(
        f"serve    99th percentile of a list beside 40 searches: {beside:.1f} ms, alone "
        f"{quiet:.1f} ms (at most {limit:.1f}) {verdict}", flush=True)
    return beside <= limit


def bench_serve(folder, count=100_000):
    log = f"{folder}/requests.log"
    served = Served(folder, count=count, options=("--per-address", "256"), log=log)
    nginx = None
    try:
        page, headers = fetch(served.url, LIST.replace("PAGE", "500"))
        Path(folder, "page").write_bytes(page)
        nginx = Nginx(folder)

        def ours(target, connections, etag=""):
            return lambda: rate(folder, served.url, target, connections, etag)

        def peer(target, connections):
            return lambda: rate(folder, nginx.url, target, connections)

        health = "/healthChecker"
        good = compare(
            "health, 16 connections vs. nginx", ours(health, 16), peer(health, 16), 0.25)
        good &= compare("health, 64 connections vs. 2", ours(health, 64), ours(health, 2), 0.8)
        good &= compare(
            f"list page of {len(page)} bytes vs. nginx", ours(LIST, 16), peer(LIST, 16), 0.1)
        good &= compare(
            "list unchanged vs. nginx", ours(LIST, 16, headers["ETag"]), peer(health, 16), 0.2)
        good &= beside_searches(folder, served.url)
    finally:
        served.stop()
        if nginx:
            nginx.stop()
    lines = Path(log).read_bytes().count(b"\n")
    print(f"serve    {lines} lines in the request log", flush=True)
    return good

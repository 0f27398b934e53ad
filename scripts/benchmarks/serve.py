"""The server under load: wrk against market and against nginx, pages for buyers, and TLS."""
import os, socket, subprocess, time
from pathlib import Path

from .measure import LIST, ROOT, Served, load, rates

PAGES = 1000

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


def bench_serve(folder, count=100_000):
    options = ("--per-address", "256", "--log", "off")
    tls = ROOT / "Fixtures/tls"
    secure = ("--tls-cert", tls / "cert.pem", "--tls-key", tls / "key.pem")
    with Served(folder, count=count, options=options) as served, Served(
            f"{folder}/tls", count=PAGES * 20, options=(*options, *secure)) as encrypted:
        page = subprocess.check_output(["curl", "-s", served.url + LIST.format(500)])
        Path(folder, "page").write_bytes(page)
        nginx = Nginx(folder)
        lists = [LIST.format(number) for number in range(1, PAGES + 1)]

        def rate(server, targets):
            return lambda: load(folder, server.url, targets, 16, cached=True)[0]

        try:
            good = rates(
                "serve", "health, 16 connections vs. nginx", rate(served, ["/healthChecker"]),
                rate(nginx, ["/healthChecker"]), 0.25)
            good &= rates(
                "serve", f"list page of {len(page)} bytes vs. nginx", rate(served, lists),
                rate(nginx, ["/api/products"]), 0.1)
        finally:
            nginx.stop()
        good &= rates(
            "serve", "buyers' page of 20 vs. list page of 20", rate(served, ["/?page=7"]),
            rate(served, [LIST.format(7)]), 0.8)
        return good & rates(
            "serve", "list pages over TLS vs. without", rate(encrypted, lists), rate(served, lists), 0.6)

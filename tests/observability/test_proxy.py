"""The reverse proxy of production.yml: what a client says about where it comes from does not reach the application."""

import json
import os
import re
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from http.client import HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path

import httpx
import pytest
from django.conf import settings

from config.stack.run_config import free_port
from config.stack.services import web as web_of_make_run
from tests import nginx
from tests.nginx import PROJECT, TEMPLATE

NAME = "cartulary.example.org"
# Every header that describes a client to applications, with a forged value.
LIES = {
    "X-Forwarded-For": "6.6.6.6",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Host": "evil.example.org",
    "X-Forwarded-Port": "666",
    "X-Forwarded-Prefix": "/evil",
    "X-Forwarded-Server": "evil",
    "X-Forwarded-User": "admin",
    "X-Real-IP": "6.6.6.6",
    "Forwarded": "for=6.6.6.6;host=evil.example.org;proto=http",
    "X_Forwarded_For": "6.6.6.6",
}
TRUTH = {"x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1", "x-forwarded-proto": "https", "host": NAME}
SECURITY = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": settings.X_FRAME_OPTIONS,
    "strict-transport-security": "max-age=31536000",
    "content-security-policy": settings.CSP_STATIC,
    "permissions-policy": settings.PERMISSIONS_POLICY,
}


def test_every_header_about_the_client_is_set_by_the_proxy():
    # proves: S3-63 V4.1.3
    written = dict(re.findall(r"^ {4}proxy_set_header (\S+) (\S+);", TEMPLATE, re.MULTILINE))
    assert {name for name in LIES if "_" not in name} <= set(written)
    assert (written["X-Forwarded-For"], written["X-Forwarded-Proto"]) == ("$remote_addr", "$scheme")
    assert not re.search(r"^ {8}(proxy_set_header|add_header)", TEMPLATE, re.MULTILINE), "they hide the others"


def test_without_a_proxy_forwarded_headers_are_ignored():
    # proves: V4.1.3
    local = (PROJECT / "local.yml").read_text()
    assert "--no-proxy-headers" in re.search(r'command: \["uvicorn".+', local)[0]
    assert "--no-proxy-headers" in Path(web_of_make_run.__code__.co_filename).read_text()


def test_responses_of_the_proxy_have_the_headers_of_the_application():
    for value in SECURITY.values():
        assert f'"{value}"' in TEMPLATE or f'"" {value};' in TEMPLATE
    assert not re.search(r"add_header \S+ [^$]", TEMPLATE), "a response would have the header twice"


def test_new_containers_of_the_web_are_found():
    """The name is resolved again and again: a container that was replaced has another address."""
    upstreams = dict(re.findall(r"^upstream (\w+) \{\n(.+?)^\}", TEMPLATE, re.MULTILINE | re.DOTALL))
    assert upstreams.keys() == {"web", "web_for_changes"}
    for name, upstream in upstreams.items():
        assert f"    zone {name} 64k;\n" in upstream
        assert "    server web:8000 resolve max_fails=0;\n" in upstream
    assert "resolver 127.0.0.11 valid=10s ipv6=off;\n" in TEMPLATE


def test_the_first_certificate_is_made_by_a_script(tmp_path):
    folder = tmp_path / "tls"
    argv = ["sh", PROJECT / "compose" / "nginx" / "self-signed.sh", folder, NAME]
    subprocess.run(argv, check=True, capture_output=True)
    context = ssl.create_default_context(cafile=folder / "fullchain.pem")
    assert context.get_ca_certs()[0]["subjectAltName"] == (("DNS", NAME),)
    context.load_cert_chain(folder / "fullchain.pem", folder / "privkey.pem")
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert modes == {"fullchain.pem": 0o644, "privkey.pem": 0o600, "acme": 0o755}
    assert subprocess.run(argv, check=False, capture_output=True).returncode == 1, "it replaces none"


def test_certificates_of_certbot_are_copied_before_nginx_reloads(tmp_path):
    """certbot's folder of a certificate has links into another one, which a container does not see."""
    archive, lineage, folder = (tmp_path / name for name in ("archive", "live", "tls"))
    for each in (archive, lineage, folder):
        each.mkdir()
    for name in ("fullchain", "privkey"):
        (archive / f"{name}2.pem").write_text(f"new {name}")
        (lineage / f"{name}.pem").symlink_to(archive / f"{name}2.pem")
        (folder / f"{name}.pem").write_text("old")
    hook = PROJECT / "compose" / "nginx" / "certbot-hook.sh"
    argv = ["sh", hook, folder, "cat", folder / "fullchain.pem"]
    environment = {"PATH": os.environ["PATH"], "RENEWED_LINEAGE": str(lineage)}
    assert subprocess.run(argv, env=environment, check=True, capture_output=True).stdout == b"new fullchain"
    assert not any(path.is_symlink() for path in folder.iterdir())
    assert {path.name: (path.read_text(), path.stat().st_mode & 0o777) for path in folder.iterdir()} == {
        "fullchain.pem": ("new fullchain", 0o644),
        "privkey.pem": ("new privkey", 0o600),
    }


def test_nginx_answers_the_authority_that_checks_the_name(proxy, tmp_path):
    """As certbot does it with `--webroot`: a file below a folder that nginx sees."""
    plain, _ = proxy
    folder = tmp_path / "tls" / "acme"
    let_nginx_enter(folder)
    challenge = folder / ".well-known" / "acme-challenge" / "token"
    challenge.parent.mkdir(parents=True)
    challenge.write_text("token.key")
    url = f"http://127.0.0.1:{plain}/.well-known/acme-challenge"
    with httpx.Client(trust_env=False, headers={"Host": NAME}) as client:
        found, missing = client.get(f"{url}/token"), client.get(f"{url}/other")
        outside = client.get(f"{url}/%2e%2e/%2e%2e/%2e%2e/privkey.pem")
    assert (found.status_code, found.text, missing.status_code) == (200, "token.key", 404)
    assert outside.status_code in {301, 400, 404}


def let_nginx_enter(folder: Path) -> None:
    """Create a folder, and let the user of its worker processes read in it."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in (folder, *folder.parents):
        if not each.stat().st_mode & 0o001:
            each.chmod(0o711)


STATIC = {
    "app/assets/main-AbCd_012.js": "max-age=315360000, public, immutable",
    "admin/css/base.0123456789ab.css": "max-age=315360000, public, immutable",
    "admin/css/base.css": "max-age=60, public",
    "app/theme.js": "max-age=60, public",
    "app/pdfjs/wasm/openjpeg.wasm": "max-age=60, public",
}


def test_only_names_with_a_hash_are_cached_for_ever():
    """The next version has other files with the same names, among them those of the viewer."""
    assert f'"~{settings.WHITENOISE_IMMUTABLE_FILE_TEST}" "{STATIC["app/assets/main-AbCd_012.js"]}";' in TEMPLATE
    folder = PROJECT / "frontend" / "dist"
    built = [f"/static/app/{path.relative_to(folder)}" for path in folder.rglob("*") if path.is_file()]
    for url in (*built, *(f"/static/{name}" for name in STATIC)):
        is_cached = re.search(settings.WHITENOISE_IMMUTABLE_FILE_TEST, url) is not None
        assert is_cached == ("/assets/" in url or ".0123456789ab." in url), url
        assert is_cached <= (re.search(r"[-.][\w-]{8,12}\.\w+", url) is not None), url


def test_nginx_says_how_long_static_files_are_cached(proxy, tmp_path):
    _, tls = proxy
    for name in STATIC:
        (tmp_path / "static" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "static" / name).write_text("text")
    let_nginx_enter(tmp_path)
    assert {name: ask(tls, f"/static/{name}").headers.get_list("Cache-Control") for name in STATIC} == {
        name: [value] for name, value in STATIC.items()
    }


def test_no_log_of_the_proxy_contains_secrets():
    """Each server logs in a format without the request line, the query and the page before."""
    servers = re.split(r"^server \{$", TEMPLATE, flags=re.MULTILINE)[1:]
    assert len(servers) == 3
    assert all("    access_log /var/log/nginx/access.log without_secrets;\n" in server for server in servers)
    assert all("    error_log /var/log/nginx/error.log emerg;\n" in server for server in servers)
    assert TEMPLATE.count("error_log") == len(servers)
    (log_format,) = re.findall(r"^log_format without_secrets escape=json '(.+)';$", TEMPLATE, re.MULTILINE)
    assert not set(re.findall(r"\$\w+", log_format)) & {
        "$request",
        "$request_uri",
        "$uri",
        "$args",
        "$query_string",
        "$http_referer",
        "$http_authorization",
        "$http_cookie",
    }


class _Upstream(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    connections = count()

    def setup(self) -> None:
        super().setup()
        self.number = next(self.connections)  # a port can be used again at once

    def do_POST(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        body = json.dumps({name.lower(): value for name, value in self.headers.items()}).encode()
        self.send_response(200)
        if self.path == "/own":
            for name in SECURITY:
                self.send_header(name, "own")
        self.send_header("X-Connection", str(self.number))
        self.send_header("Server-Timing", 'db;desc="7 queries"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        """Log nothing."""


@pytest.fixture
def upstream() -> Iterator[ThreadingHTTPServer]:
    """Run a server that echoes requests."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Upstream)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def proxy(tmp_path, upstream) -> Iterator[tuple[int, int]]:
    """Run nginx with this configuration before a server that echoes requests; yield its HTTP and HTTPS ports."""
    if nginx.find_nginx() is None:
        pytest.skip(f"{nginx.MISSING}; the template is read above")
    plain, tls = free_port(0), free_port(0)
    nginx.make_certificate(tmp_path / "tls", NAME)
    text = nginx.render(tmp_path, name=NAME, plain=plain, tls=tls)
    text = text.replace("web:8000", f"127.0.0.1:{upstream.server_port}").replace("/etc/nginx/tls", f"{tmp_path}/tls")
    text = text.replace("/srv/static", f"{tmp_path}/static")
    with subprocess.Popen(nginx.arguments(tmp_path, text)) as process:
        wait_until(lambda: nginx.listens(tls))
        wait_until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())  # after it listens
        yield plain, tls
        process.terminate()


def ask(tls: int, path: str = "/", *, host: str = NAME, method: str = "GET", **headers: str) -> httpx.Response:
    with httpx.Client(verify=False, trust_env=False) as client:
        url, wanted = f"https://127.0.0.1:{tls}{path}", {"Host": host, **headers}
        return client.request(method, url, headers=wanted, extensions={"sni_hostname": host})


def test_nginx_drops_forged_headers_and_adds_security_headers(proxy):
    # proves: S3-63 V4.1.3
    plain, tls = proxy
    answer = ask(tls, **LIES)
    sent = answer.json()
    assert {name: sent.get(name) for name in TRUTH} == TRUTH
    lies = {name.lower() for name in LIES} - set(TRUTH)
    assert not lies & set(sent)
    assert SECURITY.items() <= dict(answer.headers).items()
    own = ask(tls, "/own").headers
    assert {name: own.get_list(name) for name in SECURITY} == {name: ["own"] for name in SECURITY}
    assert "server-timing" not in own
    assert ask(tls, **{"X-Request-ID": "well-formed_1.2"}).json()["x-request-id"] == "well-formed_1.2"
    assert re.fullmatch(r"[0-9a-f]{32}", ask(tls, **{"X-Request-ID": "a b"}).json()["x-request-id"])
    for closed in ("/metrics", "/health/metrics"):
        assert ask(tls, closed).status_code == 404
    assert SECURITY.items() <= dict(ask(tls, "/metrics").headers).items()
    with pytest.raises(httpx.HTTPError):
        ask(tls, host="evil.example.org")
    with httpx.Client(trust_env=False) as client:
        moved = client.get(f"http://127.0.0.1:{plain}/a?b=c", headers={"Host": NAME})
        assert (moved.status_code, moved.headers["Location"]) == (301, f"https://{NAME}/a?b=c")
        with pytest.raises(httpx.HTTPError):
            client.get(f"http://127.0.0.1:{plain}/", headers={"Host": "evil.example.org"})


@pytest.mark.parametrize(("method", "connections"), [("GET", 1), ("POST", 3)])
def test_requests_that_change_something_are_not_sent_over_kept_connections(proxy, method, connections):
    """A container that ends closes these, and nginx repeats only requests that change nothing."""
    _, tls = proxy
    assert len({ask(tls, method=method).headers["x-connection"] for _ in range(3)}) == connections


SECRET_PATHS = [
    "/s/{}",
    "/s/{}/",
    "//s/{}",
    "/%73/{}?a=b",
    "/s/%2e/{}",
    "/api/v1/links/{}",
    "/api/v1/links/{}/open?x=y",
    "/api/v1/documents?share={}",
    "/slow/s/../../s/{}",
]


@pytest.mark.parametrize("is_up", [True, False], ids=["up", "down"])
def test_nginx_logs_neither_links_nor_queries(proxy, upstream, tmp_path, is_up):
    plain, tls = proxy
    if not is_up:  # then nginx writes about each request into its error log
        upstream.shutdown()
        upstream.server_close()
    before = len((tmp_path / "access.log").read_text())
    for path in SECRET_PATHS:
        ask(tls, path.format("SeCrEt-0123456789"), Referer=f"https://{NAME}/s/SeCrEt-0123456789")
        with httpx.Client(trust_env=False) as client:
            client.get(f"http://127.0.0.1:{plain}{path.format('SeCrEt-0123456789')}", headers={"Host": NAME})
    wait_until(lambda: (tmp_path / "access.log").read_text()[before:].count("\n") == 2 * len(SECRET_PATHS))
    logged = (tmp_path / "access.log").read_text()[before:]
    assert "SeCrEt" not in logged
    assert "SeCrEt" not in (tmp_path / "error.log").read_text()
    lines = [json.loads(line) for line in logged.splitlines()]
    assert {"/s/***", "/api/v1/links/***"} <= {line["path"] for line in lines}
    assert all(line["request_id"] and line["method"] == "GET" for line in lines)
    assert is_up or "502" in {line["upstream_status"] for line in lines}  # the reason that the error log would contain


def test_errors_of_nginx_have_the_body_of_ours(proxy, upstream):
    _, tls = proxy
    upstream.shutdown()
    upstream.server_close()
    unavailable = ask(tls, "/api/v1/documents", **{"X-Request-ID": "the-id"})
    assert unavailable.headers["Content-Type"] == "application/json"
    assert unavailable.headers["Retry-After"] == "5"
    error = unavailable.json()["error"]
    assert (error["code"], error["request_id"]) == ("server_unavailable", "the-id")
    page = ask(tls, "/documents", Accept="text/html,*/*")
    assert (page.status_code, page.headers["Content-Type"]) == (502, "text/html")
    assert SECURITY.items() <= dict(page.headers).items()
    with httpx.Client(verify=False, trust_env=False) as client:
        large = client.post(
            f"https://127.0.0.1:{tls}/api/v1/documents/upload",
            headers={"Host": NAME},
            content=b"x" * (27 << 20),
            extensions={"sni_hostname": NAME},
        )
    assert (large.status_code, large.json()["error"]["code"]) == (413, "request_too_large")
    assert "Retry-After" not in large.headers


@pytest.mark.parametrize(
    ("lines", "status", "code"),
    [
        (["GET / HTTP/1.1", "Host: {name}", "no header"], 400, "malformed_request"),
        (["GET /?q={long} HTTP/1.1", "Host: {name}"], 414, "uri_too_long"),
        (["GET / HTTP/1.1", "Host: {name}", "X-Long: {long}"], 431, "headers_too_large"),
    ],
)
def test_nginx_refuses_requests_that_it_cannot_read_as_we_do(proxy, lines, status, code):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    content = "\r\n".join([*lines, "", ""]).format(name=NAME, long="a" * 20_000)
    with (
        socket.create_connection(("127.0.0.1", proxy[1])) as link,
        context.wrap_socket(link, server_hostname=NAME) as secure,
    ):
        secure.sendall(content.encode())
        response = HTTPResponse(secure)
        response.begin()
        assert response.status == status
        assert json.loads(response.read())["error"]["code"] == code


def wait_until(is_so) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)

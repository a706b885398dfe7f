"""Engines of production.yml, published for workers on other hosts: certificates, addresses, files for Compose."""

import os
import re
import socket
import ssl
import stat
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import kombu
import psycopg
import pytest
import redis
import yaml

from tests.production.compose_file import PROJECT, interpolate

ENGINES = yaml.safe_load((PROJECT / "compose" / "published-engines.yml").read_text())["services"]
WORKER = yaml.safe_load((PROJECT / "compose" / "worker-host.yml").read_text())["services"]["worker"]
SERVICES = yaml.safe_load((PROJECT / "production.yml").read_text())["services"]
SECTION = (
    (PROJECT / "docs" / "howto" / "production.md").read_text().partition("## Several hosts")[2].partition("\n## ")[0]
)
DOCUMENTED = dict(re.findall(r"^ *([A-Z_]+)=(.*)$", SECTION, re.MULTILINE))
ADDRESS = "127.0.0.1"


@pytest.fixture(scope="module")
def certificates(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("hosts") / "engines"
    script = PROJECT / "compose" / "engine-certificates.sh"
    subprocess.run(["sh", script, folder, ADDRESS], check=True, capture_output=True)
    return folder


def test_only_the_certificate_and_its_key_are_left(certificates):
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in certificates.iterdir()}
    assert modes == {"ca.pem": 0o644, "server.pem": 0o644, "server.key": 0o600}
    assert os.geteuid() != 0 or (certificates / "server.key").stat().st_uid == 999


def _valkey(stream: BinaryIO) -> None:
    """Answer each command as if it had succeeded."""
    while head := stream.readline():
        for _ in range(int(head[1:])):
            stream.read(int(stream.readline()[1:]) + 2)
        stream.write(b"+OK\r\n")
        stream.flush()


def _postgres(stream: BinaryIO) -> None:
    """Read the first message, and refuse the user."""
    stream.read(int.from_bytes(stream.read(4)) - 4)
    fields = b"SFATAL\0C28000\0Mencrypted\0\0"
    stream.write(b"E" + (len(fields) + 4).to_bytes(4) + fields)
    stream.flush()


@contextmanager
def serving(engine: Any, certificate: Path) -> Iterator[int]:
    """Accept TLS connections with a certificate as an engine would; yield the port."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate / "server.pem", certificate / "server.key")
    with socket.create_server((ADDRESS, 0)) as server:

        def serve(connection: socket.socket) -> None:
            with suppress(OSError):
                if engine is _postgres:
                    assert connection.recv(8)[4:] == (80877103).to_bytes(4)  # "is TLS possible?"
                    connection.sendall(b"S")
                with context.wrap_socket(connection, server_side=True) as encrypted:
                    engine(encrypted.makefile("rwb"))

        def accept() -> None:
            with suppress(OSError):
                while True:
                    threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


def documented(variable: str, port: int, authority: Path) -> str:
    """Return an address of the page on production, for a server of this test."""
    url = re.sub(r"<\w+>", "secret", DOCUMENTED[variable])
    mounted = interpolate(WORKER["volumes"][0], DOCUMENTED).split(":")[1]
    url, count = re.subn(r"@[\d.]+:\d+/", f"@{ADDRESS}:{port}/", url)
    assert count == 1
    assert mounted in url, "the authority is mounted there"
    return url.replace(mounted, str(authority / "ca.pem"))


@pytest.fixture(scope="module")
def other_authority(tmp_path_factory) -> Path:
    """Make another authority, as an intruder could."""
    folder = tmp_path_factory.mktemp("hosts") / "other_authority"
    script = PROJECT / "compose" / "engine-certificates.sh"
    subprocess.run(["sh", script, folder, ADDRESS], check=True, capture_output=True)
    return folder


def test_the_documented_address_of_postgresql_checks_the_certificate(certificates, other_authority):
    with serving(_postgres, certificates) as port:
        with pytest.raises(psycopg.OperationalError, match="encrypted"):
            psycopg.connect(documented("DATABASE_URL", port, certificates), gssencmode="disable")
        with pytest.raises(psycopg.OperationalError, match="certificate verify failed"):
            psycopg.connect(documented("DATABASE_URL", port, other_authority), gssencmode="disable")


@pytest.mark.parametrize("variable", ["REDIS_URL", "CELERY_BROKER_URL"])
def test_the_documented_addresses_of_valkey_check_the_certificate(certificates, other_authority, variable):
    def ask(url: str) -> None:
        if variable == "REDIS_URL":
            with redis.Redis.from_url(url, retry=None) as client:
                client.ping()
        else:
            with kombu.Connection(url, transport_options={"max_retries": 0}) as link:
                link.default_channel.client.ping()

    with serving(_valkey, certificates) as port:
        ask(documented(variable, port, certificates))
        with pytest.raises(
            (redis.ConnectionError, kombu.exceptions.OperationalError), match="certificate verify failed"
        ):
            ask(documented(variable, port, other_authority))


def test_published_engines_have_tls_and_all_that_they_have_without():
    for name, port in (("postgres", 5432), ("valkey", 6380)):
        assert ENGINES[name]["ports"] == [f"${{{name.upper()}_BIND:?}}:{port}:{port}"]
        assert "ports" not in SERVICES[name]
        assert f"@10.0.0.2:{port}/" in SECTION
    command = SERVICES["postgres"]["command"]
    assert ENGINES["postgres"]["command"][: len(command)] == command
    plain, encrypted = (" ".join(each["valkey"]["command"]) for each in (SERVICES, ENGINES))
    assert set(plain.split()) <= set(encrypted.split())
    assert "--tls-port 6380" in encrypted
    assert {"ssl=on", "ssl_key_file=/etc/engines/server.key"} <= set(ENGINES["postgres"]["command"])


def test_the_documented_variables_are_those_of_the_files():
    for file, services in (("published-engines", ENGINES), ("worker-host", {"worker": WORKER})):
        demanded = set(re.findall(r"(?<!\$)\$\{(\w+):\?\}", str(services)))
        assert demanded <= set(DOCUMENTED)
        assert f"production.yml:compose/{file}.yml" in SECTION
    assert interpolate(WORKER["ports"][0], DOCUMENTED) == "10.0.0.3:9100:9100"


def test_prometheus_reads_the_addresses_of_other_hosts_from_a_file_that_git_ignores():
    folder = PROJECT / "compose" / "prometheus"
    jobs = yaml.safe_load((folder / "prometheus.yml").read_text())["scrape_configs"]
    (worker,) = (job for job in jobs if job["job_name"] == "cartulary-worker")
    (example,) = (folder / "targets").glob("*.example")
    assert worker["file_sd_configs"] == [{"files": ["targets/*.yml"]}]
    assert yaml.safe_load(example.read_text()) == [{"targets": ["10.0.0.3:9100"]}]
    assert "./compose/prometheus:/etc/prometheus:ro" in SERVICES["prometheus"]["volumes"]
    assert "compose/prometheus/targets/*.yml" in (PROJECT / ".gitignore").read_text().splitlines()

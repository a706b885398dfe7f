"""The services of production.yml for all tests: engines, a bucket, two web servers, workers on two hosts, nginx."""

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.stack.postgres import Cluster
from tests.api.seaweed import s3_server
from tests.nginx import MISSING, find_nginx
from tests.production.clients import PASSWORD, client_of
from tests.production.compose_file import fill_example
from tests.production.containers import Container, Production
from tests.production.engines import start_postgres, start_valkey
from tests.production.network import network
from tests.production.proxy import Proxy

ADMINISTRATOR = "ada"
# Of the worker beside the web servers, and of the one on the other host.
VOLUMES = ("data", "second-host")


@dataclass(slots=True, kw_only=True)
class Site:
    """An installation that is running."""

    production: Production
    cluster: Cluster
    prepared: str = ""
    webs: list[Container] = field(default_factory=list)
    workers: list[Container] = field(default_factory=list)

    def prepare(self) -> None:
        """Run `prepare`, and build the models of the other host, with the sources of now."""
        prepared = self.production.run("prepare")
        assert prepared.returncode == 0, prepared.stdout + prepared.stderr
        self.prepared = prepared.stdout
        # The second worker is on a host of its own: it shares nothing with the first but the engines and the bucket.
        models = self.production.run("worker", "python", "manage.py", "prepare_models", volume=VOLUMES[1])
        assert models.returncode == 0, models.stderr

    def query(self, text: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run a query in the database of the application."""
        with psycopg.connect(self.cluster.conninfo("cartulary")) as link:
            return link.execute(text, values).fetchall()

    def beating(self) -> int:
        """Return the number of workers with a fresh heartbeat, as the first web server reports it."""
        with client_of(self.webs[0]) as client:
            return int(client.get("/health/ready").json()["workers"])

    def restart_webs(self) -> None:
        """Replace one web server after the other."""
        for index in range(len(self.webs)):
            self.restart_web(index)

    def restart_web(self, index: int) -> None:
        """Replace a web server; the new one has the variables of now."""
        self.webs[index].stop()
        self.webs[index] = self.production.start("web", host=self.webs[index].host)

    def restart_workers(self) -> None:
        """Replace one worker after the other."""
        for index, volume in enumerate(VOLUMES):
            self.workers[index].stop()
            self.workers[index] = self.production.start("worker", volume=volume)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder: they take minutes, most of it for the first start."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.long)
            item.add_marker(pytest.mark.process)
            item.add_marker(pytest.mark.timeout(600))


@pytest.fixture(scope="session")
def production() -> Iterator[Production]:
    """Return an installation without services: its network, an `.env`, a bucket."""
    folder = Path(tempfile.mkdtemp(prefix="cartulary-production-")).resolve()
    folder.chmod(0o711)
    (folder / "s3").mkdir()
    with network() as hosts, s3_server(folder / "s3", hosts.gateway) as bucket:
        variables = fill_example(
            {
                "SERVER_NAME": "localhost",
                "TLS_FOLDER": str(folder / "tls"),
                "EMAIL_URL": f"filemail:///{folder}/volumes/data/mail",
                "FLOWER_BASIC_AUTH": "flower:secret-of-flower",
                "MODELS_KEEP_SECONDS": "30",
                **bucket.environment(),
            }
        )
        started = Production(network=hosts, bucket=bucket.client(), folder=folder, variables=variables)
        try:
            yield started
        finally:
            started.close()
            shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def site(production: Production) -> Site:
    """Start everything as for the first time."""
    return start_site(production)


def start_site(production: Production) -> Site:
    """Start engines, prepare them, and start two web servers and two workers."""
    cluster = start_postgres(production)
    start_valkey(production)
    site = Site(production=production, cluster=cluster)
    site.prepare()
    site.webs = [production.start("web", wait=False) for _ in range(2)]
    site.workers = [production.start("worker", volume=volume, wait=False) for volume in VOLUMES]
    for container in (*site.webs, *site.workers):
        container.process.wait_ready()
    return site


@pytest.fixture(scope="session")
def administrator(site: Site) -> str:
    """Create the first administrator; return the user name."""
    created = site.production.run(
        "web",
        *("python", "manage.py", "createsuperuser", "--noinput", "--username", ADMINISTRATOR),
        DJANGO_SUPERUSER_PASSWORD=PASSWORD,
        DJANGO_SUPERUSER_EMAIL="ada@example.org",
    )
    assert created.returncode == 0, created.stderr
    return ADMINISTRATOR


@pytest.fixture(scope="session")
def proxy(site: Site) -> Proxy:
    """Start nginx, as long as this machine has one."""
    if find_nginx() is None:
        pytest.skip(MISSING)
    return Proxy(site.production, site.webs)

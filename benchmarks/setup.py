"""Throw-away engines, a web server, a user and documents for the measurements."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import django
from django.core.management import call_command

from cartulary_client import Client, Destination
from config.stack.temporary_engines import TemporaryEngines, temporary_engines
from config.stack.testing import Process, Processes, processes

CONTRACTS = Path(__file__).resolve().parent / "data" / "contracts"
USERNAME, PASSWORD = "ada", "correct horse"
_TIMEOUT = 1_800.0


@dataclass(frozen=True, slots=True)
class Server:
    """One uvicorn process with its own database and folder."""

    url: str
    web: Process
    folder: Path
    processes: Processes

    def start_worker(self) -> Process:
        """Start a worker with two pool processes."""
        return self.processes.worker()

    def log_in(self) -> Client:
        """Create a user and return a client for it."""
        from users.models import User  # noqa: PLC0415 - needs the settings

        User.objects.create_user(USERNAME, f"{USERNAME}@example.org", PASSWORD)
        return Client.log_in(self.url, USERNAME, PASSWORD)


@contextmanager
def database(*, durable: bool = False, **environment: str) -> Iterator[TemporaryEngines]:
    """Start PostgreSQL and Valkey, set Django up for them and apply the migrations.

    With `durable`, PostgreSQL waits for the disk as in production.
    """
    with temporary_engines(durable=durable) as engines:
        settings = {"DJANGO_SETTINGS_MODULE": "config.settings.test", "LOG_LEVEL": "WARNING", "RATE_LIMITS": "off"}
        os.environ |= {**engines.environment(), **settings, **environment}
        engines.cluster.ensure_database("cartulary")
        django.setup()
        call_command("migrate", verbosity=0)
        yield engines


@contextmanager
def start_processes() -> Iterator[Processes]:
    """Start processes for the database of this process; they end with the block."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cartulary-bench-")))
        yield stack.enter_context(processes(environment=dict(os.environ), folder=folder, beats=lambda _: True))


@contextmanager
def start_server(*, durable: bool = True, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Start the engines and a web server; all of them end with the block."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cartulary-bench-")))
        (folder / "data").mkdir()
        stack.enter_context(database(durable=durable, DATA_DIR=str(folder / "data"), **(environment or {})))
        started = stack.enter_context(start_processes())
        web, url = started.web()
        yield Server(url, web, folder, started)


def upload_contracts(server: Server, client: Client, number: int, *, folder: Path = CONTRACTS) -> str:
    """Upload contracts into a new corpus and return it when they are processed."""
    corpus = client.create_corpus("Contracts").id
    files = sorted(folder.glob("*.pdf"))[:number]
    worker = server.start_worker()
    results = list(client.upload_all(*files, destination=Destination(corpus=corpus)))
    documents = [result.document for result in results if result.document]
    for document in client.wait(documents, timeout=_TIMEOUT):
        print(f"{document.state} {document.filename}")
    worker.stop()
    return corpus

"""A real web server with engines and a folder of its own, a worker that comes and goes, and one person's corpus."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import django
from django.core.management import call_command

from cartulary_client import Client, Place
from config.stack.processes import Process, Processes, processes
from config.stack.testing import environment_of, redis_numbers
from config.stack.throwaway import throw_away_engines

CONTRACTS = Path(__file__).resolve().parents[1] / "data" / "contracts"
PASSWORD = "correct horse"
_WAIT = 1_800.0


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the measuring happens."""

    url: str
    folder: Path
    client: Client
    started: Processes

    def worker(self) -> Process:
        """Start a worker with two slots."""
        return self.started.worker()


@contextmanager
def stage() -> Iterator[Stage]:
    """Engines, one uvicorn process and a person; all of it ends with the block."""
    with ExitStack() as stack:
        engines = stack.enter_context(throw_away_engines(durable=True))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cartulary-bench-")))
        ours = environment_of(engines)
        ours |= {
            **redis_numbers(ours),
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "DATA_DIR": str(folder / "data"),
            "LOG_LEVEL": "WARNING",
            "RATE_LIMITS": "off",
        }
        os.environ |= ours
        (folder / "data").mkdir()
        engines.cluster.ensure_database("cartulary")
        django.setup()
        call_command("migrate", verbosity=0)
        started = stack.enter_context(processes(environment=dict(os.environ), folder=folder, beats=lambda _: True))
        _, url = started.web()
        yield Stage(url, folder, stack.enter_context(_person(url)), started)


def _person(url: str) -> Client:
    from users.models import User  # noqa: PLC0415 - needs the settings

    User.objects.create_user("ada", "ada@example.org", PASSWORD)
    return Client.log_in(url, "ada", PASSWORD)


def prepare(on: Stage, contracts: int) -> tuple[str, list[str]]:
    """Fill a corpus with contracts and have them processed; give it and them."""
    corpus = on.client.create_corpus("Contracts").id
    files = sorted(CONTRACTS.glob("*.pdf"))[:contracts]
    worker = on.worker()
    outcomes = list(on.client.upload_all(*files, place=Place(corpus=corpus)))
    documents = [outcome.document for outcome in outcomes if outcome.document]
    for document in on.client.wait(documents, seconds=_WAIT):
        print(f"{document.state} {document.filename}")
    worker.stop()
    return corpus, documents

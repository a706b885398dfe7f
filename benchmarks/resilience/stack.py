"""The stack that all parts use: a web server, twenty contracts, and a worker with two slots for each situation.

A situation starts the worker with settings of its own, such as the address of another language model. That of the stack
is a slow one that works: also on the idle stack, it is asked for the language of each document that is uploaded.
"""

import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Final
from uuid import uuid4

from benchmarks.resilience.services import Behaviour, start_service
from benchmarks.setup import CONTRACTS as FILES
from benchmarks.setup import Server, start_server, upload_contracts
from cartulary_client import Client, Destination
from config.stack.run_config import LOOPBACK, free_port

CONTRACTS: Final = 20
SLOTS: Final = 2
ANSWER_S: Final = (0.5, 1.0)  # of a language model
_ENVIRONMENT: Final = {"LLM_MODEL": "scripted", "LLM_API_KEY": "key", "EVENT_STREAMS_PER_USER": "0"}
_QUIET_S: Final = 300.0


class Stack:
    """A web server and its user."""

    def __init__(self, server: Server, client: Client) -> None:
        self.server = server
        self.client = client

    @cached_property
    def contracts(self) -> Sequence[str]:
        """The contracts, processed and indexed."""
        corpus = upload_contracts(self.server, self.client, CONTRACTS)
        with self.worker():
            return [document.id for document in self.client.documents(corpus=corpus)]

    def corpus_of_contracts(self) -> str:
        """Create a corpus of the contracts."""
        corpus = self.client.create_corpus("Contracts of a situation").id
        self.client.add_documents(corpus, self.contracts)
        return corpus

    @contextmanager
    def worker(self, **environment: str) -> Iterator[None]:
        """Start a worker with two slots; the block begins when it has done what earlier ones have left, and is warm."""
        worker = self.server.processes.worker(processes=SLOTS, env=environment)
        wait_until_quiet()
        self._warm_up()
        yield
        worker.stop()

    def _warm_up(self) -> None:
        """Let each process read and index a contract: its first one takes seconds longer."""
        corpus = self.client.create_corpus("First uploads").id
        with tempfile.TemporaryDirectory(dir=self.server.folder) as folder:
            copies = [copy_of_contract(Path(folder)) for _ in range(SLOTS)]
            list(self.client.upload_all(*copies, destination=Destination(corpus=corpus)))
        wait_until_quiet()


@contextmanager
def start_stack() -> Iterator[Stack]:
    """Start the engines, a web server and its user; all of them end with the block."""
    port = free_port(0)
    with start_server(environment=_ENVIRONMENT | model_at(port)) as server, server.log_in() as client:
        start_service(server.processes, Behaviour.ANSWERS, seconds=ANSWER_S, port=port)
        yield Stack(server, client)


def model_at(port: int) -> dict[str, str]:
    """Return the setting for a language model at this port."""
    return {"LLM_BASE_URL": f"http://{LOOPBACK}:{port}/v1"}


def copy_of_contract(folder: Path) -> Path:
    """Write a contract of middle size as a file that has not been uploaded yet."""
    contracts = sorted(FILES.glob("*.pdf"), key=lambda file: file.stat().st_size)
    copy = folder / f"{uuid4()}.pdf"
    copy.write_bytes(contracts[len(contracts) // 2].read_bytes() + f"\n% {copy.stem}\n".encode())
    return copy


def wait_until_quiet() -> None:
    """Wait until no job runs and none could; those that wait for a server may remain."""
    from django.db.models import Q  # noqa: PLC0415 - needs the settings

    from tasks.models import Job  # noqa: PLC0415 - as above

    deadline = time.monotonic() + _QUIET_S
    while Job.objects.filter(Q(queued=True) | Q(inflight=True)).exists():
        if time.monotonic() > deadline:
            raise RuntimeError("The jobs of earlier measurements have not ended.")
        time.sleep(0.1)


def p95(values: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


def ratio(values: Sequence[float], idle: Sequence[float]) -> float:
    """Return the 95th percentile of values ÷ that of the values on the idle stack."""
    return round(p95(values) / p95(idle), 2)

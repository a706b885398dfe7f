"""Uploads while two analyzers hang: one on a server that never answers, and an installed one that never returns.

Both run on all twenty contracts, in turns, so that each job of one is followed by a job of the other.
"""

import base64
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from benchmarks.resilience import hanging
from benchmarks.resilience.services import Behaviour, Service, start_service
from benchmarks.resilience.stack import Stack, ratio
from benchmarks.resilience.uploads import UPLOADS, upload_times
from benchmarks.setup import PASSWORD, USERNAME
from cartulary_client import Client

_METADATA: Final = "Metadata-Version: 2.1\nName: hanging\nVersion: 1.0\n"
_ENTRY_POINTS: Final = "[cartulary.analyzers]\nhanging = hanging:Hanging\n"
_SECRET_BYTES: Final = 32
_TAKEN_S: Final = 3.0  # until both analyzers have what they can get


def measure(stack: Stack) -> dict[str, float]:
    """Return the ratio of uploads while the analyzers hang to those on the idle stack."""
    with stack.worker():
        idle = upload_times(stack, UPLOADS // 2)
    with hung_analyzers(stack):
        return {"upload_ratio_hung_plugins": ratio(upload_times(stack), idle)}


@contextmanager
def hung_analyzers(stack: Stack) -> Iterator[None]:
    """Start the analyzers; the block begins when they had time to take the slots that they can get."""
    processes = stack.server.processes
    corpus = stack.corpus_of_contracts()
    service = start_service(processes, Behaviour.HANGS)
    with _installed_plugin() as folder:
        path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {"PYTHONPATH": path, "ANALYZER_ALLOWED_HOSTS": service.host}
        web, url = processes.web(env=environment)
        with stack.worker(**environment), Client.log_in(url, USERNAME, PASSWORD) as client:
            _run(client, corpus, service, stack.contracts)
            time.sleep(_TAKEN_S)
            yield
            client.delete_corpus(corpus)
            service.stop()
        web.stop()


def _run(client: Client, corpus: str, service: Service, documents: Sequence[str]) -> None:
    """Run both analyzers on the documents."""
    body = {"name": "Never answers", "address": f"http://{service.host}/", "secret": _secret()}
    remote = client.connection.post(f"/corpuses/{corpus}/remote-analyzers", body)
    actions = [
        client.create_action(corpus, "analyze", name=name, analyzer=name) for name in (remote["analyzer"], "hanging")
    ]
    for document in documents:
        for action in actions:
            client.run_action(action.id, [document])


def _secret() -> str:
    return f"whsec_{base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()}"


@contextmanager
def _installed_plugin() -> Iterator[Path]:
    """Write the plug-in as an installed package into a folder."""
    with tempfile.TemporaryDirectory(prefix="cartulary-bench-") as temporary:
        folder = Path(temporary)
        shutil.copy(hanging.__file__, folder / "hanging.py")
        information = folder / "hanging-1.0.dist-info"
        information.mkdir()
        (information / "METADATA").write_text(_METADATA)
        (information / "entry_points.txt").write_text(_ENTRY_POINTS)
        yield folder

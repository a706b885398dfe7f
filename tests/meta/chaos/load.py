"""The load of a chaos run: a client that sends requests, and the log of the accepted ones."""

import json
import random
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection
from django.db.utils import DatabaseError

from conftest import DEMO
from corpuses.uploads.services import upload_to_corpus
from documents.errors import DocumentExists
from documents.models import Document
from documents.storage.blobs import BlobWriter
from tasks.models import Job
from tasks.runtime import queue
from users.models import User

USERS = 5
# Each request with its weight and number of jobs: at least half of all jobs are about documents.
CONTRACT = ("contract", 5, 2)
REQUESTS = (
    ("text", 46, 2),
    CONTRACT,
    ("broken", 1, 1),
    ("chaos.note", 22, 1),
    ("chaos.chain", 20, 1),
    ("chaos.nap", 10, 1),
    ("chaos.doubtful", 6, 1),
    ("chaos.poison", 2, 1),
    ("chaos.hang", 1, 1),
)
UPLOADS = ("text", "contract", "broken")
PATIENCE = 60.0

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Promise:
    """An accepted request: `row` is the id of its document or job."""

    number: int
    kind: str
    row: str


class Client:
    """Sends requests at a constant rate until there are enough jobs; repeats a request that failed.

    Then it uploads as long as `wants_documents`, for faults that need one that is being processed.
    """

    def __init__(self, *, jobs: int, seconds: float, seed: int, log: Path, wants_documents: Callable[[], bool]) -> None:
        self.promises: list[Promise] = []
        self.errors: list[str] = []
        self._random_source = random.Random(seed)
        self._jobs = jobs
        self._pace = seconds / jobs
        self._log = log
        self._wants_documents = wants_documents
        self._nonce = f"{seed}-{time.time_ns()}"
        self._text = (DEMO / "maintenance-agreement.txt").read_bytes()
        self._contract = (DEMO / "ag-energy-round-up.pdf").read_bytes()
        self._thread = threading.Thread(target=self._run, name="client", daemon=True)

    def start(self) -> None:
        self._users = [User.objects.create_user(f"person-{number}") for number in range(USERS)]
        self._thread.start()

    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def _run(self) -> None:
        sent_jobs, number, start = 0, 0, time.monotonic()
        weights = [weight for _, weight, _ in REQUESTS]
        while sent_jobs < self._jobs or self._wants_documents():
            kind, _, jobs = self._random_source.choices(REQUESTS, weights)[0] if sent_jobs < self._jobs else CONTRACT
            number += 1
            try:
                self._send(number, kind)
            except Exception as error:  # noqa: BLE001  # reported at the end; the other requests continue
                self.errors.append(f"{kind}: {error!r}")
            sent_jobs += jobs
            time.sleep(max(0.0, start + sent_jobs * self._pace - time.monotonic()))
        connection.close()

    def _send(self, number: int, kind: str) -> None:
        user = self._random_source.choice(self._users)
        send = self._upload if kind in UPLOADS else _enqueue
        promise = Promise(number, kind, with_retries(lambda: send(number, kind, user)))
        self.promises.append(promise)
        with self._log.open("a") as log:
            log.write(f"{json.dumps(asdict(promise))}\n")

    def _upload(self, number: int, kind: str, user: User) -> str:
        with BlobWriter() as writer:
            writer.write(self._content(number, kind))
            try:
                document = upload_to_corpus(writer.finish(), filename=f"{kind}-{number}", owner=user)
            except DocumentExists as known:  # the document exists, only the response was lost
                return str(known.data["document_id"])
        return str(document.pk)

    def _content(self, number: int, kind: str) -> bytes:
        """Return the content of a real file, made unique by a line."""
        mark = f"{self._nonce}-{number}".encode()
        if kind == "text":
            start = number * 97 % 1500
            return b"Reference " + mark + b".\n\n" + self._text[start : start + 1200]
        if kind == "broken":
            return self._contract[: len(self._contract) // 2] + mark
        return self._contract + b"\n% " + mark + b"\n"


def _enqueue(number: int, kind: str, user: User) -> str:
    args = {"request": number}
    known = Job.objects.filter(kind=kind, args=json.dumps(args)).first()
    if known is not None:  # as above
        return str(known.pk)
    return str(queue.enqueue(kind, args=args, tenant_id=user.tenant_id, owner_id=user.pk))


def with_retries(function: Callable[[], Result]) -> Result:
    """Repeat the call until the database is available."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return function()
        except (OperationalError, InterfaceError, DatabaseError, OSError):  # OSError: the disk is full
            connection.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def documents_of(promises: list[Promise]) -> dict[str, Document]:
    """Return the uploaded documents by id."""
    ids = [promise.row for promise in promises if promise.kind in UPLOADS]
    return {str(document.pk): document for document in Document.objects.filter(pk__in=ids)}

"""People who want things done while everything breaks, and the append-only log of what they were promised."""

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
from corpuses.services.uploads import upload_to_corpus
from documents.errors import DocumentExists
from documents.models import Document
from documents.storage.blobs import BlobWriter
from tasks.models import Job
from tasks.runtime import queue
from users.models import User

PEOPLE = 5
# What a request is, how often, and how many jobs it makes: at least half of all jobs are about documents.
MIX = (
    ("text", 46, 2),
    ("contract", 5, 2),
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

Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class Promise:
    """A request that was accepted: `row` is the document or the job that stands for it."""

    number: int
    what: str
    row: str


class Client:
    """Asks at a steady pace until enough jobs are on their way; asks again where no answer came."""

    def __init__(self, *, jobs: int, seconds: float, seed: int, log: Path) -> None:
        self.promises: list[Promise] = []
        self.errors: list[str] = []
        self._dice = random.Random(seed)
        self._jobs = jobs
        self._pace = seconds / jobs
        self._log = log
        self._nonce = f"{seed}-{time.time_ns()}"
        self._text = (DEMO / "maintenance-agreement.txt").read_bytes()
        self._contract = (DEMO / "ag-energy-round-up.pdf").read_bytes()
        self._thread = threading.Thread(target=self._run, name="client", daemon=True)

    def start(self) -> None:
        self._people = [User.objects.create_user(f"person-{number}") for number in range(PEOPLE)]
        self._thread.start()

    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def _run(self) -> None:
        asked, number, began = 0, 0, time.monotonic()
        weights = [weight for _, weight, _ in MIX]
        while asked < self._jobs:
            what, _, jobs = self._dice.choices(MIX, weights)[0]
            number += 1
            try:
                self._ask(number, what)
            except Exception as error:  # noqa: BLE001  # told at the end; the others still want their work done
                self.errors.append(f"{what}: {error!r}")
            asked += jobs
            time.sleep(max(0.0, began + asked * self._pace - time.monotonic()))
        connection.close()

    def _ask(self, number: int, what: str) -> None:
        user = self._dice.choice(self._people)
        ask = self._upload if what in UPLOADS else _enqueue
        promise = Promise(number, what, insisting(lambda: ask(number, what, user)))
        self.promises.append(promise)
        with self._log.open("a") as log:
            log.write(f"{json.dumps(asdict(promise))}\n")

    def _upload(self, number: int, what: str, user: User) -> str:
        with BlobWriter() as writer:
            writer.write(self._content(number, what))
            try:
                document = upload_to_corpus(writer.finish(), filename=f"{what}-{number}", owner=user)
            except DocumentExists as known:  # the answer to the first try was lost, not the document
                return str(known.data["document_id"])
        return str(document.pk)

    def _content(self, number: int, what: str) -> bytes:
        """Real files, each told from the others by a line that nobody sees or minds."""
        mark = f"{self._nonce}-{number}".encode()
        if what == "text":
            start = number * 97 % 1500
            return b"Reference " + mark + b".\n\n" + self._text[start : start + 1200]
        if what == "broken":
            return self._contract[: len(self._contract) // 2] + mark
        return self._contract + b"\n% " + mark + b"\n"


def _enqueue(number: int, what: str, user: User) -> str:
    args = {"request": number}
    known = Job.objects.filter(kind=what, args=json.dumps(args)).first()
    if known is not None:  # as above
        return str(known.pk)
    return str(queue.enqueue(what, args=args, tenant_id=user.tenant_id, owner_id=user.pk))


def insisting(act: Callable[[], Given]) -> Given:
    """Do it again until the database answers."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return act()
        except (OperationalError, InterfaceError, DatabaseError, OSError):  # OSError: no room for the file
            connection.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def documents_of(promises: list[Promise]) -> dict[str, Document]:
    """The rows of what was uploaded, by id."""
    wanted = [promise.row for promise in promises if promise.what in UPLOADS]
    return {str(document.pk): document for document in Document.objects.filter(pk__in=wanted)}

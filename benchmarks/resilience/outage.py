"""A thousand jobs of an extraction while its language model is down, and once it is back. Needs the settings.

The extraction is of a thousand documents with a short text, which are written to the database directly, and of one
question: a thousand rows, each with a job. The model answers 503 for 90 s; then another server takes its place
that answers at once.
"""

import time
from bisect import bisect_left
from collections import Counter
from contextlib import suppress
from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils import timezone

from benchmarks.resilience.services import Behaviour, start_service
from benchmarks.resilience.stack import Stack, model_at, p95
from benchmarks.setup import USERNAME
from cartulary_client.errors import WaitTimeout
from core.db.ids import uuid7
from corpuses.extracts.models import ExtractRow
from corpuses.models import Corpus, CorpusDocument
from documents.models import Blob, Document, DocumentRevision
from users.models import User

JOBS: Final = 1_000
DOWN_S: Final = 90.0
LIMIT_S: Final = 300.0  # a job that has not ended by then counts with this time
_MINUTE: Final = 60.0
_COLUMN: Final = {"name": "Parties", "question": "Who are the parties?"}


def measure(stack: Stack) -> dict[str, float]:
    """Return the most requests in any minute while the model is down, and the seconds until the jobs have ended."""
    client, processes = stack.client, stack.server.processes
    corpus = client.create_corpus("A thousand notes").id
    _add_documents(Corpus.objects.get(pk=corpus), User.objects.get(username=USERNAME))
    fieldset = client.extracts.create_fieldset(corpus, "Parties", columns=[_COLUMN])
    before = start_service(processes, Behaviour.ANSWERS)
    with stack.worker(**model_at(before.port)):
        before.stop()
        failing = start_service(processes, Behaviour.FAILS, port=before.port)
        extract = client.extracts.start(fieldset, engine="language-model")
        failing.wait_until_called()
        time.sleep(DOWN_S)
        calls = failing.calls()
        failing.stop()
        start_service(processes, Behaviour.ANSWERS, port=failing.port)
        back = timezone.now()
        with suppress(WaitTimeout):
            client.extracts.wait(extract.id, timeout=LIMIT_S)
        ended = _ended_after(UUID(extract.id), back)
    print("requests while the model was down:", *(f"{call - calls[0]:.1f}" for call in calls), flush=True)
    return {"calls_while_open_per_min": _most_in_a_minute(calls), "drained_p95_s": round(p95(ended), 1)}


def _most_in_a_minute(calls: list[float]) -> int:
    """Return the most calls in any minute; the failures that open the breaker are in the first."""
    return max(bisect_left(calls, call + _MINUTE) - place for place, call in enumerate(calls))


def _ended_after(extract: UUID, back: datetime) -> list[float]:
    rows = list(ExtractRow.objects.filter(extract=extract))
    print("rows:", dict(Counter(row.state for row in rows)), flush=True)
    return [(row.finished - back).total_seconds() if row.finished else LIMIT_S for row in rows]


def _add_documents(corpus: Corpus, owner: User) -> None:
    """Add documents with a text that is read as a whole."""
    blob = Blob.objects.create(sha256=uuid7().hex * 2, size=1)
    documents = [
        Document(
            owner=owner, tenant=owner.tenant, title=f"Note {number:04}", filename="note.txt", mime_type="text/plain",
            blob=blob, page_count=1,
        )
        for number in range(JOBS)
    ]  # fmt: skip
    Document.objects.bulk_create(documents)
    revisions = [
        DocumentRevision(
            document=each, number=1, parser="none", parser_version="1", options_hash="", page_count=1,
            text=f"{each.title}. The parties agree on it.",
        )
        for each in documents
    ]  # fmt: skip
    DocumentRevision.objects.bulk_create(revisions)
    for document, revision in zip(documents, revisions, strict=True):
        document.revision, document.state, document.backend_lock = revision, Document.State.READY, False
    Document.objects.bulk_update(documents, ["revision", "state", "backend_lock"])
    CorpusDocument.objects.bulk_create(
        CorpusDocument(corpus=corpus, document=each, added_by=owner) for each in documents
    )

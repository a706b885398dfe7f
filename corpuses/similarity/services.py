"""Search a corpus for similar documents and clauses in a job, which replaces the groups of the one before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.row_locks import lock_against_delete, lock_all_against_delete
from corpuses.models import Corpus
from corpuses.similarity.models import SimilarGroup, SimilarityRun, SimilarText
from documents.models import Document, DocumentRevision
from documents.services.progress import Progress
from tasks.errors import Cancelled
from tasks.runtime import queue
from tasks.runtime.job_views import JobView, jobs_of
from users.models import User

if TYPE_CHECKING:
    from corpuses.similarity.finding import Found, FoundGroup

FIND: Final = "corpuses.find_similar_texts"
QUOTE: Final = 300  # characters of a clause that are stored


@dataclass(frozen=True, slots=True)
class SimilarityState:
    """The last complete search for similar texts in a corpus, and the newest job."""

    corpus: Corpus
    run: SimilarityRun | None
    job: JobView | None

    @property
    def pk(self) -> UUID:
        """Return the key of the corpus, by which loaders know the row."""
        return self.corpus.pk


def state_of(corpus: Corpus) -> SimilarityState:
    """Return the state of the similar texts of a corpus."""
    job = next(iter(jobs_of([corpus.pk], kinds=[FIND]).get(corpus.pk, [])), None)
    return SimilarityState(corpus, SimilarityRun.objects.filter(corpus=corpus).first(), job)


@transaction.atomic
def find_similar_texts(corpus: Corpus, *, actor: User) -> UUID:
    """Start a job that finds the similar texts; return its id, or that of the one that does so already."""
    require(actor, Permission.EDIT, corpus)
    record(Action.SIMILAR_TEXTS_STARTED, corpus, actor=actor)
    return queue.enqueue(
        FIND,
        args={"corpus_id": str(corpus.pk)},
        tenant_id=corpus.tenant_id,
        owner_id=actor.pk,
        subject_id=corpus.pk,
        subject_title=corpus.title,
        priority=queue.Priority.LOW,
        dedupe_key=f"{FIND}:{corpus.pk}",
    )


def run(corpus_id: UUID, *, job: Progress) -> int:
    """Sketch the documents that have changed, group the texts, and store the groups; return their number."""
    from corpuses.similarity import finding, storing  # noqa: PLC0415 - imports numpy; `config.celery_app`

    corpus = Corpus.objects.filter(pk=corpus_id).first()
    if corpus is None:
        raise Cancelled
    started = timezone.now()
    newest = Document.objects.filter(superseded_by=None)
    documents = newest.filter(memberships__corpus=corpus, revision__isnull=False).order_by("pk")
    revisions = [key for key in documents.values_list("revision_id", flat=True) if key is not None]
    missing = storing.without_sketch(revisions)
    for done, key in enumerate(missing):
        job.check_cancelled()
        job.progress(90 * done // len(missing), f"{done} of {len(missing)} documents")
        with job.guarded():
            storing.store_sketch(key)
    job.check_cancelled(now=True)
    job.progress(90, "Comparing the documents")
    found = finding.find_groups(revisions)
    with job.commit():
        _replace(corpus, found, started=started)
    return len(found.groups)


def _replace(corpus: Corpus, found: "Found", *, started: datetime) -> None:
    documents = DocumentRevision.objects.filter(pk__in={text.revision for each in found.groups for text in each.texts})
    lock_all_against_delete(Document.with_deleted.filter(pk__in=documents.values("document")).order_by("pk"))
    lock_against_delete(corpus)
    Corpus.objects.select_for_update(no_key=True).only("pk").get(pk=corpus.pk)
    SimilarGroup.objects.filter(corpus=corpus).delete()
    SimilarityRun.objects.update_or_create(
        corpus=corpus,
        defaults={"started": started, "clause_count": found.clause_count, "is_complete": found.is_complete},
    )
    groups = [SimilarGroup(corpus=corpus, kind=each.kind, size=each.size) for each in found.groups]
    SimilarGroup.objects.bulk_create(groups, batch_size=500)
    pairs = list(zip(groups, found.groups, strict=True))
    for begin in range(0, len(pairs), 50):
        SimilarText.objects.bulk_create(_texts(pairs[begin : begin + 50]), batch_size=1000)


def _texts(pairs: Sequence[tuple[SimilarGroup, "FoundGroup"]]) -> Iterator[SimilarText]:
    """Yield the rows of texts; those whose revision was purged meanwhile are left out."""
    keys = {text.revision for _, group in pairs for text in group.texts}
    revisions = DocumentRevision.objects.filter(pk__in=keys).only("document_id", "text").in_bulk()
    for row, group in pairs:
        for order, text in enumerate(group.texts):
            revision = revisions.get(text.revision)
            if revision is None:
                continue
            start, end, page = text.place
            yield SimilarText(
                group=row,
                order=order,
                document_id=revision.document_id,
                revision=revision,
                page=page,
                start=start,
                end=end,
                quote=" ".join(revision.text[start:end].split())[:QUOTE],
                similarity=text.similarity,
            )

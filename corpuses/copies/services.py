"""Copy a corpus: its definitions at once, its documents by a job, in batches that are each stored once."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import Permission, is_member, require
from core.db.transactions import atomic_with_retry
from core.deletion import free_name
from core.errors import Invalid, NotAllowed, NotFound
from corpuses.copies.definitions import Part, copy_definitions
from corpuses.copies.documents import copy_next
from corpuses.corpora.answer_limits import LIMITS
from corpuses.corpora.services import TITLE_LIMIT, create_corpus
from corpuses.events import record_corpus_event
from corpuses.holding import hold_in_job
from corpuses.job_reports import complete, require_few
from corpuses.models import Corpus, CorpusCopy
from documents.models import Document
from documents.services.progress import Progress
from tasks.errors import Cancelled
from tasks.runtime import queue
from users.models import User

COPY: Final = "corpuses.copy_corpus"
MAX_WAITING: Final = 10  # of each user
_SETTINGS: Final = ("allows_language_models", "embedder", *LIMITS)
_REQUIRED: Final = {Part.ANNOTATIONS: (Part.DOCUMENTS, Part.LABELS)}


@atomic_with_retry
def start_copy(source: Corpus, *, actor: User, title: str = "", parts: Collection[str] | None = None) -> CorpusCopy:
    """Copy a corpus, or parts of it, into a new one of the actor's; a job adds the documents.

    It is not shared, and has neither comments, conversations and extracts nor the language model of the source.
    """
    require(actor, Permission.VIEW, source)
    chosen = _checked_parts(source, actor, parts)
    require_few(CorpusCopy, owner=actor, maximum=MAX_WAITING)
    corpus = create_corpus(owner=actor, title=title or _free_title(source, actor), description=source.description)
    for name in _SETTINGS:
        setattr(corpus, name, getattr(source, name))
    corpus.save(update_fields=_SETTINGS)
    copy = CorpusCopy(source=source, corpus=corpus, owner=actor, parts=chosen)
    copy_definitions(copy, source)
    if Part.DOCUMENTS in chosen:
        visible = Document.objects.visible_to(actor).filter(memberships__corpus=source, superseded_by=None)
        copy.total = visible.count()
        copy.job = _enqueue(copy)
    else:
        copy.state, copy.finished = CorpusCopy.State.DONE, timezone.now()
    copy.save(force_insert=True)
    record(Action.CORPUS_COPIED, source, actor=actor, copy=str(corpus.pk), parts=chosen)
    return copy


def copy_documents(copy_id: UUID, *, job: Progress) -> None:
    """Copy the documents that have not been copied yet."""
    while _copy_batch(copy_id, job=job):
        pass
    with job.commit():
        _finish(copy_id)


def record_failure(copy: CorpusCopy) -> None:
    """Record an event for the pages that show how far copying has come."""
    record_corpus_event(copy.corpus, "documents")


def _checked_parts(source: Corpus, actor: User, parts: Collection[str] | None) -> list[str]:
    """Return the parts in their order: all that the actor may see, unless some are chosen."""
    may_see_actions = is_member(actor, source)
    if parts is None:
        return [each for each in Part.values if each != Part.ACTIONS or may_see_actions]
    if Part.ACTIONS in parts and not may_see_actions:
        raise NotAllowed("Only members of the corpus can copy its actions.")
    for part, required in _REQUIRED.items():
        if part in parts and not {*required} <= {*parts}:
            raise Invalid("Annotations can only be copied together with documents and labels.", field="parts")
    return [each for each in Part.values if each in parts]


def _free_title(source: Corpus, actor: User) -> str:
    title = f"Copy of {source.title}"[:TITLE_LIMIT]
    own = Corpus.objects.filter(owner=actor)
    return free_name(title, lambda each: own.filter(title=each).exists(), limit=TITLE_LIMIT)


def _enqueue(copy: CorpusCopy) -> UUID:
    return queue.enqueue(
        COPY,
        args={"copy_id": str(copy.pk)},
        tenant_id=copy.owner.tenant_id,
        owner_id=copy.owner_id,
        subject_id=copy.pk,
        subject_title=copy.corpus.title,
        dedupe_key=f"{COPY}:{copy.pk}",
    )


def _copy_batch(copy_id: UUID, *, job: Progress) -> bool:
    """Copy some documents; return false if there are none left."""
    job.check_cancelled()
    with job.guarded():
        copy = _locked(copy_id)
        if copy.state == CorpusCopy.State.DONE:
            return False
        copy.wait_again()
        goes_on = copy_next(copy, _source(copy))
        copy.save()
    job.progress(
        100 * min(copy.documents, copy.total) // max(1, copy.total), f"{copy.documents} of {copy.total} documents"
    )
    return goes_on


def _locked(copy_id: UUID) -> CorpusCopy:
    """Lock the copy, so that batches of a job that is repeated follow one another."""
    hold_in_job(*CorpusCopy.objects.filter(pk=copy_id).values_list("corpus", flat=True))
    rows = CorpusCopy.objects.select_for_update(of=("self",)).select_related("corpus__owner", "source", "owner")
    copy = rows.filter(pk=copy_id).first()
    if copy is None or copy.corpus.deleted_at is not None or not copy.owner.is_active:
        raise Cancelled
    return copy


def _source(copy: CorpusCopy) -> Corpus:
    if copy.source is None or copy.source.deleted_at is not None:
        raise NotFound("The corpus that is copied was deleted meanwhile.")
    return require(copy.owner, Permission.VIEW, copy.source)


def _finish(copy_id: UUID) -> None:
    copy = _locked(copy_id)
    if copy.state == CorpusCopy.State.DONE:
        return
    complete(copy)
    counts = {"documents": copy.documents, "annotations": copy.annotations}
    if Part.ANNOTATIONS in copy.parts:
        record(Action.ANNOTATIONS_COPIED, copy.corpus, actor=copy.owner, count=counts["annotations"])
    record_corpus_event(copy.corpus, "documents", "annotations")

"""Suggest passages for a label: learn it from its examples, and annotate the sentences that are most likely right.

The suggestions are annotations by a program: users accept or reject them (`annotations.reviews`), and the next run
learns from that. A run adds nothing where the label is, or where a suggestion of it was rejected.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import transaction

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.row_locks import lock_keys_against_delete
from corpuses.annotations.anchoring import anchor_where_possible
from corpuses.annotations.labels.services import lock_labels, require_not_archived
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.services import annotate_many
from corpuses.models import CorpusDocument
from corpuses.recommender import examples
from corpuses.recommender.examples import Place, Suggestion, origin_of, seen_by, suggestions_of
from corpuses.recommender.limits import MAX_PER_DOCUMENT, MAX_SUGGESTIONS, NEEDED
from documents.models import Document, DocumentRevision
from documents.services.progress import Progress
from tasks.errors import Cancelled
from tasks.runtime import queue
from tasks.runtime.job_views import JobView, jobs_of
from users.models import User

SUGGEST: Final = "corpuses.suggest_passages"


@dataclass(frozen=True, slots=True)
class LabelSuggestions:
    """The examples and the suggestions of a label, and the newest job that suggests passages for it."""

    label: Label
    example_count: int
    pending_count: int
    suggested_count: int
    job: JobView | None
    needed_count: int = NEEDED


def state_of(label: Label, *, actor: User) -> LabelSuggestions:
    """Return the state of the suggestions of a label, for those who may annotate in its corpus."""
    require(actor, Permission.ANNOTATE, label.corpus)
    job = next(iter(jobs_of([label.pk], kinds=[SUGGEST]).get(label.pk, [])), None)
    return LabelSuggestions(
        label=label,
        example_count=seen_by(actor, examples.examples_of(label)).count(),
        pending_count=seen_by(actor, suggestions_of(label)).count(),
        suggested_count=_suggested_since(label, job, actor),
        job=job,
    )


@transaction.atomic
def suggest_passages(label: Label, *, actor: User) -> UUID:
    """Suggest passages for a label in a job, and return its id; that of a job that does so already, if there is one."""
    require(actor, Permission.ANNOTATE, label.corpus)
    require_not_archived(label)
    examples.require_examples(label, actor=actor)
    record(Action.SUGGESTIONS_STARTED, label, actor=actor)
    return queue.enqueue(
        SUGGEST,
        args={"label_id": str(label.pk), "user_id": str(actor.pk)},
        tenant_id=label.corpus.tenant_id,
        owner_id=actor.pk,
        subject_id=label.pk,
        subject_title=label.name,
        priority=queue.Priority.LOW,
        dedupe_key=f"{SUGGEST}:{label.pk}",
    )


def run(label_id: UUID, user_id: UUID, *, job: Progress) -> int:
    """Learn a label and store the suggestions, document by document; return their number.

    A repeated run goes on: suggestions that are there count against the limits.
    """
    label = Label.objects.select_related("corpus").filter(pk=label_id).first()
    actor = User.objects.filter(pk=user_id, is_active=True).first()
    if label is None or label.archived or actor is None or label.corpus.deleted_at is not None:
        raise Cancelled
    from corpuses.recommender.learning import find_suggestions  # noqa: PLC0415 - imports numpy; `config.celery_app`

    by_document: dict[UUID, list[Suggestion]] = defaultdict(list)
    for each in choose(label, find_suggestions(label, job=job)):
        by_document[each.place.document].append(each)
    added = 0
    for document in sorted(by_document):
        job.check_cancelled()
        with job.guarded():
            added += _store(label, by_document[document], actor=actor)
    with job.commit():
        return added


def choose(label: Label, found: Iterable[Suggestion]) -> list[Suggestion]:
    """Return the best suggestions within the limits, without those whose place is taken."""
    ordered = sorted(found, key=lambda each: (-each.score, each.place))
    taken: dict[UUID, list[Place]] = defaultdict(list)
    for place in examples.taken_places(label, {each.place.document for each in ordered}):
        taken[place.document].append(place)
    pending = suggestions_of(label).values_list("document_id", flat=True)
    counts = Counter(pending)
    room = MAX_SUGGESTIONS - counts.total()
    chosen: list[Suggestion] = []
    for each in ordered:
        document = each.place.document
        if len(chosen) >= room:
            break
        if counts[document] < MAX_PER_DOCUMENT and not _overlaps(each.place, taken[document]):
            counts[document] += 1
            taken[document].append(each.place)
            chosen.append(each)
    return chosen


def _store(label: Label, suggestions: Sequence[Suggestion], *, actor: User) -> int:
    """Store the suggestions in one document, unless it, the label or the permission has changed meanwhile."""
    require(actor, Permission.ANNOTATE, label.corpus)
    lock_labels(label.corpus_id)
    if not lock_keys_against_delete(Label.objects, [label.pk]):
        raise Cancelled
    revision = _current_revision(label, suggestions[0].place)
    taken = examples.taken_places(label, {suggestions[0].place.document})
    places = [[(each.place.start, each.place.end)] for each in suggestions]
    if revision is None:
        return 0
    kept = [
        (each, anchor)
        for each, anchor in zip(suggestions, anchor_where_possible(revision, places), strict=True)
        if anchor is not None and not _overlaps(each.place, taken)
    ]
    name = Label.objects.values_list("name", flat=True).get(pk=label.pk)
    return annotate_many(
        label.corpus,
        revision,
        [(each.place.start, each.place.end, name) for each, _ in kept],
        source=Annotation.Source.ANALYZER,
        origin=origin_of(label.pk),
        scores=[each.score for each, _ in kept],
    )


def _current_revision(label: Label, place: Place) -> DocumentRevision | None:
    """Return the revision of a place, if it is that of a live document of the corpus."""
    is_member = CorpusDocument.objects.filter(corpus=label.corpus_id, document=place.document).exists()
    is_current = Document.objects.filter(pk=place.document, revision=place.revision).exists()
    return DocumentRevision.objects.get(pk=place.revision) if is_member and is_current else None


def _overlaps(place: Place, others: Iterable[Place]) -> bool:
    return any(place.start < other.end and other.start < place.end for other in others)


def _suggested_since(label: Label, job: JobView | None, actor: User) -> int:
    """Return how many visible suggestions the job has made; their keys are newer than its own."""
    if job is None:
        return 0
    made = Annotation.with_deleted.filter(label=label, origin=origin_of(label.pk), pk__gt=job.id)
    return seen_by(actor, made).count()

"""Review suggestions: annotations by programs, which users accept or reject.

A rejected suggestion is moved to the bin. While it is there, another run of the same origin does not suggest it again,
because `annotation_once_per_origin` includes the rows in the bin; once it has been purged, such a run may.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record, record_all
from core.access import Permission, has_permission
from core.db.transactions import atomic_with_retry
from core.deletion import move_to_bin
from core.errors import Conflict
from corpuses.annotations.edits import record_edits
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.selections import document_of, require_changes
from corpuses.annotations.services import changeable_by_annotator
from corpuses.annotations.states import DELETION, review_of
from corpuses.events import record_corpus_event
from corpuses.holding import require_held
from corpuses.models import Corpus
from users.models import User

_RECORDED: Final = ("document", "label", "source")  # words of documents stay out of the audit log


class NotSuggested(Conflict):
    """Some of these annotations were made by users. Only suggestions of programs are accepted or rejected."""

    code = "annotation_not_suggested"
    what_to_do = "Send suggestions only."


def keep_review(annotation: Annotation, again: Annotation) -> None:
    """Accept or reject what a program has made again, unless it was, as the annotation was that it replaces."""
    if annotation.reviewed is not None or annotation.deleted_at is not None:
        Annotation.objects.filter(pk=again.pk, reviewed=None).update(
            reviewer=annotation.reviewer_id,
            reviewed=annotation.reviewed,
            deleted_at=annotation.deleted_at,
            deleted_by=annotation.deleted_by_id,
        )


def with_review(rows: "QuerySet[Annotation]", review: str) -> "QuerySet[Annotation]":
    """Keep the suggestions in a state of review. Rejected ones are in the bin, so lists have none."""
    match Annotation.Review(review):
        case Annotation.Review.PENDING:
            return _suggestions(rows).filter(reviewed=None)
        case Annotation.Review.ACCEPTED:
            return _suggestions(rows).exclude(reviewed=None)
        case Annotation.Review.REJECTED:
            return rows.none()


@atomic_with_retry
def review_annotations(
    annotations: Sequence[Annotation], review: Annotation.Review, *, actor: User, group: UUID | None = None
) -> int:
    """Accept or reject pending suggestions of one corpus; `PENDING` makes accepted ones pending again.

    Return how many were changed; those that are in another state stay as they are. The caller has found the
    annotations visible. `group` is that of the edit.
    """
    corpus = require_changes(actor, annotations)
    if any(each.review is None for each in annotations):
        raise NotSuggested(field="annotations")
    rows = _before(Annotation.objects.filter(pk__in=[each.pk for each in annotations]), review)
    changed = list(rows.select_for_update(of=("self",), no_key=True).select_related("corpus").order_by("pk"))
    if changed:
        _set_review(changed, review, actor=actor, group=group)
        record_all(Action.ANNOTATION_REVIEWED, changed, actor=actor, review=review)
        record_corpus_event(corpus, "annotations", about=document_of(changed))
    return len(changed)


@atomic_with_retry
def review_matching(
    rows: "QuerySet[Annotation]",
    corpus: Corpus,
    review: Annotation.Review,
    *,
    actor: User,
    group: UUID | None = None,
    **filters: object,
) -> int:
    """Accept or reject all pending suggestions of a corpus that match, or make accepted ones pending again.

    Return how many were changed: of annotators, those that they may change. `rows` are visible annotations of the
    corpus; `filters` says in the audit log which ones. `group` is that of the edit.
    """
    require_held(actor, Permission.ANNOTATE, corpus)
    if not has_permission(actor, Permission.EDIT, corpus):
        rows = rows.filter(changeable_by_annotator(actor))
    rows = _before(rows, review).select_for_update(of=("self",), no_key=True).order_by("pk")
    changed = list(rows.only("corpus", "document", "reviewer", "reviewed"))
    if changed:
        _set_review(changed, review, actor=actor, group=group)
        about = document_of(changed)
        given = {name: _joined(value) for name, value in filters.items() if name in _RECORDED}
        record(
            Action.ANNOTATIONS_REVIEWED,
            corpus,
            actor=actor,
            document_id=about,
            review=review,
            count=len(changed),
            **given,
        )
        record_corpus_event(corpus, "annotations", about=about)
    return len(changed)


def _joined(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _suggestions(rows: "QuerySet[Annotation]") -> "QuerySet[Annotation]":
    return rows.exclude(source=Annotation.Source.HUMAN)


def _before(rows: "QuerySet[Annotation]", review: Annotation.Review) -> "QuerySet[Annotation]":
    """Return the suggestions that can get this review."""
    is_withdrawn = review == Annotation.Review.PENDING
    return with_review(rows, Annotation.Review.ACCEPTED if is_withdrawn else Annotation.Review.PENDING)


def _set_review(
    annotations: Sequence[Annotation], review: Annotation.Review, *, actor: User, group: UUID | None
) -> None:
    """Store the review of suggestions that the caller has locked, and record it as an edit."""
    rows, now = Annotation.objects.filter(pk__in=[each.pk for each in annotations]), timezone.now()
    before = [review_of(each) for each in annotations]
    match review:
        case Annotation.Review.PENDING:
            rows.update(reviewer=None, reviewed=None)
            kind, changes = Edit.Kind.REOPENED, [{"review": [each, None]} for each in before]
        case Annotation.Review.ACCEPTED:
            rows.update(reviewer=actor, reviewed=now)
            kind, changes = Edit.Kind.ACCEPTED, [{"review": [None, [str(actor.pk), now.isoformat()]]} for _ in before]
        case Annotation.Review.REJECTED:
            move_to_bin(rows, user_id=actor.pk, moment=now)
            kind, changes = Edit.Kind.REJECTED, [DELETION for _ in before]
    record_edits(kind, zip(annotations, changes, strict=True), actor=actor, group=group)

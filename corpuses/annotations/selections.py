"""Delete and relabel several annotations of a corpus at once: all of them or none, as one step of undo."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record_all
from core.access import require
from core.db.rows import refuse_duplicate
from core.db.transactions import atomic_with_retry
from core.deletion import move_to_bin
from core.errors import Invalid, NotFound
from corpuses.annotations.edits import record_edits
from corpuses.annotations.labels.services import label_of
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.services import DuplicateAnnotation, permission_to_change
from corpuses.annotations.states import DELETION, changes_between, state_of
from corpuses.events import record_corpus_event
from corpuses.holding import hold
from corpuses.models import Corpus
from users.models import User

MAX_ANNOTATIONS: Final = 1_000


def require_changes(actor: User, annotations: Sequence[Annotation]) -> Corpus:
    """Require the permission to change annotations of one corpus, and return it, held.

    The caller has found the annotations visible.
    """
    if not 0 < len(annotations) <= MAX_ANNOTATIONS:
        raise Invalid(f"Send 1 to {MAX_ANNOTATIONS} annotations.", field="annotations")
    corpora = {each.corpus_id: each.corpus for each in annotations}
    for corpus in corpora.values():
        require(actor, permission_to_change(actor, annotations), corpus)
    if len(corpora) > 1:
        raise Invalid("Send annotations of one corpus.", field="annotations")
    hold(annotations[0].corpus_id)
    return annotations[0].corpus


@atomic_with_retry
def delete_annotations(annotations: Sequence[Annotation], *, actor: User, group: UUID | None = None) -> int:
    """Move annotations of one corpus to the bin; return how many. `group` is that of the edit."""
    corpus = require_changes(actor, annotations)
    rows = _lock_all(annotations)
    move_to_bin(_rows(rows), user_id=actor.pk)
    record_all(Action.ANNOTATION_DELETED, rows, actor=actor)
    record_edits(Edit.Kind.DELETED, [(each, DELETION) for each in rows], actor=actor, group=group)
    record_corpus_event(corpus, "annotations", about=document_of(rows))
    return len(rows)


@atomic_with_retry
def relabel_annotations(
    annotations: Sequence[Annotation],
    *,
    actor: User,
    label_id: UUID | None = None,
    label_name: str = "",
    group: UUID | None = None,
) -> int:
    """Label annotations of one corpus, by id, or by name (a new name creates it); return how many changed.

    As with a single annotation, this accepts pending suggestions. `group` is that of the edit.
    """
    corpus = require_changes(actor, annotations)
    labels = {each.label_id for each in annotations}
    label = label_of(corpus, label_id, label_name, current=labels.pop() if len(labels) == 1 else None)
    rows = [each for each in _lock_all(annotations) if each.label_id != label.pk]
    before, now = [state_of(each) for each in rows], timezone.now()
    pending = [each for each in rows if each.review == Annotation.Review.PENDING]
    for each in pending:
        each.reviewer, each.reviewed = actor, now
    for each in rows:
        each.label = label
    with refuse_duplicate("annotation_once_per_origin", DuplicateAnnotation(field="label")):
        _rows(rows).update(label=label)
    _rows(pending).update(reviewer=actor, reviewed=now)
    if rows:
        record_all(Action.ANNOTATION_CHANGED, rows, actor=actor)
        changes = [changes_between(old, state_of(each)) for old, each in zip(before, rows, strict=True)]
        record_edits(Edit.Kind.CHANGED, zip(rows, changes, strict=True), actor=actor, group=group)
        record_corpus_event(corpus, "annotations", about=document_of(rows))
    return len(rows)


def document_of(annotations: Sequence[Annotation]) -> UUID | None:
    """Return the document of annotations; `None` if they are of several."""
    documents = {each.document_id for each in annotations}
    return documents.pop() if len(documents) == 1 else None


def _rows(annotations: Sequence[Annotation]) -> "QuerySet[Annotation]":
    return Annotation.objects.filter(pk__in=[each.pk for each in annotations])


def _lock_all(annotations: Sequence[Annotation]) -> list[Annotation]:
    """Return the annotations as they are now, locked; raise `NotFound` if one was deleted in the meantime."""
    rows = list(_rows(annotations).select_for_update(of=("self",), no_key=True).select_related("corpus").order_by("pk"))
    if len(rows) != len(annotations):
        raise NotFound("Not all of these annotations were found.", field="annotations")
    return rows

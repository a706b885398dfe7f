"""Move or copy obligations, with what users did with them, when their annotations are replaced or copied."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from corpuses.annotations.models import Annotation
from corpuses.obligations.models import Obligation
from documents.models import Document

_BATCH: Final = 1_000
_STATE: Final = ("done", "due", "computed_due", "is_due_by_user")


def move_obligation(annotation: Annotation, replacement: Annotation) -> None:
    """Move the obligation of an annotation to the one that replaces it, merged with the one that it has already.

    The older row stays: calendar programs know the obligation by its key. Part of the caller's transaction.
    """
    rows = Obligation.with_deleted.select_for_update().filter(annotation__in=[annotation, replacement]).order_by("pk")
    found = {row.annotation_id: row for row in rows}
    moved, present = found.get(annotation.pk), found.get(replacement.pk)
    if moved is None:
        return
    if present is not None:
        _merge(moved, into=present)
        for name in _STATE:
            setattr(moved, name, getattr(present, name))
        present.delete()
    moved.annotation = replacement
    moved.save(update_fields=["annotation", *_STATE])


def copy_obligations(document: Document, copies: Mapping[UUID, Annotation]) -> None:
    """Copy the obligations of annotations to their copies on a new version of their document.

    One for the same words that the new version has already is merged with the copy. Several annotations may have one
    copy. Part of the caller's transaction.
    """
    there = {_place(row.annotation): row for row in _present(document)}
    new: dict[UUID, Obligation] = {}
    for row in Obligation.with_deleted.filter(annotation__in=copies).select_related("annotation").order_by("pk"):
        copy = _copy(row, document, copies[row.annotation_id])
        present = there.get(_place(copy.annotation)) if copy.annotation.confidence else None
        if present is not None:
            _merge(copy, into=present)
            present.save(update_fields=_STATE)
        elif (same := new.setdefault(copy.annotation_id, copy)) is not copy:
            _merge(copy, into=same)
    Obligation.with_deleted.bulk_create(new.values(), batch_size=_BATCH)


def _present(document: Document) -> list[Obligation]:
    rows = Obligation.with_deleted.select_for_update(of=("self",)).select_related("annotation")
    return list(rows.filter(document=document, annotation__revision=document.revision_id).order_by("pk"))


def _place(annotation: Annotation) -> tuple[object, ...]:
    return annotation.label_id, annotation.start, annotation.end


def _copy(row: Obligation, document: Document, annotation: Annotation) -> Obligation:
    """Return the copy of an obligation. If the words differ, the deadline may be another one.

    Then it is not done, and has the computed date in place of the one that a user has set.
    """
    is_same = row.annotation.quote.split() == annotation.quote.split()
    return Obligation(
        corpus_id=row.corpus_id,
        document=document,
        annotation=annotation,
        kind=row.kind,
        due=row.computed_due if row.is_due_by_user and not is_same else row.due,
        computed_due=row.computed_due,
        is_due_by_user=row.is_due_by_user and is_same,
        done=row.done if is_same else None,
    )


def _merge(obligation: Obligation, *, into: Obligation) -> None:
    """Take over what users did with an obligation, unless they have done the same with the other one."""
    if obligation.is_due_by_user and not into.is_due_by_user:
        into.due, into.is_due_by_user = obligation.due, True
    into.done = into.done or obligation.done

"""Suggest the verified sources of cells as annotations, with the name of the column as label.

A place is suggested once: not again by this column if its suggestion was accepted, relabelled or rejected, not where
the label is already, and not by another extract while a rejected suggestion of the same words is in the bin.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import F, Q, QuerySet

from audit.actions import Action
from audit.log import record_documents
from core.access import Permission
from core.db.transactions import atomic_with_retry
from core.errors import Invalid
from corpuses.annotations.anchoring import Anchor, anchor_passages
from corpuses.annotations.labels.services import labels_named, require_not_archived
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.repetitions import without_repetitions
from corpuses.annotations.services import NOTE_LIMIT, columns_of
from corpuses.events import record_corpus_event
from corpuses.extracts.models import Cell, Column, Extract
from corpuses.holding import require_held
from documents.models import Document
from users.models import User

MAX_CELLS: Final = 200
"""The cells whose sources one call suggests; the next call goes on after them."""


@dataclass(frozen=True, slots=True)
class SuggestedSources:
    """The verified sources that were looked at, the suggestions that are new, and the cell to go on after, if any."""

    source_count: int
    new_count: int
    next: UUID | None


@dataclass(frozen=True, slots=True)
class _Source:
    cell: Cell
    revision: UUID
    start: int
    end: int

    @property
    def column(self) -> Column:
        return self.cell.column

    @property
    def place(self) -> tuple[UUID, int, int]:
        return self.revision, self.start, self.end

    @property
    def origin(self) -> str:
        return origin_of(self.cell.column)


def origin_of(column: Column) -> str:
    """Return the origin of the suggestions of a column of an extract."""
    return f"extract:{column.extract_id}:{column.pk}"


@atomic_with_retry
def suggest_sources(
    extract: Extract, *, actor: User, columns: Sequence[UUID] = (), after: UUID | None = None
) -> SuggestedSources:
    """Suggest the verified sources of these columns, or of all; those of at most `MAX_CELLS` cells.

    Raises `LabelArchived` if the label of a column is not for new annotations.
    Cells of documents that `actor` may not see, cells that a reviewer has rejected, and those about an earlier text of
    their document are left out.
    """
    require_held(actor, Permission.ANNOTATE, extract.corpus)
    cells = list(_proven_cells(extract, actor, _checked(extract, columns), after)[: MAX_CELLS + 1])
    has_more = len(cells) > MAX_CELLS
    del cells[MAX_CELLS:]
    sources = list(_sources_of(cells))
    new = _store(extract, _not_suggested(sources), actor=actor)
    return SuggestedSources(len(sources), new, cells[-1].pk if has_more else None)


def _checked(extract: Extract, columns: Sequence[UUID]) -> set[UUID]:
    """Return the keys of the columns to suggest; raise `Invalid` if one is not of the extract."""
    present = set(extract.columns.values_list("pk", flat=True))
    if not present.issuperset(columns):
        raise Invalid("This is not a column of it. Send the ids of its own columns only.", field="columns")
    return set(columns) or present


def _proven_cells(extract: Extract, actor: User, columns: set[UUID], after: UUID | None) -> QuerySet[Cell]:
    documents = Document.objects.visible_to(actor).filter(memberships__corpus=extract.corpus_id, superseded_by=None)
    rows = Cell.objects.filter(
        ~Q(review=Cell.Review.REJECTED),
        column__in=columns,
        status=Cell.Status.FOUND,
        row__extract=extract,
        row__document__in=documents,
        row__revision=F("row__document__revision"),
    )
    rows = rows.filter(pk__gt=after) if after else rows
    return rows.select_related("column", "row").order_by("pk")


def _sources_of(cells: Sequence[Cell]) -> Iterator[_Source]:
    for cell in cells:
        assert cell.row.revision_id is not None  # noqa: S101  # for the type checker
        for each in cell.sources:
            yield _Source(cell, cell.row.revision_id, each["start"], each["end"])


def _not_suggested(sources: Sequence[_Source]) -> list[_Source]:
    """Return the sources whose column has not suggested their place before; rejected suggestions are in the bin."""
    rows = Annotation.with_deleted.filter(
        origin__in={each.origin for each in sources}, revision__in={each.revision for each in sources}
    )
    known = set(rows.values_list("origin", "revision_id", "start", "end"))
    return [each for each in sources if (each.origin, *each.place) not in known]


def _store(extract: Extract, sources: Sequence[_Source], *, actor: User) -> int:
    """Store suggestions of sources; return how many are new."""
    if not sources:
        return 0
    labels = labels_named(extract.corpus, {each.column.name for each in sources})
    for label in labels.values():
        require_not_archived(label)
    rows = without_repetitions(list(_annotations(extract, sources, labels).values()))
    Annotation.objects.bulk_create(rows, ignore_conflicts=True)
    # Without those that a concurrent call has stored.
    stored = Annotation.objects.filter(pk__in=[row.pk for row in rows]).values_list("document_id", flat=True)
    documents = set(stored)
    if documents:
        record_documents(
            Action.ANNOTATIONS_CREATED, extract.corpus, sorted(documents), actor=actor, origin=f"extract:{extract.pk}"
        )
        record_corpus_event(extract.corpus, "annotations", about=min(documents) if len(documents) == 1 else None)
    return len(stored)


def _annotations(
    extract: Extract, sources: Sequence[_Source], labels: Mapping[str, Label]
) -> dict[tuple[UUID, UUID, int, int], Annotation]:
    """Return the suggestions of sources by label and place. What has no words on a page cannot be annotated."""
    anchors = anchor_passages([each.place for each in sources])
    return {
        (labels[each.column.name].pk, *each.place): Annotation(
            corpus_id=extract.corpus_id,
            document_id=each.cell.row.document_id,
            revision_id=each.revision,
            label=labels[each.column.name],
            source=Annotation.Source.EXTRACT,
            origin=each.origin,
            score=_score(each.cell),
            note=_note(each.cell, anchor),
            **columns_of(anchor),
        )
        for each, anchor in zip(sources, anchors, strict=True)
        if anchor is not None
    }


def _score(cell: Cell) -> float | None:
    """Return the confidence of the engine; a value that a user has edited is not its answer."""
    is_answer = cell.review != Cell.Review.EDITED and cell.confidence is not None and 0 <= cell.confidence <= 1
    return cell.confidence if is_answer else None


def _note(cell: Cell, anchor: Anchor) -> str:
    """Return the value, if it has other words than the quote."""
    value = " ".join(cell.text.split())
    return "" if value == " ".join(anchor.quote.split()) else cell.text[:NOTE_LIMIT]

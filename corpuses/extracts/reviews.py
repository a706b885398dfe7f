"""Review cells: approve and reject many at once; edit the value of one, and pick its source by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record, record_all
from core.access import Permission, require
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.transactions import atomic_with_retry
from core.errors import Conflict, Invalid, NotFound
from corpuses.events import record_corpus_event
from corpuses.extracts.cell_edits import record_cell_edits, state_of_cell
from corpuses.extracts.cells import EMPTY, QUOTE_LIMIT, Sources, value_columns
from corpuses.extracts.columns import TEXT_LIMIT
from corpuses.extracts.models import Cell
from corpuses.holding import hold
from corpuses.search.sentences import Span
from documents.models import DocumentRevision
from users.models import User

MAX_CELLS: Final = 1_000
NO_VERSIONS: Final[Mapping[UUID, str]] = MappingProxyType({})
_REVIEWED: Final = ("review", "reviewer", "reviewed")


class CellUnproven(Conflict):
    """A value without a source cannot be approved."""

    code = "cell_unproven"
    what_to_do = "Pick its source in the document, then approve it."


class CellUnanswered(Conflict):
    """This cell has no answer yet."""

    code = "cell_unanswered"
    what_to_do = "Wait for the answer, or answer the cell again."


class SourceMismatch(Conflict):
    """The text of the source is not at this place of the document."""

    code = "source_mismatch"
    what_to_do = "Read the row again if the document has a new version, then pick the source again."


@dataclass(frozen=True, slots=True)
class PickedSource:
    """A passage that a user has picked, and the words that the user saw there, if the client sends them."""

    start: int
    end: int
    quote: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CellChange:
    """Changes of a cell: `None` keeps the value, an empty text says that the document has none.

    `sources` are passages of the document; an empty sequence removes them. If the cell has no value, they become it.
    """

    text: str | None = None
    sources: Sequence[PickedSource] | None = None


def version_of(cell: Cell) -> str:
    """Return the version of what can be edited."""
    return fingerprint(cell.status, cell.text, cell.sources, cell.review)


@atomic_with_retry
def review_cells(
    cells: Sequence[Cell],
    review: Cell.Review,
    *,
    actor: User,
    expected: Mapping[UUID, str] = NO_VERSIONS,
    group: UUID | None = None,
) -> list[Cell]:
    """Approve or reject cells of one corpus, or withdraw that. `group` is that of the edit.

    `expected` are the versions that the user has seen, for some cells or all. Raise `EditConflict` if one of them has
    changed, `CellUnproven` or `CellUnanswered`; no cell is changed then.
    """
    if not 0 < len(cells) <= MAX_CELLS:
        raise Invalid(f"Send 1 to {MAX_CELLS} cells.", field="cells")
    _require_review(cells, actor)
    locked = list(_locked(Cell.objects.filter(pk__in=[cell.pk for cell in cells])))
    if len(locked) != len(cells):
        raise NotFound(field="cells")
    if review == Cell.Review.EDITED:
        raise Invalid("A cell becomes edited when its value is changed.", field="review")
    before = {cell.pk: state_of_cell(cell) for cell in locked}
    for cell in locked:
        require_unchanged(expected.get(cell.pk), version_of(cell))
        _require_reviewable(cell, review)
    reviewer = None if review == Cell.Review.UNREVIEWED else actor.pk
    changed = [cell for cell in locked if (cell.review, cell.reviewer_id) != (review, reviewer)]
    for cell in changed:
        _set_review(cell, review, actor)
    Cell.objects.bulk_update(changed, _REVIEWED)
    record_cell_edits(changed, before, actor=actor, group=group)
    record_all(Action.CELL_REVIEWED, changed, actor=actor, review=review)
    for document in {cell.row.document_id for cell in changed}:
        record_corpus_event(cells[0].row.extract.corpus, "cells", about=document)
    return locked


@atomic_with_retry
def update_cell(
    cell: Cell, change: CellChange, *, actor: User, expected: str | None = None, group: UUID | None = None
) -> Cell:
    """Change the value of a cell, pick its sources by hand, or both. The answer of the engine stays in `raw`.

    `group` is that of the edit.
    """
    _require_review([cell], actor)
    locked = _locked(Cell.objects.filter(pk=cell.pk)).first()
    if locked is None:
        raise NotFound
    require_unchanged(expected, version_of(locked))
    if locked.status in Cell.OPEN:
        raise CellUnanswered
    before = {locked.pk: state_of_cell(locked)}
    if change.text is not None:
        _set_value(locked, change.text)
    if change.sources is not None:
        _set_sources(locked, change.sources, suggests_value=change.text is None)
    if locked.text:
        locked.status = Cell.Status.FOUND if locked.sources else Cell.Status.UNPROVEN
    if locked.review == Cell.Review.EDITED and state_of_cell(locked) == before[locked.pk]:
        return locked
    _set_review(locked, Cell.Review.EDITED, actor)
    locked.save()
    record_cell_edits([locked], before, actor=actor, group=group)
    record(Action.CELL_CHANGED, locked, actor=actor)
    record_corpus_event(locked.row.extract.corpus, "cells", about=locked.row.document_id)
    return locked


def _require_review(cells: Sequence[Cell], actor: User) -> None:
    corpora = {cell.row.extract.corpus_id: cell.row.extract.corpus for cell in cells}
    for corpus in corpora.values():
        require(actor, Permission.REVIEW, corpus)
    if len(corpora) > 1:
        raise Invalid("Send cells of one corpus.", field="cells")
    hold(*corpora)


def _locked(cells: "QuerySet[Cell]") -> "QuerySet[Cell]":
    related = ("row__extract__corpus", "row__revision", "column")
    return cells.select_for_update(of=("self",), no_key=True).select_related(*related).order_by("pk")


def _require_reviewable(cell: Cell, review: Cell.Review) -> None:
    """Require an answer; of a cell that is approved, a proven one."""
    is_approved = review == Cell.Review.APPROVED
    if is_approved and cell.status == Cell.Status.UNPROVEN:
        raise CellUnproven(field="cells")
    if cell.status in Cell.OPEN or (is_approved and cell.status not in {Cell.Status.FOUND, Cell.Status.NOT_FOUND}):
        raise CellUnanswered(field="cells")


def _set_review(cell: Cell, review: Cell.Review, actor: User) -> None:
    is_reviewed = review != Cell.Review.UNREVIEWED
    cell.review = review
    cell.reviewer = actor if is_reviewed else None
    cell.reviewed = timezone.now() if is_reviewed else None


def _set_value(cell: Cell, text: str) -> None:
    if len(text) > TEXT_LIMIT:
        raise Invalid(f"A value must have at most {TEXT_LIMIT} characters.", field="text")
    text = text.replace("\x00", "").strip()
    if not text:
        for name in ("value", "text", "sort_key", "problem", "sources"):
            setattr(cell, name, EMPTY[name])
        cell.status = Cell.Status.NOT_FOUND
        return
    language = cell.row.revision.language if cell.row.revision else ""
    for name, value in value_columns(text, cell.column, language=language).items():
        setattr(cell, name, value)


def _set_sources(cell: Cell, picked: Sequence[PickedSource], *, suggests_value: bool) -> None:
    revision = cell.row.revision
    spans = [_checked_span(revision, each) for each in picked] if revision else []
    described = Sources(revision).describe(spans) if revision else []
    if described and suggests_value and not cell.text:
        _set_value(cell, " ".join(_words(source["quote"]) for source in described))
    if not cell.text or revision is None:
        raise Invalid("Only a value can have a source. Enter the value as well.", field="sources")
    cell.sources = described
    cell.is_source_picked = bool(described)


def _checked_span(revision: DocumentRevision, picked: PickedSource) -> Span:
    """Return the passage; raise `Invalid` if there is none, and `SourceMismatch` if it has other words."""
    start, end = picked.start, picked.end
    if not 0 <= start < end <= len(revision.text) or end - start > QUOTE_LIMIT:
        raise Invalid(
            f"A source must be a passage of the document of at most {QUOTE_LIMIT} characters.", field="sources"
        )
    if picked.quote is not None and _words(picked.quote) != _words(revision.text[start:end]):
        raise SourceMismatch(field="sources")
    return Span(start, end)


def _words(text: str) -> str:
    return " ".join(text.split())

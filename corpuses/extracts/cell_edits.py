"""Record, undo and redo what users changed of cells: values, sources and reviews."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from audit.actions import Action
from audit.log import record_all
from core.access import Permission, require
from corpuses.annotations.edits import EditOutdated, store_edits
from corpuses.annotations.models import Edit
from corpuses.annotations.states import existing_user
from corpuses.events import record_corpus_event
from corpuses.extracts.models import Cell
from users.models import User

CELL: Final = "cell"  # the part of an edit that is changed
_COLUMNS: Final = ("status", "value", "text", "sort_key", "problem", "sources", "review", "is_source_picked")

State = dict[str, Any]


def state_of_cell(cell: Cell) -> State:
    """Return what an edit stores of a cell, whose row is loaded."""
    state = {name: getattr(cell, name) for name in _COLUMNS}
    return state | {
        "reviewer": str(cell.reviewer_id) if cell.reviewer_id else None,
        "reviewed": cell.reviewed.isoformat() if cell.reviewed else None,
        "revision": str(cell.row.revision_id) if cell.row.revision_id else None,
    }


def record_cell_edits(cells: Sequence[Cell], before: Mapping[UUID, State], *, actor: User, group: UUID | None) -> None:
    """Record how cells, with their rows and columns, differ from their earlier states."""
    after = {cell.pk: state_of_cell(cell) for cell in cells}
    edits = [
        Edit(
            corpus_id=cell.row.extract.corpus_id,
            document_id=cell.row.document_id,
            subject=Edit.Subject.CELL,
            subject_id=cell.pk,
            kind=Edit.Kind.CHANGED,
            changes={CELL: [before[cell.pk], after[cell.pk]], "column": cell.column.name},
        )
        for cell in cells
        if _compared(before[cell.pk]) != _compared(after[cell.pk])
    ]
    store_edits(edits, actor=actor, group=group)


def require_cell_edits(edits: Sequence[Edit], *, actor: User) -> None:
    """Require the permission to review, for documents that the caller has found visible."""
    for corpus in {edit.corpus for edit in edits}:
        require(actor, Permission.REVIEW, corpus)


def replay_cell_edits(edits: Sequence[Edit], *, actor: User, is_undone: bool) -> None:
    """Undo edits, or do them again, in the given order; raise `EditOutdated` if a cell was changed since."""
    rows = Cell.objects.select_for_update(of=("self",), no_key=True).select_related("row").order_by("pk")
    cells = {cell.pk: cell for cell in rows.filter(pk__in={edit.subject_key for edit in edits})}
    users = {key: existing_user(key) for key in {state["reviewer"] for edit in edits for state in edit.changes[CELL]}}
    for edit in edits:
        before, after = edit.changes[CELL]
        now, then = (after, before) if is_undone else (before, after)
        cell = cells.get(edit.subject_key)
        if cell is None or _compared(state_of_cell(cell)) != _compared(now):
            raise EditOutdated
        for name in _COLUMNS:
            setattr(cell, name, then[name])
        cell.reviewer_id = users[then["reviewer"]]
        cell.reviewed = datetime.fromisoformat(then["reviewed"]) if then["reviewed"] else None
    Cell.objects.bulk_update(cells.values(), [*_COLUMNS, "reviewer", "reviewed"])
    record_all(Action.CELL_CHANGED, list(cells.values()), actor=actor)
    for corpus, document in {(edit.corpus, edit.document_id) for edit in edits}:
        record_corpus_event(corpus, "cells", about=document)


def _compared(state: State) -> State:
    """Return what must not have changed since: all but who has reviewed the cell, and when."""
    return {name: value for name, value in state.items() if name not in {"reviewer", "reviewed"}}

"""Record, undo and redo what users changed of cells: values, sources and reviews."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from audit.actions import Action
from audit.log import record_all
from core.access import Permission
from corpuses.annotations.edits import EditOutdated, Step, Undoable, store_edits
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


class CellEdits(Undoable):
    """Edits of cells: of their values, sources and reviews."""

    permission = Permission.REVIEW

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        rows = Cell.objects.select_for_update(of=("self",), no_key=True).select_related("row").order_by("pk")
        cells = {cell.pk: cell for cell in rows.filter(pk__in={step.key for step in steps})}
        reviewers = {state["reviewer"] for step in steps for state in step.pair(CELL)}
        users = {key: existing_user(key) for key in reviewers}
        for step in steps:
            now, then = step.pair(CELL)
            cell = cells.get(step.key)
            if cell is None or _compared(state_of_cell(cell)) != _compared(now):
                raise EditOutdated
            for name in _COLUMNS:
                setattr(cell, name, then[name])
            cell.reviewer_id = users[then["reviewer"]]
            cell.reviewed = datetime.fromisoformat(then["reviewed"]) if then["reviewed"] else None
        Cell.objects.bulk_update(cells.values(), [*_COLUMNS, "reviewer", "reviewed"])
        record_all(Action.CELL_CHANGED, list(cells.values()), actor=actor)
        for corpus, document in {(step.edit.corpus, step.edit.document_id) for step in steps}:
            record_corpus_event(corpus, "cells", about=document)

    def value_at(self, edit: Edit, place: int) -> str:
        return str(edit.changes[CELL][place]["text"])


def _compared(state: State) -> State:
    """Return what must not have changed since: all but who has reviewed the cell, and when."""
    return {name: value for name, value in state.items() if name not in {"reviewer", "reviewed"}}

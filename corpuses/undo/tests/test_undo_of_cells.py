"""Edits of cells of extractions are recorded, undone and redone on the server."""

import pytest

from core.errors import NotAllowed
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.models import Edit
from corpuses.extracts.lifecycle import delete_extract
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow, Fieldset
from corpuses.extracts.reviews import CellChange, review_cells, update_cell
from corpuses.models import CorpusShare
from corpuses.undo.services import redo_edits, undo_edits
from corpuses.undo.tests.test_undo_of_corpora import corpus, documents, editor, last_group

__all__ = ["corpus", "documents", "editor"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def cell(corpus, documents):
    fieldset = Fieldset.objects.create(corpus=corpus, name="Lease")
    column = Column.objects.create(fieldset=fieldset, order=0, name="Tenant", question="Who?")
    extract = Extract.objects.create(corpus=corpus, fieldset=fieldset, name="Run")
    row = ExtractRow.objects.create(extract=extract, document=documents[0], revision=documents[0].revision)
    source = {"start": 4, "end": 10, "page": 1, "quote": "tenant"}
    return Cell.objects.create(
        row=row, column=column, status="found", text="tenant", value="tenant", raw="tenant", sources=[source]
    )


def test_a_value_is_undone_and_redone(user, cell):
    update_cell(cell, CellChange(text="landlord"), actor=user)
    group = last_group(user)
    undo_edits(group, actor=user)
    cell.refresh_from_db()
    assert (cell.text, cell.review, cell.reviewer) == ("tenant", "unreviewed", None)
    redo_edits(group, actor=user)
    cell.refresh_from_db()
    assert (cell.text, cell.review, cell.reviewer) == ("landlord", "edited", user)


def test_no_value_stays_in_the_edits_of_a_purged_extract(user, cell):
    update_cell(cell, CellChange(text="landlord"), actor=user)
    delete_extract(cell.row.extract, actor=user, permanently=True)
    assert not Edit.objects.filter(subject="cell").exists()


def test_a_review_is_undone(user, cell):
    review_cells([cell], Cell.Review.APPROVED, actor=user)
    undo_edits(last_group(user), actor=user)
    cell.refresh_from_db()
    assert (cell.review, cell.reviewed) == ("unreviewed", None)


def test_a_later_change_by_another_user_is_not_lost(user, editor, cell):
    update_cell(cell, CellChange(text="landlord"), actor=user)
    update_cell(cell, CellChange(text="owner"), actor=editor)
    with pytest.raises(EditOutdated):
        undo_edits(last_group(user), actor=user)


def test_annotators_cannot_undo_it_any_more(editor, cell):
    update_cell(cell, CellChange(text="landlord"), actor=editor)
    CorpusShare.objects.filter(user=editor).update(role="viewer")
    with pytest.raises(NotAllowed):
        undo_edits(last_group(editor), actor=editor)

"""Record, undo and redo the edits of titles of documents.

A title is the same in all corpora, so there is an edit in each corpus that contains the document, all of one group.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final
from uuid import UUID

from core.access import Permission, require_all
from corpuses.annotations.edits import EditOutdated, Step, Undoable, store_edits
from corpuses.annotations.models import Edit
from corpuses.models import CorpusDocument
from documents.models import Document
from documents.services.lifecycle import set_title, title_state
from users.models import User

TITLE: Final = "title"  # the part of an edit that is changed: the title and its source


def record_title_edits(
    document: Document, *, before: list[str], after: list[str], actor: User, group: UUID | None
) -> None:
    """Store an edit in each corpus of a document whose title was changed in this transaction."""
    if before[0] == after[0]:
        return
    corpora = CorpusDocument.objects.filter(document=document).order_by("corpus_id").values_list("corpus_id", flat=True)
    edits = [
        Edit(
            corpus_id=corpus,
            document=document,
            subject=Edit.Subject.DOCUMENT,
            subject_id=document.pk,
            kind=Edit.Kind.CHANGED,
            changes={TITLE: [before, after]},
        )
        for corpus in corpora
    ]
    store_edits(edits, actor=actor, group=group)


class TitleEdits(Undoable):
    """Edits of titles of documents."""

    def require(self, edits: Sequence[Edit], *, actor: User) -> None:
        require_all(actor, Permission.EDIT, list(Document.objects.filter(pk__in={edit.document_key for edit in edits})))

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        # Those of one change, one for each corpus, together.
        for (key, (now, then)), _ in groupby(steps, key=lambda step: (step.edit.document_key, step.pair(TITLE))):
            document = Document.objects.select_for_update(no_key=True).filter(pk=key).first()
            if document is None or title_state(document) != now:
                raise EditOutdated
            set_title(document, *then, actor=actor)

    def value_at(self, edit: Edit, place: int) -> str:
        return str(edit.changes[TITLE][place][0])

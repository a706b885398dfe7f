"""Record, undo and redo the edits of titles of documents.

A title is the same in all corpora, so there is an edit in each corpus that contains the document, all of one group.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final
from uuid import UUID

from core.access import Permission, require_all
from corpuses.annotations.edits import EditOutdated, store_edits
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


def require_title_edits(edits: Sequence[Edit], *, actor: User) -> None:
    """Require the permission to change these documents, which the caller has found visible."""
    require_all(actor, Permission.EDIT, list(Document.objects.filter(pk__in={edit.document_key for edit in edits})))


def replay_title_edits(edits: Sequence[Edit], *, actor: User, is_undone: bool) -> None:
    """Undo edits, or do them again, in the given order; those of one change, one for each corpus, together."""
    for (key, now, then), _ in groupby(edits, key=lambda edit: _change(edit, is_undone=is_undone)):
        document = Document.objects.select_for_update(no_key=True).filter(pk=key).first()
        if document is None or title_state(document) != now:
            raise EditOutdated
        set_title(document, *then, actor=actor)


def _change(edit: Edit, *, is_undone: bool) -> tuple[UUID, list[str], list[str]]:
    """Return the document of an edit, the title that it has to have, and the one that it gets."""
    before, after = edit.changes[TITLE]
    return (edit.document_key, after, before) if is_undone else (edit.document_key, before, after)

"""Undo and redo groups of edits: of annotations, relations, comments and threads; of documents: their labels, values of
fields, titles, folders and memberships; of labels, fields and folders; of cells of extracts; of the corpus itself."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final
from uuid import UUID

from django.db import IntegrityError

from core.db.row_locks import lock_all_against_delete
from core.db.transactions import atomic_with_retry
from core.errors import Conflict, Invalid, NotFound
from corpuses.annotations.document_labels.undo import DocumentLabelEdits
from corpuses.annotations.edits import EditOutdated, Step, Undoable
from corpuses.annotations.labels.undo import LabelEdits
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.relations.undo import RelationEdits
from corpuses.annotations.titles import TitleEdits
from corpuses.annotations.undo import AnnotationEdits, locked_annotations
from corpuses.comments.undo import CommentEdits, ThreadEdits
from corpuses.corpora.undo import FolderEdits, MembershipEdits, SettingEdits
from corpuses.extracts.cell_edits import CellEdits
from corpuses.fields.undo import FieldValueEdits
from corpuses.fields.undo_fields import FieldEdits
from corpuses.models import Corpus
from documents.models import Document
from users.models import User

SUBJECTS: Final[Mapping[str, Undoable]] = {
    Edit.Subject.ANNOTATION: AnnotationEdits(),
    Edit.Subject.RELATION: RelationEdits(),
    Edit.Subject.DOCUMENT_LABEL: DocumentLabelEdits(),
    Edit.Subject.COMMENT: CommentEdits(),
    Edit.Subject.FIELD_VALUE: FieldValueEdits(),
    Edit.Subject.DOCUMENT: TitleEdits(),
    Edit.Subject.THREAD: ThreadEdits(),
    Edit.Subject.LABEL: LabelEdits(),
    Edit.Subject.FIELD: FieldEdits(),
    Edit.Subject.FOLDER: FolderEdits(),
    Edit.Subject.MEMBERSHIP: MembershipEdits(),
    Edit.Subject.CORPUS: SettingEdits(),
    Edit.Subject.CELL: CellEdits(),
}


def undo_edits(group: UUID, *, actor: User, documents: Collection[UUID] | None = None) -> list[Annotation]:
    """Undo the edits of a group by this user, or those of these documents; return its annotations.

    A repeated call has no effect.
    """
    return _replay(group, actor=actor, is_undone=True, documents=documents)


def redo_edits(group: UUID, *, actor: User) -> list[Annotation]:
    """Do the edits of a group again that were undone; return its annotations. A repeated call has no effect."""
    return _replay(group, actor=actor, is_undone=False)


@atomic_with_retry
def _replay(
    group: UUID, *, actor: User, is_undone: bool, documents: Collection[UUID] | None = None
) -> list[Annotation]:
    rows = Edit.objects.filter(group=group, actor=actor)
    if documents is not None:
        rows = rows.filter(document__in=documents)
    lock_all_against_delete(Corpus.with_deleted.filter(pk__in=rows.values("corpus")))  # see `corpuses.holding`
    edits = list(rows.select_for_update(of=("self",)).select_related("corpus").order_by("id"))
    _require_documents(actor, edits)
    of_subject = {subject: [edit for edit in edits if edit.subject == subject] for subject in SUBJECTS}
    for subject, present in of_subject.items():
        if present:
            SUBJECTS[subject].require(present, actor=actor)
    pending = [edit for edit in (reversed(edits) if is_undone else edits) if edit.is_undone != is_undone]
    try:
        for subject, these in groupby(pending, key=attrgetter("subject")):  # in their order: they depend on each other
            SUBJECTS[subject].replay([Step(edit, is_undone) for edit in these], actor=actor)
    except (Conflict, Invalid, NotFound, IntegrityError):  # a name is taken, a folder is gone, a limit is lower …
        raise EditOutdated from None
    Edit.objects.filter(pk__in=[edit.pk for edit in pending]).update(is_undone=is_undone)
    return locked_annotations({edit.subject_key for edit in of_subject[Edit.Subject.ANNOTATION]})


def _require_documents(actor: User, edits: Sequence[Edit]) -> None:
    """Require that all documents of the edits are visible; raise `NotFound` if there are no edits."""
    documents = {edit.document_key for edit in edits if edit.document_id}
    if not edits or Document.objects.visible_to(actor).filter(pk__in=documents).count() != len(documents):
        raise NotFound

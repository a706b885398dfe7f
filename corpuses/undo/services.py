"""Undo and redo groups of edits: of annotations, relations, comments and threads; of documents: their labels, values of
fields, titles, folders and memberships; of labels, fields and folders; of cells of extracts; of the corpus itself."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple, Protocol
from uuid import UUID

from core.db.row_locks import lock_all_against_delete
from core.db.transactions import atomic_with_retry
from core.errors import NotFound
from corpuses.annotations import titles, undo
from corpuses.annotations.document_labels import undo as undo_document_labels
from corpuses.annotations.labels import undo as undo_labels
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.relations import undo as undo_relations
from corpuses.comments import undo as undo_comments
from corpuses.corpora import undo as undo_corpora
from corpuses.extracts import cell_edits
from corpuses.fields import undo as undo_values
from corpuses.fields import undo_fields
from corpuses.models import Corpus
from documents.models import Document
from users.models import User


class _Require(Protocol):
    """Require the permission to undo and redo edits of one kind of subject."""

    def __call__(self, edits: Sequence[Edit], *, actor: User) -> None: ...


class _Replay(Protocol):
    """Undo edits of one kind of subject, or do them again, in the given order; raise `EditOutdated`."""

    def __call__(self, edits: Sequence[Edit], *, actor: User, is_undone: bool) -> None: ...


class _Subject(NamedTuple):
    require: _Require
    replay: _Replay


_SUBJECTS: Final[Mapping[str, _Subject]] = {
    Edit.Subject.ANNOTATION: _Subject(undo.require_annotation_edits, undo.replay_annotation_edits),
    Edit.Subject.RELATION: _Subject(undo_relations.require_relation_edits, undo_relations.replay_relation_edits),
    Edit.Subject.DOCUMENT_LABEL: _Subject(
        undo_document_labels.require_document_label_edits, undo_document_labels.replay_document_label_edits
    ),
    Edit.Subject.COMMENT: _Subject(undo_comments.require_comment_edits, undo_comments.replay_comment_edits),
    Edit.Subject.FIELD_VALUE: _Subject(undo_values.require_field_value_edits, undo_values.replay_field_value_edits),
    Edit.Subject.DOCUMENT: _Subject(titles.require_title_edits, titles.replay_title_edits),
    Edit.Subject.THREAD: _Subject(undo_comments.require_thread_edits, undo_comments.replay_thread_edits),
    Edit.Subject.LABEL: _Subject(undo_labels.require_label_edits, undo_labels.replay_label_edits),
    Edit.Subject.FIELD: _Subject(undo_fields.require_field_edits, undo_fields.replay_field_edits),
    Edit.Subject.FOLDER: _Subject(undo_corpora.require_corpus_edits, undo_corpora.replay_folder_edits),
    Edit.Subject.MEMBERSHIP: _Subject(undo_corpora.require_corpus_edits, undo_corpora.replay_membership_edits),
    Edit.Subject.CORPUS: _Subject(undo_corpora.require_setting_edits, undo_corpora.replay_setting_edits),
    Edit.Subject.CELL: _Subject(cell_edits.require_cell_edits, cell_edits.replay_cell_edits),
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
    present = [subject for subject in _SUBJECTS if any(edit.subject == subject for edit in edits)]
    for subject in present:
        _SUBJECTS[subject].require(_of(subject, edits), actor=actor)
    pending = [edit for edit in (reversed(edits) if is_undone else edits) if edit.is_undone != is_undone]
    for subject, these in groupby(pending, key=attrgetter("subject")):  # in their order: they depend on each other
        _SUBJECTS[subject].replay(list(these), actor=actor, is_undone=is_undone)
    Edit.objects.filter(pk__in=[edit.pk for edit in pending]).update(is_undone=is_undone)
    return undo.locked_annotations({edit.subject_key for edit in _of(Edit.Subject.ANNOTATION, edits)})


def _of(subject: str, edits: Sequence[Edit]) -> list[Edit]:
    return [edit for edit in edits if edit.subject == subject]


def _require_documents(actor: User, edits: Sequence[Edit]) -> None:
    """Require that all documents of the edits are visible; raise `NotFound` if there are no edits."""
    documents = {edit.document_key for edit in edits if edit.document_id}
    if not edits or Document.objects.visible_to(actor).filter(pk__in=documents).count() != len(documents):
        raise NotFound

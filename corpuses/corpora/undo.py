"""Undo and redo the edits of a corpus, of folders, and of memberships: additions of documents, moves between folders,
removals.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from core.access import require
from core.db.row_snapshots import recreate_rows
from corpuses.annotations.edits import EditOutdated, Step, Undoable, targets_of
from corpuses.annotations.models import Edit
from corpuses.annotations.states import existing_user
from corpuses.corpora import folders
from corpuses.corpora import services as corpora
from corpuses.corpora.edits import FOLDER, MEMBERSHIP, state_of_corpus, state_of_folder, states_of_members
from corpuses.models import Corpus, CorpusDocument, Folder
from documents.models import Document
from users.models import User


class SettingEdits(Undoable):
    """Edits of the corpus itself."""

    def require(self, edits: Sequence[Edit], *, actor: User) -> None:
        for edit in edits:
            require(actor, corpora.permission_to_change(edit.changes), edit.corpus)

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        for step in steps:
            corpus = Corpus.objects.select_for_update(no_key=True).filter(pk=step.edit.corpus_id).first()
            if corpus is None:
                raise EditOutdated
            state = state_of_corpus(corpus, step.edit.changes)
            corpora.set_fields(corpus, targets_of([step], {corpus.pk: state})[corpus.pk], actor=actor)

    def value_at(self, edit: Edit, place: int) -> str | None:
        titles = edit.changes.get("title")
        return titles and str(titles[place])


class FolderEdits(Undoable):
    """Edits of folders: of their creation, names, places and deletion."""

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        for step in steps:
            corpus = step.edit.corpus
            now, then = step.pair(FOLDER)
            corpora.lock_corpus(corpus)
            if now is None:
                _restore_folder(step.edit, actor=actor)
                continue
            folder = Folder.objects.select_related("corpus", "parent").filter(pk=step.key).first()
            if folder is None or _without_path(state_of_folder(folder)) != _without_path(now):
                raise EditOutdated
            if then is None:
                _delete_folder(folder, is_new=step.is_undone, actor=actor)
            else:
                folders.set_folder(folder, name=then["name"], parent=_folder(corpus, then["parent"]), actor=actor)

    def value_at(self, edit: Edit, place: int) -> str | None:
        return _path_of(edit.changes[FOLDER][place])


class MembershipEdits(Undoable):
    """Edits of memberships: documents that were added, moved to a folder, or removed."""

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        for (_, kind, places), same in groupby(steps, key=_change):  # those with the same change together
            together = [step.edit for step in same]
            if kind == Edit.Kind.MOVED:
                _move(together, *places, actor=actor)
            elif steps[0].is_undone == (kind == Edit.Kind.CREATED):
                _remove_again(together, actor=actor)
            else:
                _add_again(together, actor=actor)

    def value_at(self, edit: Edit, place: int) -> str | None:
        return _path_of(edit.changes[MEMBERSHIP][place])


def _path_of(state: Mapping[str, Any] | None) -> str | None:
    return str(state["path"]) if state else None


def _restore_folder(edit: Edit, *, actor: User) -> None:
    folder = Folder.with_deleted.filter(pk=edit.subject_key, deleted_at__isnull=False).select_related("corpus").first()
    if folder is None:
        raise EditOutdated
    folders.restore_folder(folder, actor=actor)


def _delete_folder(folder: Folder, *, is_new: bool, actor: User) -> None:
    """Move a folder to the bin. A new one has to be empty, so that nothing is lost that was put into it since."""
    below = folder.and_below()
    if is_new and (below.exclude(pk=folder.pk).exists() or folder.corpus.memberships.filter(folder=folder).exists()):
        raise EditOutdated
    folders.delete_folder(folder, actor=actor, is_recorded=False)


def _change(step: Step) -> tuple[UUID, str, tuple[str | None, ...]]:
    """Return the corpus and the kind of an edit, and the folders before and after a move."""
    edit = step.edit
    is_move = edit.kind == Edit.Kind.MOVED
    return edit.corpus_id, edit.kind, tuple(state["folder"] for state in step.pair(MEMBERSHIP) if state and is_move)


def _without_path(state: Mapping[str, Any]) -> dict[str, Any]:
    return {name: state[name] for name in ("name", "parent")}


def _folder(corpus: Corpus, key: str | None) -> Folder | None:
    return folders.folder_of(corpus, UUID(key)) if key else None


def _move(edits: Sequence[Edit], now: str | None, then: str | None, *, actor: User) -> None:
    corpus, documents = edits[0].corpus, {edit.document_key for edit in edits}
    corpora.lock_corpus(corpus)
    members = corpus.memberships.filter(document__in=documents, folder=UUID(now) if now else None)
    if members.count() != len(documents):
        raise EditOutdated
    rows = list(Document.objects.filter(pk__in=documents))
    folders.move_documents(corpus, rows, folder=_folder(corpus, then), actor=actor, is_recorded=False)


def _add_again(edits: Sequence[Edit], *, actor: User) -> None:
    """Add documents to their corpus again, in their folders if these exist, with their labels and values."""
    corpus = edits[0].corpus
    states = {edit.document_key: edit.changes[MEMBERSHIP][_place_of_state(edit)] for edit in edits}
    present = {str(key) for key in corpus.folders.values_list("pk", flat=True)}
    users = {key: existing_user(key) for key in {state["added_by"] for state in states.values()}}
    members = [
        CorpusDocument(
            corpus=corpus,
            document_id=document,
            folder_id=UUID(state["folder"]) if state["folder"] in present else None,
            added_by_id=users[state["added_by"]],
        )
        for document, state in states.items()
    ]
    corpora.restore_memberships(corpus, members, actor=actor)
    recreate_rows([_with_membership(row, member) for member in members for row in states[member.document_id]["rows"]])


def _place_of_state(edit: Edit) -> int:
    """Return which of the two states of an edit is the one in which the document is in the corpus."""
    return 1 if edit.kind == Edit.Kind.CREATED else 0


def _with_membership(row: Mapping[str, Any], member: CorpusDocument) -> dict[str, Any]:
    return {**row, "fields": {**row["fields"], "membership": str(member.pk)}}


def _remove_again(edits: Sequence[Edit], *, actor: User) -> None:
    corpus, documents = edits[0].corpus, {edit.document_key for edit in edits}
    corpora.lock_corpus(corpus)
    members = list(corpus.memberships.filter(document__in=documents).select_related("folder"))
    if len(members) != len(documents):
        raise EditOutdated
    found = states_of_members(members)
    states = {member.document_id: found[member.pk] for member in members}
    for edit in edits:
        if edit.kind == Edit.Kind.CREATED and edit.changes[MEMBERSHIP][1] != states[edit.document_key]:
            raise EditOutdated  # labels or values were added, or it was moved
        edit.changes[MEMBERSHIP][_place_of_state(edit)] = states[edit.document_key]
    Edit.objects.bulk_update(edits, ["changes"], batch_size=500)
    corpora.remove_documents(corpus, list(Document.objects.filter(pk__in=documents)), actor=actor, is_recorded=False)

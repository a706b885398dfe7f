"""Undo and redo the edits of a corpus, of folders, and of memberships: additions of documents, moves between folders,
removals.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from core.access import Permission, require
from core.db.row_snapshots import recreate_rows
from core.errors import Conflict, Invalid, NotFound
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.models import Edit
from corpuses.annotations.states import existing_user
from corpuses.corpora import folders
from corpuses.corpora import services as corpora
from corpuses.corpora.edits import FOLDER, MEMBERSHIP, state_of_corpus, state_of_folder, states_of_members
from corpuses.models import Corpus, CorpusDocument, Folder
from documents.models import Document
from users.models import User


def require_corpus_edits(edits: Sequence[Edit], *, actor: User) -> None:
    """Require the permission to change these corpora; the caller has found the documents visible."""
    for corpus in {edit.corpus for edit in edits}:
        require(actor, Permission.EDIT, corpus)


def require_setting_edits(edits: Sequence[Edit], *, actor: User) -> None:
    """Require the permission to change these fields of the corpora."""
    for edit in edits:
        require(actor, corpora.permission_to_change(edit.changes), edit.corpus)


def replay_setting_edits(edits: Sequence[Edit], *, actor: User, is_undone: bool) -> None:
    """Undo edits, or do them again, in the given order."""
    for edit in edits:
        pairs = {name: _pair(pair, is_undone=is_undone) for name, pair in edit.changes.items()}
        corpus = Corpus.objects.select_for_update(no_key=True).filter(pk=edit.corpus_id).first()
        if corpus is None or state_of_corpus(corpus, pairs) != {name: now for name, (now, _) in pairs.items()}:
            raise EditOutdated
        try:
            corpora.set_fields(corpus, {name: then for name, (_, then) in pairs.items()}, actor=actor)
        except Invalid:  # the installation has other limits now
            raise EditOutdated from None


def replay_folder_edits(edits: Sequence[Edit], *, actor: User, is_undone: bool) -> None:
    """Undo edits, or do them again, in the given order."""
    for edit in edits:
        now, then = _pair(edit.changes[FOLDER], is_undone=is_undone)
        corpora.lock_corpus(edit.corpus)
        if now is None:
            _restore_folder(edit, actor=actor)
            continue
        folder = Folder.objects.select_related("corpus", "parent").filter(pk=edit.subject_key).first()
        if folder is None or _without_path(state_of_folder(folder)) != _without_path(now):
            raise EditOutdated
        if then is None:
            _delete_folder(folder, is_new=is_undone, actor=actor)
            continue
        try:
            folders.set_folder(folder, name=then["name"], parent=_folder(edit.corpus, then["parent"]), actor=actor)
        except (Conflict, Invalid, NotFound):  # the name is taken, or the place is no longer possible
            raise EditOutdated from None


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


def replay_membership_edits(edits: Sequence[Edit], *, actor: User, is_undone: bool) -> None:
    """Undo edits, or do them again, in the given order; those with the same change together."""
    for (_, kind, places), same in groupby(edits, key=lambda edit: _change(edit, is_undone=is_undone)):
        together = list(same)
        if kind == Edit.Kind.MOVED:
            _move(together, *places, actor=actor)
        elif is_undone == (kind == Edit.Kind.CREATED):
            _remove_again(together, actor=actor)
        else:
            _add_again(together, actor=actor)


def _change(edit: Edit, *, is_undone: bool) -> tuple[UUID, str, tuple[str | None, ...]]:
    """Return the corpus and the kind of an edit, and the folders before and after a move."""
    pair = _pair(edit.changes[MEMBERSHIP], is_undone=is_undone)
    return edit.corpus_id, edit.kind, tuple(state["folder"] for state in pair if state and edit.kind == Edit.Kind.MOVED)


def _pair(pair: Sequence[Any], *, is_undone: bool) -> Sequence[Any]:
    """Return the state that something has to have, and the one that it gets."""
    return list(reversed(pair)) if is_undone else pair


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
    try:
        target = _folder(corpus, then)
    except NotFound:  # the folder was deleted
        raise EditOutdated from None
    rows = list(Document.objects.filter(pk__in=documents))
    folders.move_documents(corpus, rows, folder=target, actor=actor, is_recorded=False)


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
    try:
        corpora.restore_memberships(corpus, members, actor=actor)
    except Conflict:
        raise EditOutdated from None
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

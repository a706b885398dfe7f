"""Folders of a corpus: a tree of names, each row with its whole path. A document is in one folder, or in none."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat, Substr

from audit.actions import Action
from audit.log import record, record_documents
from core.access import Permission, require
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.transactions import purging
from core.deletion import free_name, move_to_bin
from core.errors import Conflict, Invalid, NotFound
from corpuses.corpora.edits import (
    delete_folder_edits,
    record_folder_deletion,
    record_folder_edit,
    record_folder_restoration,
    record_moves,
    record_new_folder,
    state_of_folder,
)
from corpuses.corpora.services import lock_corpus
from corpuses.events import record_corpus_event
from corpuses.models import Corpus, Folder
from documents.models import Document
from documents.pipeline.filenames import without_invisible
from users.models import User

NAME_LIMIT: Final = 100
DEPTH_LIMIT: Final = 20
PATH_LIMIT: Final = 1_000
FOLDER_LIMIT: Final = 10_000
_NOT_NAMES: Final = frozenset({".", ".."})


class Stay(Enum):
    """Keeps the parent of a folder; `None` moves it to the top."""

    HERE = "here"


class FolderExists(Conflict):
    """A folder of this name exists already."""

    code = "folder_exists"
    what_to_do = "Choose another name, or use the existing folder."


class FolderInItself(Conflict):
    """A folder cannot be moved into itself or a folder below it."""

    code = "folder_in_itself"
    what_to_do = "Choose a folder that is not below it."


def folder_of(corpus: Corpus, key: UUID, *, field: str = "folder") -> Folder:
    """Return a folder of this corpus; raise `NotFound` if it is in none or in another one."""
    found = corpus.folders.filter(pk=key).first()
    if found is None:
        raise NotFound("This folder is not in the corpus.", field=field)
    return found


@transaction.atomic
def create_folder(corpus: Corpus, *, name: str, actor: User, parent: Folder | None = None) -> Folder:
    """Create a folder, and record the edit; raise `FolderExists` if its parent has one of this name."""
    require(actor, Permission.EDIT, corpus)
    lock_corpus(corpus)
    name = folder_name(name)
    path = _path(parent, name)
    if corpus.folders.filter(path=path).exists():
        raise FolderExists(field="name")
    folder = _create(corpus, name=name, path=path, parent=parent)
    record_new_folder(folder, actor=actor)
    return folder


@transaction.atomic
def make_path(corpus: Corpus, names: Sequence[str], *, actor: User, below: Folder | None = None) -> Folder | None:
    """Return the folder at the end of the path; missing folders are created."""
    require(actor, Permission.EDIT, corpus)
    if not names:
        return below
    lock_corpus(corpus)
    folder = below
    for raw in names:
        name = folder_name(raw)
        path = _path(folder, name)
        folder = corpus.folders.filter(path=path).first() or _create(corpus, name=name, path=path, parent=folder)
    return folder


def names_in(path: str) -> list[str]:
    """Split a path of a client; empty names are ignored."""
    return [name for name in path.replace("\\", "/").split("/") if name.strip()]


def version_of(folder: Folder) -> str:
    """Return the version of the fields that can be edited: name and parent."""
    return fingerprint(folder.name, folder.parent_id)


@transaction.atomic
def change_folder(
    folder: Folder,
    *,
    actor: User,
    name: str | None = None,
    parent: Folder | Stay | None = Stay.HERE,
    expected: str | None = None,
    group: UUID | None = None,
) -> Folder:
    """Change the name or the parent of a folder (`None`: the top), and the paths of the folders below it.

    `group` is that of the edit. Raises `EditConflict` if it was changed after version `expected`.
    """
    require(actor, Permission.EDIT, folder.corpus)
    lock_corpus(folder.corpus)
    folder.refresh_from_db()
    require_unchanged(expected, version_of(folder))
    before = state_of_folder(folder)
    name = folder.name if name is None else folder_name(name)
    parent = folder.parent if parent is Stay.HERE else _new_parent(folder, parent)
    folder = _change(folder, name, parent, actor=actor)
    record_folder_edit(folder, before, actor=actor, group=group)
    return folder


@transaction.atomic
def set_folder(folder: Folder, *, name: str, parent: Folder | None, actor: User) -> None:
    """Set the name and the parent of a folder without recording an edit."""
    require(actor, Permission.EDIT, folder.corpus)
    lock_corpus(folder.corpus)
    folder.refresh_from_db()
    _change(folder, name, None if parent is None else _new_parent(folder, parent), actor=actor)


def _change(folder: Folder, name: str, parent: Folder | None, *, actor: User) -> Folder:
    if (folder.name, folder.parent_id) == (name, parent and parent.pk):
        return folder
    path = _path(parent, name)
    if path != folder.path:
        _relocate(folder, path)
    Folder.objects.filter(pk=folder.pk).update(name=name, parent=parent)
    record(Action.FOLDER_CHANGED, folder, actor=actor)
    record_corpus_event(folder.corpus, "folders")
    folder.refresh_from_db()
    return folder


@transaction.atomic
def delete_folder(
    folder: Folder, *, actor: User, permanently: bool = False, group: UUID | None = None, is_recorded: bool = True
) -> int:
    """Move a folder and those below it to the bin; return how many documents moved to its parent.

    `group` is that of the edit, which is stored if `is_recorded`; it cannot be undone once the folder is removed from
    the bin.

    Each folder keeps the ids of its documents, so that `restore_folder` can put them back.
    """
    require(actor, Permission.EDIT, folder.corpus)
    lock_corpus(folder.corpus)
    folder = folder_of(folder.corpus, folder.pk)
    if is_recorded and not permanently:
        record_folder_deletion(folder, actor=actor, group=group)
    below = {each.pk: each for each in folder.and_below()}
    members = folder.corpus.memberships.filter(folder__in=below)
    for document, key in members.order_by("pk").values_list("document_id", "folder_id"):
        below[key].moved_documents.append(str(document))
    Folder.objects.bulk_update(below.values(), ["moved_documents"])
    moved = members.update(folder=folder.parent_id)
    move_to_bin(Folder.objects.filter(pk__in=below), user_id=actor.pk)
    record(Action.FOLDER_DELETED, folder, actor=actor, folders=len(below), documents=moved)
    if permanently:
        purge_folder(folder)
    record_corpus_event(folder.corpus, "folders")
    return moved


@transaction.atomic
def restore_folder(folder: Folder, *, actor: User) -> Folder:
    """Restore a folder with those that were deleted together with it, and put their documents back.

    A document that was moved elsewhere in the meantime stays there. Where its parent is gone, the folder goes to the
    top; where its name is taken, it gets another one.
    """
    require(actor, Permission.EDIT, folder.corpus)
    lock_corpus(folder.corpus)
    folder = Folder.with_deleted.select_related("corpus", "parent").get(pk=folder.pk)
    if folder.deleted_at is None:
        raise NotFound
    together = list(_deleted_with(folder))
    documents_at = folder.parent_id
    parent = folder.parent if folder.parent is not None and folder.parent.deleted_at is None else None
    name = free_name(folder.name, lambda name: folder.corpus.folders.filter(path=_path(parent, name)).exists())
    path, cut = _path(parent, name), len(folder.path)
    for each in together:
        each.path = path + each.path[cut:]
        members = folder.corpus.memberships.filter(document__in=each.moved_documents, folder=documents_at)
        each.deleted_at, each.deleted_by, each.moved_documents = None, None, []
        if each.pk == folder.pk:
            each.name, each.parent = name, parent
        members.update(folder=each)
    columns = ["name", "parent", "path", "deleted_at", "deleted_by", "moved_documents"]
    Folder.with_deleted.bulk_update(together, columns)
    record_folder_restoration(folder)
    record(Action.FOLDER_RESTORED, folder, actor=actor, folders=len(together))
    record_corpus_event(folder.corpus, "folders")
    return Folder.objects.get(pk=folder.pk)


@purging
def purge_folder(folder: Folder) -> None:
    """Remove a folder, and those that were deleted together with it, from the database."""
    record(Action.FOLDER_PURGED, folder)
    record_corpus_event(folder.corpus, "bin")
    keys = [each.pk for each in _deleted_with(folder)]
    delete_folder_edits(keys)
    Folder.with_deleted.filter(pk__in=keys).delete()


def _deleted_with(folder: Folder) -> "QuerySet[Folder]":
    moment = Folder.with_deleted.filter(pk=folder.pk).values("deleted_at")[:1]
    rows = Folder.with_deleted.filter(corpus=folder.corpus_id, deleted_at=moment)
    return rows.filter(pk=folder.pk) | rows.filter(path__startswith=f"{folder.path}/")


@transaction.atomic
def move_documents(
    corpus: Corpus,
    documents: Iterable[Document],
    *,
    folder: Folder | None,
    actor: User,
    group: UUID | None = None,
    is_recorded: bool = True,
) -> int:
    """Move documents of the corpus to a folder, or to the top; return how many were not there before.

    `group` is that of the edit, which is stored if `is_recorded`.
    """
    require(actor, Permission.EDIT, corpus)
    if folder is not None and folder.corpus_id != corpus.pk:
        raise NotFound("This folder is not in the corpus.", field="folder")
    lock_corpus(corpus)
    if folder is not None:
        folder_of(corpus, folder.pk)  # it may have been deleted in the meantime
    wanted = {document.pk for document in documents}
    members = corpus.memberships.filter(document__in=wanted)
    if members.count() != len(wanted):
        raise NotFound("Some of these documents are not in this corpus.", field="documents")
    there = members.filter(folder=folder).values("pk")
    moved = list(members.exclude(pk__in=there).select_related("folder").order_by("document_id"))
    if moved:
        members.filter(pk__in=[member.pk for member in moved]).update(folder=folder)
        if is_recorded:
            record_moves(moved, folder, actor=actor, group=group)
        target, keys = str(folder.pk) if folder else None, [member.document_id for member in moved]
        record_documents(Action.CORPUS_DOCUMENT_MOVED, corpus, keys, actor=actor, folder=target)
        record_corpus_event(corpus, "folders")
    return len(moved)


def folder_name(raw: str) -> str:
    """Return a name that can be shown and be part of a path; raise `Invalid` if it is not possible."""
    name = without_invisible(raw)
    if not name or name in _NOT_NAMES:
        raise Invalid("Enter a name for the folder.", field="name")
    if "/" in name or "\\" in name:
        raise Invalid("The name of a folder must not contain slashes.", field="name")
    if len(name) > NAME_LIMIT:
        raise Invalid(f"The name of a folder must have at most {NAME_LIMIT} characters.", field="name")
    return name


def _new_parent(folder: Folder, parent: Folder | None) -> Folder | None:
    if parent is None:
        return None
    parent = folder_of(folder.corpus, parent.pk)
    if f"{parent.path}/".startswith(f"{folder.path}/"):
        raise FolderInItself(field="parent")
    return parent


def _path(parent: Folder | None, name: str) -> str:
    path = f"{parent.path}/{name}" if parent else name
    _require_fitting(path)
    return path


def _require_fitting(path: str) -> None:
    if len(path) > PATH_LIMIT or path.count("/") >= DEPTH_LIMIT:
        raise Invalid(f"Folders can be nested {DEPTH_LIMIT} deep, with {PATH_LIMIT} characters in total.", field="name")


def _create(corpus: Corpus, *, name: str, path: str, parent: Folder | None) -> Folder:
    if corpus.folders.count() >= FOLDER_LIMIT:
        raise Conflict(f"A corpus can have at most {FOLDER_LIMIT} folders.", field="name")
    record_corpus_event(corpus, "folders")
    folder = Folder.objects.create(corpus=corpus, name=name, path=path, parent=parent)
    record(Action.FOLDER_CREATED, folder)
    return folder


def _relocate(folder: Folder, path: str) -> None:
    if folder.corpus.folders.filter(path=path).exists():
        raise FolderExists(field="name")
    below = folder.and_below()
    length = len(folder.path)
    for each in below.values_list("path", flat=True):
        _require_fitting(path + each[length:])
    tail = Substr(F("path"), length + 1)
    below.update(path=Concat(Cast(Value(path), TextField()), tail, output_field=TextField()))

"""Uploads go to a corpus, by default the personal one, and optionally to a folder of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import transaction

from core.access import Permission, get_visible, require, within_limits
from core.db.compiled_lookup import CompiledLookup
from core.errors import NotFound, UserFault
from corpuses.corpora import folders
from corpuses.corpora.services import add_documents, add_new_documents, lock_corpus, personal_corpus
from corpuses.models import Corpus, CorpusDocument, Folder
from documents.models import Document
from documents.services.uploads import NewFile, Result, upload_documents
from documents.storage.blobs import ReceivedFile
from users.models import User

_CORPUS: Final = CompiledLookup(Corpus.objects.all, "pk")


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """The corpus and folder of an upload. `path` names folders below the folder; missing ones are created."""

    corpus: Corpus
    folder: UUID | None = None
    path: str = ""


def get_destination(owner: User, *, corpus: UUID | None, folder: UUID | None = None, path: str = "") -> Destination:
    """Return the destination; raise unless `owner` may upload to it. Called before the file is stored."""
    found = get_visible(_CORPUS, owner, corpus) if corpus else _default_corpus(owner)
    require(owner, Permission.EDIT, found)
    if folder is not None:
        folders.folder_of(found, folder)
    for name in folders.names_in(path):
        folders.folder_name(name)
    return Destination(corpus=found, folder=folder, path=path)


def _default_corpus(owner: User) -> Corpus:
    corpus = personal_corpus(owner)
    if not within_limits(owner, [corpus.pk]):
        raise NotFound("This token is limited to other corpora. Send the `corpus` to upload to.", field="corpus")
    return corpus


@transaction.atomic
def upload_to_corpus(
    received: ReceivedFile,
    *,
    filename: str,
    owner: User,
    title: str = "",
    sha256: str = "",
    corpus: Corpus | None = None,
    destination: Destination | None = None,
) -> Document:
    """Create a document and add it to the destination. Raises the errors of `upload_document`."""
    destination = destination or Destination(corpus=corpus or personal_corpus(owner))
    file = NewFile(received=received, filename=filename, title=title, sha256=sha256)
    (result,) = upload_files([(file, destination)], corpus=destination.corpus, owner=owner)
    if isinstance(result, UserFault):
        raise result
    return result


@transaction.atomic
def upload_files(files: Sequence[tuple[NewFile, Destination]], *, corpus: Corpus, owner: User) -> list[Result]:
    """Create documents and add them to one corpus; return the document of each file, or why there is none."""
    require(owner, Permission.EDIT, corpus)  # before the files are stored
    results = upload_documents([file for file, _ in files], owner=owner)
    added = [
        (result, destination)
        for result, (_, destination) in zip(results, files, strict=True)
        if isinstance(result, Document)
    ]
    if added:
        found = {destination: _folder(destination, actor=owner) for destination in {each for _, each in added}}
        add_new_documents(corpus, [(document, found[destination]) for document, destination in added], actor=owner)
    return results


def add_to_destination(document: Document, destination: Destination, *, actor: User) -> None:
    """Add a document to a corpus and folder. One that was in the corpus before stays in its folder."""
    if add_documents(destination.corpus, [document], actor=actor, is_recorded=False) and (
        destination.folder or destination.path
    ):
        folder = _folder(destination, actor=actor)
        CorpusDocument.objects.filter(corpus=destination.corpus, document=document).update(folder=folder)


def _folder(destination: Destination, *, actor: User) -> Folder | None:
    """Return the folder of a destination; missing folders of its path are created. Locks the corpus."""
    if destination.folder is None and not destination.path:
        return None
    lock_corpus(destination.corpus)
    below = folders.folder_of(destination.corpus, destination.folder) if destination.folder else None
    names = folders.names_in(destination.path)
    return folders.make_path(destination.corpus, names, actor=actor, below=below) if names else below

"""Uploads land in a corpus: the one named, or the personal one; in a folder of it where one is named."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from core.access.permissions import get_visible, require
from core.access.roles import Permission
from core.db.row_locks import lock_against_delete
from corpuses.models import Corpus, CorpusDocument
from corpuses.services import folders
from corpuses.services.corpora import add_documents, personal_corpus
from documents.models import Document
from documents.services.uploads import upload_document
from documents.storage import ReceivedFile
from users.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """Where an upload goes to. `path` names folders below the folder; those that are missing are made."""

    corpus: Corpus
    folder: UUID | None = None
    path: str = ""


def get_destination(owner: User, *, corpus: UUID | None, folder: UUID | None = None, path: str = "") -> Destination:
    """Find the place, and that the owner may put something there, before anything is kept."""
    found = get_visible(Corpus.objects.all(), owner, corpus) if corpus else personal_corpus(owner)
    require(owner, Permission.EDIT, found)
    if folder is not None:
        folders.folder_of(found, folder)
    for name in folders.names_in(path):
        folders.folder_name(name)
    return Destination(corpus=found, folder=folder, path=path)


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
    """Create the document and put it into the corpus, both or neither. Raises what `upload_document` raises."""
    destination = destination or Destination(corpus=corpus or personal_corpus(owner))
    require(owner, Permission.EDIT, destination.corpus)  # before the store keeps any bytes
    document = upload_document(received, filename=filename, owner=owner, title=title, sha256=sha256)
    add_to_destination(document, destination, actor=owner)
    return document


def add_to_destination(document: Document, destination: Destination, *, actor: User) -> None:
    """Put a document where it shall be. One that was in the corpus before stays in its folder."""
    added = add_documents(destination.corpus, [document], actor=actor)
    if not added or (destination.folder is None and not destination.path):
        return
    below = folders.folder_of(destination.corpus, destination.folder) if destination.folder else None
    if below is not None:
        lock_against_delete(below)
    folder = folders.make_path(destination.corpus, folders.names_in(destination.path), actor=actor, below=below)
    CorpusDocument.objects.filter(corpus=destination.corpus, document=document).update(folder=folder)

"""Uploads land in a corpus: the one named, or the personal one; in a folder of it where one is named."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from core.access.permissions import get_visible, require
from core.access.roles import Permission
from corpuses.models import Corpus, CorpusDocument
from corpuses.services import folders
from corpuses.services.corpora import add_documents, lock_tree, personal_corpus
from documents.models import Document
from documents.services.uploads import upload_document
from documents.storage import ReceivedFile
from users.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an upload goes to. `path` names folders below the folder; those that are missing are made."""

    corpus: Corpus
    folder: UUID | None = None
    path: str = ""


def place_for(owner: User, *, corpus: UUID | None, folder: UUID | None = None, path: str = "") -> Place:
    """Find the place, and that the owner may put something there, before anything is kept."""
    found = get_visible(Corpus.objects.all(), owner, corpus) if corpus else personal_corpus(owner)
    require(owner, Permission.EDIT, found)
    if folder is not None:
        folders.folder_of(found, folder)
    for name in folders.names_in(path):
        folders.folder_name(name)
    return Place(corpus=found, folder=folder, path=path)


@transaction.atomic
def upload_to_corpus(
    received: ReceivedFile,
    *,
    filename: str,
    owner: User,
    title: str = "",
    sha256: str = "",
    corpus: Corpus | None = None,
    place: Place | None = None,
) -> Document:
    """Create the document and put it into the corpus, both or neither. Raises what `upload_document` raises."""
    place = place or Place(corpus=corpus or personal_corpus(owner))
    require(owner, Permission.EDIT, place.corpus)  # before the store keeps any bytes
    document = upload_document(received, filename=filename, owner=owner, title=title, sha256=sha256)
    put(document, place, actor=owner)
    return document


def put(document: Document, place: Place, *, actor: User) -> None:
    """Put a document where it shall be. One that was in the corpus before stays in its folder."""
    added = add_documents(place.corpus, [document], actor=actor)
    if not added or (place.folder is None and not place.path):
        return
    lock_tree(place.corpus)
    below = folders.folder_of(place.corpus, place.folder) if place.folder else None
    folder = folders.make_path(place.corpus, folders.names_in(place.path), actor=actor, below=below)
    CorpusDocument.objects.filter(corpus=place.corpus, document=document).update(folder=folder)

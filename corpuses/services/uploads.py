"""Uploads land in a corpus: the one named, or the personal one."""

from django.db import transaction

from core.permissions import Permission, require
from corpuses.models import Corpus
from corpuses.services.corpora import add_documents, personal_corpus
from documents.models import Document
from documents.services.uploads import upload_document
from documents.storage import ReceivedFile
from users.models import User


@transaction.atomic
def upload_to_corpus(
    received: ReceivedFile, *, filename: str, owner: User, title: str = "", corpus: Corpus | None = None
) -> Document:
    """Create the document and put it into the corpus, both or neither. Raises what `upload_document` raises."""
    corpus = require(owner, Permission.EDIT, corpus or personal_corpus(owner))  # before the store keeps any bytes
    document = upload_document(received, filename=filename, owner=owner, title=title)
    add_documents(corpus, [document], actor=owner)
    return document

"""Many documents at once, for tests of long lists: rows without files, pages and jobs."""

import hashlib

from django.db import connection
from django.utils import timezone

from documents.models import Blob, Document, DocumentRevision
from users.models import User


def many_documents(
    owner: User, count: int, *, title: str = "Lease", state: str = Document.State.READY, **fields: object
) -> list[Document]:
    """Create documents that have been processed: `Lease 0001` and so on. They share one blob."""
    digest = hashlib.sha256(title.encode()).hexdigest()
    blob, _ = Blob.objects.get_or_create(sha256=digest, defaults={"size": 1})
    documents = Document.objects.bulk_create(
        Document(
            owner=owner,
            tenant=owner.tenant,
            title=f"{title} {number:04}",
            filename=f"{title} {number:04}.pdf",
            mime_type="application/pdf",
            blob=blob,
            state=Document.State.FAILED,
            backend_lock=False,
            failure_code="unreadable",
            path=f"{title}/{number}" if "parent" in fields else "",
            **fields,
        )
        for number in range(1, count + 1)
    )
    if state != Document.State.FAILED:
        _publish(documents, state)
    analyze()
    return documents


def analyze() -> None:
    """Update the statistics of the tables, as autovacuum does after so many new rows; without, plans are very slow."""
    with connection.cursor() as cursor:
        cursor.execute("analyze documents_document, documents_documentrevision, corpuses_corpusdocument")


def _publish(documents: list[Document], state: str) -> None:
    common = {"parser": "factory", "parser_version": "1", "options_hash": "0" * 64, "text": "A lease.\n"}
    revisions = DocumentRevision.objects.bulk_create(
        DocumentRevision(document=each, number=1, page_count=1, published=timezone.now(), **common)
        for each in documents
    )
    for document, revision in zip(documents, revisions, strict=True):
        document.state, document.revision, document.failure_code = state, revision, ""
    Document.objects.bulk_update(documents, ["state", "revision", "failure_code"])

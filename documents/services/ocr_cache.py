"""What was read off a document's pages by attempts that did not end well: it took seconds for each page.

Kept row by row as it comes, outside of the transaction that publishes; another attempt of the same parser, version and
options begins with it. It goes when a revision is published, or when something else reads the document.
"""

import hashlib
from pathlib import Path

from documents import types
from documents.models import Document, DocumentRevision, OcrPage
from documents.pipeline.ocr.cache import write_cache

_FILE = "readings"


def load_cache(revision: DocumentRevision, folder: Path) -> str:
    """A file in the folder with what an earlier attempt has read in the way of this one; "" if there is none."""
    rows = OcrPage.objects.filter(document=revision.document_id)
    rows.exclude(key=_key(revision)).delete()
    if not rows.exists():
        return ""
    target = folder / _FILE
    pages = rows.order_by("number").values_list("number", "data")
    write_cache(target, ((number, bytes(data)) for number, data in pages.iterator(chunk_size=100)))
    return str(target)


def store_page(revision: DocumentRevision, reading: types.PageOcr) -> None:
    """At once. Two attempts that overlap read the same."""
    row = OcrPage(document_id=revision.document_id, key=_key(revision), number=reading.number, data=reading.data)
    OcrPage.objects.bulk_create([row], ignore_conflicts=True)


def delete(document: Document) -> None:
    OcrPage.objects.filter(document=document).delete()


def _key(revision: DocumentRevision) -> str:
    parts = (revision.parser, revision.parser_version, revision.options_hash)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()

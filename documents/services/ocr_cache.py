"""OCR results of failed attempts, kept so that a retry need not repeat them.

Each page is stored at once, outside of the publishing transaction, and used by the next attempt with the same parser,
version and options. The results are deleted when a revision is published, or another parser is used.
"""

import hashlib
from pathlib import Path

from documents import types
from documents.models import Document, DocumentRevision, OcrPage
from documents.pipeline.ocr.cache import write_cache

_FILE = "ocr"


def load_cache(revision: DocumentRevision, folder: Path) -> str:
    """Write the results of earlier attempts to a file in the folder; return its path, or an empty string."""
    rows = OcrPage.objects.filter(document=revision.document_id)
    rows.exclude(key=_key(revision)).delete()
    if not rows.exists():
        return ""
    target = folder / _FILE
    pages = rows.order_by("number").values_list("number", "data")
    write_cache(target, ((number, bytes(data)) for number, data in pages.iterator(chunk_size=100)))
    return str(target)


def store_page(revision: DocumentRevision, page: types.PageOcr) -> None:
    """Store the result of a page. Concurrent attempts have equal results."""
    row = OcrPage(document_id=revision.document_id, key=_key(revision), number=page.number, data=page.data)
    OcrPage.objects.bulk_create([row], ignore_conflicts=True)


def delete(document: Document) -> None:
    OcrPage.objects.filter(document=document).delete()


def _key(revision: DocumentRevision) -> str:
    parts = (revision.parser, revision.parser_version, revision.options_hash)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()

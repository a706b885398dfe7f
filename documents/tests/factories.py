"""Parsed documents without a parser: rows as ingestion leaves them, from plain text."""

import gzip
import hashlib
import re
from collections.abc import Sequence
from itertools import accumulate

from django.utils import timezone

from documents.models import Blob, Document, DocumentRevision, Page, StructureItem
from documents.pipeline import tokens
from documents.services.uploads import NewFile
from documents.services.versions import upload_version
from documents.storage.blobs import BlobWriter
from documents.types import Box, ParsedPage, StructureKind, Token
from users.models import User

WIDTH, HEIGHT = 612.0, 792.0


def parsed_document(owner: User, *pages: str, title: str = "A document", headings: Sequence[str] = ()) -> Document:
    """Create a ready document; each argument is one page, `headings` are the words of the text that are headings."""
    document = Document.objects.create(
        owner=owner,
        tenant=owner.tenant,
        title=title,
        filename="file.pdf",
        mime_type="application/pdf",
        blob=_blob(title),
    )
    publish(document, *pages, headings=headings)
    return document


def publish(document: Document, *pages: str, headings: Sequence[str] = ()) -> DocumentRevision:
    """Create and publish a new revision of a document."""
    texts = [page if page.endswith("\n") else f"{page}\n" for page in pages]
    revision = DocumentRevision.objects.create(
        document=document,
        number=document.revisions.count() + 1,
        parser="factory",
        parser_version="1",
        options_hash="0" * 64,
        text="".join(texts),
        page_count=len(pages),
        published=timezone.now(),
    )
    starts = [0, *accumulate(map(len, texts))]
    Page.objects.bulk_create(
        _page(revision, number, text, start) for number, (text, start) in enumerate(zip(texts, starts, strict=False), 1)
    )
    StructureItem.objects.bulk_create(_heading(revision, order, words) for order, words in enumerate(headings))
    document.revision, document.state, document.backend_lock = revision, Document.State.READY, False
    document.page_count, document.processing_finished = len(pages), timezone.now()
    document.save()
    return revision


def new_version(document: Document, user: User, *pages: str) -> Document:
    """Upload a text as the new version of a document, and publish it; each argument is one page."""
    with BlobWriter() as writer:
        writer.write("".join(pages).encode())
        created = upload_version(document, NewFile(received=writer.finish(), filename="two.txt"), actor=user)
    publish(created, *pages)
    return created


def _blob(seed: str) -> Blob:
    digest = hashlib.sha256(f"{seed}{Blob.objects.count()}".encode()).hexdigest()
    return Blob.objects.create(sha256=digest, size=1)


def _page(revision: DocumentRevision, number: int, text: str, start: int) -> Page:
    words = [Token(word.group(), word.start(), _box_of(word.start())) for word in re.finditer(r"\S+", text)]
    parsed = ParsedPage(number=number, width=WIDTH, height=HEIGHT, text=text, tokens=words)
    return Page(
        revision=revision,
        number=number,
        width=WIDTH,
        height=HEIGHT,
        text_start=start,
        text_end=start + len(text),
        token_count=len(words),
        tokens=gzip.compress(tokens.encode(parsed, start), mtime=0),
    )


def _box_of(offset: int) -> Box:
    x, y = 72 + 5 * (offset % 80), 72 + 12 * (offset // 80 % 50)
    return Box(x, y, x + 5, y + 10)


def _heading(revision: DocumentRevision, order: int, words: str) -> StructureItem:
    start = revision.text.index(words)
    page = revision.pages.get(text_start__lte=start, text_end__gt=start)
    kind = StructureKind.HEADING.value
    return StructureItem(
        revision=revision, order=order, kind=kind, level=1, page=page.number, x0=72, y0=72, x1=300, y1=90,
        start=start, end=start + len(words),
    )  # fmt: skip

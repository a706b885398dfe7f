"""Writes the events of a parser to a draft revision, in batches, each in a transaction of its own."""

import hashlib
from collections.abc import Iterable
from dataclasses import astuple
from itertools import accumulate
from pathlib import Path
from statistics import fmean

from django.db import transaction

from core.db.row_locks import lock_against_delete
from documents.models import Document, DocumentRevision, Page, StructureItem
from documents.services import tokens
from documents.storage import blobs
from documents.types import (
    Attachment,
    Item,
    Mark,
    ParsedPage,
    ParsedStructure,
    ParseEvent,
    ParseWarning,
    Rendition,
    Table,
)

BATCH = 32


class RevisionWriter:
    """Writes a revision. `take` every event, `flush`, then `finish` inside the publishing transaction."""

    def __init__(self, revision: DocumentRevision) -> None:
        self.revision = revision
        self._texts: list[str] = []
        self._length = 0
        self._batch: list[Page] = []
        self._warnings: list[dict[str, str]] = []
        self.rendition: Path | None = None
        self._structure = ParsedStructure(items=())
        self.language = ""
        self._ocr_pages = 0
        self._confidences: list[float] = []
        self.attachments: list[Attachment] = []

    def take(self, event: ParseEvent) -> None:
        """Process an event; full batches of pages are written at once."""
        match event:
            case ParsedPage():
                self._take_page(event)
            case ParsedStructure():
                self._structure = event
                self.language = event.language
            case Rendition():
                self.rendition = Path(event.path)
            case Attachment():
                self.attachments.append(event)
            case ParseWarning():
                self._warnings.append({"code": event.code, "message": event.message})

    def beginning(self, length: int) -> str:
        """Return the first characters of the text."""
        found = ""
        for text in self._texts:
            if len(found) >= length:
                break
            found += text[: length - len(found)]
        return found

    def flush(self) -> None:
        """Write the pages that are not written yet."""
        with transaction.atomic():
            lock_against_delete(Document(pk=self.revision.document_id))  # else a concurrent deletion would fail
            Page.objects.bulk_create(self._batch)
        self._batch = []

    def hashes(self) -> set[str]:
        """Return the hashes of all files that will be stored, including attachments."""
        paths = [self.rendition, self._structure.docling_path, *(found.path for found in self.attachments)]
        hashes = {blobs.hash_of(Path(path)) for path in paths if path}
        return hashes | ({hashlib.sha256(text).hexdigest()} if (text := self._structure.docling) else set())

    def finish(self) -> DocumentRevision:
        """Write the structure and fill in the revision, which the caller saves and publishes."""
        revision, structure = self.revision, self._structure
        StructureItem.objects.bulk_create(self._items(structure), batch_size=1000)
        revision.text = "".join(self._texts)
        revision.page_count = len(self._texts)
        revision.language = self.language
        revision.warnings = self._warnings
        revision.properties = dict(structure.metadata)
        revision.outline = [list(astuple(entry)) for entry in structure.outline]
        revision.links = [[link.page, list(link.box), link.target] for link in structure.links]
        revision.ocr_page_count = self._ocr_pages
        revision.ocr_engines = structure.ocr_engines
        revision.confidence = fmean(self._confidences) if self._confidences else None
        if self.rendition is not None:
            revision.rendition = blobs.store_file(self.rendition)
        if structure.docling_path:
            revision.docling = blobs.store_file(Path(structure.docling_path))
        elif structure.docling:
            revision.docling = blobs.store_bytes(structure.docling)
        return revision

    def _take_page(self, page: ParsedPage) -> None:
        sure = [token.confidence for token in page.tokens if token.confidence is not None]
        self._confidences += sure
        self._ocr_pages += bool(sure)
        # PostgreSQL cannot store NUL; one replacement character keeps all offsets.
        text = page.text.replace("\x00", "\ufffd")
        self._batch.append(
            Page(
                revision=self.revision,
                number=page.number,
                label=page.label,
                width=page.width,
                height=page.height,
                text_start=self._length,
                text_end=self._length + len(text),
                token_count=len(page.tokens),
                tokens=tokens.pack(page, self._length),
            )
        )
        self._texts.append(text)
        self._length += len(text)
        if len(self._batch) >= BATCH:
            self.flush()

    def _items(self, structure: ParsedStructure) -> list[StructureItem]:
        starts = [0, *accumulate(len(text) for text in self._texts)]
        return [self._row(order, item, starts[item.page - 1]) for order, item in enumerate(structure.items)]

    def _row(self, order: int, item: Item, page_start: int) -> StructureItem:
        return StructureItem(
            revision=self.revision,
            order=order,
            kind=item.kind.value,
            level=item.level,
            page=item.page,
            x0=item.box.x0,
            y0=item.box.y0,
            x1=item.box.x1,
            y1=item.box.y1,
            start=page_start + item.start,
            end=page_start + item.end,
            table=_table(item.table) if item.table else None,
            marks=_marks(item.marks) if item.marks else None,
            continues=item.continues,
            alt=item.alt.replace("\x00", "\ufffd"),
        )


def _table(table: Table) -> dict[str, object]:
    cells = [
        {
            "row": cell.row,
            "column": cell.column,
            "row_span": cell.row_span,
            "column_span": cell.column_span,
            "is_header": cell.is_header,
            "text": cell.text.replace("\x00", "\ufffd"),
            "box": list(cell.box) if cell.box else None,
            **({"marks": _marks(cell.marks)} if cell.marks else {}),
        }
        for cell in table.cells
    ]
    numbers = {"numbers": list(table.row_numbers)} if table.row_numbers else {}
    return {"rows": table.rows, "columns": table.columns, "cells": cells, **numbers}


def _marks(marks: Iterable[Mark]) -> list[list[object]]:
    return [list(mark) for mark in marks]

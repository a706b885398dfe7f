"""Requests inside the sandbox: select the plug-in, run it, and convert its events to messages."""

from collections.abc import Iterator
from pathlib import Path

from documents.pipeline.pdf.annotations import write_annotations
from documents.pipeline.pdf.rendition import bitmap
from documents.pipeline.reflow import protection
from documents.pipeline.registry import parser_for, thumbnailer_for
from documents.pipeline.sandbox.messages import messages_of
from documents.pipeline.sandbox.wire import PAGES_READ, Message
from documents.types import Box, DegradedPage, DocumentInfo, ParsedPage, ParseOptions, PdfAnnotation, PdfReply


def parse(request: Message) -> Iterator[Message]:
    """Parse a file; after the last page, yield a message that all pages have been read."""
    options = ParseOptions(
        mime_type=request["mime_type"],
        scratch=request["outbox"],
        passwords=tuple(request["passwords"]),
        max_pages=request["max_pages"],
        extra=request["extra"],
        ocr_cache=request["ocr_cache"],
        degraded_pages=tuple(DegradedPage(*row) for row in request["degraded_pages"]),
        unread_from=request["unread_from"],
    )
    pages = 0
    parser = parser_for(options.mime_type, name=request.get("parser", ""))
    for event in parser.parse(Path(request["path"]), options):
        yield from messages_of(event)
        match event:
            case DocumentInfo():
                pages = event.page_count
            case ParsedPage(number=number) if number == pages:
                yield {"kind": PAGES_READ}


def thumbnail(request: Message) -> Message:
    """Render the first page."""
    thumbnailer = thumbnailer_for(request["mime_type"])
    image = thumbnailer.thumbnail(Path(request["path"]), request["mime_type"], width=request["width"])
    return {"kind": "thumbnail", "image": image}


def decrypt(request: Message) -> Message:
    """Decrypt an Office file; the path is empty if the file is not encrypted."""
    target = Path(request["outbox"]) / "opened"
    decrypted = protection.decrypt(Path(request["path"]), tuple(request["passwords"]), target)
    return {"kind": "decrypted", "path": decrypted.name if decrypted == target else ""}


def annotate(request: Message) -> Message:
    """Write annotations into a copy of a PDF."""
    target = Path(request["outbox"]) / "annotated.pdf"
    annotations = [_annotation(row) for row in request["annotations"]]
    write_annotations(Path(request["path"]), target, annotations, passwords=tuple(request["passwords"]))
    return {"kind": "annotated", "path": target.name}


def draw_region(request: Message) -> Message:
    """Render a region of a page of a PDF."""
    options = {"page_width": request["page_width"], "passwords": tuple(request["passwords"])}
    image = bitmap.draw_region(Path(request["path"]), request["page"], Box(*request["box"]), **options)
    return {"kind": "region", "image": image}


def _annotation(row: Message) -> PdfAnnotation:
    boxes = tuple(Box(*box) for box in row["boxes"])
    return PdfAnnotation(**row | {"boxes": boxes, "replies": tuple(PdfReply(**each) for each in row["replies"])})

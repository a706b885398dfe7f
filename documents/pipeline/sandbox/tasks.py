"""What the sandbox does with a request: choose the plug-in, run it, turn its events into messages."""

from collections.abc import Iterator
from pathlib import Path

from documents.pipeline.flow import protection
from documents.pipeline.registry import parser_for, thumbnailer_for
from documents.pipeline.sandbox.messages import messages_of
from documents.pipeline.sandbox.protocol import PAGES_READ
from documents.pipeline.sandbox.wire import Message
from documents.types import DocumentInfo, ParsedPage, ParseOptions


def parse(request: Message) -> Iterator[Message]:
    options = ParseOptions(
        mime_type=request["mime_type"],
        scratch=request["outbox"],
        passwords=tuple(request["passwords"]),
        max_pages=request["max_pages"],
        extra=request["extra"],
        readings=request["readings"],
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
    thumbnailer = thumbnailer_for(request["mime_type"])
    image = thumbnailer.thumbnail(Path(request["path"]), request["mime_type"], width=request["width"])
    return {"kind": "thumbnail", "image": image}


def unprotected(request: Message) -> Message:
    opened = Path(request["outbox"]) / "opened"
    found = protection.unprotected(Path(request["path"]), tuple(request["passwords"]), opened)
    return {"kind": "opened", "path": found.name if found == opened else ""}

"""Contract test for parsers: name, version and types, events, repeatability, and typed errors for damaged files."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from cartulary.testing.bad_files import check_bad_files, raise_violations
from core.plugins import BadPlugin
from documents.pipeline.protocols import Parser, TypeSniffer
from documents.pipeline.registry import Registry
from documents.pipeline.sandbox.messages import EventReader, messages_of
from documents.pipeline.sandbox.wire import WireError
from documents.types import (
    Attachment,
    Box,
    DocumentInfo,
    ParsedPage,
    ParsedStructure,
    ParseEvent,
    ParseOptions,
    Rendition,
)

_MAX_PAGES = 1_000
_TOLERANCE = 2.0  # points


@dataclass(frozen=True, slots=True)
class Sample:
    """A valid file and its type."""

    path: Path
    mime_type: str


def check_parser(parser: Parser, samples: Sequence[Sample]) -> None:
    """Parse every sample twice, and damaged copies of it."""
    raise_violations([*_registration(parser), *(each for sample in samples for each in _sample(parser, sample))])


def _registration(parser: Parser) -> Iterator[str]:
    registry: Registry[Parser] = Registry(Parser)  # type: ignore[type-abstract]  # the protocol is the run-time check
    try:
        registry.register(parser)
    except BadPlugin as error:
        yield str(error)


def _sample(parser: Parser, sample: Sample) -> Iterator[str]:
    name = sample.path.name
    content = sample.path.read_bytes()
    if sample.mime_type not in parser.accepted_types():
        yield f"{name}: accepted_types does not contain {sample.mime_type}"
    if isinstance(parser, TypeSniffer) and parser.sniff_type(content[:5_000]) != sample.mime_type:
        yield f"{name}: sniff_type does not return {sample.mime_type}"
    first, violations = _parse(parser, sample.path, sample.mime_type)
    yield from (f"{name}: {each}" for each in violations)
    second, _ = _parse(parser, sample.path, sample.mime_type)
    if _without_files(first) != _without_files(second):
        yield f"{name}: parsing it twice gives two results"
    if sample.path.read_bytes() != content:
        yield f"{name}: the file was changed"
    yield from check_bad_files(sample.path, lambda path: _parse(parser, path, sample.mime_type))


def _parse(parser: Parser, path: Path, mime_type: str) -> tuple[list[ParseEvent], list[str]]:
    """Return the events as the product receives them, through the messages of the sandbox, and the violations."""
    with TemporaryDirectory() as scratch:
        options = ParseOptions(mime_type=mime_type, scratch=scratch, max_pages=_MAX_PAGES)
        yielded = list(parser.parse(path, options))
        reader = EventReader(max_pages=_MAX_PAGES)
        messages = (message for event in yielded for message in messages_of(event))
        try:
            events = [event for message in messages if (event := reader.read(message)) is not None]
        except WireError as error:
            return yielded, [f"its events are not valid: {error}"]
        return events, list(_event_violations(events, Path(scratch)))


def _event_violations(events: Sequence[ParseEvent], scratch: Path) -> Iterator[str]:
    pages = [event for event in events if isinstance(event, ParsedPage)]
    if not events or not isinstance(events[0], DocumentInfo):
        yield "the first event must be DocumentInfo"
    elif events[0].page_count != len(pages):
        yield f"DocumentInfo has {events[0].page_count} pages, but there were {len(pages)}"
    if not events or not isinstance(events[-1], ParsedStructure):
        yield "the last event must be ParsedStructure"
    if sum(isinstance(event, DocumentInfo | ParsedStructure) for event in events) > 2:  # noqa: PLR2004  # one of each
        yield "DocumentInfo and ParsedStructure must be yielded once"
    for event in events:
        if isinstance(event, Rendition | Attachment) and scratch not in Path(event.path).parents:
            yield f"{event.path} is not in the scratch folder"
    for page in pages:
        yield from _page_violations(page)


def _page_violations(page: ParsedPage) -> Iterator[str]:
    if page.width <= 0 or page.height <= 0:
        yield f"page {page.number} has no size"
    outside = [token.text for token in page.tokens if not _is_on_page(page, token.box)]
    if outside:
        yield f"page {page.number}: the boxes of {outside[:3]} are outside the page"
    if "".join(token.text for token in page.tokens) != "".join(page.text.split()):
        yield f"page {page.number}: the tokens are not all words of the text"


def _is_on_page(page: ParsedPage, box: Box) -> bool:
    is_inside = -_TOLERANCE <= box.x0 <= box.x1 <= page.width + _TOLERANCE
    return is_inside and -_TOLERANCE <= box.y0 <= box.y1 <= page.height + _TOLERANCE


def _without_files(events: Iterable[ParseEvent]) -> list[ParseEvent]:
    """Return the events without files, whose paths differ."""
    return [event for event in events if not isinstance(event, Rendition | Attachment)]

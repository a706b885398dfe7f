"""The contract of parsers: what they say of themselves, what they yield, and that broken files are refused in words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from cartulary.testing.broken import complaints_about_bad_files, require_none
from core.plugins import BadPlugin
from documents.pipeline.protocols import Parser, Recogniser
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

_MOST_PAGES = 1_000
_TOLERANCE = 2.0  # points


@dataclass(frozen=True, slots=True)
class Sample:
    """A good file, and the type that it has."""

    path: Path
    mime_type: str


def check_parser(parser: Parser, samples: Sequence[Sample]) -> None:
    """Read every sample twice, and spoiled copies of it."""
    require_none([*_of_itself(parser), *(each for sample in samples for each in _of_sample(parser, sample))])


def _of_itself(parser: Parser) -> Iterator[str]:
    registry: Registry[Parser] = Registry(Parser)  # type: ignore[type-abstract]  # the protocol is the run-time check
    try:
        registry.register(parser)
    except BadPlugin as error:
        yield str(error)


def _of_sample(parser: Parser, sample: Sample) -> Iterator[str]:
    name = sample.path.name
    before = sample.path.read_bytes()
    if sample.mime_type not in parser.accepted_types():
        yield f"{name}: {sample.mime_type} is not among the accepted types"
    if isinstance(parser, Recogniser) and parser.recognise(before[:5_000]) != sample.mime_type:
        yield f"{name}: it does not recognise it as {sample.mime_type}"
    first, complaints = _read(parser, sample.path, sample.mime_type)
    yield from (f"{name}: {each}" for each in complaints)
    again, _ = _read(parser, sample.path, sample.mime_type)
    if _comparable(first) != _comparable(again):
        yield f"{name}: reading it twice gives two results"
    if sample.path.read_bytes() != before:
        yield f"{name}: the file was changed"
    yield from complaints_about_bad_files(sample.path, lambda path: _read(parser, path, sample.mime_type))


def _read(parser: Parser, path: Path, mime_type: str) -> tuple[list[ParseEvent], list[str]]:
    """The events as the product gets them: through the wire, which refuses what does not fit together."""
    with TemporaryDirectory() as scratch:
        options = ParseOptions(mime_type=mime_type, scratch=scratch, max_pages=_MOST_PAGES)
        sent = list(parser.parse(path, options))
        reader = EventReader(max_pages=_MOST_PAGES)
        try:
            got = [event for one in sent for message in messages_of(one) if (event := reader.read(message)) is not None]
        except WireError as error:
            return sent, [f"its events do not fit together: {error}"]
        return got, list(_of_events(got, Path(scratch)))


def _of_events(events: Sequence[ParseEvent], scratch: Path) -> Iterator[str]:
    pages = [event for event in events if isinstance(event, ParsedPage)]
    if not events or not isinstance(events[0], DocumentInfo):
        yield "the first event is no DocumentInfo"
    elif events[0].page_count != len(pages):
        yield f"{events[0].page_count} pages were announced and {len(pages)} came"
    if not events or not isinstance(events[-1], ParsedStructure):
        yield "the last event is no ParsedStructure"
    if sum(isinstance(event, DocumentInfo | ParsedStructure) for event in events) > 2:  # noqa: PLR2004  # one of each
        yield "DocumentInfo or ParsedStructure comes more than once"
    for event in events:
        if isinstance(event, Rendition | Attachment) and scratch not in Path(event.path).parents:
            yield f"{event.path} does not lie in the scratch folder"
    for page in pages:
        yield from _of_page(page)


def _of_page(page: ParsedPage) -> Iterator[str]:
    if page.width <= 0 or page.height <= 0:
        yield f"page {page.number} has no size"
    outside = [token.text for token in page.tokens if not _is_on(page, token.box)]
    if outside:
        yield f"page {page.number}: boxes of {outside[:3]} lie outside the page"
    told = "".join(token.text for token in page.tokens)
    if told != "".join(page.text.split()):
        yield f"page {page.number}: the tokens are not all words of the text"


def _is_on(page: ParsedPage, box: Box) -> bool:
    across = -_TOLERANCE <= box.x0 <= box.x1 <= page.width + _TOLERANCE
    return across and -_TOLERANCE <= box.y0 <= box.y1 <= page.height + _TOLERANCE


def _comparable(events: Iterable[ParseEvent]) -> list[ParseEvent]:
    """Without the files, whose places differ."""
    return [event for event in events if not isinstance(event, Rendition | Attachment)]

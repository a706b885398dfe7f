"""A page that ends the sandbox costs itself: the other pages of the document are read in another attempt."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

from documents.errors import ParserCrashed, ParserTimeout
from documents.pipeline.page_retries import MAX_RETRIES, parse_with_retries
from documents.pipeline.sandbox import Limits, Sandbox
from documents.pipeline.sandbox.limits import MEBIBYTE
from documents.pipeline.sniff import PDF
from documents.tests.pipeline.pdf.hostile_pages import FILLED_WITH_TILES, PICTURE, TEXT, memory_bomb, write_pages
from documents.tests.pipeline.results import Result, collect
from documents.types import DegradedPage, DocumentInfo, PageOcr, ParsedPage, ParsedStructure, ParseOptions

HOUR = 3600.0
OPTIONS = ParseOptions(PDF, "")
PAGE_8 = DegradedPage(8, "parser_crashed")


@pytest.fixture
def parse_hostile(tmp_path) -> Iterator[Callable[..., Result]]:
    sandbox = Sandbox(limits=Limits(memory_bytes=1024 * MEBIBYTE, page_cpu_seconds=2, degraded_page_cpu_seconds=1))

    def run(*contents: bytes, seconds: float = HOUR) -> Result:
        path = write_pages(tmp_path / "pages.pdf", *contents)
        deadline = time.monotonic() + seconds
        start = lambda options, check: sandbox.parse(path, options, check=check)  # noqa: E731 - as short as its use
        return collect(parse_with_retries(start, ParseOptions(PDF, str(tmp_path)), deadline=lambda: deadline))

    yield run
    sandbox.close()


def texts(result: Result) -> list[str]:
    return [page.text.strip() for page in result.pages]


def test_a_page_that_is_drawn_for_ever_keeps_its_text(parse_hostile):
    result = parse_hostile(TEXT % b"First", TEXT % b"Second" + FILLED_WITH_TILES + PICTURE, TEXT % b"Third")
    assert texts(result) == ["First", "Second", "Third"]
    (warning,) = result.warnings
    assert warning.code == "page_incomplete"
    assert "page 2: for the rest, too much time" in warning.message
    assert [item.page for item in result.structure.items] == [1, 2, 3]


def test_a_page_that_fills_the_memory_is_empty(parse_hostile):
    result = parse_hostile(TEXT % b"First", memory_bomb(), TEXT % b"Third")
    assert texts(result) == ["First", "", "Third"]
    assert [(page.width, page.height) for page in result.pages] == [(200, 250)] * 3
    (warning,) = result.warnings
    assert warning.code == "page_unreadable"
    assert warning.message.startswith("Nothing could be read on page 2: too much ")  # memory, or time on a slow machine


def test_the_pages_before_are_kept_when_there_is_no_time_left(parse_hostile):
    result = parse_hostile(TEXT % b"First", FILLED_WITH_TILES, TEXT % b"Third", seconds=60)
    assert texts(result) == ["First", "", ""]
    (warning,) = result.warnings
    assert warning.code == "page_unreadable"
    assert warning.message == "Nothing was read on pages 2, 3: the document was not read further."


@pytest.mark.full
def test_a_document_of_one_such_page_fails_with_its_reason(parse_hostile):
    with pytest.raises(ParserTimeout):
        parse_hostile(FILLED_WITH_TILES)


def attempts(pages: int, fails: Callable[[int, ParseOptions], bool], seen: list[ParseOptions]):
    """Return a start function of a parser that crashes at the pages for which `fails` holds."""

    def start(options: ParseOptions, _check: object):
        seen.append(options)
        yield DocumentInfo(pages)
        for number in range(1, pages + 1):
            is_unread = 0 < options.unread_from <= number
            if not is_unread and fails(number, options):
                raise ParserCrashed
            yield PageOcr(number, b"")
            yield ParsedPage(number, 1.0, 1.0, "" if is_unread else f"{number}", ())
        yield ParsedStructure(())

    return start


def test_events_are_delivered_once_and_several_pages_may_fail():
    seen: list[ParseOptions] = []
    start = attempts(9, lambda number, options: number in {3, 6} - {p.number for p in options.degraded_pages}, seen)
    result = collect(parse_with_retries(start, OPTIONS, deadline=lambda: time.monotonic() + HOUR))
    assert [page.number for page in result.pages] == list(range(1, 10))
    assert [ocr.number for ocr in result.of(PageOcr)] == list(range(1, 10))
    assert len(result.of(DocumentInfo)) == len(result.of(ParsedStructure)) == 1
    assert [(page.number, page.cause, page.is_blank) for page in seen[-1].degraded_pages] == [
        (3, "parser_crashed", False),
        (6, "parser_crashed", False),
    ]


def test_the_number_of_attempts_is_bounded():
    seen: list[ParseOptions] = []
    start = attempts(99, lambda number, options: number % 2 == 0 and not is_blank(number, options), seen)
    result = collect(parse_with_retries(start, OPTIONS, deadline=lambda: time.monotonic() + HOUR))
    assert len(seen) == MAX_RETRIES + 1
    assert len(result.pages) == 99
    assert result.pages[6].text == "7"
    assert seen[-1].unread_from == 8


def is_blank(number: int, options: ParseOptions) -> bool:
    return any(page.number == number and page.is_blank for page in options.degraded_pages)


def degraded(options: ParseOptions) -> list[int]:
    return [page.number for page in options.degraded_pages]


def crashes_at_page_8(page: int, options: ParseOptions) -> bool:
    """Check whether a parser crashes at the page: it does at the eighth, unless only its text is read."""
    return page == 8 and page not in degraded(options)


def test_a_failure_at_a_delivered_page_degrades_no_page():
    seen: list[ParseOptions] = []
    start = attempts(10, lambda page, options: crashes_at_page_8(page, options) or (page, len(seen)) == (3, 2), seen)
    result = collect(parse_with_retries(start, OPTIONS, deadline=lambda: time.monotonic() + HOUR))
    assert texts(result) == [str(page) for page in range(1, 11)]
    assert [options.degraded_pages for options in seen] == [(), (PAGE_8,), (PAGE_8,)]


def test_a_failure_in_the_last_attempt_before_it_was_read_further_is_repeated():
    seen: list[ParseOptions] = []
    start = attempts(10, lambda page, _options: page == 8 or (page, len(seen)) == (3, 2), seen)
    result = collect(parse_with_retries(start, OPTIONS, deadline=lambda: time.monotonic() + 60))
    assert texts(result) == [*map(str, range(1, 8)), "", "", ""]
    assert [options.unread_from for options in seen] == [0, 8, 8]


def test_a_crash_before_the_first_page_is_repeated_if_pages_were_delivered():
    seen: list[ParseOptions] = []

    def start(options: ParseOptions, check: object):
        if len(seen) == 1:
            seen.append(options)
            raise ParserCrashed
        yield from attempts(10, crashes_at_page_8, seen)(options, check)

    result = collect(parse_with_retries(start, OPTIONS, deadline=lambda: time.monotonic() + HOUR))
    assert texts(result) == [str(page) for page in range(1, 11)]
    assert [options.degraded_pages for options in seen] == [(), (PAGE_8,), (PAGE_8,)]


@pytest.mark.parametrize("changed", [4, 7])
def test_an_attempt_that_reads_a_delivered_page_differently_is_repeated(changed):
    seen: list[ParseOptions] = []

    def start(options: ParseOptions, check: object):
        for event in attempts(10, crashes_at_page_8, seen)(options, check):
            is_changed = isinstance(event, ParsedPage) and event.number == changed and len(seen) == 2
            yield replace(event, text="changed") if is_changed else event

    result = collect(parse_with_retries(start, OPTIONS, deadline=lambda: time.monotonic() + HOUR))
    assert texts(result) == [str(page) for page in range(1, 11)]
    assert len(result.of(ParsedStructure)) == 1
    assert [options.degraded_pages for options in seen] == [(), (PAGE_8,), (PAGE_8,)]


def test_a_page_that_is_always_read_differently_is_an_error():
    seen: list[ParseOptions] = []

    def start(options: ParseOptions, _check: object):
        seen.append(options)
        yield DocumentInfo(2)
        yield ParsedPage(1, 1.0, 1.0, f"{len(seen)}", ())
        if len(seen) == 1:
            raise ParserTimeout
        yield ParsedPage(2, 1.0, 1.0, "", ())
        yield ParsedStructure(())

    with pytest.raises(ParserTimeout):
        collect(parse_with_retries(start, OPTIONS, deadline=lambda: time.monotonic() + HOUR))
    assert len(seen) == MAX_RETRIES + 1
    assert {tuple(degraded(options)) for options in seen[1:]} == {(2,)}
    assert seen[-1].unread_from == 2


def test_delivered_pages_are_read_when_the_time_ends_before_they_were_read_again():
    seen: list[ParseOptions] = []

    def start(options: ParseOptions, check: Callable[[], None]):
        for event in attempts(10, crashes_at_page_8, seen)(options, check):
            if isinstance(event, PageOcr):
                continue  # else the seconds of its page would not count
            if isinstance(event, ParsedPage):
                time.sleep(0.01)
                if len(seen) == 2 and event.number == 3:
                    clock.end = time.monotonic()
                check()
            yield event

    clock = SimpleNamespace(end=time.monotonic() + HOUR)
    result = collect(parse_with_retries(start, OPTIONS, deadline=lambda: clock.end))
    assert texts(result) == [*map(str, range(1, 8)), "", "", ""]
    assert [options.unread_from for options in seen] == [0, 0, 8]


def test_a_failure_before_the_first_page_is_not_repeated():
    seen: list[ParseOptions] = []

    def start(options: ParseOptions, _check: object):
        seen.append(options)
        raise ParserCrashed
        yield

    with pytest.raises(ParserCrashed):
        collect(parse_with_retries(start, OPTIONS, deadline=lambda: time.monotonic() + HOUR))
    assert len(seen) == 1

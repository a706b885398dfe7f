"""Analyse pages so that an error, or too much work, costs one page its structure and never the document.

The same holds for what is analysed of all pages together: it costs the levels of headings.
"""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from core.errors import DomainError
from documents.pipeline.pdf.layout.model import Block, PageLayout
from documents.pipeline.pdf.layout.page_writer import write_page
from documents.pipeline.pdf.page import PageContent, analyse_page, as_displayed
from documents.pipeline.pdf.rules import ALL_RULES, RuleOptions
from documents.pipeline.pdf.text.lines import Line, make_line
from documents.pipeline.pdf.text.words import Word
from documents.types import ParsedPage, StructureKind

# Seconds of processor time for each step of a page. A sandbox has 120 for all of them.
READ_SECONDS = 25.0
OCR_SECONDS = 60.0
ANALYSIS_SECONDS = 25.0
STRUCTURE_SECONDS = 60.0  # of the whole document

T = TypeVar("T")


class PageTookTooLong(Exception):
    """A step of the analysis of a page used more processor time than it may."""


def attempt(step: Callable[[], T], *, seconds: float) -> T | None:
    """Return the result of a step; `None` if the step fails or takes too long.

    Typed errors concern the whole document, and errors of the operating system (a full disk) the machine. They are
    raised.
    """
    try:
        with _processor_time(seconds):
            return step()
    except (DomainError, OSError):
        raise
    except Exception:  # noqa: BLE001  # a page may be damaged in any way
        return None


def analyse_or_degrade(content: PageContent, options: RuleOptions = ALL_RULES) -> tuple[ParsedPage, PageLayout, bool]:
    """Return the page, its layout, and whether it was analysed. If that fails, each line becomes a paragraph."""
    analysed = attempt(lambda: analyse_page(content, options), seconds=ANALYSIS_SECONDS)
    if analysed is not None:
        return (*analysed, True)
    plain = attempt(lambda: plain_page(content), seconds=ANALYSIS_SECONDS)
    return (*(plain or _empty_page(content)), False)


def plain_page(content: PageContent) -> tuple[ParsedPage, PageLayout]:
    """Return the words in the order of the file, with each line as a paragraph."""
    blocks = [Block(StructureKind.PARAGRAPH, (line,)) for line in _lines_of_file(content.words)]
    return as_displayed(content, *write_page(content.number, content.width, content.height, blocks))


def _empty_page(content: PageContent) -> tuple[ParsedPage, PageLayout]:
    frame = content.display_frame or content.frame
    return write_page(content.number, frame.width, frame.height, ())


def _lines_of_file(words: Sequence[Word]) -> Iterator[Line]:
    """Yield lines: a word starts a new one if it is not at the height of the word before."""
    line: list[Word] = []
    for word in words:
        if line and abs(word.middle_y - line[-1].middle_y) > 0.5 * max(word.height, line[-1].height):
            yield make_line(line)
            line = []
        line.append(word)
    if line:
        yield make_line(line)


@contextmanager
def _processor_time(seconds: float) -> Iterator[None]:
    """Raise `PageTookTooLong` in the block after so many seconds of processor time.

    Only the main thread receives signals, and a sandbox parses in it. In other threads there is no limit.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise PageTookTooLong

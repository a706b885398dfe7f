"""One page from pdfium's objects to text, tokens and drafts of items. Knows nothing of the other pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from documents.pipeline.pdf.blocks import group_lines
from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.headings import HeadingRules, body_style
from documents.pipeline.pdf.layout import Block, Draft, Look, PageSketch
from documents.pipeline.pdf.lines import Line, is_right_to_left, lines_of, make_line
from documents.pipeline.pdf.page_text import PageText
from documents.pipeline.pdf.reading_order import in_reading_order
from documents.pipeline.pdf.words import Word
from documents.types import ParsedPage

BLOCK_SEPARATOR = "\n\n"


@dataclass(frozen=True, slots=True)
class RawPage:
    """What pdfium knows of a page."""

    number: int
    width: float
    height: float
    words: Sequence[Word]


def analyse_page(raw: RawPage) -> tuple[ParsedPage, PageSketch]:
    """Text, tokens and drafts of items, all in reading order."""
    upright = [word for word in raw.words if not word.style.rotated]
    turned = [word for word in raw.words if word.style.rotated]
    text = PageText()
    drafts = tuple(_write_blocks(text, _blocks(raw, upright or turned, turned if upright else [])))
    page = ParsedPage(raw.number, raw.width, raw.height, text.text(), text.tokens)
    return page, PageSketch(raw.number, raw.width, raw.height, drafts)


def _blocks(raw: RawPage, words: Sequence[Word], turned: Sequence[Word]) -> list[Block]:
    lines = lines_of(words)
    if not lines:
        return []
    body = body_style(lines)
    lines += [make_line([word]) for word in turned]
    ordered = in_reading_order(lines, em=body.size, right_to_left=_is_right_to_left(lines))
    return group_lines(ordered, HeadingRules(body, raw.height))


def _is_right_to_left(lines: Sequence[Line]) -> bool:
    return 2 * sum(len(line.text) for line in lines if is_right_to_left(line.text)) > sum(
        len(line.text) for line in lines
    )


def _write_blocks(text: PageText, blocks: Iterable[Block]) -> Iterable[Draft]:
    for block in blocks:
        text.separate(BLOCK_SEPARATOR)
        start = text.length
        _write_lines(text, block.lines)
        yield Draft(
            block.kind,
            union(block.lines),
            start,
            text.length,
            " ".join(line.text for line in block.lines),
            _look(block),
        )


def _write_lines(text: PageText, lines: Sequence[Line]) -> None:
    for number, line in enumerate(lines):
        if number:
            text.separate(" ")
        text.write_words(line.words)


def _look(block: Block) -> Look:
    line = block.lines[0]
    return Look(line.size, line.weight, line.font, capitals=line.text.isupper())

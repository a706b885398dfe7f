"""One page from pdfium's objects to text, tokens and drafts of items. Knows nothing of the other pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from documents.pipeline.pdf.blocks import group_lines
from documents.pipeline.pdf.figures import find_figures, find_pictures
from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.geometry import middle_inside
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.headings import BodyStyle, HeadingRules, body_style
from documents.pipeline.pdf.layout import Block, PageSketch
from documents.pipeline.pdf.leaning import leant_again
from documents.pipeline.pdf.line_numbers import line_numbers
from documents.pipeline.pdf.lines import Line, is_right_to_left, lines_of, make_line
from documents.pipeline.pdf.orientation import turned_back
from documents.pipeline.pdf.read_words import PICTURE_FONT
from documents.pipeline.pdf.reading_order import in_reading_order
from documents.pipeline.pdf.sideways import is_vertical, sideways_lines
from documents.pipeline.pdf.slanted import parted, slanted_blocks
from documents.pipeline.pdf.tables.grid import FoundTable
from documents.pipeline.pdf.tables.search import find_tables
from documents.pipeline.pdf.titles import apart, with_titles
from documents.pipeline.pdf.words import Word
from documents.pipeline.pdf.writing import write_page
from documents.types import ParsedPage, StructureKind

_ENOUGH_TEXT = 0.4  # of the page's text outside tables decides what body text looks like


@dataclass(frozen=True, slots=True)
class RawPage:
    """What is known of a page, in a frame in which its text is upright. `shown` is that of the page as shown.

    The page of the frame was turned by `lean` degrees against the clock to make its lines level.
    """

    number: int
    frame: PageFrame
    words: Sequence[Word]
    graphics: Graphics = field(default_factory=Graphics)
    shown: PageFrame | None = None
    lean: float = 0.0

    @property
    def width(self) -> float:
        return self.frame.width

    @property
    def height(self) -> float:
        return self.frame.height


def analyse_page(raw: RawPage) -> tuple[ParsedPage, PageSketch]:
    """Text, tokens and drafts of items, all in reading order."""
    straight, slanted = parted(raw.words)
    upright = [word for word in straight if not word.style.is_sideways]
    sideways = [word for word in straight if word.style.is_sideways]
    blocks = _blocks(raw, upright or sideways, sideways if upright else [])
    blocks += slanted_blocks(slanted, straight)
    pictures = find_pictures(raw.graphics, width=raw.width, height=raw.height)
    page, sketch = write_page(raw.number, raw.width, raw.height, blocks, pictures)
    if raw.lean:
        page, sketch = leant_again(page, sketch, raw.lean)
    if raw.shown is None or raw.shown == raw.frame:
        return page, sketch
    return turned_back(page, sketch, analysed=raw.frame, shown=raw.shown)


def _blocks(raw: RawPage, words: Sequence[Word], sideways: Sequence[Word]) -> list[Block | FoundTable]:
    if not words:
        return []
    if is_vertical(words):
        return _vertical_blocks(raw, words)
    numbers = line_numbers(words)
    if numbers:
        return [*_blocks(raw, _without(numbers, words), sideways), _numbers_block(numbers)]
    everything = lines_of(words)
    body = body_style(everything)
    tables = find_tables(_written(words), raw.graphics, width=raw.width, height=raw.height, body=body.size)
    lines = _outside(tables, words) if tables else everything
    body = _body_outside_tables(lines, words) or body
    elements = with_titles([*lines, *sideways_lines(sideways)], tables, body.size)
    ordered = apart(in_reading_order(elements, em=body.size, right_to_left=_is_right_to_left(everything)))
    figures = find_figures(raw.graphics, tables, width=raw.width, height=raw.height)
    rules = HeadingRules(body, raw.height, tuple(figures))
    return list(_grouped(ordered, rules))


def _without(numbers: Sequence[Word], words: Sequence[Word]) -> list[Word]:
    taken = {id(word) for word in numbers}
    return [word for word in words if id(word) not in taken]


def _numbers_block(numbers: Sequence[Word]) -> Block:
    """After everything else, as something that is on every page and is no content."""
    return Block(StructureKind.PAGE_FOOTER, tuple(make_line([word]) for word in numbers))


def _written(words: Sequence[Word]) -> Sequence[Word]:
    """Without what was read off pictures: labels of a chart stand in rows and columns, too."""
    return [word for word in words if word.style.font != PICTURE_FONT]


def _vertical_blocks(raw: RawPage, words: Sequence[Word]) -> list[Block | FoundTable]:
    """Columns from right to left; no tables are looked for, because every column would be one."""
    lines = sideways_lines(words)
    body = body_style(lines)
    ordered = in_reading_order(lines, em=0.1 * body.size, right_to_left=True)
    return list(group_lines(ordered, HeadingRules(body, raw.height)))


def _outside(tables: Sequence[FoundTable], words: Sequence[Word]) -> list[Line]:
    return lines_of(word for word in words if not any(middle_inside(word, table.box) for table in tables))


def _body_outside_tables(lines: Sequence[Line], words: Sequence[Word]) -> BodyStyle | None:
    """Nothing when so little text is outside that it says nothing."""
    outside = sum(line.text_length for line in lines)
    everything = sum(len(word.text) + 1 for word in words)
    return body_style(lines) if lines and outside >= _ENOUGH_TEXT * everything else None


def _is_right_to_left(lines: Sequence[Line]) -> bool:
    turned = sum(line.text_length for line in lines if is_right_to_left(line.text))
    return 2 * turned > sum(line.text_length for line in lines)


def _grouped(elements: Sequence[Line | FoundTable], rules: HeadingRules) -> Iterator[Block | FoundTable]:
    """Lines between two tables become blocks."""
    for is_table, run in groupby(elements, key=lambda element: isinstance(element, FoundTable)):
        if is_table:
            yield from (element for element in run if isinstance(element, FoundTable))
        else:
            yield from group_lines([element for element in run if isinstance(element, Line)], rules)

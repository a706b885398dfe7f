"""The rules for a page, in the order in which they are applied: to its words, its lines, their order, and its blocks.

Between these lists, words become lines, lines and tables become elements, and elements become blocks.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.layout.blocks import group_into_blocks
from documents.pipeline.pdf.layout.captions import TitledTable, attach_titles, detach_titles
from documents.pipeline.pdf.layout.contents_pages import is_contents, join_contents_lines
from documents.pipeline.pdf.layout.figures import LabelledFigure, find_figures, find_labelled_figures, find_pictures
from documents.pipeline.pdf.layout.formulas import mark_formulas
from documents.pipeline.pdf.layout.heading_looks import centred_lines, mark_bullets, underlined_lines
from documents.pipeline.pdf.layout.headings import HeadingRules, names_at_signatures, names_of_columns
from documents.pipeline.pdf.layout.line_numbers import find_line_numbers
from documents.pipeline.pdf.layout.model import Block
from documents.pipeline.pdf.layout.reading_order import in_reading_order
from documents.pipeline.pdf.layout.rotated_text import is_vertical_writing, sideways_lines, split_slanted
from documents.pipeline.pdf.rules import ALL_RULES, Rule, RuleOptions, apply
from documents.pipeline.pdf.tables.grid import DetectedTable
from documents.pipeline.pdf.tables.search import find_tables
from documents.pipeline.pdf.tables.stand_ins import restored, stand_ins_of_names, used_in
from documents.pipeline.pdf.text.lines import Line, body_style, group_into_lines, is_right_to_left, make_line
from documents.pipeline.pdf.text.styles import OCR_PICTURE_FONT
from documents.pipeline.pdf.text.words import Word
from documents.types import Box, StructureKind

_MIN_TEXT_OUTSIDE_TABLES = 0.4  # of the page's text, to take the body style from text outside tables only


@dataclass(slots=True)
class PageWords:
    """The words and graphics of a page.

    `words` are the upright ones of all `straight` ones, and `beside` those that run up or down the page; without
    upright ones, these are the text. `footers` are blocks that are no content.
    """

    straight: Sequence[Word]
    graphics: Graphics
    width: float
    height: float
    options: RuleOptions = ALL_RULES
    words: Sequence[Word] = ()
    beside: Sequence[Word] = ()
    slanted: Sequence[Word] = ()
    figures: Sequence[LabelledFigure] = ()
    pictures: Sequence[Box] = ()
    footers: list[Block] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.set_text(self.straight)

    def set_text(self, words: Iterable[Word]) -> None:
        """Set `words` and `beside`."""
        upright: list[Word] = []
        sideways: list[Word] = []
        for word in words:
            (sideways if word.style.is_sideways else upright).append(word)
        self.words, self.beside = (upright, sideways) if upright else (sideways, [])

    @property
    def is_horizontal(self) -> bool:
        """`True` if there are words, and they are not written in columns as vertical Chinese and Japanese."""
        return bool(self.words) and not is_vertical_writing(self.words)


def set_slanted_words_apart(page: PageWords) -> None:
    """Set slanted words apart from the text: stamps, watermarks and labels of charts."""
    page.straight, page.slanted = split_slanted(page.straight)
    page.set_text(page.straight)


def find_images(page: PageWords) -> None:
    """Make figures of the images that are no ornaments."""
    page.pictures = find_pictures(page.graphics, width=page.width, height=page.height)


def find_charts(page: PageWords) -> None:
    """Find charts, diagrams and pictures with their labels, which are no text."""
    if not page.is_horizontal or page.words[0].style.is_sideways:
        return
    others = [*page.beside, *page.slanted]
    found = find_labelled_figures(
        page.graphics, page.pictures, page.words, others, width=page.width, height=page.height
    )
    page.figures, page.pictures = found.labelled, found.boxes
    if not page.figures:
        return
    labels = {id(word) for figure in page.figures for line in figure.lines for word in line.words}
    page.set_text(word for word in (*page.words, *page.beside) if id(word) not in labels)
    page.slanted = [word for word in page.slanted if id(word) not in labels]
    page.graphics = page.graphics.outside([figure.box for figure in page.figures])


def set_line_numbers_apart(page: PageWords) -> None:
    """Set the numbers of lines apart, which are on every page and no content. They come last, as a footer."""
    while page.is_horizontal and (numbers := find_line_numbers(page.words, page.graphics.horizontal)):
        excluded = {id(word) for word in numbers}
        page.words = [word for word in page.words if id(word) not in excluded]
        footer = Block(StructureKind.PAGE_FOOTER, tuple(make_line([word]) for word in numbers))
        page.footers.insert(0, footer)


WORD_RULES: Final[tuple[Rule[PageWords], ...]] = (
    set_slanted_words_apart,
    find_images,
    find_charts,
    set_line_numbers_apart,
)


class PageLines:
    """The lines and tables of a page with horizontal writing.

    `lines` are those outside tables, of all the `written` ones; `sideways` run up or down the page. `shapes` are the
    boxes of figures, `names`, `underlined` and `centred` ids of lines: by these, headings are found.
    """

    def __init__(self, page: PageWords) -> None:
        self.page = page
        self.options = page.options
        self.written: Sequence[Line] = group_into_lines(page.words)
        self.lines: Sequence[Line] = self.written
        self.sideways: Sequence[Line] = sideways_lines(page.beside)
        self.body = body_style(self.written)
        self.is_right_to_left = _is_right_to_left(self.written)
        self.tables: Sequence[DetectedTable] = ()
        self.shapes: Sequence[Box] = ()
        self.names: frozenset[int] = frozenset()
        self.underlined: frozenset[int] = frozenset()
        self.centred: frozenset[int] = frozenset()
        self.elements: Sequence[Line | DetectedTable | TitledTable | LabelledFigure] = ()
        self.blocks: Sequence[Block | DetectedTable] = ()

    @property
    def printed(self) -> list[Word]:
        """The words that may be in tables; labels of charts, as recognized in pictures, stand in columns, too."""
        return [word for word in self.page.words if word.style.font != OCR_PICTURE_FONT]

    def tables_in(self, words: Sequence[Word]) -> list[DetectedTable]:
        page = self.page
        size = {"width": page.width, "height": page.height, "body": self.body.size}
        return find_tables(words, page.graphics, **size, options=self.options)

    def set_tables(self, tables: Sequence[DetectedTable]) -> None:
        """Set the tables, and the lines outside them."""
        inside = {id(word) for table in tables for cell in table.grid.filled for word in cell.words}
        self.tables = tables
        outside = (word for word in self.page.words if id(word) not in inside)
        self.lines = group_into_lines(outside) if tables else self.written
        self.sideways = [line for line in sideways_lines(self.page.beside) if id(line.words[0]) not in inside]

    def collect_elements(self) -> None:
        self.elements = [*self.lines, *self.sideways, *self.tables, *self.page.figures]

    def group_into_blocks(self) -> None:
        rules = HeadingRules(self.body, self.page.height, tuple(self.shapes), self.names, self.underlined, self.centred)
        self.blocks = list(_group_between_tables(detach_titles(self.elements), rules))


def take_tables_out(page: PageLines) -> None:
    """Find the tables, and take their words out of the lines."""
    page.set_tables(page.tables_in(page.printed))


def name_columns_sideways(page: PageLines) -> None:
    """Find the tables again with the names of columns that run up or down the page, if all are in a table then."""
    words = page.printed
    stand_ins = stand_ins_of_names(page.sideways, words)
    if not stand_ins:
        return
    moved = {id(part) for parts in stand_ins.values() for part in parts}
    tables = page.tables_in([*(word for word in words if id(word) not in moved), *stand_ins])
    used = {id(part) for word in used_in(tables, stand_ins) for part in stand_ins[word]}
    if moved <= used:
        page.set_tables([restored(table, stand_ins) for table in tables])


def drop_contents(page: PageLines) -> None:
    """Drop the tables that are tables of contents, which are read as lines."""
    tables = [table for table in page.tables if not is_contents(table, page.written)]
    if len(tables) < len(page.tables):
        page.set_tables(tables)


def join_entries_of_contents(page: PageLines) -> None:
    """Join the title, the leaders and the page number of each entry of a table of contents."""
    page.lines = join_contents_lines(page.lines)


def measure_text_outside_tables(page: PageLines) -> None:
    """Take the style of the body text from the lines outside tables, if there is enough text in them."""
    outside = sum(line.text_length for line in page.lines)
    total = sum(len(word.text) + 1 for word in page.page.words)
    if page.lines and outside >= _MIN_TEXT_OUTSIDE_TABLES * total:
        page.body = body_style(page.lines)


def find_drawn_bullets(page: PageLines) -> None:
    """Mark the lines with a drawn bullet: browsers draw discs, rings and squares before the items of lists."""
    page.lines = mark_bullets(page.lines, page.page.graphics.bullets)


def mirror_tables(page: PageLines) -> None:
    """Count the columns from the right in tables with text that is written from right to left."""
    page.tables = [_in_reading_direction(table, is_page_mirrored=page.is_right_to_left) for table in page.tables]


def find_shapes(page: PageLines) -> None:
    """Find groups of images and shapes: there, large type alone is no heading."""
    boxes = [table.box for table in page.tables]
    page.shapes = find_figures(page.page.graphics, boxes, width=page.page.width, height=page.page.height)


def find_names_of_columns(page: PageLines) -> None:
    """Find three and more bold lines side by side, which are the names of columns and no headings."""
    page.names |= names_of_columns(page.lines, page.body)


def find_signatures(page: PageLines) -> None:
    """Find the names and fields at signatures and addresses, which are no headings."""
    page.names |= names_at_signatures(page.lines)


def find_underlined_lines(page: PageLines) -> None:
    """Find underlined lines: typewriters had no bold type for headings."""
    page.underlined = underlined_lines(page.lines, page.page.graphics.horizontal)


def find_centred_lines(page: PageLines) -> None:
    """Find the lines in the middle of their column, as titles and headings are."""
    page.centred = centred_lines(page.lines)


LINE_RULES: Final[tuple[Rule[PageLines], ...]] = (
    take_tables_out,
    name_columns_sideways,
    drop_contents,
    join_entries_of_contents,
    measure_text_outside_tables,
    find_drawn_bullets,
    mirror_tables,
    find_shapes,
    find_names_of_columns,
    find_signatures,
    find_underlined_lines,
    find_centred_lines,
)


def keep_titles_with_tables(page: PageLines) -> None:
    """Keep the lines of a centred title with the table below them."""
    titled = attach_titles([*page.lines, *page.sideways], page.tables, page.body.size)
    page.elements = [*titled, *page.page.figures]


def set_reading_order(page: PageLines) -> None:
    """Set the order in which lines, tables and figures are read: column by column, and forms row by row."""
    page.elements = in_reading_order(page.elements, em=page.body.size, right_to_left=page.is_right_to_left)


ORDER_RULES: Final[tuple[Rule[PageLines], ...]] = (keep_titles_with_tables, set_reading_order)


def find_formulas(page: PageLines) -> None:
    """Find displayed formulas, and join the parts of each."""
    page.blocks = mark_formulas(page.blocks)


BLOCK_RULES: Final[tuple[Rule[PageLines], ...]] = (find_formulas,)


def blocks_of(page: PageWords) -> Sequence[Block | DetectedTable]:
    """Return the blocks of a page with horizontal writing, in reading order."""
    lines = PageLines(page)
    apply(LINE_RULES, lines)
    lines.collect_elements()
    apply(ORDER_RULES, lines)
    lines.group_into_blocks()
    apply(BLOCK_RULES, lines)
    return lines.blocks


def _is_right_to_left(lines: Sequence[Line]) -> bool:
    right_to_left = sum(line.text_length for line in lines if is_right_to_left(line.text))
    return 2 * right_to_left > sum(line.text_length for line in lines)


def _in_reading_direction(table: DetectedTable, *, is_page_mirrored: bool) -> DetectedTable:
    """Return the table with its first column on the right if the page, or most of its own text, is right to left."""
    texts = [word.text for cell in table.grid.filled for word in cell.words]
    own = sum(len(text) for text in texts if is_right_to_left(text))
    with_letters = sum(len(text) for text in texts if any(map(str.isalpha, text)))
    is_mirrored = is_page_mirrored or 2 * own > with_letters
    return replace(table, grid=table.grid.mirrored()) if is_mirrored else table


def _group_between_tables(
    elements: Sequence[Line | DetectedTable | LabelledFigure], rules: HeadingRules
) -> Iterator[Block | DetectedTable]:
    """Group the lines between two tables or figures into blocks, and yield blocks, tables and figures in order."""
    for kind, run in groupby(elements, key=type):
        if kind is Line:
            yield from group_into_blocks([element for element in run if isinstance(element, Line)], rules)
        else:
            yield from (
                element.block if isinstance(element, LabelledFigure) else element
                for element in run
                if not isinstance(element, Line)
            )

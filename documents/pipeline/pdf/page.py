"""Page analysis: the text, tokens and draft items of one page. Other pages are not known here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from documents.pipeline.pdf.alt_texts import AltText, describe_figures
from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.layout.blocks import group_into_blocks
from documents.pipeline.pdf.layout.centred import centred_lines
from documents.pipeline.pdf.layout.contents_pages import is_contents, join_contents_lines
from documents.pipeline.pdf.layout.drawn_bullets import mark_bullets
from documents.pipeline.pdf.layout.figure_labels import Figures, LabelledFigure, find_labelled_figures
from documents.pipeline.pdf.layout.figures import find_figures, find_pictures
from documents.pipeline.pdf.layout.formulas import mark_formulas
from documents.pipeline.pdf.layout.headings import HeadingRules, names_of_columns
from documents.pipeline.pdf.layout.line_numbers import find_line_numbers
from documents.pipeline.pdf.layout.model import Block, PageLayout
from documents.pipeline.pdf.layout.page_transform import restore_rotation, restore_skew
from documents.pipeline.pdf.layout.page_writer import write_page
from documents.pipeline.pdf.layout.reading_order import in_reading_order
from documents.pipeline.pdf.layout.rotated_text import (
    column_tiers,
    is_vertical_writing,
    sideways_lines,
    slanted_blocks,
    split_slanted,
)
from documents.pipeline.pdf.layout.signatures import names_at_signatures
from documents.pipeline.pdf.layout.table_titles import attach_titles, detach_titles
from documents.pipeline.pdf.layout.underlines import underlined_lines
from documents.pipeline.pdf.tables.grid import DetectedTable
from documents.pipeline.pdf.tables.search import find_tables
from documents.pipeline.pdf.tables.sideways_names import stand_ins_of_names
from documents.pipeline.pdf.tables.stand_ins import restored, used_in
from documents.pipeline.pdf.text.lines import BodyStyle, Line, body_style, group_into_lines, is_right_to_left, make_line
from documents.pipeline.pdf.text.styles import OCR_PICTURE_FONT
from documents.pipeline.pdf.text.words import Word
from documents.types import ParsedPage, StructureKind

_MIN_TEXT_OUTSIDE_TABLES = 0.4  # of the page's text, to take the body style from text outside tables only


@dataclass(frozen=True, slots=True)
class PageContent:
    """Words and graphics of a page, in a frame in which most of its text is upright.

    `display_frame` is the frame in which the page is displayed. `skew` is in degrees: the image of a scanned page was
    rotated counterclockwise by so much to make its lines level.
    """

    number: int
    frame: PageFrame
    words: Sequence[Word]
    graphics: Graphics = field(default_factory=Graphics)
    display_frame: PageFrame | None = None
    skew: float = 0.0
    alt_texts: Sequence[AltText] = ()

    @property
    def width(self) -> float:
        return self.frame.width

    @property
    def height(self) -> float:
        return self.frame.height


def analyse_page(content: PageContent) -> tuple[ParsedPage, PageLayout]:
    """Return the page's text and tokens, and its layout with draft items, all in reading order."""
    straight, slanted = split_slanted(content.words)
    upright = [word for word in straight if not word.style.is_sideways]
    sideways = [word for word in straight if word.style.is_sideways]
    figures, pictures = _figures(content, upright, [*sideways, *slanted])
    if figures:
        labels = {id(word) for figure in figures for line in figure.lines for word in line.words}
        upright, sideways, slanted = ([w for w in ws if id(w) not in labels] for ws in (upright, sideways, slanted))
        content = replace(content, graphics=content.graphics.outside([figure.box for figure in figures]))
    blocks = _blocks(content, upright or sideways, sideways if upright else [], figures)
    blocks += slanted_blocks(slanted, straight)
    page, layout = write_page(content.number, content.width, content.height, blocks, pictures)
    return as_displayed(content, page, describe_figures(layout, content.alt_texts))


def as_displayed(content: PageContent, page: ParsedPage, layout: PageLayout) -> tuple[ParsedPage, PageLayout]:
    """Move all boxes from the frame of the analysis, in which the text is upright, to the page as it is displayed."""
    if content.skew:
        page, layout = restore_skew(page, layout, content.skew)
    if content.display_frame is None or content.display_frame == content.frame:
        return page, layout
    return restore_rotation(page, layout, analysed=content.frame, displayed=content.display_frame)


def _figures(content: PageContent, upright: Sequence[Word], others: Sequence[Word]) -> Figures:
    if not upright or is_vertical_writing(upright):
        return Figures((), find_pictures(content.graphics, width=content.width, height=content.height))
    return find_labelled_figures(content.graphics, upright, others, width=content.width, height=content.height)


def _blocks(
    content: PageContent, words: Sequence[Word], sideways: Sequence[Word], figures: Sequence[LabelledFigure]
) -> list[Block | DetectedTable]:
    if not words:
        return [figure.block for figure in figures]
    if is_vertical_writing(words):
        return [*_vertical_blocks(content, words), *(figure.block for figure in figures)]
    numbers = find_line_numbers(words, content.graphics.horizontal)
    if numbers:
        # Line numbers come last, as a footer: they are repeated on every page and are not content.
        footer = Block(StructureKind.PAGE_FOOTER, tuple(make_line([word]) for word in numbers))
        return [*_blocks(content, _without(numbers, words), sideways, figures), footer]
    all_lines = group_into_lines(words)
    body = body_style(all_lines)
    # Labels of a chart stand in rows and columns, too. Therefore words recognized in pictures make no tables.
    printed = [word for word in words if word.style.font != OCR_PICTURE_FONT]
    names = sideways_lines(sideways)
    tables = [t for t in _tables(content, printed, names, body.size) if not is_contents(t, all_lines)]
    in_tables = {id(word) for table in tables for cell in table.grid.filled for word in cell.words}
    rest = [line for line in names if id(line.words[0]) not in in_tables]
    lines = join_contents_lines(
        group_into_lines(word for word in words if id(word) not in in_tables) if tables else all_lines
    )
    body = _body_style_outside_tables(lines, words) or body
    lines = mark_bullets(lines, content.graphics.bullets)
    right_to_left = _is_right_to_left(all_lines)
    tables = [_in_reading_direction(table, is_page_mirrored=right_to_left) for table in tables]
    elements = attach_titles([*lines, *rest], tables, body.size)
    placed = in_reading_order([*elements, *figures], em=body.size, right_to_left=right_to_left)
    ordered = detach_titles(placed)
    boxes = [table.box for table in tables]
    drawn = find_figures(content.graphics, boxes, width=content.width, height=content.height)
    underlined = underlined_lines(lines, content.graphics.horizontal)
    labels = names_of_columns(lines, body) | names_at_signatures(lines)
    rules = HeadingRules(body, content.height, tuple(drawn), labels, underlined, centred_lines(lines))
    return mark_formulas(list(_group_between_tables(ordered, rules)))


def _tables(content: PageContent, words: Sequence[Word], sideways: Sequence[Line], body: float) -> list[DetectedTable]:
    """Return the tables; some of the sideways lines may be names of their columns."""
    size = {"width": content.width, "height": content.height, "body": body}
    stand_ins = stand_ins_of_names(sideways, words)
    moved = {id(part) for parts in stand_ins.values() for part in parts}
    upright = [*(word for word in words if id(word) not in moved), *stand_ins]
    tables = find_tables(upright, content.graphics, **size)
    used = {id(part) for word in used_in(tables, stand_ins) for part in stand_ins[word]}
    if not moved <= used:
        return find_tables(words, content.graphics, **size)
    return [restored(table, stand_ins) for table in tables]


def _without(excluded: Sequence[Word], words: Sequence[Word]) -> list[Word]:
    excluded_ids = {id(word) for word in excluded}
    return [word for word in words if id(word) not in excluded_ids]


def _vertical_blocks(content: PageContent, words: Sequence[Word]) -> list[Block | DetectedTable]:
    """Return the blocks of columns that are read from right to left, one row of columns after the other.

    No tables are searched for, because every column would be detected as one.
    """
    lines = sideways_lines(words)
    body = body_style(lines)
    tiers = column_tiers(lines, body.size)
    ordered = [line for tier in tiers for line in in_reading_order(tier, em=0.1 * body.size, right_to_left=True)]
    return list(group_into_blocks(ordered, HeadingRules(body, content.height)))


def _body_style_outside_tables(lines: Sequence[Line], words: Sequence[Word]) -> BodyStyle | None:
    """Return the body style of `lines` (those outside tables), or `None` if there is too little text in them."""
    outside = sum(line.text_length for line in lines)
    total = sum(len(word.text) + 1 for word in words)
    return body_style(lines) if lines and outside >= _MIN_TEXT_OUTSIDE_TABLES * total else None


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

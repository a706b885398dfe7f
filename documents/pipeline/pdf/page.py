"""Page analysis: the text, tokens and draft items of one page. Other pages are not known here."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from documents.pipeline.pdf.alt_texts import AltText, describe_figures
from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.layout.blocks import group_into_blocks
from documents.pipeline.pdf.layout.headings import HeadingRules
from documents.pipeline.pdf.layout.model import Block, PageLayout
from documents.pipeline.pdf.layout.page_rules import WORD_RULES, PageWords, blocks_of
from documents.pipeline.pdf.layout.page_transform import restore_rotation, restore_skew
from documents.pipeline.pdf.layout.page_writer import write_page
from documents.pipeline.pdf.layout.reading_order import in_reading_order
from documents.pipeline.pdf.layout.rotated_text import column_tiers, sideways_lines, slanted_blocks
from documents.pipeline.pdf.rules import ALL_RULES, RuleOptions, apply
from documents.pipeline.pdf.tables.grid import DetectedTable
from documents.pipeline.pdf.text.lines import body_style
from documents.pipeline.pdf.text.words import Word
from documents.types import ParsedPage


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


def analyse_page(content: PageContent, options: RuleOptions = ALL_RULES) -> tuple[ParsedPage, PageLayout]:
    """Return the page's text and tokens, and its layout with draft items, all in reading order."""
    words = PageWords(content.words, content.graphics, content.width, content.height, options)
    apply(WORD_RULES, words)
    blocks = [*_blocks(words), *words.footers, *slanted_blocks(words.slanted, words.straight)]
    page, layout = write_page(content.number, content.width, content.height, blocks, words.pictures)
    return as_displayed(content, page, describe_figures(layout, content.alt_texts))


def as_displayed(content: PageContent, page: ParsedPage, layout: PageLayout) -> tuple[ParsedPage, PageLayout]:
    """Move all boxes from the frame of the analysis, in which the text is upright, to the page as it is displayed."""
    if content.skew:
        page, layout = restore_skew(page, layout, content.skew)
    if content.display_frame is None or content.display_frame == content.frame:
        return page, layout
    return restore_rotation(page, layout, analysed=content.frame, displayed=content.display_frame)


def _blocks(page: PageWords) -> list[Block | DetectedTable]:
    if page.is_horizontal:
        return list(blocks_of(page))
    columns = _vertical_blocks(page) if page.words else []
    return [*columns, *(figure.block for figure in page.figures)]


def _vertical_blocks(page: PageWords) -> list[Block]:
    """Return the blocks of columns that are read from right to left, one row of columns after the other.

    No tables are searched for, because every column would be detected as one.
    """
    lines = sideways_lines(page.words)
    body = body_style(lines)
    tiers = column_tiers(lines, body.size)
    ordered = [line for tier in tiers for line in in_reading_order(tier, em=0.1 * body.size, right_to_left=True)]
    return group_into_blocks(ordered, HeadingRules(body, page.height))

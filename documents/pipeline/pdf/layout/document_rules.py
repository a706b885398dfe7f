"""The rules for a document, in the order in which they are applied to the layouts of its pages."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from documents.pipeline.pdf.layout.contents_pages import lower_contents_entries
from documents.pipeline.pdf.layout.continued import mark_continued
from documents.pipeline.pdf.layout.document_titles import document_title, without_headings_above, without_title_again
from documents.pipeline.pdf.layout.headers_footers import mark_headers_footers
from documents.pipeline.pdf.layout.heading_levels import Levels, apply_outline, heading_levels
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.pipeline.pdf.layout.numbered_headings import mark_numbered_headings
from documents.pipeline.pdf.rules import ALL_RULES, Rule, RuleOptions
from documents.types import OutlineEntry


@dataclass(slots=True)
class DocumentState:
    """The pages of a document, its title, and the levels of its headings by the `id` of the item.

    `outline_levels` are those of the headings that the PDF's own outline lists.
    """

    pages: Sequence[PageLayout]
    outline: Sequence[OutlineEntry] = ()
    options: RuleOptions = ALL_RULES
    outline_levels: Levels = field(default_factory=dict)
    title: DraftItem | None = None
    levels: Levels = field(default_factory=dict)


def set_running_text_apart(document: DocumentState) -> None:
    """Mark page headers, page footers and page numbers: short items at the edge of a page that other pages repeat."""
    document.pages = mark_headers_footers(document.pages)


def find_numbered_headings(document: DocumentState) -> None:
    """Make headings in plain type of lines with the numbers 1, 2, 3 that have text between them."""
    document.pages = mark_numbered_headings(document.pages)


def lower_entries_of_contents(document: DocumentState) -> None:
    """Make paragraphs of the entries of a table of contents that look like headings."""
    document.pages = lower_contents_entries(document.pages)


def follow_outline(document: DocumentState) -> None:
    """Make headings of the items that the PDF's outline lists, with the levels that they have there."""
    document.pages, document.outline_levels = apply_outline(document.pages, document.outline)


def find_title(document: DocumentState) -> None:
    """Find the title: the heading that is much larger than the others, that the text names, or the first one."""
    document.title = document_title(document.pages)


def lower_headings_above_title(document: DocumentState) -> None:
    """Make paragraphs of the headings above the title, as covers have them: parties, dates, exhibits."""
    document.pages = without_headings_above(document.pages, document.title, document.outline_levels)


def lower_repeated_title(document: DocumentState) -> None:
    """Make paragraphs of the headings on the next pages that repeat the title of the cover."""
    document.pages = without_title_again(document.pages, document.title)


def rank_headings(document: DocumentState) -> None:
    """Find the levels of headings by their numbers, their looks and the outline."""
    document.levels = heading_levels(document.pages, document.outline_levels, document.title)


def join_parts(document: DocumentState) -> None:
    """Mark the parts of paragraphs, list items and tables that a page break or column break splits."""
    document.pages = mark_continued(document.pages)


DOCUMENT_RULES: Final[tuple[Rule[DocumentState], ...]] = (
    set_running_text_apart,
    find_numbered_headings,
    lower_entries_of_contents,
    follow_outline,
    find_title,
    lower_headings_above_title,
    lower_repeated_title,
    rank_headings,
    join_parts,
)

"""Headings that stand twice in a document: as an entry of the table of contents, and above the text."""

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Final

from documents.pipeline.pdf.layout.contents_pages import is_contents_heading
from documents.pipeline.pdf.layout.heading_looks import SAME_SIZE, size_of
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.types import StructureKind

_MIN_ENTRIES: Final = 3  # that are headings of later pages


def lower_contents_entries(pages: Sequence[PageLayout]) -> list[PageLayout]:
    """Return the pages with the entries of a table of contents as paragraphs, where they look like headings.

    They are the text of headings of later pages, which are larger, or stand below "Contents".
    """
    later: dict[str, float] = {}  # the sizes of the headings of the later pages
    entries: dict[int, str] = {}  # the texts by the id of the item
    for page in reversed(pages):
        headings = [draft for draft in page.drafts if draft.kind is StructureKind.HEADING]
        has_title = any(is_contents_heading(draft.text) for draft in headings)
        for draft in headings:
            size = later.get(text_of(draft), 0.0)
            if size and (has_title or size_of(draft) < SAME_SIZE * size):
                entries[id(draft)] = text_of(draft)
        later |= {text_of(draft): size_of(draft) for draft in headings}
    return [_lowered(page, entries) for page in pages] if len(set(entries.values())) >= _MIN_ENTRIES else list(pages)


def text_of(draft: DraftItem) -> str:
    """Return the letters and digits of a heading, to compare it with others."""
    return "".join(character for character in draft.text.casefold() if character.isalnum())


def _lowered(page: PageLayout, entries: Container[int]) -> PageLayout:
    drafts = (replace(draft, kind=StructureKind.PARAGRAPH) if id(draft) in entries else draft for draft in page.drafts)
    return replace(page, drafts=tuple(drafts))

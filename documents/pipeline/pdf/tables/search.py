"""Finds the tables of a page, the surest kinds first; what one kind has taken, the later ones leave alone."""

from collections.abc import Sequence

from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.headings import body_style
from documents.pipeline.pdf.lines import lines_of
from documents.pipeline.pdf.tables.booktabs import find_booktabs
from documents.pipeline.pdf.tables.grid import FoundTable
from documents.pipeline.pdf.tables.guards import is_signatures
from documents.pipeline.pdf.tables.headed import find_headed_table
from documents.pipeline.pdf.tables.headers import add_headers
from documents.pipeline.pdf.tables.neighbours import merge_neighbours
from documents.pipeline.pdf.tables.page_words import TablePage
from documents.pipeline.pdf.tables.ruled import find_ruled_tables
from documents.pipeline.pdf.tables.unruled import find_unruled_tables
from documents.pipeline.pdf.words import Word


def find_tables(
    words: Sequence[Word], graphics: Graphics, *, width: float, height: float, body: float
) -> list[FoundTable]:
    """`words` are the upright ones; `body` is the size of the body text."""
    page = TablePage(words, graphics, width, height, body)
    find_ruled_tables(page)
    find_booktabs(page)
    remaining = page.remaining()
    if remaining:
        find_headed_table(page, body_style(lines_of(remaining)))
    find_unruled_tables(page)
    add_headers(page)
    merge_neighbours(page)
    return [table for table in page.tables if not is_signatures(table.grid)]

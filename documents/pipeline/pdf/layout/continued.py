"""Mark the items that continue another one after a page or column break."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from documents.pipeline.pdf.layout.continued_tables import continued_tables
from documents.pipeline.pdf.layout.continued_text import continued_texts
from documents.pipeline.pdf.layout.model import PageLayout


def mark_continued(pages: Sequence[PageLayout]) -> list[PageLayout]:
    """Return the pages with the parts of split paragraphs, list items and tables marked."""
    marked = {id(draft): new for draft, new in chain(continued_texts(pages), continued_tables(pages))}
    if not marked:
        return list(pages)
    return [replace(page, drafts=tuple(marked.get(id(draft), draft) for draft in page.drafts)) for page in pages]

"""Annotations that are boxes on pages, and the words inside them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING
from uuid import UUID

from core.errors import Invalid
from documents.models import Page
from documents.services.boxes import PageBox, require_on_page
from documents.services.tokens import unpack
from documents.structure import text_slice

if TYPE_CHECKING:
    from documents.pipeline.tokens import TokenPage


def columns_of_box(revision_id: UUID, box: PageBox) -> dict[str, object]:
    """Return the columns of an annotation that hold a box and the words inside it."""
    require_on_page(box)
    page = Page.objects.filter(revision_id=revision_id, number=box.page).first()
    if page is None:
        raise Invalid("The document has no such page.", field="box")
    return columns_on(page, box.sides)


def columns_on(page: Page, sides: list[float]) -> dict[str, object]:
    """Return the columns for a box on a page that is at hand."""
    tokens = unpack(page)
    runs = list(_runs_inside(tokens, sides))
    ranges = [_offsets(tokens, first, last) for first, last in runs]
    start, end = (ranges[0][0], ranges[-1][1]) if ranges else (page.text_start, page.text_start)
    text = text_slice(page.revision_id, start, end)
    return {
        "page": page.number,
        "box": sides,
        "start": start,
        "end": end,
        "spans": [[page.number, first, last] for first, last in runs],
        "parts": [],
        "quote": "\n".join(text[begin - start : stop - start] for begin, stop in ranges),
        "prefix": "",
        "suffix": "",
    }


def _runs_inside(tokens: "TokenPage", sides: list[float]) -> Iterator[tuple[int, int]]:
    """Return the first and last of neighbouring tokens whose middle is inside."""
    left, top, right, bottom = sides
    if len(tokens) == 0:
        return
    x = tokens.boxes[:, 0] + tokens.boxes[:, 2] / 2
    y = tokens.boxes[:, 1] + tokens.boxes[:, 3] / 2
    inside = ((left <= x) & (x <= right) & (top <= y) & (y <= bottom)).nonzero()[0].tolist()
    first = last = None
    for token in inside:
        if first is None or last is None:
            first = last = token
        elif token == last + 1:
            last = token
        else:
            yield first, last
            first = last = token
    if first is not None and last is not None:
        yield first, last


def _offsets(tokens: "TokenPage", first: int, last: int) -> tuple[int, int]:
    return tokens.page_start + tokens.starts[first], tokens.page_start + tokens.starts[last] + len(tokens.texts[last])

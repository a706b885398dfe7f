"""A title is read with the table below it, even if the table is wider than the column above the title."""

import pytest

from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.page import PageContent, analyse_page
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

STYLE = Style(10.0, 0, "Font", (0, 0, 0))
COLUMNS = (60, 240, 420)
GRID = Graphics(
    horizontal=[Box(60, y, 560, y) for y in (320, 340, 360, 380)],
    vertical=[Box(x, 320, x, 380) for x in (60, 240, 420, 560)],
)


def word(x: float, y: float, text: str, position: int) -> Word:
    return Word(x, y, x + 5 * len(text), y + 10, text, position, STYLE)


def parts(title: tuple[float, str], position: int = 8000) -> list[str]:
    """Return the texts of three columns, a title, and a table across all columns, in reading order."""
    prose = [
        word(x, 72 + 12 * n, f"{name}{n}-" + "text" * 7, 1000 * c + 50 * n)
        for c, (x, name) in enumerate(zip(COLUMNS, "abc", strict=True))
        for n in range(18)
    ]
    cells = [
        word(x + 5, 325 + 20 * n, f"cell{n}{c}", 9000 + 30 * n + 10 * c)
        for n in range(3)
        for c, x in enumerate(COLUMNS)
    ]
    words = [*prose, word(title[0], 304, title[1], position), *cells]
    page, layout = analyse_page(PageContent(1, PageFrame(0, 0, 612, 792, 0), words, GRID))
    return [page.text[draft.start : draft.end] for draft in layout.drafts]


def test_a_centred_title_is_read_with_its_table():
    texts = parts((275, "Estimated-costs"))
    assert texts[-2] == "Estimated-costs"
    assert texts[-1].startswith("cell00")


@pytest.mark.parametrize(("x", "position", "following"), [(60, 950, "b0-"), (240, 1950, "c0-")])
def test_the_last_line_of_a_column_is_read_before_the_next_column(x, position, following):
    text = "\n".join(parts((x, "last-line"), position))
    assert text.index("last-line") < text.index(following)

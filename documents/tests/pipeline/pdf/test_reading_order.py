"""Reading order of lines."""

import pytest

from documents.pipeline.pdf.layout.reading_order import in_reading_order
from documents.pipeline.pdf.text.lines import make_line
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word


def reading_order(lines: list[tuple[float, float, float, str]]) -> list[str]:
    """Return the texts of lines, given as left edge, top, right edge and text, in reading order."""
    style = Style(10.0, 0, "Font", (0, 0, 0))
    words = [Word(x0, y, x1, y + 10, text, n * 10, style) for n, (x0, y, x1, text) in enumerate(lines)]
    return [line.text for line in in_reading_order([make_line([word]) for word in words], em=10.0)]


@pytest.mark.parametrize(
    "expected",
    [
        # side heads come before the text beside them
        [
            (50, 0, 120, "1"),
            (200, 0, 500, "a"),
            (200, 12, 500, "b"),
            (200, 24, 500, "c"),
            (50, 60, 120, "2"),
            (200, 60, 500, "d"),
            (200, 72, 500, "e"),
            (200, 84, 500, "f"),
        ],
        # labels and values are read row by row
        [
            (50, 0, 90, "name"),
            (200, 0, 250, "Ada"),
            (50, 12, 90, "born"),
            (200, 12, 250, "1815"),
            (50, 24, 90, "died"),
            (200, 24, 250, "1852"),
        ],
        # terms and indented definitions stand nowhere beside each other
        [
            (50, 0, 180, "heading"),
            (50, 30, 76, "oak"),
            (80, 44, 400, "a tree"),
            (50, 58, 74, "fir"),
            (80, 72, 420, "another tree"),
            (50, 86, 70, "elm"),
            (80, 100, 410, "one more"),
        ],
        # a title across two columns comes before both
        [
            (50, 0, 500, "title"),
            *((50, 20 + 12 * n, 260, f"l{n}" * 25) for n in range(5)),
            *((290, 20 + 12 * n, 500, f"r{n}" * 25) for n in range(5)),
        ],
        # a caption across both columns splits them into bands
        [
            *((50, 12 * n, 260, f"l{n}" * 25) for n in range(4)),
            *((290, 12 * n, 500, f"r{n}" * 25) for n in range(4)),
            (50, 80, 500, "band"),
            *((50, 120 + 12 * n, 260, f"m{n}" * 25) for n in range(4)),
            *((290, 120 + 12 * n, 500, f"s{n}" * 25) for n in range(4)),
        ],
        # signatures side by side below a text are read row by row
        [
            (50, 0, 180, "signed by both"),
            *((x, 40 * n, x + 60, f"{side}{n}") for n in range(1, 5) for x, side in ((50, "l"), (300, "r"))),
        ],
        # texts without others beside them are read from top to bottom
        [
            (300, 0, 400, "signature"),
            (300, 12, 400, "name"),
            (50, 40, 150, "accepted"),
            (50, 52, 150, "by"),
            (300, 80, 400, "seal"),
        ],
        # a page number does not split the columns above it into rows
        [
            *((50, 12 * n, 260, f"l{n}" * 25) for n in range(4)),
            *((290, 12 * n, 500, f"r{n}" * 25) for n in range(4)),
            (560, 100, 570, "7"),
        ],
    ],
    ids=["side heads", "form", "definitions", "title", "bands", "signatures", "staircase", "page number"],
)
def test_elements_are_sorted_in_reading_order(expected):
    shuffled = sorted(expected, key=lambda line: (line[1], line[0]))
    assert reading_order(shuffled) == [line[3] for line in expected]


def test_a_title_centred_over_columns_comes_before_them():
    boxes = [
        [(x, 60 + 30 * n, x + 60, f"{name}{n}") for n in range(3)] for x, name in ((50, "a"), (200, "b"), (350, "c"))
    ]
    expected = [(190, 20, 270, "title"), *(line for box in boxes for line in box)]
    assert reading_order(expected) == [line[3] for line in expected]

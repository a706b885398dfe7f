"""A chart or a diagram is one figure with its labels in rows; forms, tables and text boxes are none."""

import pytest

from documents.pipeline.markdown import markdown_of
from documents.tests.pipeline.pdf.make_pdf import grid, rule, show, write_content_pdf
from documents.types import StructureKind

PAGE = b"0 0 612 792"
SENTENCE = "The harbour handled more goods in every quarter than in the same quarter before."
TEXT = b"".join(show(72, 740 - 13 * line, SENTENCE) for line in range(4))
HEIGHTS = (35, 80, 60, 120)
NAMES = ("Oak", "Elm", "Ash", "Fir")


def bar(x: float, y: float, width: float, height: float) -> bytes:
    return f"0.2 0.4 0.7 rg {x} {y} {width} {height} re f 0 g\n".encode()


def frame(x: float, y: float, width: float, height: float) -> bytes:
    return f"{x} {y} {width} {height} re S\n".encode()


def path(*points: tuple[float, float]) -> bytes:
    (x, y), *others = points
    return b"".join([b"%d %d m" % (x, y), *(b" %d %d l" % point for point in others), b" S\n"])


def ticks(x: float, bottom: float, *values: int, distance: float = 30) -> bytes:
    return b"".join(show(x, bottom + distance * n - 3, str(value), size=8) for n, value in enumerate(values))


BARS = b"".join(bar(120 + 60 * n, 400, 30, height) for n, height in enumerate(HEIGHTS))
UNDER_BARS = b"".join(show(126 + 60 * n, 388, name, size=8) for n, name in enumerate(NAMES))
BAR_CHART = BARS + rule(100, 400, 360, 400) + UNDER_BARS + ticks(84, 400, 0, 10, 20, 30)
BAR_LABELS = "30\n20\n10\n0\nOak Elm Ash Fir"


@pytest.fixture
def figures(parse_pdf, tmp_path):
    """Return the texts and kinds of the items of a page with text above a drawing."""

    def parse(*content: bytes):
        result = parse_pdf(write_content_pdf(tmp_path / "page.pdf", (PAGE, b"".join([TEXT, *content]))))
        found = [result.text_of(item) for item in result.items(StructureKind.FIGURE)]
        return found, result

    return parse


def test_bars_from_one_line_are_a_figure_with_labels_by_rows(figures):
    found, result = figures(BAR_CHART)
    assert found == [BAR_LABELS]
    (figure,) = result.items(StructureKind.FIGURE)
    assert (round(figure.box.x0), round(figure.box.x1)) == (84, 360)
    assert not result.items(StructureKind.TABLE)
    assert {token.text for token in result.pages[0].tokens} >= {"Oak", "30"}


def test_the_caption_is_outside_and_no_heading(figures):
    found, result = figures(BAR_CHART, show(100, 366, "Abb. 2: Trees by kind", size=9, font="B"))
    assert found == [BAR_LABELS]
    assert [result.text_of(item) for item in result.items(StructureKind.CAPTION)] == ["Abb. 2: Trees by kind"]
    assert not result.items(StructureKind.HEADING)


def test_text_and_headings_around_stay_text(figures):
    below = show(72, 360, "Outlook", size=13, font="B") + show(72, 340, SENTENCE) + show(72, 327, SENTENCE)
    found, result = figures(BAR_CHART, below)
    assert found == [BAR_LABELS]
    assert [result.text_of(item) for item in result.items(StructureKind.HEADING)] == ["Outlook"]
    assert len(result.items(StructureKind.PARAGRAPH)) == 2


def test_a_curve_with_axes_is_a_figure(figures):
    curve = path((100, 410), (160, 470), (220, 440), (300, 500))
    axes = rule(100, 400, 320, 400) + rule(100, 400, 100, 510)
    found, _ = figures(curve, axes, ticks(84, 400, 5, 10, 15, 20), show(180, 385, "Month", size=8))
    assert found == ["20\n15\n10\n5\nMonth"]


def test_lying_bars_are_a_figure_but_not_in_a_table(figures):
    bars = b"".join(bar(200, 400 + 25 * n, width, 12) for n, width in enumerate(HEIGHTS))
    names = b"".join(show(180, 403 + 25 * n, name, size=8) for n, name in enumerate(NAMES))
    axis = rule(200, 390, 200, 500)
    found, _ = figures(bars, names, axis)
    assert found == ["Fir\nAsh\nElm\nOak"]
    cells = b"".join(show(350, 403 + 25 * n, f"{n + 3}.50", size=8) for n in range(4))
    assert figures(bars, names, axis, cells)[0] == []


def test_joined_boxes_are_a_figure(figures):
    boxes = b"".join(
        frame(x, 400, 80, 30) + show(x + 10, 412, name) for x, name in zip((80, 200, 320), NAMES, strict=False)
    )
    found, _ = figures(boxes, rule(160, 415, 200, 415), rule(280, 415, 320, 415))
    assert found == ["Oak Elm Ash"]
    assert figures(boxes)[0] == []


def test_dots_on_a_line_are_a_figure(figures):
    # Each dot is a diamond: a shape with slanted sides.
    dots = b"".join(b"%d 400 m %d 405 l %d 400 l %d 395 l f\n" % (x - 5, x, x + 5, x) for x in (120, 200, 280, 360))
    years = b"".join(show(x - 8, 412, str(1990 + x // 40), size=8) for x in (120, 200, 280, 360))
    assert figures(dots, rule(100, 400, 380, 400), years)[0] == ["1993 1995 1997 1999"]


@pytest.mark.parametrize(
    "content",
    [
        grid((80, 180, 280, 380), (400, 420, 440, 460))
        + b"".join(show(90 + 100 * x, 406 + 20 * y, f"{x}{y}7") for x in range(3) for y in range(3)),
        b"".join(frame(200, 400 + 30 * n, 200, 16) + show(80, 404 + 30 * n, name) for n, name in enumerate(NAMES)),
        frame(70, 390, 470, 60) + b"".join(show(80, 404 + 13 * n, SENTENCE) for n in range(3)),
        frame(20, 20, 572, 752),
        rule(80, 400, 220, 400) + show(80, 388, "Place and date") + rule(300, 400, 440, 400) + show(300, 388, "Name"),
        b"".join(
            bar(78, 398 + 20 * n, 6 * len(name * 6), 14) + show(80, 401 + 20 * n, name * 6)
            for n, name in enumerate(NAMES)
        ),
    ],
    ids=["grid", "form", "text box", "page border", "signatures", "highlighted lines"],
)
def test_other_shapes_are_no_figures(figures, content):
    assert figures(content)[0] == []


def test_a_drawing_without_labels_is_a_figure_without_text(figures):
    petals = b"".join(path((200, 400), (150 + 40 * n, 460), (180 + 40 * n, 520), (200, 400)) for n in range(5))
    found, result = figures(petals)
    assert found == [""]
    items = result.items()
    assert "<!-- image -->" in markdown_of(items, [result.text_of(item) for item in items])


def test_a_sideways_title_of_an_axis_is_in_the_row_at_its_middle(figures):
    title = b"BT /F 8 Tf 0 1 -1 0 78 420 Tm (Trees) Tj ET\n"
    assert figures(BAR_CHART, title)[0] == ["30\n20\nTrees 10\n0\nOak Elm Ash Fir"]


def test_the_labels_do_not_count_for_the_body_style(parse_pdf, tmp_path):
    labels = b"".join(show(110 + 50 * (n % 6), 500 - 12 * (n // 6), "Terminals", size=7) for n in range(48))
    lines = b"".join(show(72, 740 - 15 * n, SENTENCE[:50], size=12) for n in range(5))
    curve = b"".join(path((100, 400 + 9 * n), (250, 420 + 9 * n), (420, 402 + 9 * n)) for n in range(12))
    result = parse_pdf(write_content_pdf(tmp_path / "page.pdf", (PAGE, lines + curve + labels)))
    assert not result.items(StructureKind.HEADING)
    assert len(result.items(StructureKind.FIGURE)) == 1

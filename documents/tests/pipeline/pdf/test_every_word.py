"""Every word of a page is in its text once, in tables and figures, too."""

from collections import Counter
from pathlib import Path

import pytest

from documents.pipeline.pdf.file import open_pdf, page_count
from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.page import PageContent, analyse_page
from documents.pipeline.pdf.page_reader import PageReader
from documents.pipeline.pdf.text.styles import OCR_PICTURE_FONT, Style
from documents.pipeline.pdf.text.words import Word
from documents.types import Box, StructureKind

FRAME = PageFrame(0, 0, 612, 792, 0)
STYLE = Style(10, 0, "Body", (0, 0, 0))
FOLDER = Path(__file__).parents[2] / "data"
FILES = sorted(
    file.name for file in FOLDER.glob("*.pdf") if "encrypted" not in file.name and file.name != "no_pages.pdf"
)


def characters_of(texts) -> Counter[str]:
    return Counter(character for text in texts for character in text if not character.isspace())


def words_at(*places: tuple[float, float, str], style: Style = STYLE, width: float = 0) -> list[Word]:
    return [
        Word(x, y, x + (width or 0.5 * style.size * len(text)), y + style.size, text, number, style)
        for number, (x, y, text) in enumerate(places)
    ]


def analysed(words: list[Word], graphics: Graphics | None = None):
    numbered = [word._replace(position=number) for number, word in enumerate(words)]
    content = PageContent(1, FRAME, numbered, graphics or Graphics())
    page, layout = analyse_page(content)
    assert characters_of([page.text]) == characters_of(word.text for word in words)
    return layout


@pytest.mark.parametrize("name", FILES)
def test_no_character_of_a_file_is_lost_or_doubled(name):
    with open_pdf(FOLDER / name) as document:
        reader = PageReader(document, {}, lambda _, content: content)
        for number in range(1, page_count(document) + 1):
            content = reader.read(number)
            page, _ = analyse_page(content)
            assert characters_of([page.text]) == characters_of(word.text for word in content.words)


def test_labels_of_a_chart_beside_vertical_writing_are_kept():
    columns = words_at(*((500 - 20 * c, 80 + 12 * r, "漢") for c in range(6) for r in range(20)), width=10)
    labels = words_at(*((80 + 30 * c, 450 + 25 * r, "12") for r in range(9) for c in range(9)))
    layout = analysed([*columns, *labels], Graphics(slanted=[Box(70 + n, 440, 350, 700) for n in range(6)]))
    assert StructureKind.FIGURE in {draft.kind for draft in layout.drafts}


def test_a_word_between_two_pictures_belongs_to_one_of_them():
    prose = words_at(*((50 + 60 * c, 60 + 14 * r, "agreement") for r in range(20) for c in range(8)))
    read = STYLE._replace(size=8, font=OCR_PICTURE_FONT)
    in_pictures = words_at(*((x + 25 * n, 420 + 20 * n, "read") for x in (70, 300) for n in range(6)), style=read)
    between = words_at((254.75, 500, "two"), style=STYLE._replace(size=8))
    pictures = [Box(60, 400, 260, 600), Box(261.5, 400, 460, 600)]
    layout = analysed([*prose, *in_pictures, *between], Graphics(images=pictures))
    assert sum(draft.kind is StructureKind.FIGURE for draft in layout.drafts) == 2

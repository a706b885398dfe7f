"""Text layers without usable characters are detected, and the page is read by OCR."""

from pathlib import Path

import pytest

from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.usability import is_unusable
from documents.pipeline.pdf.text.words import Word
from documents.tests.pipeline.pdf.make_pdf import show, write_content_pdf

SENTENCE = "the pumps are inspected every spring before the flood season begins"
STYLE = Style(10.0, 0, "Helvetica", (0, 0, 0))
PAGE = b"0 0 500 200"


def words(text: str) -> list[Word]:
    return [Word(0, 0, 9, 9, part, number, STYLE) for number, part in enumerate(text.split())]


def private(text: str) -> str:
    return "".join(chr(0xE000 + ord(c)) if c.isalpha() else c for c in text)


def mixed(text: str) -> str:
    """Return words of which every second character is Cyrillic, Arabic or Thai."""
    others = "жشกд"
    return " ".join("".join(others[n % 4] if n % 2 else c for n, c in enumerate(word)) for word in text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (private(SENTENCE), True),
        ("\ufffd" * 30 + " " + SENTENCE, True),
        (mixed(f"{SENTENCE} {SENTENCE}"), True),
        (SENTENCE, False),
        (f"{SENTENCE} \ue001 \ue002", False),  # symbols beside text
        ("\ue001 \ue002 \ue003", False),  # symbols only
        ("Δt Ωx λmax μm αβγ " * 8, False),  # formulas
        ("東京タワーは高い です カタカナとひらがな " * 8, False),
        (f"{SENTENCE} Тесты на русском языке, اختبار باللغة العربية " * 2, False),  # words of several languages
    ],
)
def test_text_without_meaning_is_detected(text, expected):
    assert is_unusable(words(text)) is expected


def unusable_pdf(path: Path) -> Path:
    """Write a page that displays a sentence whose font maps everything to private characters."""
    content = b"".join(show(30, 150 - 30 * n, SENTENCE.upper(), size=11) for n in range(3))
    write_content_pdf(path, (PAGE, content))
    ranges = b"1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <21> <7e> <e021> endbfrange"
    cmap = b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap " + ranges + b" endcmap end end"
    data = path.read_bytes().replace(b"/Type1/BaseFont/Helvetica>>", b"/Type1/BaseFont/Helvetica/ToUnicode 90 0 R>>")
    stream = b"90 0 obj<</Length %d>>stream\n%s\nendstream\nendobj\ntrailer" % (len(cmap), cmap)
    path.write_bytes(data.replace(b"trailer", stream, 1))
    return path


def test_a_page_with_unusable_text_is_read_by_ocr(parse_pdf, tmp_path):
    result = parse_pdf(unusable_pdf(tmp_path / "private.pdf"))
    assert "PUMPS ARE INSPECTED" in result.text
    (warning,) = result.warnings
    assert warning.code == "unusable_text"
    assert "page 1" in warning.message


def test_without_ocr_the_text_is_kept(parse_pdf, tmp_path):
    result = parse_pdf(unusable_pdf(tmp_path / "private.pdf"), extra={"ocr": "off"})
    assert result.text.split()[0] == private("THE")
    (warning,) = result.warnings
    assert warning.code == "unusable_text"
    assert warning.message.endswith("It was kept: OCR is switched off.")

"""Text layers without usable characters are detected, and the page is read by OCR."""

import re
from pathlib import Path

import pikepdf
import pytest
import typst

from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.usability import is_unusable
from documents.pipeline.pdf.text.words import Word
from documents.tests.pipeline.pdf.make_pdf import show, write_content_pdf

SENTENCE = "the pumps are inspected every spring before the flood season begins"
STYLE = Style(10.0, 0, "Helvetica", (0, 0, 0))
CHINESE = "服务器通过HTTP协议返回JSON格式的数据, 客户端使用REST接口。 在Linux系统中安装Python环境并配置GPU驱动, "
JAPANESE = (
    "サーバーはHTTPでJSONを返します。 人々がLinuxでPythonを使う時々のAPI設計、 データベースはSQLで管理されます。 "
)
KOREAN = "서버는 HTTP프로토콜로 JSON데이터를 반환하고 API를 사용하는 Linux시스템에서 Python환경을 설치합니다. "
RUSSIAN = "Права людей признаются всюду, где признаются достоинство, свобода и равенство каждого жителя страны."
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
        (CHINESE * 8, False),
        (JAPANESE * 8, False),
        (KOREAN * 8, False),
        (
            "ＡＰＩサーバー ｶﾀｶﾅとＨＴＴＰ 人々のＷｅｂページ 時々ＣＰＵが " * 4,
            False,
        ),  # full-width and half-width
        ("n.º 5ª edición пʼять обʼєкт мʼята " * 10, False),  # ordinals and apostrophes of any script
        (mixed(f"{SENTENCE} {SENTENCE}") + CHINESE, True),
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


def russian_pdf(folder: Path) -> Path:
    """Write a page in Cyrillic script whose font maps everything to private characters."""
    (folder / "page.typ").write_text(
        '#set page(width: 500pt, height: 300pt)\n#set text(font: "Libertinus Serif", size: 20pt)\n' + RUSSIAN, "utf-8"
    )
    path = folder / "russian.pdf"
    typst.compile(folder / "page.typ", output=path)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for font in pdf.pages[0].Resources.Font.values():
            cmap = font.ToUnicode.read_bytes()
            font.ToUnicode.write(re.sub(rb"<04(\w\w)>", rb"<E4\1>", cmap))
        pdf.save(path)
    return path


@pytest.mark.usefixtures("without_tesseract")
def test_text_in_a_script_that_ocr_does_not_support_is_kept(parse_pdf, tmp_path):
    result = parse_pdf(russian_pdf(tmp_path))
    assert result.text.split() == [private(word) for word in RUSSIAN.split()]
    (warning,) = result.warnings
    assert warning.code == "unusable_text"
    assert "It was kept: OCR does not support its script" in warning.message
    assert "Install Tesseract" in warning.message


def test_without_ocr_the_text_is_kept(parse_pdf, tmp_path):
    result = parse_pdf(unusable_pdf(tmp_path / "private.pdf"), extra={"ocr": "off"})
    assert result.text.split()[0] == private("THE")
    (warning,) = result.warnings
    assert warning.code == "unusable_text"
    assert warning.message.endswith("It was kept: OCR is switched off.")

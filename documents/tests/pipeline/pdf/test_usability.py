"""Text layers without usable characters are detected, and the page is read by OCR."""

import math
import re
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase

import pikepdf
import pytest
import typst

from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.usability import NO_CHARACTERS, NO_WORDS, PAIRS, form_words, why_unusable
from documents.pipeline.pdf.text.words import Word
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.pdf.make_pdf import show, write_content_pdf

SENTENCE = "the pumps are inspected every spring before the flood season begins"
STYLE = Style(10.0, 0, "Helvetica", (0, 0, 0))
CHINESE = "服务器通过HTTP协议返回JSON格式的数据, 客户端使用REST接口。 在Linux系统中安装Python环境并配置GPU驱动, "
JAPANESE = (
    "サーバーはHTTPでJSONを返します。 人々がLinuxでPythonを使う時々のAPI設計、 データベースはSQLで管理されます。 "
)
KOREAN = "서버는 HTTP프로토콜로 JSON데이터를 반환하고 API를 사용하는 Linux시스템에서 Python환경을 설치합니다. "
RUSSIAN = "Права людей признаются всюду, где признаются достоинство, свобода и равенство каждого жителя страны."


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
    assert why_unusable(words(text)) == (NO_CHARACTERS if expected else "")


def mapped_pdf(path: Path, lines: Sequence[str], ranges: bytes) -> Path:
    """Write a page that displays these lines in a font with these ranges of its mapping to Unicode."""
    content = b"".join(show(30, 20 * len(lines) + 10 - 20 * n, line, size=11) for n, line in enumerate(lines))
    write_content_pdf(path, (b"0 0 500 %d" % (20 * len(lines) + 50), content))
    mapping = b"1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange %s endbfrange" % ranges
    cmap = b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap " + mapping + b" endcmap end end"
    data = path.read_bytes().replace(b"/Type1/BaseFont/Helvetica>>", b"/Type1/BaseFont/Helvetica/ToUnicode 90 0 R>>")
    stream = b"90 0 obj<</Length %d>>stream\n%s\nendstream\nendobj\ntrailer" % (len(cmap), cmap)
    path.write_bytes(data.replace(b"trailer", stream, 1))
    return path


def unusable_pdf(path: Path) -> Path:
    """Write a page that displays a sentence whose font maps everything to private characters."""
    return mapped_pdf(path, [SENTENCE.upper()] * 3, b"<21> <7e> <e021>")


def shifted(text: str) -> str:
    return "".join(chr(ord(c) - 29) if c >= ">" else c for c in text)


def exchanged(text: str) -> str:
    return text.translate(str.maketrans("abcdefghijklmnopqrstuvwxyz", "qzxjvkwpygbmfdcluhrntsioae"))


ENGLISH = (
    "The pumps on the lower canal are inspected every spring before the flood season begins, and again in autumn. "
    "Reports about their condition belong to the archive of the town, where every citizen may read them. "
    "Finders of a fault have to write down the place, the day and the name of the station. "
    "Old parts are kept for three years, because some of them can still be used after a repair. "
)
CODES = [
    " ".join(f"{a}{b}{c}{a}{c}" for a, b, c in zip("KXQZVJW", "TRFGPHB", word * 2, strict=False))
    for word in ("MNDLCS", "RTQVXB", "GHKPZW", "FJMCTN", "VXLGRD", "BHSQKT", "PNZJWF", "CDMRTV")
]


def languages() -> list[tuple[str, str]]:
    """Return the languages with Latin characters, each with the first article of the declaration of human rights."""
    entries = re.split(r"\n\s*\n", (DATA / "udhr.txt").read_text("utf-8").split("------")[1])
    articles = [entry.strip().partition("\n") for entry in entries]
    return [(name, text) for name, _, text in articles if is_latin([c for c in text if c.isalpha()])]


def is_latin(characters: list[str]) -> bool:
    latin = [character for character in characters if unicodedata.name(character, "").startswith("LATIN")]
    return len(characters) >= 40 and len(latin) >= 0.95 * len(characters)


@pytest.mark.parametrize("corrupt", [shifted, exchanged, lambda text: re.sub("[aeiou]", "", text)])
def test_characters_that_form_no_words_are_detected(corrupt):
    assert why_unusable(words(corrupt(4 * ENGLISH))) == NO_WORDS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (4 * ENGLISH, True),
        ("Ελλάδα Αθήνα και η θάλασσα " * 20, True),
        (4 * exchanged(ENGLISH), False),
        (ENGLISH[:90], False),  # too short to know
        (" ".join(CODES), False),
        (" ".join(CODES[:4]).replace("Q", "0").replace("X", "8"), False),  # as OCR may read them
    ],
)
def test_text_forms_words_only_if_it_is_known(text, expected):
    assert form_words(text.split()) is expected


def test_text_in_any_language_in_latin_script_is_usable():
    assert len(languages()) > 350
    assert [name for name, text in languages() if why_unusable(words(f"{text} " * 9))] == []


@pytest.mark.parametrize(
    "text",
    [
        exchanged(ENGLISH)[:150],  # too short to know
        "4711 0815 2024 12.50 KG EUR 1/2 " * 40,
        "3f2a9b 77e0cd b12fa4 90dd1e c4a58b " * 40,
        "Ελλάδα Αθήνα gvx qzt " * 40,  # hardly any Latin characters
    ],
)
def test_numbers_and_short_texts_are_usable(text):
    assert why_unusable(words(text)) == ""


def test_the_table_of_pairs_is_that_of_the_declaration_of_human_rights():
    shares = []
    for _, text in languages():
        plain = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFKD", text.lower()))
        runs = [run for run in re.findall("[a-z]+", plain) if 3 <= len(run) <= 20]
        pairs = Counter(pair for run in runs for pair in pairwise(run))
        shares.append({pair: count / pairs.total() for pair, count in pairs.items()})
    differing = 0
    for row, first in zip(PAIRS, ascii_lowercase, strict=True):
        for digit, second in zip(row, ascii_lowercase, strict=True):
            mean = sum(share.get((first, second), 0) for share in shares) / len(shares)
            differing += round(min(9, max(0, math.log2(mean + 2e-5) + 15))) != int(digit)
    assert differing == 0


def lines_of(text: str) -> list[str]:
    return textwrap.wrap(text, 80)


def test_a_page_with_a_wrong_mapping_is_read_by_ocr(parse_pdf, tmp_path):
    result = parse_pdf(mapped_pdf(tmp_path / "shifted.pdf", lines_of(ENGLISH), b"<3e> <7e> <0021>"))
    assert "inspected every spring" in result.text
    assert {token.confidence is None for token in result.pages[0].tokens} == {False}
    (warning,) = result.warnings
    assert warning.code == "unusable_text"
    assert "page 1: its characters form no words. It was replaced" in warning.message


def test_codes_that_ocr_reads_too_are_kept(parse_pdf, tmp_path):
    assert why_unusable(words(" ".join(CODES))) == NO_WORDS
    result = parse_pdf(mapped_pdf(tmp_path / "codes.pdf", CODES, b"<21> <7e> <0021>"))
    assert result.text.split() == " ".join(CODES).split()
    assert result.warnings == []


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

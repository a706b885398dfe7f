"""Scripts are rendered with their fonts; characters without a font give a warning and stay in the text."""

import pikepdf
import pytest

from documents.pipeline.fonts import folders_for, missing_glyphs

WORDS = {
    "NotoSansHans": "所有的人 すべての 繁體",
    "NotoSansKR": "모든 인간은",
    "NotoNaskhArabic": "يولد جميع",
    "NotoSansHebrew": "כל בני",
    "NotoSansDevanagari": "सभी मनुष्यों",
    "NotoSansBengali": "বাংলা",
    "NotoSansTamil": "தமிழ்",
    "NotoSansThai": "มนุษย์ทั้งหลาย",
    "NotoEmoji": "😀 ✅",
}
ETHIOPIC = "አማርኛ"


def test_latin_greek_and_cyrillic_need_no_additional_font():
    assert folders_for("Lease of 1.3.2024, signed — Zoë, Σωκράτης, Пушкин") == []


@pytest.mark.parametrize("family", WORDS)
def test_each_script_has_its_font(family):
    assert len(folders_for(WORDS[family])) == 1
    assert missing_glyphs(WORDS[family]) == []


def test_characters_without_a_font_give_a_warning():
    assert [warning.code for warning in missing_glyphs(f"Lease {ETHIOPIC}")] == ["glyphs_missing"]
    assert missing_glyphs("\ue000 \u200b \U000f0000") == []  # private-use and invisible characters


# The serif font of typst covers Hebrew, its monospaced font covers Arabic.
@pytest.mark.parametrize(("name", "covered"), [("a.html", "NotoSansHebrew"), ("a.txt", "NotoNaskhArabic")])
def test_pages_are_rendered_with_all_fonts(name, covered, parse, tmp_path):
    path = tmp_path / name
    words = "\n".join((*WORDS.values(), ETHIOPIC))
    path.write_text(f"<html><body><p>{words}</p></body></html>" if name == "a.html" else words, "utf-8")
    result = parse(path)
    assert [token.text for token in result.pages[0].tokens if token.text.startswith("모")] != []
    assert ETHIOPIC in result.text
    assert [warning.code for warning in result.warnings] == ["glyphs_missing"]
    assert fonts_of(result.rendition.path) == {*WORDS} - {covered}


def fonts_of(path):
    with pikepdf.open(path) as pdf:
        fonts = [str(font.BaseFont) for page in pdf.pages for font in page.Resources.Font.values()]
    return {family for family in WORDS if any(family in name for name in fonts)}

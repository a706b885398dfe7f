"""Words get the boxes of their printed words: long words, right-to-left text, missing glyphs, page breaks."""

import pytest

from documents.types import StructureKind

ARABIC = "يولد جميع الناس متساوين في الكرامة والحقوق. في عام 2024 كان Microsoft Word شائعا."
HEBREW = "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם."
JAPANESE = "すべての人間は、生まれながらにして自由である。"
URL = "https://example.org/" + "a-very-long-path/" * 12


@pytest.fixture
def page_of(parse, tmp_path):
    """Return a function that returns the first page of a web page."""

    def convert(body: str):
        path = tmp_path / "page.html"
        path.write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
        return parse(path).pages[0]

    return convert


@pytest.mark.parametrize("text", [ARABIC, HEBREW], ids=["Arabic", "Hebrew"])
def test_right_to_left_text_begins_on_the_right(page_of, text):
    page = page_of(f"<p>{text}</p>")
    assert [token.text for token in page.tokens] == text.split()
    words = [token for token in page.tokens if not token.text.isascii()]
    first_line = [token for token in words if token.box.y1 < words[0].box.y1 + 3]
    assert [t.box.x1 for t in first_line] == sorted((t.box.x1 for t in first_line), reverse=True)
    assert first_line[0].box.x1 == pytest.approx(541, abs=2)


def test_latin_words_in_right_to_left_text_are_read_from_the_left(page_of):
    page = page_of(f"<p>{ARABIC}</p>")
    first, second = (next(token.box for token in page.tokens if token.text == word) for word in ("Microsoft", "Word"))
    assert first.x1 < second.x0


def test_scripts_without_spaces_have_a_box_for_each_character(page_of):
    page = page_of(f"<p>{JAPANESE}</p>")
    assert "".join(token.text for token in page.tokens) == JAPANESE
    assert {len(token.text) for token in page.tokens} == {1}


def test_characters_without_a_glyph_have_a_box(page_of):
    page = page_of("<p>before \U000f0855 after \U00010e60\U00010e61 end</p>")
    assert [token.text for token in page.tokens] == ["before", "\U000f0855", "after", "\U00010e60\U00010e61", "end"]
    assert all(0 < token.box.x0 < 541 and 40 < token.box.y0 < 100 for token in page.tokens)


def test_a_long_word_is_broken_and_stays_on_the_page(page_of):
    page = page_of(f"<p>See {URL} for more.</p>")
    assert "".join(token.text for token in page.tokens) == f"See{URL}formore."
    assert len(page.tokens) > 4
    assert all(token.box.x1 < 560 for token in page.tokens)


def test_a_long_paragraph_continues_on_the_next_page(parse, tmp_path):
    path = tmp_path / "long.html"
    words = " ".join(f"word{n}" for n in range(3000))
    path.write_text(f"<html><body><h1>Title</h1><p>{words}</p></body></html>")
    result = parse(path)
    assert result.page_count > 1
    parts = result.items(StructureKind.PARAGRAPH)
    assert [part.page for part in parts] == list(range(1, result.page_count + 1))
    assert "".join(result.text_of(part) for part in parts) == words
    assert [part.continues for part in parts] == [False, *[True] * (len(parts) - 1)]
    assert "".join(page.text for page in result.pages) == f"Title\n{words}\n"


@pytest.mark.full
def test_typesetting_in_parts_leaves_no_page_half_empty(parse, tmp_path):
    path = tmp_path / "many.html"
    body = "".join(f"<p>Paragraph {n}: {'some words ' * 30}</p>" for n in range(1200))
    path.write_text(f"<html><body>{body}</body></html>")
    result = parse(path)
    lowest = [max(token.box.y1 for token in page.tokens) for page in result.pages[:-1]]
    assert result.page_count > 50
    assert min(lowest) > 680
    numbers = [int(word.rstrip(":")) for word in result.text.split() if word.endswith(":")]
    assert numbers == list(range(1200))


def test_a_link_has_the_box_of_its_words(parse, tmp_path):
    path = tmp_path / "links.html"
    path.write_text('<p>Read <a href="https://example.org/x">the rules</a> or <a href="javascript:x()">run</a>.</p>')
    result = parse(path)
    (link,) = result.structure.links
    words = [token for token in result.pages[0].tokens if token.text in {"the", "rules"}]
    assert link.target == "https://example.org/x"
    assert (link.box.x0, link.box.x1) == (words[0].box.x0, words[1].box.x1)

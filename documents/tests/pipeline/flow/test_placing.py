"""Words are found where they were printed: long ones, from right to left, without a font, over the end of a page."""

import pytest

from documents.types import StructureKind

ARABIC = "يولد جميع الناس متساوين في الكرامة والحقوق. في عام 2024 كان Microsoft Word شائعا."
HEBREW = "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם."
JAPANESE = "すべての人間は、生まれながらにして自由である。"
URL = "https://example.org/" + "a-very-long-path/" * 12


@pytest.fixture
def page_of(parse, tmp_path):
    """The first page of a small web page."""

    def set_page(body: str):
        path = tmp_path / "page.html"
        path.write_text(f"<html><body>{body}</body></html>", encoding="utf-8")
        return parse(path).pages[0]

    return set_page


@pytest.mark.parametrize("text", [ARABIC, HEBREW], ids=["Arabic", "Hebrew"])
def test_texts_from_right_to_left_begin_on_the_right(page_of, text):
    page = page_of(f"<p>{text}</p>")
    assert [token.text for token in page.tokens] == text.split()
    letters = [token for token in page.tokens if not token.text.isascii()]
    first_line = [token for token in letters if token.box.y1 < letters[0].box.y1 + 3]
    assert [t.box.x1 for t in first_line] == sorted((t.box.x1 for t in first_line), reverse=True)
    assert first_line[0].box.x1 == pytest.approx(541, abs=2)


def test_latin_words_among_them_are_read_from_the_left(page_of):
    page = page_of(f"<p>{ARABIC}</p>")
    first, second = (next(token.box for token in page.tokens if token.text == word) for word in ("Microsoft", "Word"))
    assert first.x1 < second.x0


def test_scripts_without_spaces_have_a_box_for_each_character(page_of):
    page = page_of(f"<p>{JAPANESE}</p>")
    assert "".join(token.text for token in page.tokens) == JAPANESE
    assert {len(token.text) for token in page.tokens} == {1}


def test_what_no_font_can_show_has_a_place_all_the_same(page_of):
    page = page_of("<p>before \U000f0855 after \U00010e60\U00010e61 end</p>")
    assert [token.text for token in page.tokens] == ["before", "\U000f0855", "after", "\U00010e60\U00010e61", "end"]
    assert all(0 < token.box.x0 < 541 and 40 < token.box.y0 < 100 for token in page.tokens)


def test_a_word_that_is_too_long_is_broken_and_stays_on_the_page(page_of):
    page = page_of(f"<p>See {URL} for more.</p>")
    assert "".join(token.text for token in page.tokens) == f"See{URL}formore."
    assert len(page.tokens) > 4
    assert all(token.box.x1 < 560 for token in page.tokens)


def test_a_long_paragraph_goes_on_on_the_next_page(parse, tmp_path):
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


def test_parts_that_are_set_one_by_one_leave_no_page_half_empty(parse, tmp_path):
    path = tmp_path / "many.html"
    body = "".join(f"<p>Paragraph {n}: {'some words ' * 30}</p>" for n in range(1200))
    path.write_text(f"<html><body>{body}</body></html>")
    result = parse(path)
    lowest = [max(token.box.y1 for token in page.tokens) for page in result.pages[:-1]]
    assert result.page_count > 50
    assert min(lowest) > 680
    numbers = [int(word.rstrip(":")) for word in result.text.split() if word.endswith(":")]
    assert numbers == list(range(1200))


def test_links_are_where_their_words_are(parse, tmp_path):
    path = tmp_path / "links.html"
    path.write_text('<p>Read <a href="https://example.org/x">the rules</a> or <a href="javascript:x()">run</a>.</p>')
    result = parse(path)
    (link,) = result.structure.links
    words = [token for token in result.pages[0].tokens if token.text in {"the", "rules"}]
    assert link.target == "https://example.org/x"
    assert (link.box.x0, link.box.x1) == (words[0].box.x0, words[1].box.x1)

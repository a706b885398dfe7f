"""Words of scripts that run from right to left: ligatures in order, other scripts inside them as words of their own."""

from documents.pipeline.pdf.right_to_left import script_runs, with_ligatures_in_order
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.test_words import words_of


def test_lam_and_alef_of_one_glyph_are_put_in_order():
    assert with_ligatures_in_order("خالل", lambda at: at == 1) == "خلال"


def test_alef_before_lam_as_two_glyphs_stays():
    assert with_ligatures_in_order("العمل", lambda _: False) == "العمل"


def test_what_runs_the_other_way_is_a_run_of_its_own():
    assert list(script_runs("وPython3،")) == [(0, "و"), (1, "Python3"), (8, "،")]


def test_a_page_has_its_words_as_people_write_them():
    # proves: S1-6
    words = {word.text: word for word in words_of(DATA / "right_to_left_01.pdf")}
    assert {"خلال", "المشكلات", "Python"} <= set(words)
    assert words["Python"].x1 - words["Python"].x0 < 50  # its own letters only


def test_parts_of_a_word_are_written_without_a_space(parse):
    # proves: S1-5
    text = parse("right_to_left_01.pdf").pages[0].text
    assert "وPython" in text
    assert " ." not in text

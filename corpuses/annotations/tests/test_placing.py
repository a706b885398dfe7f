"""Passages of a text are found in other versions of it."""

import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpuses.annotations.placing import CONTEXT, Passage, place_all

TEXT = (Path(__file__).resolve().parents[2] / "first_steps" / "demo" / "maintenance-agreement.txt").read_text()[:40_000]
WORDS = TEXT.split()


def passage(text: str, start: int, end: int) -> Passage:
    return Passage(start, text[start:end], text[max(0, start - CONTEXT) : start], text[end : end + CONTEXT])


def quoted(text: str, quote: str, *, nth: int = 0) -> Passage:
    start = -1
    for _ in range(nth + 1):
        start = text.index(quote, start + 1)
    return passage(text, start, start + len(quote))


def place(before: Passage, new: str, old: str = TEXT):
    [found] = place_all([before], old=old, new=new)
    return found


def words_at(new: str, found) -> list[str]:
    return new[found.start : found.end].split()


def test_nothing_moves_in_the_same_text():
    start = TEXT.index("Customization")
    found = place(passage(TEXT, start, start + 13), TEXT)
    assert (found.start, found.end, found.confidence) == (start, start + 13, 1)


def test_line_breaks_and_spaces_have_no_influence():
    old = "The tenant pays the rent\non the first day\nof each month.\n"
    new = "The tenant\npays the rent on  the first\nday of each month."
    found = place(quoted(old, "rent\non the first day"), new, old)
    assert (words_at(new, found), found.confidence) == (["rent", "on", "the", "first", "day"], 1)


def test_a_passage_may_end_within_a_word():
    old = "The rent is due each month. The tenant pays."
    new = "First: the rent is due each month! The tenant pays."
    found = place(quoted(old, "due each month"), new, old)
    assert (new[found.start : found.end], found.confidence) == ("due each month", 1)


def test_text_inserted_before_moves_the_passage():
    old = "One two three four five six seven."
    new = "Zero and more words before. " + old
    found = place(quoted(old, "four five"), new, old)
    assert (new[found.start : found.end], found.confidence) == ("four five", 1)


def test_context_decides_among_equal_quotes():
    old = "Alpha pays rent to Beta now. Gamma pays rent to Delta now."
    new = "Intro. Gamma pays rent to Delta now. Then Alpha pays rent to Beta now."
    second = place(quoted(old, "pays rent", nth=1), new, old)
    first = place(quoted(old, "pays rent"), new, old)
    assert new[second.start :].startswith("pays rent to Delta")
    assert new[first.start :].startswith("pays rent to Beta")
    assert min(first.confidence, second.confidence) > 0.7


def test_a_changed_word_lowers_the_confidence():
    old = "The tenant shall pay the monthly rent of 500 dollars to the landlord in advance."
    new = "The tenant shall pay the monthly rent of 650 dollars to the landlord in advance."
    found = place(quoted(old, "monthly rent of 500 dollars"), new, old)
    assert new[found.start : found.end] == "monthly rent of 650 dollars"
    assert 0.6 <= found.confidence < 1


@pytest.mark.parametrize("new", ["", "Something else entirely, about ships and the sea.", " \n "])
def test_a_passage_that_is_gone_is_not_found(new):
    assert place(quoted(TEXT, "Customization Schedule"), new) is None


def test_a_long_passage_is_found_by_its_ends():
    start = TEXT.index(WORDS[100])
    old = passage(TEXT, start, start + 3_000)
    middle = start + 1_500
    new = f"{TEXT[:middle]} inserted words in the middle {TEXT[middle:]}"
    found = place(old, new)
    assert words_at(new, found)[:5] == old.quote.split()[:5]
    assert words_at(new, found)[-5:] == old.quote.split()[-5:]
    assert 0.9 < found.confidence < 1


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_passages_outside_of_edits_are_found_exactly_and_in_order(seed):
    chance = random.Random(seed)
    words = WORDS[:3_000]
    old = " ".join(words)
    edits = {chance.randrange(len(words)) for _ in range(40)}
    kept = [each for each in _ranges(chance, len(words)) if not edits & set(range(each[0] - 12, each[1] + 12))]
    new_words = [_edited(word, chance) if index in edits else word for index, word in enumerate(words)]
    new = "\n".join(filter(None, new_words))
    passages = [_passage_of(old, words, *each) for each in kept]
    found = place_all(passages, old=old, new=new)
    assert all(found)
    assert [words_at(new, each) for each in found] == [each.quote.split() for each in passages]
    assert all(one.start <= other.start for one, other in pairwise(found))


@settings(max_examples=100, deadline=None)
@given(old=st.text(max_size=300), new=st.text(max_size=300), data=st.data())
def test_any_texts_give_a_place_within_the_new_one_or_none(old, new, data):
    start = data.draw(st.integers(0, len(old)))
    end = data.draw(st.integers(start, len(old)))
    found = place(passage(old, start, end), new, old)
    if found is not None and old != new:
        assert 0 <= found.start < found.end <= len(new)
        assert 0 < found.confidence <= 1


def _ranges(chance: random.Random, count: int) -> list[tuple[int, int]]:
    """Return ranges of words, in order: long enough to be unique."""
    starts = sorted(chance.sample(range(20, count - 40), 30))
    return [(start, start + chance.randint(6, 20)) for start in starts]


def _edited(word: str, chance: random.Random) -> str:
    return chance.choice(["", "replaced", f"{word} inserted words here"])


def _passage_of(text: str, words: list[str], first: int, last: int) -> Passage:
    start = len(" ".join(words[:first])) + 1
    return passage(text, start, start + len(" ".join(words[first:last])))

"""The best spans of a window, and of a text."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corpuses.llm.reader import Logits
from corpuses.reader.reading import LONGEST, Candidate, Platt, candidates, without_overlap


def _logits(*, start, end, none=0.0):
    return Logits(np.array(start, np.float32), np.array(end, np.float32), none)


def test_the_best_start_and_end_make_the_best_span():
    found = candidates(_logits(start=[0, 5, 1], end=[0, 1, 4], none=3), count=2)
    assert found == [Candidate(6, 1, 3), Candidate(-3, 0, 1)]


def test_an_answer_never_ends_before_it_starts():
    found = candidates(_logits(start=[0, 0, 9], end=[9, 0, 0]), count=9)
    assert all(each.start < each.end for each in found)
    assert found[0].score == 9


def test_an_answer_is_no_longer_than_the_longest_that_was_trained():
    start, end = np.zeros(LONGEST + 10), np.zeros(LONGEST + 10)
    start[0] = end[-1] = 9
    (best,) = candidates(_logits(start=start, end=end), count=1)
    assert best.end - best.start <= LONGEST + 1


def test_a_window_without_tokens_has_no_answer():
    assert candidates(_logits(start=[], end=[]), count=3) == []


def test_the_better_of_two_overlapping_spans_is_kept():
    one, inside, beside = Candidate(3, 10, 20), Candidate(5, 12, 15), Candidate(1, 20, 30)
    assert without_overlap([one, beside, inside], count=3) == [inside, beside]
    assert without_overlap([one, beside, inside], count=1) == [inside]


CANDIDATES = st.builds(
    lambda score, start, length: Candidate(score, start, start + length),
    st.floats(-50, 50),
    st.integers(0, 40),
    st.integers(1, 20),
)


@given(st.lists(CANDIDATES), st.integers(1, 10))
def test_kept_spans_never_overlap_and_the_best_is_among_them(found, count):
    kept = without_overlap(found, count=count)
    positions = [position for each in kept for position in range(each.start, each.end)]
    assert len(positions) == len(set(positions))
    assert [each.score for each in kept] == sorted((each.score for each in kept), reverse=True)
    assert len(kept) <= count
    assert not found or kept[0].score == max(each.score for each in found)


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_a_probability_grows_with_the_score(one, two):
    platt = Platt(0.4, -1.0)
    low, high = sorted((one, two))
    assert 0 <= platt.probability(low) <= platt.probability(high) <= 1
    assert math.isclose(platt.probability(2.5), 0.5)

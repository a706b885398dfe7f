"""Windows over pieces of text: every token is read, neighbours overlap, and pieces keep their order."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpuses.reader.windows import OVERLAP, join_pieces, token_windows
from corpuses.search.sentences import Span

PIECES = st.lists(st.tuples(st.integers(0, 50), st.integers(1, 10)).map(lambda each: Span(each[0], sum(each))))


@pytest.mark.parametrize(
    ("pieces", "joined"),
    [
        ([], []),
        ([Span(5, 9)], [Span(5, 9)]),
        ([Span(20, 30), Span(0, 10)], [Span(20, 30), Span(0, 10)]),
        ([Span(20, 30), Span(0, 10), Span(10, 15)], [Span(20, 30), Span(0, 15)]),
        ([Span(0, 5), Span(20, 30), Span(4, 8)], [Span(0, 8), Span(20, 30)]),
        ([Span(0, 5), Span(0, 5)], [Span(0, 5)]),
    ],
)
def test_pieces_that_touch_are_read_as_one(pieces, joined):
    assert join_pieces(pieces) == joined


@given(PIECES)
def test_joined_pieces_cover_the_same_text_once(pieces):
    joined = join_pieces(pieces)
    covered = [position for piece in joined for position in range(piece.start, piece.end)]
    assert len(covered) == len(set(covered))
    assert set(covered) == {position for piece in pieces for position in range(piece.start, piece.end)}
    assert not pieces or (joined[0].start <= pieces[0].start and pieces[0].end <= joined[0].end)


@given(tokens=st.integers(0, 3_000), room=st.integers(OVERLAP + 1, 381))
def test_windows_cover_every_token_and_overlap(tokens, room):
    windows = list(token_windows(tokens, room=room))
    assert {position for window in windows for position in range(tokens)[window]} == set(range(tokens))
    assert all(0 < window.stop - window.start <= room for window in windows)
    assert all(one.stop - two.start == OVERLAP for one, two in pairwise(windows))

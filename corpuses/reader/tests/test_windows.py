"""Windows over a text: every token of a piece is read, neighbours overlap, a short piece is in the middle of one."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from corpuses.reader.reading import OVERLAP, token_windows, windows_around

TOKENS, ROOM = st.integers(0, 3_000), st.integers(OVERLAP + 1, 381)


@given(TOKENS.flatmap(lambda tokens: st.tuples(st.just(tokens), *2 * [st.integers(0, tokens)])), ROOM)
def test_windows_show_the_whole_piece(places, room):
    tokens, first, last = places[0], *sorted(places[1:])
    windows = list(windows_around(first, last, tokens=tokens, room=room))
    assert set(range(first, last)) <= {position for window in windows for position in range(tokens)[window]}
    assert all(0 <= window.start < window.stop <= tokens and window.stop - window.start <= room for window in windows)


@given(st.integers(400, 2_000), st.integers(0, 200))
def test_a_short_piece_is_in_the_middle_of_a_full_window(first, length):
    (window,) = windows_around(first, first + length, tokens=2_600, room=300)
    assert window.stop - window.start == 300
    assert abs((first - window.start) - (window.stop - first - length)) <= 1


@given(tokens=st.integers(0, 3_000), room=st.integers(OVERLAP + 1, 381))
def test_windows_cover_every_token_and_overlap(tokens, room):
    windows = list(token_windows(tokens, room=room))
    assert {position for window in windows for position in range(tokens)[window]} == set(range(tokens))
    assert all(0 < window.stop - window.start <= room for window in windows)
    assert all(one.stop - two.start == OVERLAP for one, two in pairwise(windows))

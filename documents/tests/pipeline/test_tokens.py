"""Binary token pages: round trip, and refusal of other data."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.pipeline.pawls import pawls_page
from documents.pipeline.tokens import MalformedTokens, decode, encode
from documents.types import Box, ParsedPage, Token

words = st.text(st.characters(exclude_categories=("Z", "C")), min_size=1, max_size=12).filter(
    lambda w: w.split() == [w]
)
side = st.floats(0, 1, allow_nan=False, width=32)


@st.composite
def pages(draw) -> ParsedPage:
    width, height = draw(st.floats(50, 2000)), draw(st.floats(50, 2000))
    text, tokens = "", []
    for word in draw(st.lists(words, max_size=20)):
        x, y, w, h = (draw(side) for _ in range(4))
        box = Box(x * width, y * height, min(1, x + w) * width, min(1, y + h) * height)
        tokens.append(Token(word, len(text), box, draw(st.none() | side)))
        text += word + draw(st.sampled_from([" ", "\n", "\t", ""]))
    return ParsedPage(1, width, height, text, tokens)


@given(pages(), st.integers(0, 2**31))
def test_a_decoded_page_is_the_encoded_page_within_rounding(page, page_start):
    # proves: S1-6
    decoded = decode(encode(page, page_start))
    assert decoded.page_start == page_start
    assert list(decoded.texts) == [token.text for token in page.tokens]
    assert list(decoded.starts) == [token.start for token in page.tokens]
    confidence = decoded.confidence or (None,) * len(page.tokens)
    assert confidence == tuple(
        c if c is None else pytest.approx(c, abs=1 / 254) for c in (t.confidence for t in page.tokens)
    )
    for token, (x, y, w, h) in zip(page.tokens, decoded.boxes, strict=True):
        expected = (token.box.x0 / page.width, token.box.y0 / page.height)
        assert (x, y) == pytest.approx(expected, abs=1 / 65535)
        assert (x + w, y + h) == pytest.approx((token.box.x1 / page.width, token.box.y1 / page.height), abs=2 / 65535)


def test_the_bytes_follow_the_documented_format():
    page = ParsedPage(
        1, 100.0, 200.0, "né x", (Token("né", 0, Box(0, 0, 50, 20)), Token("x", 3, Box(100, 200, 120, 220)))
    )
    assert encode(page, 7).hex() == (
        "43544b310200000007000000050000000000ffff0000ffffff7f00009919000000000000030000006ec3a90a78"
    ).replace("ff7f", "0080").replace("9919", "9a19")  # halves are rounded to even


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"CTK1",
        b"NOPE" + bytes(12),
        b"CTK1" + (5).to_bytes(4, "little") + bytes(8),  # fewer columns than declared
        b"CTK1" + bytes(12) + b"x",  # more text than declared
        b"CTK1" + (1).to_bytes(4, "little") + bytes(4) + (1).to_bytes(4, "little") + bytes(12) + b"\xff",
    ],
)
def test_other_data_is_refused(data):
    with pytest.raises(MalformedTokens):
        decode(data)


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_decoded_or_refused(data):
    with contextlib.suppress(MalformedTokens):
        decode(b"CTK1" + data)


def test_pawls_counts_pages_from_zero_and_uses_points():
    page = ParsedPage(3, 100.0, 200.0, "word", (Token("word", 0, Box(10, 20, 30, 40)),))
    assert pawls_page(decode(encode(page, 0)), number=3, width=100.0, height=200.0) == {
        "page": {"width": 100.0, "height": 200.0, "index": 2},
        "tokens": [{"x": 10.0, "y": 20.0, "width": 20.0, "height": 20.0, "text": "word"}],
    }

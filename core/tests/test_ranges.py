"""Byte ranges, as RFC 9110 (section 14) words them."""

import pytest

from core.api.ranges import ByteRange, RangeNotSatisfiable, parse_range

SIZE = 1000


@pytest.mark.parametrize(
    ("header", "start", "stop"),
    [
        ("bytes=0-499", 0, 500),  # both ends are part of it
        ("bytes=500-", 500, 1000),  # open: up to the end
        ("bytes=-200", 800, 1000),  # the last 200
        ("bytes=-5000", 0, 1000),  # more than there is: all
        ("bytes=990-2000", 990, 1000),  # runs over the end: cut
        ("bytes=999-999", 999, 1000),  # the last byte
        ("BYTES=0-0", 0, 1),  # units ignore case
    ],
)
def test_a_range_is_read(header, start, stop):
    assert parse_range(header, SIZE) == ByteRange(start, stop)


@pytest.mark.parametrize(
    "header",
    [
        "",  # none
        "bytes=",  # no range
        "bytes=-",  # neither end
        "bytes=5-4",  # backwards: invalid, to be ignored
        "bytes=a-b",  # no numbers
        "bytes=0-1,5-6",  # several: the whole file may be sent
        "items=0-1",  # another unit
        "bytes=\u0661-\u0662",  # digits, but not ASCII
        f"bytes=0-{'9' * 40}",  # no size has so many digits
    ],
)
def test_anything_else_means_the_whole_file(header):
    assert parse_range(header, SIZE) is None


@pytest.mark.parametrize("header", ["bytes=1000-", "bytes=5000-6000", "bytes=-0"])
def test_a_range_outside_of_the_file_cannot_be_satisfied(header):
    with pytest.raises(RangeNotSatisfiable):
        parse_range(header, SIZE)


@pytest.mark.parametrize("header", ["bytes=0-", "bytes=-1"])
def test_an_empty_file_has_no_range(header):
    with pytest.raises(RangeNotSatisfiable):
        parse_range(header, 0)

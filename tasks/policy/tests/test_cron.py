"""Cron expressions in time zones with daylight saving time (T-4)."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tasks.policy import cron

BERLIN = ZoneInfo("Europe/Berlin")
UTC_ZONE = ZoneInfo("UTC")


def ticks(text, start, count, zone=UTC_ZONE):
    tick, matches = datetime.fromisoformat(start).astimezone(UTC), []
    for _ in range(count):
        tick = cron.next_after(text, tick, zone)
        matches.append(tick.strftime("%m-%d %H:%M"))
    return matches


# proves: S2-44
@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("* * * * *", ["01-01 00:01", "01-01 00:02"]),
        ("*/20 * * * *", ["01-01 00:20", "01-01 00:40"]),
        ("*/1 5-5 * * *", ["01-01 05:00", "01-01 05:01"]),
        ("0 0 * * 0", ["01-04 00:00", "01-11 00:00"]),
        ("0 0 1 1 *", ["01-01 00:00", "01-01 00:00"]),  # of 2027, of 2028
        ("0 0 31 12 *", ["12-31 00:00", "12-31 00:00"]),
        ("0 0 * 12 sat", ["12-05 00:00", "12-12 00:00"]),
        ("5/30 1 * * *", ["01-01 01:05", "01-01 01:35"]),
        ("17 3 * * *", ["01-01 03:17", "01-02 03:17"]),
        ("0 0 * * *", ["01-02 00:00", "01-03 00:00"]),
        ("59 23 31 * *", ["01-31 23:59", "03-31 23:59"]),
        ("0 8-10 * * mon", ["01-05 08:00", "01-05 09:00"]),
        ("0 12 1,15 feb,mar *", ["02-01 12:00", "02-15 12:00"]),
        ("0 0 13 * fri", ["01-02 00:00", "01-09 00:00"]),  # either day suffices
        ("0 0 * * 7", ["01-04 00:00", "01-11 00:00"]),
        ("0 0 29 2 *", ["02-29 00:00", "02-29 00:00"]),  # of 2028, of 2032
    ],
)
def test_next_matches(text, matches):
    assert ticks(text, "2026-01-01T00:00:00+00:00", 2) == matches


def test_the_search_skips_days_that_cannot_match():
    assert ticks("0 1 1 * *", "2026-01-15T12:34:56.789+00:00", 1) == ["02-01 01:00"]


def test_a_match_is_a_whole_minute():
    tick = datetime(2026, 1, 1, 8, 7, 6, 543210, tzinfo=UTC)
    assert cron.next_after("* * * * *", tick, UTC_ZONE) == datetime(2026, 1, 1, 8, 8, tzinfo=UTC)


# proves: S2-44
def test_a_skipped_local_time_matches_once_after_the_gap():
    # On 29 March 2026 Berlin has no 02:30.
    assert ticks("30 2 * * *", "2026-03-28T12:00:00+00:00", 3, BERLIN) == ["03-29 01:00", "03-30 00:30", "03-31 00:30"]


# proves: S2-44
def test_a_repeated_local_time_matches_once():
    # On 25 October 2026 Berlin has 02:30 twice.
    assert ticks("30 2 * * *", "2026-10-24T12:00:00+00:00", 2, BERLIN) == ["10-25 00:30", "10-26 01:30"]
    restarted_in_the_second = "2026-10-25T01:10:00+00:00"
    assert ticks("30 2 * * *", restarted_in_the_second, 1, BERLIN) == ["10-26 01:30"]


def test_matches_only_advance_over_a_whole_year():
    tick = datetime(2026, 1, 1, tzinfo=UTC)
    while tick.year == 2026:
        following = cron.next_after("*/30 * * * *", tick, BERLIN)
        assert timedelta(0) < following - tick <= timedelta(hours=1, minutes=30)
        tick = following


@pytest.mark.parametrize(
    "text",
    ["", "* * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *", "* * * 0 *", "* * * 13 *", "* * * * 8",
     "5-1 * * * *", "*/0 * * * *", "x * * * *", "* x * * *", "* * * * x", "-1 * * * *", "1- * * * *"],
)  # fmt: skip
def test_malformed_expressions_are_rejected(text):
    with pytest.raises(cron.BadCron):
        cron.validate(text)


def test_expressions_that_never_match_are_rejected():
    never = "0 0 31 2 *"
    with pytest.raises(cron.BadCron):
        cron.next_after(never, datetime(2026, 1, 1, tzinfo=UTC), UTC_ZONE)

"""Waits between the tries of a request."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from core.retries import backoff, parse_retry_after, seconds_before_retry, wait


@pytest.mark.parametrize(
    ("failures", "chance", "seconds"),
    [
        (1, 0, 0.5),  # the first wait is the base
        (3, 0, 2),  # doubles each time
        (3, 1, 1.5),  # a quarter is chance
        (20, 0, 8),  # bounded
    ],
)
def test_backoff(failures, chance, seconds):
    assert backoff(failures, base=0.5, chance=chance) == seconds


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("Wed, 21 Oct 99999999999999999999 07:28:00 GMT", 0),
        ("120", 120),
        ("1.5", 1.5),
        ("", 0),
        ("soon", 0),
        ("-5", 0),
        ("\u00b2", 0),
        ("Fri, 31 Dec 1999 23:59:59 GMT", 0),
    ],
)
def test_retry_after(value, seconds):
    assert parse_retry_after(value) == seconds


@pytest.mark.parametrize("zone", ["GMT", "-0000"])
def test_retry_after_may_be_a_date(zone):
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=90)).replace("+0000", zone)
    assert 85 < parse_retry_after(then) <= 90


def test_the_server_may_ask_for_more_than_the_backoff_but_not_for_less():
    assert seconds_before_retry(1, base=0.5, retry_after="30") == 30
    assert seconds_before_retry(1, base=0.5, retry_after="0") >= 0.375


def test_a_wait_ends_when_the_check_raises():
    checks = []

    def check() -> None:
        checks.append(None)
        if len(checks) == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        wait(60, check)

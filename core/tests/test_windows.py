"""Sliding windows: never more than the limit in any window, whoever counts, and an honest waiting time."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis import RedisError

from core import redis_client
from core.windows import Window, forget, take


def window(limit=3, seconds=10, key="w"):
    return Window(key=key, limit=limit, seconds=seconds)


def test_a_window_takes_so_many_and_no_more():
    # proves: S3-G2
    taken = [take([window()]) for _ in range(4)]
    assert [each.is_allowed for each in taken] == [True, True, True, False]
    assert [each.counts[0].remaining for each in taken] == [2, 1, 0, 0]
    assert 9 <= taken[-1].wait <= 11


def test_all_windows_or_none():
    narrow, wide = window(1, key="narrow"), window(9, key="wide")
    assert take([narrow, wide]).is_allowed
    refused = take([narrow, wide])
    assert not refused.is_allowed
    assert [count.used for count in refused.counts] == [1, 1]
    assert take([wide]).counts[0].used == 2


def test_after_the_waiting_time_there_is_room():
    # proves: S3-G2
    short = window(2, seconds=2)
    assert [take([short]).is_allowed for _ in range(3)] == [True, True, False]
    time.sleep(take([short]).wait + 0.01)
    assert take([short]).is_allowed


def test_no_second_ever_holds_more_than_the_limit():
    # proves: S3-G2
    short, moments = window(5, seconds=1), []
    while len(moments) < 11:
        asked = time.monotonic()
        if take([short]).is_allowed:
            moments.append((asked, time.monotonic()))
        time.sleep(0.005)
    assert all(later - earlier > 0.98 for (earlier, _), (_, later) in zip(moments, moments[5:], strict=False))


def test_many_at_once_share_one_window():
    # proves: S3-G2
    with ThreadPoolExecutor(20) as pool:
        taken = list(pool.map(lambda _: take([window(30, seconds=60)]).is_allowed, range(100)))
    assert sum(taken) == 30


def test_windows_are_forgotten_and_expire():
    take([window(1)])
    assert 0 < redis_client.client().ttl(redis_client.key("window", "w")) <= 12
    forget(["w"])
    assert take([window(1)]).is_allowed
    forget([])


def test_a_redis_that_is_away_is_said(settings):
    settings.REDIS_URL = "unix:///nowhere?db=0"
    with pytest.raises(RedisError):
        take([window()])

"""Rate limits: never more than the maximum in any window, over all processes, and an exact waiting time."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis import RedisError

from core.api.rate_limiter import RateLimit, hit, reset


def limit(maximum=3, seconds=10, key="k"):
    return RateLimit(key=key, maximum=maximum, seconds=seconds)


def test_requests_over_the_limit_are_refused():
    # proves: S3-G2
    results = [hit([limit()]) for _ in range(4)]
    assert [result.is_allowed for result in results] == [True, True, True, False]
    assert [result.usage[0].remaining for result in results] == [2, 1, 0, 0]
    assert 9 <= results[-1].retry_after <= 10


def test_the_first_exhausted_limit_refuses():
    narrow, wide = limit(1, key="narrow"), limit(9, key="wide")
    assert hit([narrow, wide]).is_allowed
    refused = hit([narrow, wide])
    assert not refused.is_allowed
    assert [usage.limit.key for usage in refused.usage] == ["narrow"]
    assert hit([wide]).usage[0].remaining == 7


@pytest.mark.full
def test_after_the_waiting_time_a_request_is_allowed():
    # proves: S3-G2
    short = limit(2, seconds=2)
    assert [hit([short]).is_allowed for _ in range(3)] == [True, True, False]
    time.sleep(hit([short]).retry_after + 0.01)
    assert hit([short]).is_allowed


@pytest.mark.full
def test_no_window_contains_more_than_the_maximum():
    # proves: S3-G2
    short, moments = limit(5, seconds=1), []
    while len(moments) < 11:
        before = time.monotonic()
        if hit([short]).is_allowed:
            moments.append((before, time.monotonic()))
        time.sleep(0.005)
    assert all(later - earlier > 0.98 for (earlier, _), (_, later) in zip(moments, moments[5:], strict=False))


def test_concurrent_callers_share_a_limit():
    # proves: S3-G2
    with ThreadPoolExecutor(20) as pool:
        allowed = list(pool.map(lambda _: hit([limit(30, seconds=60)]).is_allowed, range(100)))
    assert sum(allowed) == 30


def test_a_limit_can_be_reset():
    hit([limit(1)])
    reset(limit(1))
    assert hit([limit(1)]).is_allowed


def test_an_unavailable_redis_raises(settings):
    settings.REDIS_URL = "unix:///nowhere?db=0"
    with pytest.raises(RedisError):
        hit([limit()])

"""Circuit breakers in a real Redis."""

from uuid import uuid4

import pytest

from core import redis_client
from core.circuit_breaker import MAX_FAILURES, PAUSE_SECONDS, Pause, find_pause, record_failure, record_success


@pytest.fixture
def server():
    return f"{uuid4()}.example.com"


def fail(server, times=MAX_FAILURES):
    for number in range(1, times + 1):
        record_failure(server, reason=f"Failure {number}.")


def end_pause(server):
    redis_client.client().delete(redis_client.key("breaker", server, "open"))


def test_requests_are_allowed_until_several_in_a_row_have_failed(server):
    fail(server, MAX_FAILURES - 1)
    assert find_pause(server) is None
    record_success(server)
    fail(server, MAX_FAILURES - 1)
    assert find_pause(server) is None
    fail(server, 1)
    pause = find_pause(server)
    assert 0 < pause.seconds <= PAUSE_SECONDS
    assert pause.reason == "Failure 1."
    assert find_pause(f"other.{server}") is None


def test_one_request_after_the_pause_decides(server):
    fail(server)
    end_pause(server)
    assert [find_pause(server), find_pause(server)] == [None, Pause(PAUSE_SECONDS, "Failure 5.")]
    fail(server, 1)
    assert find_pause(server) is not None
    end_pause(server)
    assert find_pause(server) is None
    record_success(server)
    assert [find_pause(server), find_pause(server)] == [None, None]


def test_every_request_is_allowed_without_redis(server, settings, caplog):
    fail(server)
    caplog.clear()
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert find_pause(server) is None
    record_failure(server, reason="Failure.")
    record_success(server)
    assert {each.message for each in caplog.records} == {"breaker.unavailable"}

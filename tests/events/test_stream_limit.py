"""A user has a limited number of streams, over all web processes; ended ones and those of killed processes are free."""

import asyncio
import signal
import time
from contextlib import ExitStack
from uuid import uuid4

import httpx
import pytest

from events.sse import stream_limit
from events.sse.stream_limit import LeaseMonitor, TooManyStreams, acquire
from tests.events.conftest import SHORT_TIMES, SOON, Web, cookies_of
from tests.timeouts import until
from users.models import User

EVENTS = "/api/v1/events"


@pytest.fixture
def two_web_processes(shared_processes):
    environment = SHORT_TIMES | {"EVENT_STREAMS_PER_USER": "2"}
    return [shared_processes.web(env=environment) for _ in range(2)]


def status_of(web):
    with web.client.stream("GET", EVENTS, headers={"Accept": "text/event-stream"}) as response:
        return response.status_code


@pytest.mark.full
def test_streams_of_a_user_are_limited_over_all_processes(two_web_processes, owner):
    other_user = User.objects.create_user(f"eve-{uuid4()}")
    with ExitStack() as stack:
        first, second, of_other_user = (
            Web(stack.enter_context(httpx.Client(base_url=url, cookies=cookies_of(user), timeout=SOON)))
            for url, user in zip(
                [url for _, url in two_web_processes] + [two_web_processes[0][1]],
                [owner, owner, other_user],
                strict=True,
            )
        )
        with first.stream() as stream:
            stream.until("ready")
            with second.stream() as other_stream:
                other_stream.until("ready")
                refused = second.client.get(EVENTS)
                assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_streams")
                assert int(refused.headers["Retry-After"]) == refused.json()["error"]["retry_after"] > 0
                assert second.client.head(EVENTS).status_code == 200
                assert status_of(of_other_user) == 200
            until(lambda: status_of(first) == 200)


@pytest.mark.full
def test_streams_of_a_killed_process_count_until_their_leases_expire(two_web_processes, owner):
    (process, url), (_, other_url) = two_web_processes
    cookies = cookies_of(owner)
    with httpx.Client(base_url=url, cookies=cookies, timeout=SOON) as client, ExitStack() as stack:
        streams = [stack.enter_context(Web(client).stream()) for _ in range(2)]
        for stream in streams:
            stream.until("ready")
        process.popen.send_signal(signal.SIGKILL)
        process.popen.wait()
        with httpx.Client(base_url=other_url, cookies=cookies, timeout=SOON) as other_client:
            assert status_of(Web(other_client)) == 429
            until(lambda: status_of(Web(other_client)) == 200)


@pytest.fixture
def limited(settings, monkeypatch):
    settings.EVENT_STREAMS_PER_USER = 1
    monkeypatch.setattr(stream_limit, "LEASE_SECONDS", 2)
    monkeypatch.setattr(stream_limit, "_RENEWAL_SECONDS", 0.2)


@pytest.mark.full
def test_a_lease_is_renewed_while_the_stream_is_open_and_expires_afterwards(limited):
    user_id = uuid4()

    async def stay_open():
        async with LeaseMonitor().keep(acquire(user_id)):
            await asyncio.sleep(4)
            with pytest.raises(TooManyStreams):
                acquire(user_id)

    asyncio.run(stay_open())
    assert acquire(user_id) is not None  # never kept, as by a process that was killed
    with pytest.raises(TooManyStreams):
        acquire(user_id)
    time.sleep(4)
    assert acquire(user_id) is not None

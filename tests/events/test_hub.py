"""The reader that all streams of a process share, on an event loop of the test's own."""

import asyncio
import contextlib
from functools import partial
from uuid import uuid4

import pytest

from tasks import events
from tasks.api.streams import hub as hubs
from tasks.api.streams.hub import Hub, Listener, News
from tasks.events import Entity, Tail


@pytest.fixture
def db(transactional_db):
    """Committed rows: the reader has a connection of its own."""


@contextlib.asynccontextmanager
async def a_hub():
    """Its thread's connection is closed before the test's database goes."""
    hub = Hub()
    yield hub
    await hub.ask(hubs._let_go)


async def record(hub, owner):
    uuid = uuid4()
    await hub.ask(partial(events.record, Entity.DOCUMENT, uuid, owner_id=owner, changed=["state"]))
    return uuid


async def heard(listener):
    return [change.uuid for news in await listener.hear(seconds=5) for change in news.changes]


# proves: S3-G10
def test_everybody_in_a_process_is_served_by_one_question(db, monkeypatch):
    asked = []
    read = Tail.read
    monkeypatch.setattr(Tail, "read", lambda tail: asked.append(tail) or read(tail))

    async def run():
        owner = uuid4()
        async with a_hub() as hub, contextlib.AsyncExitStack() as stack:
            listeners = [await stack.enter_async_context(hub.person(owner)) for _ in range(50)]
            uuid = await record(hub, owner)
            assert [await heard(listener) for listener in listeners] == [[uuid]] * 50
            assert len(asked) < 20
            await stack.aclose()
            await asyncio.sleep(2 * hubs.POLL_SECONDS)
            asked.clear()
            await asyncio.sleep(2 * hubs.POLL_SECONDS)
            assert asked == []  # nobody listens

    asyncio.run(run())


def test_streams_end_when_their_reader_does_so_that_clients_come_back(db, monkeypatch):
    async def run():
        owner = uuid4()
        async with a_hub() as hub, hub.person(owner) as listener:
            monkeypatch.setattr(Hub, "_pass_on", lambda *_: 1 / 0)
            assert await listener.hear(seconds=5) == []
            assert listener.is_lost
            monkeypatch.undo()
            async with hub.person(owner) as next_one:
                uuid = await record(hub, owner)
                assert await heard(next_one) == [uuid]

    loop_errors = []
    with asyncio.Runner() as runner:
        runner.get_loop().set_exception_handler(lambda _, context: loop_errors.append(context["exception"]))
        runner.run(run())
    assert {type(error) for error in loop_errors} <= {ZeroDivisionError}


def test_a_client_that_does_not_read_is_let_go_with_what_it_was_told(monkeypatch):
    monkeypatch.setattr(hubs, "_MOST_UNREAD", 3)

    async def run():
        listener = Listener()
        told = [News((), number) for number in range(5)]
        for news in told:
            listener.tell(news)
        assert listener.is_lost
        assert await listener.hear(seconds=1) == told[:3]

    asyncio.run(run())

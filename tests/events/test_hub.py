"""The reader that all streams of a process share, on an event loop of the test's own."""

import asyncio
import contextlib
import time
from functools import partial
from uuid import uuid4

import pytest
from django.db import OperationalError

from documents.models import DocumentShare
from documents.tests.factories import parsed_document
from events import outbox, recipients
from events.outbox import Entity, Tail
from events.sse import hub as hubs
from events.sse.hub import Hub, Listener, Update
from tests.timeouts import PATIENCE
from users.sharing.models import Team, TeamMembership


@pytest.fixture
def db(transactional_db):
    """Committed rows: the reader has a connection of its own."""


@contextlib.asynccontextmanager
async def a_hub():
    """Its thread's connection is closed before the test's database goes."""
    hub = Hub()
    yield hub
    await hub.run_in_db_thread(hubs._close_connection)


async def record(hub, owner):
    uuid = uuid4()
    await hub.run_in_db_thread(partial(outbox.record, Entity.DOCUMENT, uuid, owner_id=owner, changed=["state"]))
    return uuid


async def heard(listener):
    return [change.uuid for news in await listener.receive(seconds=PATIENCE) for change in news.changes]


# proves: S3-G10
def test_everybody_in_a_process_is_served_by_one_question(db, monkeypatch):
    asked = []
    read = Tail.read
    monkeypatch.setattr(Tail, "read", lambda tail: asked.append(tail) or read(tail))

    async def run():
        owner, began = uuid4(), time.monotonic()
        async with a_hub() as hub, contextlib.AsyncExitStack() as stack:
            listeners = [await stack.enter_async_context(hub.user(owner)) for _ in range(50)]
            uuid = await record(hub, owner)
            assert [await heard(listener) for listener in listeners] == [[uuid]] * 50
            assert len(asked) < 20 + (time.monotonic() - began) / hubs.POLL_SECONDS
            await stack.aclose()
            for _ in range(10):  # until a question that was under way is over
                asked.clear()
                await asyncio.sleep(2 * hubs.POLL_SECONDS)
                if not asked:
                    break
            assert asked == []  # nobody listens

    asyncio.run(run())


# proves: S3-44
def test_members_of_a_team_hear_while_they_are_members(user, other_user):
    document = parsed_document(user, "Words.")
    team = Team.objects.create(name="Readers")
    DocumentShare.objects.create(target=document, team=team, role="viewer")
    place = TeamMembership.objects.create(team=team, user=other_user)
    change = partial(outbox.record, Entity.DOCUMENT, document.pk, owner_id=user.pk, changed=["title"])

    async def run():
        async with a_hub() as hub, hub.user(user.pk) as hers, hub.user(other_user.pk) as theirs:
            await hub.run_in_db_thread(change)
            assert await heard(hers) == await heard(theirs) == [document.pk]
            await hub.run_in_db_thread(place.delete)
            await hub.run_in_db_thread(change)
            assert await heard(hers) == [document.pk]
            last = uuid4()
            await hub.run_in_db_thread(
                partial(outbox.record, Entity.DOCUMENT, last, owner_id=other_user.pk, changed=["title"])
            )
            assert await heard(theirs) == [last]

    asyncio.run(run())


def test_what_nobody_was_told_because_the_database_was_away_is_read_again(db, monkeypatch):
    asked = []

    def fails_once(changes, people):
        asked.append(len(changes))
        if changes and asked.count(len(changes)) == 1:
            raise OperationalError("the line was cut")
        return hearers(changes, people)

    hearers = recipients.recipients_of
    monkeypatch.setattr(recipients, "recipients_of", fails_once)

    async def run():
        owner = uuid4()
        async with a_hub() as hub, hub.user(owner) as listener:
            uuid = await record(hub, owner)
            assert await heard(listener) == [uuid]

    asyncio.run(run())


def test_streams_end_when_their_reader_does_so_that_clients_come_back(db, monkeypatch):
    async def run():
        owner = uuid4()
        async with a_hub() as hub, hub.user(owner) as listener:
            monkeypatch.setattr(Hub, "_deliver", lambda *_: 1 / 0)
            assert await listener.receive(seconds=PATIENCE) == []
            assert listener.is_closed
            monkeypatch.undo()
            async with hub.user(owner) as next_one:
                uuid = await record(hub, owner)
                assert await heard(next_one) == [uuid]

    loop_errors = []
    with asyncio.Runner() as runner:
        runner.get_loop().set_exception_handler(lambda _, context: loop_errors.append(context["exception"]))
        runner.run(run())
    assert {type(error) for error in loop_errors} <= {ZeroDivisionError}


def test_a_client_that_does_not_read_is_let_go_with_what_it_was_told(monkeypatch):
    monkeypatch.setattr(hubs, "_MAX_PENDING", 3)

    async def run():
        listener = Listener()
        told = [Update((), number) for number in range(5)]
        for news in told:
            listener.put(news)
        assert listener.is_closed
        assert await listener.receive(seconds=1) == told[:3]

    asyncio.run(run())

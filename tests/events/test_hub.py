"""The reader of the outbox that all streams of a process share."""

import asyncio
import contextlib
import time
from functools import partial
from uuid import uuid4

import pytest
from django.db import OperationalError

from documents.models import DocumentShare
from documents.tests.factories import parsed_document
from events import outbox, recipients, transient
from events.models import Event
from events.outbox import Entity, Tail
from events.sse import hub as hubs
from events.sse.hub import Hub, Listener, Update
from tests.timeouts import PATIENCE
from users.sharing.models import Team, TeamMembership


@pytest.fixture
def db(transactional_db):
    """Commit rows: the reader has a connection of its own."""


@contextlib.asynccontextmanager
async def a_hub():
    """Close the connection of the hub's thread before the database is deleted."""
    hub = Hub()
    yield hub
    await hub.run_in_db_thread(hubs._close_connection)


async def record(hub, owner):
    uuid = uuid4()
    await hub.run_in_db_thread(partial(outbox.record, Entity.DOCUMENT, uuid, owner_id=owner, changed=["state"]))
    return uuid


async def receive(listener):
    return [change.uuid for update in await listener.receive(seconds=PATIENCE) for change in update.changes]


# proves: S3-G10
def test_all_listeners_of_a_process_share_one_query(db, monkeypatch):
    queries = []
    read = Tail.read
    monkeypatch.setattr(Tail, "read", lambda tail: queries.append(tail) or read(tail))

    async def run():
        owner, began = uuid4(), time.monotonic()
        async with a_hub() as hub, contextlib.AsyncExitStack() as stack:
            listeners = [await stack.enter_async_context(hub.user(owner)) for _ in range(50)]
            uuid = await record(hub, owner)
            assert [await receive(listener) for listener in listeners] == [[uuid]] * 50
            assert len(queries) < 20 + (time.monotonic() - began) / hubs.POLL_SECONDS
            await stack.aclose()
            for _ in range(10):  # until a running query has ended
                queries.clear()
                await asyncio.sleep(2 * hubs.POLL_SECONDS)
                if not queries:
                    break
            assert queries == []  # there are no listeners

    asyncio.run(run())


# proves: S3-44
def test_members_of_a_team_receive_events_while_they_are_members(user, other_user):
    document = parsed_document(user, "Words.")
    team = Team.objects.create(name="Readers")
    DocumentShare.objects.create(target=document, team=team, role="viewer")
    membership = TeamMembership.objects.create(team=team, user=other_user)
    change = partial(outbox.record, Entity.DOCUMENT, document.pk, owner_id=user.pk, changed=["title"])

    async def run():
        async with a_hub() as hub, hub.user(user.pk) as inbox, hub.user(other_user.pk) as other_inbox:
            await hub.run_in_db_thread(change)
            assert await receive(inbox) == await receive(other_inbox) == [document.pk]
            await hub.run_in_db_thread(membership.delete)
            await hub.run_in_db_thread(change)
            assert await receive(inbox) == [document.pk]
            last = uuid4()
            await hub.run_in_db_thread(
                partial(outbox.record, Entity.DOCUMENT, last, owner_id=other_user.pk, changed=["title"])
            )
            assert await receive(other_inbox) == [last]

    asyncio.run(run())


def publish(document, user):
    transient.publish("presence", document, users=[user], changed=["page"])


def test_transient_changes_reach_the_users_that_they_are_for_and_are_not_stored(db):
    async def run():
        user, document = uuid4(), uuid4()
        async with a_hub() as hub, hub.user(user) as inbox, hub.user(uuid4()) as other_inbox:
            received = []
            end = time.monotonic() + PATIENCE
            while not received and time.monotonic() < end:  # the first reading subscribes
                await hub.run_in_db_thread(partial(publish, document, user))
                received = await inbox.receive(seconds=1)
            assert {each.uuid for update in received for each in update.transient} == {document}
            assert await other_inbox.receive(seconds=1) == []
            assert not await hub.run_in_db_thread(Event.objects.exists)

    asyncio.run(run())


def test_stored_changes_arrive_while_redis_is_unavailable(db, settings, caplog):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    async def run():
        owner = uuid4()
        async with a_hub() as hub, hub.user(owner) as listener:
            uuid = await record(hub, owner)
            assert await receive(listener) == [uuid]

    asyncio.run(run())
    assert "events.transient_unavailable" in caplog.text


def test_changes_that_were_not_delivered_after_a_database_error_are_read_again(db, monkeypatch):
    queries = []

    def fails_once(changes, users):
        queries.append(len(changes))
        if changes and queries.count(len(changes)) == 1:
            raise OperationalError("the connection was lost")
        return find_recipients(changes, users)

    find_recipients = recipients.recipients_of
    monkeypatch.setattr(recipients, "recipients_of", fails_once)

    async def run():
        owner = uuid4()
        async with a_hub() as hub, hub.user(owner) as listener:
            uuid = await record(hub, owner)
            assert await receive(listener) == [uuid]

    asyncio.run(run())


def test_listeners_are_closed_when_the_reader_crashes(db, monkeypatch):
    async def run():
        owner = uuid4()
        async with a_hub() as hub, hub.user(owner) as listener:
            monkeypatch.setattr(Hub, "_deliver", lambda *_: 1 / 0)
            assert await listener.receive(seconds=PATIENCE) == []
            assert listener.is_closed
            monkeypatch.undo()
            async with hub.user(owner) as next_one:
                uuid = await record(hub, owner)
                assert await receive(next_one) == [uuid]

    loop_errors = []
    with asyncio.Runner() as runner:
        runner.get_loop().set_exception_handler(lambda _, context: loop_errors.append(context["exception"]))
        runner.run(run())
    assert {type(error) for error in loop_errors} <= {ZeroDivisionError}


def test_a_client_that_does_not_read_is_closed_with_its_pending_updates(monkeypatch):
    monkeypatch.setattr(hubs, "_MAX_PENDING", 3)

    async def run():
        listener = Listener()
        updates = [Update((), number) for number in range(5)]
        for update in updates:
            listener.put(update)
        assert listener.is_closed
        assert await listener.receive(seconds=1) == updates[:3]

    asyncio.run(run())

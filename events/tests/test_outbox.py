"""The outbox: written with the change, read without loss however transactions overlap."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from core.db.ids import uuid7
from events import outbox
from events.models import Event
from events.outbox import Cursor, Entity, Tail
from tasks import database

OWNER = uuid4()


def record(owner=OWNER, changed=("state",)):
    uuid = uuid7()
    outbox.record(Entity.DOCUMENT, uuid, owner_id=owner, changed=changed)
    return uuid


@pytest.fixture
def other_connection(transactional_db):
    """Open a second connection, for transactions that overlap with those of the test."""
    connection = database.new_connection()
    yield connection
    connection.close()


def insert_on(connection):
    uuid = uuid7()
    connection.cursor().execute(
        "insert into events_event (owner, entity, uuid, changed) values (%s, 'document', %s, '{state}')", [OWNER, uuid]
    )
    return uuid


def position_on(connection):
    """Return the position of a reader after all committed events."""
    (row,) = database.select(connection, outbox._BOUNDS)
    return Cursor(row["last"], int(row["oldest_open"]))


def test_an_event_is_rolled_back_with_its_transaction(transactional_db):
    tail = Tail()
    tail.read()
    with transaction.atomic():
        record()
        transaction.set_rollback(True)
    uuid = record()
    assert [change.uuid for change in tail.read().changes] == [uuid]
    assert tail.read().changes == ()


def test_objects_without_owner_record_no_event(db):
    record(owner=None)
    assert not Event.objects.exists()


# proves: S3-G9 X-22
def test_an_event_committed_out_of_order_is_not_lost(other_connection):
    tail = Tail()
    tail.read()
    with transaction.atomic():
        late = record()
        early = insert_on(other_connection)
        position = position_on(other_connection)
        assert [visible.uuid for visible in Event.objects.order_by("id")] == [late, early]
    assert [change.uuid for change in outbox.changes_since(OWNER, position).changes] == [late, early]
    assert [change.uuid for change in tail.read().changes] == [late, early]


def test_the_tail_returns_each_event_once(other_connection):
    tail = Tail()
    tail.read()
    other_connection.set_autocommit(False)
    late = insert_on(other_connection)
    early = record()
    assert [change.uuid for change in tail.read().changes] == [early]
    other_connection.commit()
    assert [change.uuid for change in tail.read().changes] == [late]
    assert tail.read().changes == ()


def test_missed_events_are_those_of_the_owner(transactional_db):
    position = outbox.current_cursor()
    mine = record()
    record(owner=uuid4())
    assert [change.uuid for change in outbox.changes_since(OWNER, position).changes] == [mine]
    assert outbox.changes_since(OWNER, outbox.current_cursor()).changes == ()


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        (0, "older than what is kept"),
        (10**9, "of another database"),
    ],
)
def test_an_expired_cursor_cannot_be_continued(transactional_db, last, reason):
    for _ in range(4):
        record()
    Event.objects.filter(id__lte=Event.objects.latest("id").id - 2).delete()
    assert outbox.changes_since(OWNER, Cursor(last, None)) is None, reason


def test_too_many_changes_are_not_replayed(transactional_db, monkeypatch):
    monkeypatch.setattr(outbox, "MAX_REPLAYED", 3)
    record()
    position = outbox.current_cursor()
    for _ in range(3):
        record()
    assert len(outbox.changes_since(OWNER, position).changes) == 3
    record()
    assert outbox.changes_since(OWNER, position) is None


def test_events_older_than_a_day_are_deleted_except_the_newest(db):
    for _ in range(3):
        record()
    Event.objects.update(created=timezone.now() - timedelta(hours=25))
    assert outbox.delete_expired() == 2
    assert outbox.delete_expired() == 0
    record()
    assert outbox.delete_expired() == 1


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("17-1024", Cursor(17, 1024)),
        ("17", Cursor(17, None)),
        ("", None),
        ("-3", None),
        ("17-", None),
        ("1; drop table", None),
        ("9" * 40, None),
    ],
)
def test_a_cursor_is_parsed_and_formatted(text, position):
    assert Cursor.parse(text) == position
    assert position is None or str(position) == text

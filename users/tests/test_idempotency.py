"""A request with a key is carried out once, for as long as the key counts."""

from contextlib import closing
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connections
from django.utils import timezone

from core.errors import Conflict, IdempotencyKeyReuse
from users import idempotency
from users.models import IdempotencyKey

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch):
    """Set the clock that keys are judged by."""

    def move(moment: datetime) -> None:
        monkeypatch.setattr(idempotency.timezone, "now", lambda: moment)

    return move


def send(owner, key="k", route="POST /things", **payload):
    return idempotency.once(key, owner=owner, route=route, payload=payload, make=uuid4)


def test_the_same_request_gives_the_same_thing(person):
    # proves: S3-28
    first, again = send(person, size=1), send(person, size=1)
    assert (first.is_new, again.is_new, again.id) == (True, False, first.id)


def test_two_people_may_use_the_same_key(person, stranger):
    # proves: S3-27 X-29
    assert send(person).id != send(stranger).id


def test_a_person_may_use_many_keys(person):
    assert send(person, key="a").id != send(person, key="b").id
    assert not send(person, key="a").is_new


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ({"a": 1, "b": [2]}, {"b": [2], "a": 1}),  # JSON's objects have no order
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 2, "b": 1}}),
        ({"id": UUID(int=7)}, {"id": UUID(int=7)}),  # what a door has decoded already
    ],
)
def test_a_request_is_known_again_by_what_it_says(person, first, again):
    assert send(person, **first).id == send(person, **again).id


def test_without_a_key_nothing_is_remembered(person):
    first, again = send(person, key=""), send(person, key="")
    assert first.id != again.id
    assert first.is_new
    assert again.is_new
    assert not IdempotencyKey.objects.exists()


@pytest.mark.parametrize("other", [{"size": 2}, {"size": 1, "more": None}, {"route": "POST /others", "size": 1}])
def test_another_request_with_the_key_is_refused(person, other):
    # proves: S3-29 X-6
    made = send(person, size=1)
    with pytest.raises(IdempotencyKeyReuse) as refused:
        send(person, **other)
    assert refused.value.field == "Idempotency-Key"
    assert send(person, size=1).id == made.id


@pytest.mark.parametrize("key", [" ", "a b", "é", "x" * 256, "a\n"])
def test_a_key_is_visible_text(person, key):
    with pytest.raises(idempotency.InvalidIdempotencyKey) as refused:
        send(person, key=key)
    assert refused.value.field == "Idempotency-Key"


def test_what_was_refused_has_used_no_key(person):
    def refuse():
        raise Conflict

    with pytest.raises(Conflict):
        idempotency.once("k", owner=person, route="POST /things", payload={}, make=refuse)
    assert send(person).is_new


@pytest.mark.parametrize(
    ("seconds", "is_new"),
    [
        (-1, False),  # still the same request
        (0, True),  # a new one, also with another body
        (1, True),
    ],
)
def test_a_key_counts_for_a_day(person, clock, seconds, is_new):
    # proves: S3-31 X-5
    begin = timezone.now()
    clock(begin)
    first = send(person, size=1)
    clock(begin + timedelta(days=1, seconds=seconds))
    again = send(person, size=2 if is_new else 1)
    assert (again.is_new, again.id == first.id) == (is_new, not is_new)
    assert IdempotencyKey.objects.count() == 1


def test_a_key_that_is_used_again_counts_for_another_day(person, clock):
    # proves: S3-31
    begin = timezone.now()
    for days in (0, 2):
        clock(begin + timedelta(days=days))
        made = send(person)
        assert made.is_new
    clock(begin + timedelta(days=2, hours=23))
    assert send(person).id == made.id


def test_only_expired_keys_are_forgotten(person, stranger, clock):
    # proves: X-5
    begin = timezone.now()
    clock(begin)
    send(person)
    clock(begin + timedelta(hours=1))
    send(stranger)
    expires = begin + timedelta(days=1)
    assert idempotency.delete_expired(now=expires - timedelta(seconds=1)) == 0
    assert idempotency.delete_expired(now=expires + timedelta(seconds=1)) == 1
    assert send(person).is_new
    assert not send(stranger).is_new


@pytest.mark.django_db(transaction=True)
def test_a_key_that_is_in_use_is_not_waited_for(person):
    send(person)
    IdempotencyKey.objects.update(expires=timezone.now())
    with closing(connections.create_connection("default")) as rival, rival.cursor() as cursor:
        cursor.execute("begin")
        cursor.execute("select from users_idempotencykey for update")
        assert idempotency.delete_expired() == 0
        cursor.execute("rollback")
    assert idempotency.delete_expired() == 1

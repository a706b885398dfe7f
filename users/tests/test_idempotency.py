"""Requests with an `Idempotency-Key` are processed once while the key is valid."""

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
    """Set the clock that decides whether keys have expired."""

    def move(moment: datetime) -> None:
        monkeypatch.setattr(idempotency.timezone, "now", lambda: moment)

    return move


def send(owner, key="k", route="POST /documents", **payload):
    return idempotency.once(key, owner=owner, route=route, payload=payload, make=uuid4)


def test_a_repeated_request_returns_the_same_object(user):
    # proves: S3-28
    first, again = send(user, size=1), send(user, size=1)
    assert (first.is_new, again.is_new, again.id) == (True, False, first.id)


def test_keys_belong_to_one_user(user, other_user):
    # proves: S3-27 X-29
    assert send(user).id != send(other_user).id


def test_keys_are_independent(user):
    assert send(user, key="a").id != send(user, key="b").id
    assert not send(user, key="a").is_new


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ({"a": 1, "b": [2]}, {"b": [2], "a": 1}),  # JSON objects are not ordered
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 2, "b": 1}}),
        ({"id": UUID(int=7)}, {"id": UUID(int=7)}),  # decoded by the API
    ],
)
def test_equal_payloads_are_the_same_request(user, first, again):
    assert send(user, **first).id == send(user, **again).id


def test_requests_without_a_key_are_not_stored(user):
    first, again = send(user, key=""), send(user, key="")
    assert first.id != again.id
    assert first.is_new
    assert again.is_new
    assert not IdempotencyKey.objects.exists()


@pytest.mark.parametrize("other", [{"size": 2}, {"size": 1, "more": None}, {"route": "POST /others", "size": 1}])
def test_reuse_for_another_request_is_refused(user, other):
    # proves: S3-29 X-6
    made = send(user, size=1)
    with pytest.raises(IdempotencyKeyReuse) as refused:
        send(user, **other)
    assert refused.value.field == "Idempotency-Key"
    assert send(user, size=1).id == made.id


@pytest.mark.parametrize("key", [" ", "a b", "é", "x" * 256, "a\n"])
def test_malformed_keys_are_refused(user, key):
    with pytest.raises(idempotency.InvalidIdempotencyKey) as refused:
        send(user, key=key)
    assert refused.value.field == "Idempotency-Key"


def test_failed_requests_do_not_use_the_key(user):
    def refuse():
        raise Conflict

    with pytest.raises(Conflict):
        idempotency.once("k", owner=user, route="POST /documents", payload={}, make=refuse)
    assert send(user).is_new


@pytest.mark.parametrize(
    ("seconds", "is_new"),
    [
        (-1, False),  # still the same request
        (0, True),  # a new one, also with another body
        (1, True),
    ],
)
def test_keys_are_valid_for_a_day(user, clock, seconds, is_new):
    # proves: S3-31 X-5
    begin = timezone.now()
    clock(begin)
    first = send(user, size=1)
    clock(begin + timedelta(days=1, seconds=seconds))
    again = send(user, size=2 if is_new else 1)
    assert (again.is_new, again.id == first.id) == (is_new, not is_new)
    assert IdempotencyKey.objects.count() == 1


def test_an_expired_key_can_be_used_for_another_day(user, clock):
    # proves: S3-31
    begin = timezone.now()
    for days in (0, 2):
        clock(begin + timedelta(days=days))
        made = send(user)
        assert made.is_new
    clock(begin + timedelta(days=2, hours=23))
    assert send(user).id == made.id


def test_only_expired_keys_are_deleted(user, other_user, clock):
    # proves: X-5
    begin = timezone.now()
    clock(begin)
    send(user)
    clock(begin + timedelta(hours=1))
    send(other_user)
    expires = begin + timedelta(days=1)
    assert idempotency.delete_expired(now=expires - timedelta(seconds=1)) == 0
    assert idempotency.delete_expired(now=expires + timedelta(seconds=1)) == 1
    assert send(user).is_new
    assert not send(other_user).is_new


@pytest.mark.django_db(transaction=True)
def test_deletion_skips_locked_keys(user):
    send(user)
    IdempotencyKey.objects.update(expires=timezone.now())
    with closing(connections.create_connection("default")) as rival, rival.cursor() as cursor:
        cursor.execute("begin")
        cursor.execute("select from users_idempotencykey for update")
        assert idempotency.delete_expired() == 0
        cursor.execute("rollback")
    assert idempotency.delete_expired() == 1

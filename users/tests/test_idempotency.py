"""A request with a key is carried out once, for as long as the key counts."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from core.errors import Conflict
from users import idempotency
from users.idempotency import LIFETIME, IdempotencyKeyReuse, InvalidIdempotencyKey, forget_expired, once
from users.models import IdempotencyKey

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch):
    """Move the clock that keys are judged by."""

    def move(by: timedelta) -> None:
        moment = timezone.now() + by
        monkeypatch.setattr(idempotency.timezone, "now", lambda: moment)

    return move


def send(owner, key="k", route="POST /things", **payload):
    return once(key, owner=owner, route=route, payload=payload, make=uuid4)


def test_the_same_request_gives_the_same_thing(person):
    # proves: S3-28
    first, again = send(person, size=1), send(person, size=1)
    assert (first.is_new, again.is_new, again.id) == (True, False, first.id)


def test_two_people_may_use_the_same_key(person, stranger):
    # proves: S3-27 X-29
    assert send(person).id != send(stranger).id


def test_without_a_key_nothing_is_remembered(person):
    assert send(person, key="").id != send(person, key="").id
    assert not IdempotencyKey.objects.exists()


@pytest.mark.parametrize("other", [{"size": 2}, {"size": 1, "more": None}, {"route": "POST /others", "size": 1}])
def test_another_request_with_the_key_is_refused(person, other):
    # proves: S3-29 X-6
    made = send(person, size=1)
    with pytest.raises(IdempotencyKeyReuse):
        send(person, **other)
    assert send(person, size=1).id == made.id


@pytest.mark.parametrize("key", [" ", "a b", "é", "x" * 256, "a\n"])
def test_a_key_is_visible_text(person, key):
    with pytest.raises(InvalidIdempotencyKey):
        send(person, key=key)


def test_what_was_refused_has_used_no_key(person):
    def refuse():
        raise Conflict

    with pytest.raises(Conflict):
        once("k", owner=person, route="POST /things", payload={}, make=refuse)
    assert send(person).is_new


@pytest.mark.parametrize(
    ("seconds", "is_new"),
    [
        (-1, False),  # still the same request
        (1, True),  # a new one, also with another body
    ],
)
def test_a_key_counts_for_a_day(person, clock, seconds, is_new):
    # proves: S3-31 X-5
    first = send(person, size=1)
    clock(LIFETIME + timedelta(seconds=seconds))
    again = send(person, size=2 if is_new else 1)
    assert (again.is_new, again.id == first.id) == (is_new, not is_new)
    assert IdempotencyKey.objects.count() == 1


def test_only_expired_keys_are_forgotten(person):
    # proves: X-5
    send(person)
    expires = IdempotencyKey.objects.get().expires
    assert forget_expired(now=expires - timedelta(seconds=1)) == 0
    assert forget_expired(now=expires + timedelta(seconds=1)) == 1
    assert send(person).is_new

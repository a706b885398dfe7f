"""Subscriptions: a view checks access inside Django and leaves one for `middleware`, which streams outside Django.

Django occupies a thread and a database connection for each request it serves. A stream needs neither, so the view puts
the subscription into the request's ASGI scope and returns.
"""

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from core.access import AccessLimits
from core.redis_leases import Lease
from events.sse import stream_limit

SCOPE_KEY: Final = "cartulary.stream"
LEASE_KEY: Final = "cartulary.stream_lease"
USER_KEY: Final = "cartulary.stream_user"
# `Last-Event-ID` of a job's stream: its current state is enough to reconnect, unless it has ended already.
LIVE: Final = "live"
END: Final = "end"
_HEADERS: Final = {"Cache-Control": "no-cache, no-store, no-transform", "X-Accel-Buffering": "no"}


@dataclass(frozen=True, slots=True)
class UserSubscription:
    """All changes of which a user is a recipient; `since` is the client's `Last-Event-ID`, empty at first."""

    owner_id: UUID
    since: str
    limits: AccessLimits | None = None  # of the token


@dataclass(frozen=True, slots=True)
class JobSubscription:
    """The status of one job until it ends."""

    job_id: UUID


@dataclass(frozen=True, slots=True)
class LogSubscription:
    """The events of a log (`events.live_log`); `since` is the client's `Last-Event-ID`, empty at first."""

    name: str
    since: str


Subscription = UserSubscription | JobSubscription | LogSubscription


def subscribe(request: HttpRequest, subscription: Subscription, *, user_id: UUID) -> HttpResponse:
    """Return the head of a stream; `middleware` sends the body when Django has finished the request.

    Raise `TooManyStreams` when the user has as many as one may have.
    """
    scope: MutableMapping[str, Any] | None = getattr(request, "scope", None)
    if scope is not None and request.method == "GET":  # HEAD has no body
        scope[LEASE_KEY] = stream_limit.acquire(user_id)
        scope[SCOPE_KEY], scope[USER_KEY] = subscription, user_id
    return HttpResponse(content_type="text/event-stream", headers=_HEADERS)


def subscription_of(scope: MutableMapping[str, Any]) -> Subscription | None:
    """Return the subscription that a view has made for this request."""
    subscription: Subscription | None = scope.get(SCOPE_KEY)
    return subscription


def user_of(scope: MutableMapping[str, Any]) -> UUID:
    """Return the key of the user who has subscribed."""
    key: UUID = scope[USER_KEY]
    return key


def lease_of(scope: MutableMapping[str, Any]) -> Lease | None:
    """Return the lease of the stream, if it is counted."""
    lease: Lease | None = scope.get(LEASE_KEY)
    return lease

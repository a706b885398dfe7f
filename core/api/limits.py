"""Rate limits: so many requests in a time, per person (or address), tenant and class of route, over all processes.

A view says its class with `rate_class`; else safe methods are `read` and the others `write`. When Redis is away nothing
is refused. The answer to every counted request says how the limits stand (draft-ietf-httpapi-ratelimit-headers).
"""

import logging
import math
import time
from collections.abc import Callable, Iterator
from ipaddress import ip_address, ip_network
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from redis import RedisError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core import windows
from core.api.requests import django_request
from core.errors import RateLimited
from core.windows import Count, Taken, Window

logger = logging.getLogger(__name__)

_TAKEN = "cartulary_rate"
_REST_SECONDS = 5.0
_IPV6_PREFIX = 64  # what one subscriber has


def address_of(request: HttpRequest) -> str:
    """Where a request comes from; of IPv6, the network that one subscriber has."""
    try:
        address = ip_address(request.META.get("REMOTE_ADDR") or "")
    except ValueError:
        return "unknown"
    return str(address) if address.version == 4 else str(ip_network((address, _IPV6_PREFIX), strict=False))  # noqa: PLR2004  # IPv4


class RateLimit(BaseThrottle):
    """The framework asks this before each view, once it knows who asks."""

    def allow_request(self, request: Request, view: Any) -> bool:
        default = "read" if request.method in SAFE_METHODS else "write"
        check(request, getattr(view, "rate_class", default))
        return True


def check(request: Request, route: str) -> None:
    """Count the request; raise `RateLimited` when there were too many of its class."""
    count(django_request(request), route, user=request.user)


def count(request: HttpRequest, route: str, *, user: Any) -> None:
    """The same for a part of a request that is of a class of its own: GraphQL can ask for several things at once."""
    limits = settings.RATE_LIMITS.get(route, {})
    asked = [Window(key=f"{route}:{who}", limit=limits[scope][0], seconds=limits[scope][1])
             for scope, who in _who(request, user) if scope in limits]  # fmt: skip
    taken = _breaker.take(asked) if asked else None
    if taken is None:
        return
    setattr(request, _TAKEN, _taken(request) | {each.window.key: each for each in taken.counts})
    if not taken.is_allowed:
        logger.warning("rate.limited", extra={"route_class": route, "windows": [each.key for each in asked]})
        raise RateLimited(retry_after=math.ceil(taken.wait))


def check_address(request: HttpRequest, route: str) -> None:
    """Count something of an address, whoever asks; raise `RateLimited` when it happened too often."""
    limit = settings.RATE_LIMITS.get(route, {}).get("address")
    if limit is None:
        return
    taken = _breaker.take([Window(key=f"{route}:a:{address_of(request)}", limit=limit[0], seconds=limit[1])])
    if taken is not None and not taken.is_allowed:
        raise RateLimited(retry_after=math.ceil(taken.wait))


def _taken(request: HttpRequest) -> dict[str, Count]:
    return getattr(request, _TAKEN, {})


def _who(request: HttpRequest, user: Any) -> Iterator[tuple[str, str]]:
    if user.is_authenticated:
        yield "person", f"p:{user.pk}"
        yield "tenant", f"t:{user.tenant_id}"
    else:
        yield "address", f"a:{address_of(request)}"


class _Breaker:
    """Does not ask a Redis that is away again for some seconds: nobody shall wait for it with every request."""

    _silent_until: ClassVar[float] = 0.0

    def take(self, asked: list[Window]) -> Taken | None:
        if time.monotonic() < _Breaker._silent_until:
            return None
        try:
            return windows.take(asked)
        except RedisError as error:
            _Breaker._silent_until = time.monotonic() + _REST_SECONDS
            logger.warning("rate.unavailable", extra={"reason": str(error)})
            return None


_breaker = _Breaker()


class RateLimitMiddleware:
    """Writes on the answer how the limits stand."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        counts = _taken(request).values()
        if counts:
            response["RateLimit-Policy"] = ", ".join(
                f'"{_scope(each.window)}";q={each.window.limit};w={each.window.seconds}' for each in counts
            )
            response["RateLimit"] = ", ".join(
                f'"{_scope(each.window)}";r={each.remaining};t={math.ceil(each.reset)}' for each in counts
            )
        return response


def _scope(window: Window) -> str:
    route, kind, _ = window.key.split(":", 2)
    return f"{route}-{ {'p': 'person', 't': 'tenant', 'a': 'address'}[kind] }"

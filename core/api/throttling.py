"""Rate limits per user (or address), tenant and class of route, over all processes.

A view names its class with `rate_class`, or those of some methods: `{"POST": "search"}`. Else safe methods are `read`
and the others `write`. Work whose cost the client decides is limited by that, too (`core.api.costs`). While Redis is
unavailable nothing is refused. Counted responses carry the state of the limits (draft-ietf-httpapi-ratelimit-headers).
"""

import logging
import math
import time
from collections.abc import Callable, Iterator, Mapping
from ipaddress import ip_address, ip_network
from typing import Any, ClassVar, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from redis import RedisError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core.api import rate_limiter
from core.api.rate_limiter import RateLimit, RateLimitResult, Usage
from core.api.rest.validation import django_request
from core.errors import RateLimited

logger = logging.getLogger(__name__)

T = TypeVar("T")

_USAGE = "cartulary_rate_limits"
_PAUSE_SECONDS = 5.0
_IPV6_PREFIX = 64  # the network of one subscriber


def address_of(request: HttpRequest) -> str:
    """Return the client's address; for IPv6, the network of one subscriber."""
    try:
        address = ip_address(request.META.get("REMOTE_ADDR") or "")
    except ValueError:
        return "unknown"
    return str(address) if address.version == 4 else str(ip_network((address, _IPV6_PREFIX), strict=False))  # noqa: PLR2004  # IPv4


class Throttle(BaseThrottle):
    """The DRF throttle of all views."""

    def allow_request(self, request: Request, view: Any) -> bool:
        default = "read" if request.method in SAFE_METHODS else "write"
        check(request, rate_class_of(view, request.method) or default)
        return True


def rate_class_of(view: Any, method: str | None) -> str | None:
    """Return the class that a view names for a method, if it names one."""
    named: str | Mapping[str, str] | None = getattr(view, "rate_class", None)
    return named.get(method or "") if isinstance(named, Mapping) else named


def check(request: Request, route: str) -> None:
    """Count a request; raise `RateLimited` when there were too many of its class."""
    count(django_request(request), route, user=request.user)


def count(request: HttpRequest, route: str, *, user: Any) -> None:
    """Count a part of a request that has a class of its own: a GraphQL query can contain several searches."""
    limits = rate_limits_of(route, request, user)
    result = breaker.hit(limits) if limits else None
    if result is None:
        return
    setattr(request, _USAGE, _usage_of(request) | {usage.limit.key: usage for usage in result.usage})
    if not result.is_allowed:
        logger.warning("rate.limited", extra={"route_class": route, "limits": [limit.key for limit in limits]})
        raise RateLimited(retry_after=math.ceil(result.retry_after))


def check_address(request: HttpRequest, route: str) -> None:
    """Count an event of an address, for all users together; raise `RateLimited` when there were too many."""
    limit = settings.RATE_LIMITS.get(route, {}).get("address")
    if limit is None:
        return
    key = f"{route}:address:{address_of(request)}"
    result = breaker.hit([RateLimit(key=key, maximum=limit[0], seconds=limit[1])])
    if result is not None and not result.is_allowed:
        raise RateLimited(retry_after=math.ceil(result.retry_after))


def rate_limits_of(route: str, request: HttpRequest, user: Any) -> list[RateLimit]:
    """Return the limits of a class that apply to a request."""
    configured = settings.RATE_LIMITS.get(route, {})
    return [
        RateLimit(key=f"{route}:{scope}:{name}", maximum=configured[scope][0], seconds=configured[scope][1])
        for scope, name in _scopes_of(request, user)
        if scope in configured
    ]


def _usage_of(request: HttpRequest) -> dict[str, Usage]:
    return getattr(request, _USAGE, {})


def _scopes_of(request: HttpRequest, user: Any) -> Iterator[tuple[str, str]]:
    if user.is_authenticated:
        yield "user", str(user.pk)
        yield "tenant", str(user.tenant_id)
    else:
        yield "address", address_of(request)


class Breaker:
    """After an error it leaves Redis alone for some seconds, so that not every request waits for it."""

    _open_until: ClassVar[float] = 0.0

    def hit(self, limits: list[RateLimit]) -> RateLimitResult | None:
        return self.call(lambda: rate_limiter.hit(limits))

    def call(self, action: Callable[[], T]) -> T | None:
        if time.monotonic() < Breaker._open_until:
            return None
        try:
            return action()
        except RedisError as error:
            Breaker._open_until = time.monotonic() + _PAUSE_SECONDS
            logger.warning("rate.unavailable", extra={"reason": str(error)})
            return None


breaker = Breaker()


class RateLimitMiddleware:
    """Adds the state of the limits to the response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        usages = _usage_of(request).values()
        if usages:
            response["RateLimit-Policy"] = ", ".join(
                f'"{_name(usage.limit)}";q={usage.limit.maximum};w={usage.limit.seconds}' for usage in usages
            )
            response["RateLimit"] = ", ".join(
                f'"{_name(usage.limit)}";r={usage.remaining};t={math.ceil(usage.reset)}' for usage in usages
            )
        return response


def _name(limit: RateLimit) -> str:
    route, scope, _ = limit.key.split(":", 2)
    return f"{route}-{scope}"

"""Checks of GraphQL that are made from REST views: their permission classes and rate classes."""

from collections.abc import Callable, Mapping
from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.views import APIView

from core.access import Actor, require_no_token, require_staff, require_user
from core.api.graphql.context import Info
from core.api.rest.permissions import HasNoToken, IsAuthenticated, IsAuthenticatedOrReadOnly, IsStaff
from core.api.throttling import count, rate_class_of

_CHANGES: Mapping[type[BasePermission], Callable[[Actor], object]] = {
    IsAuthenticated: require_user,
    IsAuthenticatedOrReadOnly: require_user,
    IsStaff: require_staff,
    HasNoToken: lambda actor: require_no_token(require_user(actor)),
}
_READS: Mapping[type[BasePermission], Callable[[Actor], object]] = {
    **_CHANGES,
    IsAuthenticatedOrReadOnly: lambda actor: actor,
}


def check_of(view: type[Any], method: str, *, name: str) -> Callable[[Info], None]:
    """Return a function that checks what the view checks before this method (`get`, `post`, …) of the operation."""
    if not _CHANGES.keys() >= set(view.permission_classes) or view.initial is not APIView.initial:
        raise TypeError(f"{view.__name__} has permissions of its own: write {name} by hand.")
    checks = [(_READS if method == "get" else _CHANGES)[each] for each in view.permission_classes]
    rate_class = rate_class_of(view, method.upper())

    def check(info: Info) -> None:
        for each in checks:
            each(info.context.actor)
        if rate_class is not None and info.context.request is not None:
            count(info.context.request, rate_class, user=info.context.actor)

    return check

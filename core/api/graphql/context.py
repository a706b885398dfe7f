"""The GraphQL context: the request's actor."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from core.access import Actor, require_reader, require_user

if TYPE_CHECKING:
    from django.http import HttpRequest

    from users.models import User


@dataclass(frozen=True, slots=True)
class Context:
    """The context of all resolvers of a request."""

    actor: Actor
    # For operations on the session, and to build absolute URLs.
    request: "HttpRequest | None" = None

    @property
    def user(self) -> "User":
        """The signed-in user; raises `NotAuthenticated` for anonymous requests."""
        return require_user(self.actor)

    @property
    def reader(self) -> Actor:
        """A user, or the holder of a share link: actors that may ask for lists. Else raises `NotAuthenticated`."""
        return require_reader(self.actor)


class Info(Protocol):
    """The part of graphene's resolve information that resolvers use."""

    context: Context
    schema: Any

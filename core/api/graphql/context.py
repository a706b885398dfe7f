"""What resolvers know about the request besides their arguments."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from core.permissions import reader, signed_in

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.http import HttpRequest

    from users.models import User


@dataclass(frozen=True, slots=True)
class Context:
    """Who asks."""

    user: "User | AnonymousUser"
    # For what has to be done to a session, and for links that lead back here.
    request: "HttpRequest | None" = None

    @property
    def person(self) -> "User":
        """The person who asks; `NotAuthenticated` for anonymous requests."""
        return signed_in(self.user)

    @property
    def reader(self) -> "User | AnonymousUser":
        """A person, or a stranger with a share link: those who may ask for lists. Else `NotAuthenticated`."""
        return reader(self.user)


class Info(Protocol):
    """The part of graphene's resolve information that resolvers use."""

    context: Context
    schema: Any

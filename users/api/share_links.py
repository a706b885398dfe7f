"""Who asks, and which share links they have opened: in their session, or sent along as `X-Share-Token`."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from rest_framework import authentication
from rest_framework.request import Request

from core.api.rest.validation import django_request
from users.models import User
from users.sharing.links import hash_of, held_in

HEADER = "X-Share-Token"


class SessionAuthentication(authentication.SessionAuthentication):
    """A browser's session, with the links that were opened in it."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        found = super().authenticate(request)
        return (carrying_links(found[0], request), None) if found else None


class Stranger(AnonymousUser):
    """Somebody who is not signed in, and holds links."""

    def __init__(self, links: frozenset[str]) -> None:
        super().__init__()
        self.share_links = links


class StrangerAuthentication(authentication.BaseAuthentication):
    """The last to be asked: nobody knows who this is, but they hold a link."""

    def authenticate(self, request: Request) -> tuple[Stranger, None] | None:
        links = links_in(request)
        return (Stranger(links), None) if links else None


def carrying_links(person: User, request: Request) -> User:
    """Let a person who was recognized hold the links of their request. Every class of authentication does."""
    person.share_links = links_in(request)
    return person


def links_in(request: Request) -> frozenset[str]:
    """The hashes of the links that come with a request."""
    asked = django_request(request)
    sent = asked.headers.get(HEADER, "")
    return held_in(asked.session) | ({hash_of(sent)} if sent else frozenset())

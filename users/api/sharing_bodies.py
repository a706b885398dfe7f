"""Shares, links and teams as REST shows them."""

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest

from users.models import User
from users.sharing import services, teams
from users.sharing.links import Landing
from users.sharing.models import Share, Team


def user_body(user: User | None) -> dict[str, Any] | None:
    """Describe a person to others; their address is not for them."""
    if user is None:
        return None
    return {"id": user.pk, "username": user.get_username(), "name": user.get_full_name()}


def share_body(share: Share, *, link: str | None = None) -> dict[str, Any]:
    """Describe a share; `link` is the address of one that was just made."""
    return {
        "id": share.pk,
        "role": share.role,
        "user": user_body(share.user),
        "team": {"id": share.team.pk, "name": share.team.name} if share.team else None,
        "link": {"expires": share.expires, "url": link} if share.token_hash else None,
        "created": share.created,
        "created_by": user_body(share.created_by),
        "expires": share.expires,
        "version": services.version_of(share),
    }


def link_url(token: str, request: HttpRequest) -> str | None:
    """The address of the landing page, as whoever made the link would pass it on."""
    return request.build_absolute_uri(link_path(token)) if token else None


def link_path(token: str) -> str:
    """The landing page of a link; it is the user interface's."""
    return f"/s/{token}"


def landing_body(landing: Landing, *, opened: bool) -> dict[str, Any]:
    """Describe a link; the id of what it opens only once it is open."""
    facts = asdict(landing)
    return facts if opened else {name: fact for name, fact in facts.items() if name != "id"}


def team_body(team: Team, reader: User) -> dict[str, Any]:
    """Describe a team to one of its members."""
    places = sorted(team.memberships.all(), key=lambda place: place.pk)
    return {
        "id": team.pk,
        "name": team.name,
        "version": teams.version_of(team),
        "created": team.created,
        "my_role": next((place.role for place in places if place.user_id == reader.pk), "member"),
        "members": [{"user": user_body(place.user), "role": place.role} for place in places],
    }

"""Share what is yours, change that, take it back, publish it. Everything here needs SHARE on the thing."""

import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.access.actors import Actor
from core.access.permissions import require
from core.access.roles import Permission, Role
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.row_locks import lock_against_delete
from core.errors import Invalid, NotFound
from core.models import Owned
from users.models import User
from users.sharing.errors import ShareExists, TeamNotFound, TooManyShares
from users.sharing.links import hash_of, new_token
from users.sharing.models import SHARED_ROLES, Share, Team
from users.sharing.people import person_called
from users.sharing.registry import table_of, thing_model
from users.sharing.signals import access_changed

logger = logging.getLogger(__name__)

MOST_SHARES = 500
_LAST_YEAR = 9000  # what is stored counts in UTC, which the last hours of the calendar leave


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A share that is asked for: with a person (user name or address), a team, or whoever has a link. One of them."""

    role: str
    person: str = ""
    team: UUID | None = None
    link: bool = False
    expires: datetime | None = None


@dataclass(frozen=True, slots=True)
class MadeShare:
    """A share, and the token of its link, which nobody will see again."""

    share: Share
    token: str = ""


def shares_of(thing: Owned, *, actor: Actor) -> "QuerySet[Any]":
    """Everybody it is shared with, as made; expired ones too, so that they can be renewed or removed."""
    require(actor, Permission.SHARE, thing)
    rows: QuerySet[Any] = table_of(thing).objects.filter(thing=thing)
    return rows.select_related("person", "team", "created_by").order_by("id")


@transaction.atomic
def create_share(thing: Owned, wish: Wish, *, actor: User) -> MadeShare:
    """Share a thing. `Invalid` names the field; `ShareExists` carries the id of the share that is there."""
    require(actor, Permission.SHARE, thing)
    table = table_of(thing)
    if not _rows(thing).select_for_update(no_key=True).exists():
        raise NotFound  # it was deleted at this moment
    if table.objects.filter(thing=thing).count() >= MOST_SHARES:
        raise TooManyShares(maximum=MOST_SHARES)
    token = new_token() if wish.link else ""
    reach = _reach(wish, thing, actor) | ({"token_hash": hash_of(token)} if token else {})
    share = table(thing=thing, role=_role(wish.role), expires=_expiry(wish.expires), created_by=actor, **reach)
    try:
        with transaction.atomic():
            share.save(force_insert=True)
    except IntegrityError:
        existing = table.objects.filter(thing=thing, **reach).first()
        raise (ShareExists(share_id=str(existing.pk)) if existing else ShareExists()) from None
    _announce(thing, share)
    logger.info("share.made", extra={"thing": thing.pk, "share": share.pk, "role": share.role})
    return MadeShare(share, token)


def version_of(share: Share) -> str:
    """The version of what can be edited."""
    return fingerprint(share.role, share.expires and share.expires.astimezone(UTC))


@transaction.atomic
def change_share(share: Share, changes: dict[str, Any], *, actor: User, expected: str | None = None) -> Share:
    """Change the role, or when it ends (`expires`; nothing: never).

    `EditConflict` when somebody did so after version `expected`.
    """
    require(actor, Permission.SHARE, _thing(share))
    held = type(share).objects.select_for_update(no_key=True).filter(pk=share.pk).first()
    if held is None:
        raise NotFound  # it was withdrawn at this moment
    require_unchanged(expected, version_of(held))
    share.role = _role(changes["role"]) if "role" in changes else held.role
    share.expires = _expiry(changes["expires"]) if "expires" in changes else held.expires
    share.save(update_fields=["role", "expires"])
    _announce(_thing(share), share)
    logger.info("share.changed", extra={"thing": _thing(share).pk, "share": share.pk, "role": share.role})
    return share


@transaction.atomic
def withdraw_share(share: Share, *, actor: User) -> None:
    """Take it back; whoever reads at this moment has read their last page."""
    require(actor, Permission.SHARE, _thing(share))
    _announce(_thing(share), share, withdrawn=True)
    share.delete()
    logger.info("share.withdrawn", extra={"thing": _thing(share).pk})


@transaction.atomic
def set_public(thing: Owned, *, public: bool, actor: User) -> None:
    """Let everybody look at a thing, or only those it is shared with."""
    require(actor, Permission.SHARE, thing)
    thing.is_public = public
    if not _rows(thing).update(is_public=public):
        raise NotFound  # it was deleted at this moment
    _announce(thing)
    logger.info("thing.published" if public else "thing.unpublished", extra={"thing": thing.pk})


def _announce(thing: Owned, share: Share | None = None, *, withdrawn: bool = False) -> None:
    access_changed.send(sender=type(thing), thing=thing, share=share, withdrawn=withdrawn)


def _thing(share: Share) -> Owned:
    thing: Owned = share.thing  # type: ignore[attr-defined]  # every table has one
    return thing


def _rows(thing: Owned) -> "QuerySet[Any]":
    rows: QuerySet[Any] = thing_model(table_of(thing)).objects.filter(pk=thing.pk)
    return rows


def _reach(wish: Wish, thing: Owned, actor: User) -> dict[str, Any]:
    if [bool(wish.person), wish.team is not None, wish.link].count(True) != 1:
        raise Invalid("Name one of `person`, `team` and `link`.", field="person")
    if wish.link:
        return {}
    if wish.team is not None:
        team = Team.objects.filter(pk=wish.team, memberships__person=actor).first()
        if team is None:
            raise TeamNotFound(field="team")
        lock_against_delete(team)
        return {"team": team}
    person = person_called(wish.person)
    if person.pk == thing.owner_id:
        raise Invalid("Its owner may do everything already.", field="person")
    return {"person": person}


def _role(wanted: str) -> str:
    if wanted not in [role.value for role in SHARED_ROLES]:
        known = ", ".join(role.value for role in SHARED_ROLES)
        raise Invalid(f"A role that can be given is one of: {known}.", field="role")
    return Role(wanted).value


def _expiry(wanted: datetime | None) -> datetime | None:
    if wanted is None:
        return None
    if timezone.is_naive(wanted):
        wanted = wanted.replace(tzinfo=UTC)
    if wanted.year > _LAST_YEAR:
        raise Invalid("This is too far away: leave it out for what never expires.", field="expires")
    if wanted <= timezone.now():
        raise Invalid("This moment has passed.", field="expires")
    return wanted

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
from users.sharing.people import find_user
from users.sharing.registry import table_of, target_model
from users.sharing.signals import access_changed

logger = logging.getLogger(__name__)

MOST_SHARES = 500
_LAST_YEAR = 9000  # what is stored counts in UTC, which the last hours of the calendar leave


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareRequest:
    """A share that is asked for: with a person (user name or address), a team, or whoever has a link. One of them."""

    role: str
    user: str = ""
    team: UUID | None = None
    link: bool = False
    expires: datetime | None = None


@dataclass(frozen=True, slots=True)
class CreatedShare:
    """A share, and the token of its link, which nobody will see again."""

    share: Share
    token: str = ""


def shares_of(target: Owned, *, actor: Actor) -> "QuerySet[Any]":
    """Everybody it is shared with, as made; expired ones too, so that they can be renewed or removed."""
    require(actor, Permission.SHARE, target)
    rows: QuerySet[Any] = table_of(target).objects.filter(target=target)
    return rows.select_related("user", "team", "created_by").order_by("id")


@transaction.atomic
def create_share(target: Owned, request: ShareRequest, *, actor: User) -> CreatedShare:
    """Share a thing. `Invalid` names the field; `ShareExists` carries the id of the share that is there."""
    require(actor, Permission.SHARE, target)
    table = table_of(target)
    if not _rows(target).select_for_update(no_key=True).exists():
        raise NotFound  # it was deleted at this moment
    if table.objects.filter(target=target).count() >= MOST_SHARES:
        raise TooManyShares(maximum=MOST_SHARES)
    token = new_token() if request.link else ""
    reach = _reach(request, target, actor) | ({"token_hash": hash_of(token)} if token else {})
    share = table(target=target, role=_role(request.role), expires=_expiry(request.expires), created_by=actor, **reach)
    try:
        with transaction.atomic():
            share.save(force_insert=True)
    except IntegrityError:
        existing = table.objects.filter(target=target, **reach).first()
        raise (ShareExists(share_id=str(existing.pk)) if existing else ShareExists()) from None
    _announce(target, share)
    logger.info("share.made", extra={"target": target.pk, "share": share.pk, "role": share.role})
    return CreatedShare(share, token)


def version_of(share: Share) -> str:
    """The version of what can be edited."""
    return fingerprint(share.role, share.expires and share.expires.astimezone(UTC))


@transaction.atomic
def change_share(share: Share, changes: dict[str, Any], *, actor: User, expected: str | None = None) -> Share:
    """Change the role, or when it ends (`expires`; nothing: never).

    `EditConflict` when somebody did so after version `expected`.
    """
    require(actor, Permission.SHARE, _target(share))
    held = type(share).objects.select_for_update(no_key=True).filter(pk=share.pk).first()
    if held is None:
        raise NotFound  # it was withdrawn at this moment
    require_unchanged(expected, version_of(held))
    share.role = _role(changes["role"]) if "role" in changes else held.role
    share.expires = _expiry(changes["expires"]) if "expires" in changes else held.expires
    share.save(update_fields=["role", "expires"])
    _announce(_target(share), share)
    logger.info("share.changed", extra={"target": _target(share).pk, "share": share.pk, "role": share.role})
    return share


@transaction.atomic
def withdraw_share(share: Share, *, actor: User) -> None:
    """Take it back; whoever reads at this moment has read their last page."""
    require(actor, Permission.SHARE, _target(share))
    _announce(_target(share), share, withdrawn=True)
    share.delete()
    logger.info("share.withdrawn", extra={"target": _target(share).pk})


@transaction.atomic
def set_public(target: Owned, *, public: bool, actor: User) -> None:
    """Let everybody look at a thing, or only those it is shared with."""
    require(actor, Permission.SHARE, target)
    target.is_public = public
    if not _rows(target).update(is_public=public):
        raise NotFound  # it was deleted at this moment
    _announce(target)
    logger.info("target.published" if public else "target.unpublished", extra={"target": target.pk})


def _announce(target: Owned, share: Share | None = None, *, withdrawn: bool = False) -> None:
    access_changed.send(sender=type(target), target=target, share=share, withdrawn=withdrawn)


def _target(share: Share) -> Owned:
    target: Owned = share.target  # type: ignore[attr-defined]  # every table has one
    return target


def _rows(target: Owned) -> "QuerySet[Any]":
    rows: QuerySet[Any] = target_model(table_of(target)).objects.filter(pk=target.pk)
    return rows


def _reach(request: ShareRequest, target: Owned, actor: User) -> dict[str, Any]:
    if [bool(request.user), request.team is not None, request.link].count(True) != 1:
        raise Invalid("Name one of `user`, `team` and `link`.", field="user")
    if request.link:
        return {}
    if request.team is not None:
        team = Team.objects.filter(pk=request.team, memberships__user=actor).first()
        if team is None:
            raise TeamNotFound(field="team")
        lock_against_delete(team)
        return {"team": team}
    user = find_user(request.user)
    if user.pk == target.owner_id:
        raise Invalid("Its owner may do everything already.", field="user")
    return {"user": user}


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

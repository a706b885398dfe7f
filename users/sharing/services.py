"""Create, change and remove shares; publish objects. All but `leave` requires the permission SHARE."""

import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import PERMISSIONS, Actor, Permission, Role, require
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.row_locks import lock_against_delete
from core.db.rows import saved_changes
from core.errors import Invalid, NotFound
from core.models import Owned
from users.models import User
from users.secrets import lock_owner, lock_signed_in, require_confirmed
from users.sharing.errors import AccessNotDirect, ShareExists, TeamNotFound, TooManyShares
from users.sharing.links import hash_token, new_token
from users.sharing.lookup import find_grantee
from users.sharing.models import Share, ShareRole
from users.sharing.registry import share_model_of, target_model
from users.sharing.signals import access_changed
from users.sharing.teams import teams_of

logger = logging.getLogger(__name__)

MAX_SHARES: Final = 500
_LAST_YEAR: Final = 9000  # the last hours of the calendar do not exist in UTC


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareRequest:
    """A requested share with a user (by name), an e-mail address, a team, or the holders of a new link: one of them."""

    role: str
    user: str = ""
    team: UUID | None = None
    link: bool = False
    expires: datetime | None = None


@dataclass(frozen=True, slots=True)
class CreatedShare:
    """A new share, and the token of its link, which is not stored."""

    share: Share
    token: str = ""


def shares_of(target: Owned, *, actor: Actor) -> "QuerySet[Any]":
    """Return all shares of an object, oldest first, including expired ones, which can be renewed or removed."""
    require(actor, Permission.SHARE, target)
    rows: QuerySet[Any] = share_model_of(target).objects.filter(target=target)
    return rows.select_related("user", "team", "created_by").order_by("id")


@transaction.atomic
def create_share(target: Owned, request: ShareRequest, *, actor: User) -> CreatedShare:
    """Share an object. `Invalid` names the field; `ShareExists` contains the id of the existing share."""
    require(actor, Permission.SHARE, target)
    if request.link:
        lock_owner(actor)
    model = share_model_of(target)
    if not _rows(target).select_for_update(no_key=True).exists():
        raise NotFound  # deleted in the meantime
    if model.objects.filter(target=target).count() >= MAX_SHARES:
        raise TooManyShares(maximum=MAX_SHARES)
    token = new_token() if request.link else ""
    grantee, identity = _grantee(request, target, actor, token)
    share = model(
        target=target,
        role=_valid_role(request.role),
        expires=_valid_expiry(request.expires, actor, is_link=request.link),
        created_by=actor,
        token_id=actor.access.token_id if request.link else None,
        **grantee,
    )
    try:
        with transaction.atomic():
            share.save(force_insert=True)
    except IntegrityError:
        existing = model.objects.filter(target=target, **identity).first()
        raise (ShareExists(share_id=str(existing.pk)) if existing else ShareExists()) from None
    _record(share, Action.LINK_CREATED if share.token_hash else Action.SHARE_CREATED, actor)
    _announce(target, share)
    logger.info("share.created", extra={"target": target.pk, "share": share.pk, "role": share.role})
    return CreatedShare(share, token)


def version_of(share: Share) -> str:
    """Return the version of the fields that can be edited."""
    return fingerprint(share.role, share.expires and share.expires.astimezone(UTC))


@transaction.atomic
def change_share(share: Share, *, actor: User, expected: str | None = None, **changes: Any) -> Share:
    """Change `role` or `expires` (`None`: never); raise `EditConflict` if changed after version `expected`.

    Raise `ConfirmationNeeded` for a link that would open more than before, or for longer, as for a new one.
    """
    require(actor, Permission.SHARE, _target(share))
    if share.token_hash:
        lock_signed_in(actor)
    current = type(share).objects.select_for_update(no_key=True).filter(pk=share.pk).first()
    if current is None:
        raise NotFound  # withdrawn in the meantime
    require_unchanged(expected, version_of(current))
    share.role, share.expires = current.role, current.expires
    with saved_changes(share) as changed:
        if "role" in changes:
            share.role = _valid_role(changes["role"])
        if "expires" in changes:
            share.expires = _valid_expiry(changes["expires"], actor, is_link=share.token_hash is not None)
        if share.token_hash and _opens_more(share, current):
            require_confirmed(actor)
    if not changed:
        return share
    _record(share, Action.LINK_CHANGED if share.token_hash else Action.SHARE_CHANGED, actor)
    _announce(_target(share), share)
    logger.info("share.changed", extra={"target": _target(share).pk, "share": share.pk, "role": share.role})
    return share


@transaction.atomic
def withdraw_share(share: Share, *, actor: User) -> None:
    """Delete a share, with effect from the next request."""
    require(actor, Permission.SHARE, _target(share))
    delete_share(share, actor=actor)


def delete_share(share: Share, *, actor: User) -> None:
    """Delete a share that the actor may withdraw."""
    _record(share, Action.LINK_WITHDRAWN if share.token_hash else Action.SHARE_WITHDRAWN, actor)
    _announce(_target(share), share, withdrawn=True)
    share.delete()
    logger.info("share.withdrawn", extra={"target": _target(share).pk})


@transaction.atomic
def leave(target: Owned, *, actor: User) -> None:
    """Delete the shares of an object with the actor; raise `AccessNotDirect` if there is none."""
    require(actor, Permission.VIEW, target)
    if target.owner_id == actor.pk:
        raise AccessNotDirect("You own this. Delete it, or ask an administrator to pass it on.")
    shares = list(share_model_of(target).objects.select_for_update(no_key=True).filter(target=target, user=actor))
    if not shares:
        raise AccessNotDirect
    for share in shares:
        _record(share, Action.SHARE_LEFT, actor)
        _announce(target, share, withdrawn=True)
        share.delete()
    logger.info("share.left", extra={"target": target.pk})


@transaction.atomic
def set_public(target: Owned, *, public: bool, actor: User) -> None:
    """Let everyone view an object, or only users and links with access."""
    require(actor, Permission.SHARE, target)
    target.is_public = public
    if not _rows(target).exclude(is_public=public).update(is_public=public):
        if not _rows(target).exists():
            raise NotFound  # deleted in the meantime
        return
    record(Action.PUBLISHED if public else Action.UNPUBLISHED, target, actor=actor)
    _announce(target)
    logger.info("target.published" if public else "target.unpublished", extra={"target": target.pk})


def _record(share: Share, action: Action, actor: User) -> None:
    """Record a change of a share. Of one with an address, the log does not say whether an account has it."""
    details: dict[str, Any] = {
        "share": str(share.pk),
        "role": share.role,
        "expires": share.expires and share.expires.isoformat(),
    }
    if share.team_id:
        details["team"] = str(share.team_id)
    elif share.user_id and not share.email:
        details["user"] = str(share.user_id)
    elif share.email:
        details["by"] = "address"
    record(action, _target(share), actor=actor, **details)


def _announce(target: Owned, share: Share | None = None, *, withdrawn: bool = False) -> None:
    access_changed.send(sender=type(target), target=target, share=share, withdrawn=withdrawn)


def _target(share: Share) -> Owned:
    target: Owned = share.target  # type: ignore[attr-defined]  # declared by the subclasses
    return target


def _rows(target: Owned) -> "QuerySet[Any]":
    rows: QuerySet[Any] = target_model(share_model_of(target)).objects.filter(pk=target.pk)
    return rows


def _grantee(request: ShareRequest, target: Owned, actor: User, token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the columns of the grantee, and those of them that identify it among the shares of the object."""
    if [bool(request.user), request.team is not None, request.link].count(True) != 1:
        raise Invalid("Provide one of `user`, `team` and `link`.", field="user")
    if request.link:
        columns: dict[str, Any] = {"token_hash": hash_token(token)}
        return columns, columns
    if request.team is not None:
        team = teams_of(actor).filter(pk=request.team).first()
        if team is None:
            raise TeamNotFound(field="team")
        lock_against_delete(team)
        columns = {"team": team}
        return columns, columns
    grantee = find_grantee(request.user, actor=actor)
    # Only the owner may share: this shows them nothing about others.
    if grantee.user is not None and grantee.user.pk == target.owner_id:
        raise Invalid("The owner has all permissions already.", field="user")
    return {"user": grantee.user, "email": grantee.email}, grantee.columns()


def _opens_more(share: Share, before: Share) -> bool:
    """Check whether a changed share has a permission that it had not before, or a later end."""
    later = before.expires is not None and (share.expires is None or share.expires > before.expires)
    return later or not PERMISSIONS[Role(share.role)] <= PERMISSIONS[Role(before.role)]


def _valid_role(value: str) -> str:
    if value not in list(ShareRole):
        raise Invalid(f"Choose one of {', '.join(ShareRole)}.", field="role")
    return ShareRole(value).value


def _valid_expiry(value: datetime | None, actor: User, *, is_link: bool) -> datetime | None:
    """Return the expiry: of a link, at the latest that of the API token that the actor uses."""
    latest = actor.access.token_expires if is_link else None
    if value is None:
        return latest
    if timezone.is_naive(value):
        value = value.replace(tzinfo=UTC)
    if value.year > _LAST_YEAR:
        raise Invalid("This is too far in the future. Omit it if the share does not expire.", field="expires")
    if value <= timezone.now():
        raise Invalid("The expiry must be in the future.", field="expires")
    return min(value, latest) if latest else value

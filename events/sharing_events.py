"""Record events when access to an object is granted, changed or withdrawn, expires, or ends with the object."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from core.models import Owned
from events import outbox
from events.outbox import Entity
from events.recipients import entity_of
from users.sharing import registry
from users.sharing.models import Share

_ACCESS = ("access",)
_CHUNK = 500
_DOWNTIME = timedelta(minutes=5)  # shares that expired while no worker was running


def record_access_change(*, target: Owned, share: Share | None, withdrawn: bool, **_: Any) -> None:
    """Receiver of `access_changed`: notify the owner, users with access, and the user who lost it."""
    _record(target, [share] if share and withdrawn else [], changed=_ACCESS)


def record_deletion(obj: Owned, shares: Iterable[Share], *, actor_id: UUID | None = None) -> None:
    """Notify the owner, the users of the shares and who deletes it that an object is being deleted."""
    _record(obj, shares, changed=(), others=[actor_id] if actor_id else [])


def record_expired_shares(*, since: datetime) -> datetime:
    """Record shares that have expired since then like withdrawn ones; return the time for the next call.

    Every worker does so; duplicate events do no harm.
    """
    now = timezone.now()
    for table in registry.share_models().values():
        expired = table.objects.filter(expires__gt=since, expires__lte=now).select_related("target", "user", "team")
        for share in expired.iterator(chunk_size=_CHUNK):
            _record(share.target, [share], changed=_ACCESS)
    return now


class ExpiredShares:
    """Records expired shares again and again; for housekeeping."""

    def __init__(self) -> None:
        self._since = timezone.now() - _DOWNTIME

    def record(self) -> None:
        self._since = record_expired_shares(since=self._since)


def record_team_change(*, team_id: UUID, user_id: UUID, left: Sequence[UUID], **_: Any) -> None:
    """Receiver of `team_changed`: notify the members, and those who left, whose access to shared objects changes."""
    outbox.record(Entity.TEAM, team_id, owner_id=user_id, changed=["members"])
    outbox.record_for(left, Entity.TEAM, team_id, changed=[])


def _record(obj: Owned, ended: Iterable[Share], *, changed: Sequence[str], others: Iterable[UUID] = ()) -> None:
    entity = entity_of(obj)
    if entity is None:
        return
    ended = list(ended)
    teams = {share.team_id for share in ended if share.team_id}
    users = {obj.owner_id, *others, *(share.user_id for share in ended if share.user_id and not share.email)}
    outbox.record_for(users, entity, obj.pk, changed=changed)
    # The owner may not see that an account has the address: rows without changes reach their user only.
    private = {share.user_id for share in ended if share.user_id and share.email}
    outbox.record_for(private - users, entity, obj.pk, changed=())
    for team in teams:  # one row for all members
        outbox.record(Entity.TEAM, team, owner_id=obj.owner_id, changed=_ACCESS)

"""What people are told when sharing changes, or what was shared with them ends. Writes events, nothing else."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from core.models import Owned
from tasks import events
from tasks.audiences import entity_of
from users.sharing import registry
from users.sharing.models import Share

_ACCESS = ("access",)
_AT_ONCE = 500


def tell_access(*, target: Owned, share: Share | None, withdrawn: bool, **_: Any) -> None:
    """A share was given, changed or withdrawn, or the thing published or not: its owner hears, and whom it reaches."""
    _tell(target, [share] if share and withdrawn else [], changed=_ACCESS)


def tell_end(target: Owned, shares: Iterable[Share]) -> None:
    """A thing is being deleted: its owner hears, and those with whom it was shared, whom it will not reach any more."""
    _tell(target, shares, changed=())


def tell_expired(*, since: datetime) -> datetime:
    """Tell of the shares that have ended by themselves since then, as of withdrawn ones; give what to go on from.

    Every worker tells; that it is heard more than once does no harm.
    """
    now = timezone.now()
    for table in registry.share_models().values():
        ended = table.objects.filter(expires__gt=since, expires__lte=now).select_related("target", "user", "team")
        for share in ended.iterator(chunk_size=_AT_ONCE):
            _tell(share.target, [share], changed=_ACCESS)
    return now


def tell_team(*, team_id: UUID, user_id: UUID, left: Sequence[UUID], **_: Any) -> None:
    """Somebody came or left, or the team is gone: all that was shared with it may be in sight, or out of it."""
    events.record(events.Entity.TEAM, team_id, owner_id=user_id, changed=["members"])
    events.record_for(left, events.Entity.TEAM, team_id, changed=[])


def _tell(target: Owned, ended: Iterable[Share], *, changed: Sequence[str]) -> None:
    entity = entity_of(target)
    if entity is None:
        return
    teams = {share.team_id for share in ended if share.team_id}
    people = {target.owner_id, *(share.user_id for share in ended if share.user_id)}
    events.record_for(people, entity, target.pk, changed=changed)
    for team in teams:  # one row, however many they are
        events.record(events.Entity.TEAM, team, owner_id=target.owner_id, changed=_ACCESS)

"""The users who have a document open, and their pages. Kept in Redis, for seconds, and not stored."""

import logging
import time
from typing import Final, NamedTuple
from uuid import UUID

from redis import RedisError

from core import redis_client
from core.access.permissions import is_member
from documents.models import Document
from users.models import User

logger = logging.getLogger(__name__)

REPORT_SECONDS: Final = 10  # between the reports of a client
_PRESENT_SECONDS: Final = 3 * REPORT_SECONDS


class PresentUser(NamedTuple):
    """A user who has a document open."""

    user: User
    page: int


def report_presence(document: Document, *, page: int, actor: User) -> list[PresentUser]:
    """Record that a user has a document open at a page; return the other users who have.

    Only members see each other: the readers of public documents do not. While Redis is unavailable there are none.
    """
    if not is_member(actor, document):
        return []
    try:
        pages = _exchange(document.pk, actor.pk, page)
    except RedisError as error:
        logger.warning("presence.unavailable", extra={"error": str(error)})
        return []
    users = User.objects.filter(pk__in=pages, is_active=True).order_by("username")
    return [PresentUser(user, pages[user.pk]) for user in users]


def _exchange(document: UUID, user: UUID, page: int) -> dict[UUID, int]:
    """Store the page of a user; return those of the others who reported lately."""
    now, key = time.time(), redis_client.key("presence", str(document))
    pipeline = redis_client.client().pipeline()
    pipeline.hset(key, str(user), f"{now:.0f} {page}")
    pipeline.expire(key, _PRESENT_SECONDS)
    pipeline.hgetall(key)
    reports = {other: report.split() for other, report in pipeline.execute()[-1].items() if other != str(user)}
    return {
        UUID(other): int(number) for other, (time_, number) in reports.items() if now - int(time_) <= _PRESENT_SECONDS
    }

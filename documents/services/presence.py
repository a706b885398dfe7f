"""The users who have a document open, their pages and selections. Kept in Redis, for seconds, and not stored."""

import json
import logging
import time
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from redis import RedisError

from core import redis_client
from core.access.permissions import is_member
from core.errors import Invalid
from documents.models import Document
from events import transient
from users.models import User

logger = logging.getLogger(__name__)

REPORT_SECONDS: Final = 10  # between the reports of a client
MAX_SELECTED_PAGES: Final = 5
_PRESENT_SECONDS: Final = 3 * REPORT_SECONDS
ENTITY: Final = "presence"


class TokenRange(NamedTuple):
    """Tokens of a page, from first to last inclusive, counted from 0."""

    page: int
    first: int
    last: int


class Report(NamedTuple):
    """The page that a user sees, and what is selected."""

    page: int
    selection: tuple[TokenRange, ...]


class PresentUser(NamedTuple):
    """A user who has a document open."""

    user: User
    page: int
    selection: tuple[TokenRange, ...]


def report_presence(
    document: Document, *, page: int, selection: Sequence[TokenRange] = (), actor: User
) -> list[PresentUser]:
    """Record that a user has a document open at a page; return the other users who have, and notify them of a change.

    Only members see each other: the readers of public documents do not. While Redis is unavailable there are none.
    """
    _check_selection(document, selection)
    if not is_member(actor, document):
        return []
    try:
        others = _exchange(document.pk, actor.pk, Report(page, tuple(selection)))
    except RedisError as error:
        logger.warning("presence.unavailable", extra={"error": str(error)})
        return []
    users = User.objects.filter(pk__in=others, is_active=True).order_by("username")
    return [PresentUser(user, *others[user.pk]) for user in users]


def _check_selection(document: Document, selection: Sequence[TokenRange]) -> None:
    if len(selection) > MAX_SELECTED_PAGES:
        raise Invalid(f"Send the selection of at most {MAX_SELECTED_PAGES} pages.", field="selection")
    if any(not 1 <= each.page <= document.page_count for each in selection):
        raise Invalid(f"The document has {document.page_count} pages.", field="selection")
    if any(not 0 <= each.first <= each.last for each in selection):
        raise Invalid("The first token of a selection comes before the last.", field="selection")
    pages = [each.page for each in selection]
    if pages != sorted(set(pages)):
        raise Invalid("Send one range for each page, in their order.", field="selection")


def _exchange(document: UUID, user: UUID, report: Report) -> dict[UUID, Report]:
    """Store the report of a user; return those of the others who reported lately."""
    now, key = time.time(), redis_client.key("present", str(document))
    pipeline = redis_client.client().pipeline()
    pipeline.hgetall(key)
    pipeline.hset(key, str(user), json.dumps([int(now), *report]))
    pipeline.expire(key, _PRESENT_SECONDS)
    reports = _parse(pipeline.execute()[0], since=now - _PRESENT_SECONDS)
    previous = reports.pop(user, None)
    if reports and report != previous:
        transient.publish(ENTITY, document, users=reports, changed=["page", "selection"])
    return reports


def _parse(stored: Mapping[str, str], *, since: float) -> dict[UUID, Report]:
    reports = ((UUID(user), json.loads(text)) for user, text in stored.items())
    return {
        user: Report(page, tuple(TokenRange(*each) for each in selection))
        for user, (time_, page, selection) in reports
        if time_ >= since
    }

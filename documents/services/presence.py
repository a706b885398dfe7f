"""The users who have a document open, their pages, selections and boxes. Kept in Redis, for seconds, and not stored.

Each window of a user reports by itself. A user is listed once, as in the window whose report changed last.
"""

import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from uuid import UUID

from redis import RedisError

from core import redis_client
from core.access import is_member
from core.errors import Invalid
from documents.models import Document
from documents.services.boxes import PageBox, require_on_page
from events import transient
from users.models import User

logger = logging.getLogger(__name__)

REPORT_SECONDS: Final = 10  # between the reports of a client
MAX_SELECTED_PAGES: Final = 5
MAX_WINDOWS: Final = 20  # of a user; those that reported longest ago are forgotten
_PRESENT_SECONDS: Final = 3 * REPORT_SECONDS
ENTITY: Final = "presence"
_SEPARATOR: Final = ":"


class TokenRange(NamedTuple):
    """Tokens of a page, from first to last inclusive, counted from 0."""

    page: int
    first: int
    last: int


class Report(NamedTuple):
    """The page that a user sees, and what is selected: words, or a box that is being drawn."""

    page: int
    selection: tuple[TokenRange, ...]
    box: PageBox | None = None


class Window(NamedTuple):
    """A window of the browser of a user. Clients without windows have an empty id."""

    user: UUID
    id: str = ""


class _Stored(NamedTuple):
    reported: int
    changed: float
    report: Report


@dataclass(frozen=True)
class PresentUser:
    """A user who has a document open."""

    user: User
    page: int
    selection: tuple[TokenRange, ...]
    box: PageBox | None = None


def report_presence(
    document: Document,
    *,
    page: int,
    selection: Sequence[TokenRange] = (),
    box: PageBox | None = None,
    window: UUID | None = None,
    closed: bool = False,
    actor: User,
) -> list[PresentUser]:
    """Record that a user has a document open at a page; return the other users who have, and notify them of a change.

    A closed window is forgotten at once.
    Only members see each other: the readers of public documents do not. While Redis is unavailable there are none.
    """
    _check_selection(document, selection)
    if box is not None:
        _check_box(document, box)
    if not is_member(actor, document):
        return []
    try:
        reporting = Window(actor.pk, str(window or ""))
        others = _exchange(document.pk, reporting, None if closed else Report(page, tuple(selection), box))
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


def _check_box(document: Document, box: PageBox) -> None:
    if not 1 <= box.page <= document.page_count:
        raise Invalid(f"The document has {document.page_count} pages.", field="box")
    require_on_page(box)


def _exchange(document: UUID, window: Window, report: Report | None) -> dict[UUID, Report]:
    """Store the report of a window, or forget it; return those of the other users who reported lately."""
    now, key = time.time(), redis_client.key("windows-of-users", str(document))
    redis = redis_client.client()
    fields = redis.hgetall(key)
    stored = _parse(fields, since=now - _PRESENT_SECONDS)
    before, previous = _by_user(stored), stored.pop(window, None)
    for oldest in _too_many(stored, window.user):
        del stored[oldest]
    with redis.pipeline() as pipeline:
        if report is not None:
            changed = previous.changed if previous and previous.report == report else now
            stored[window] = _Stored(int(now), changed, report)
            pipeline.hset(key, _field(window), json.dumps([int(now), changed, *report]))
        if forgotten := fields.keys() - set(map(_field, stored)):
            pipeline.hdel(key, *forgotten)
        pipeline.expire(key, _PRESENT_SECONDS)
        pipeline.execute()
    users = _by_user(stored)
    is_changed = users.pop(window.user, None) != before.get(window.user)
    if users and is_changed:
        transient.publish(ENTITY, document, users=users, changed=["page", "selection", "box"])
    return users


def _field(window: Window) -> str:
    return _SEPARATOR.join(map(str, window))


def _too_many(stored: Mapping[Window, _Stored], user: UUID) -> list[Window]:
    """Return the windows of a user that make room for another one."""
    own = sorted((each for each in stored if each.user == user), key=lambda each: stored[each].reported)
    return own[: max(0, len(own) + 1 - MAX_WINDOWS)]


def _by_user(stored: Mapping[Window, _Stored]) -> dict[UUID, Report]:
    """Return the report of each user that changed last."""
    latest = sorted(stored.items(), key=lambda item: item[1].changed)
    return {window.user: each.report for window, each in latest}


def _parse(stored: Mapping[Any, Any], *, since: float) -> dict[Window, _Stored]:
    windows = {}
    for field, text in stored.items():
        user, _, window = field.partition(_SEPARATOR)
        reported, changed, page, selection, box = json.loads(text)
        if reported >= since:
            report = Report(page, tuple(TokenRange(*each) for each in selection), box and PageBox(*box))
            windows[Window(UUID(user), window)] = _Stored(reported, changed, report)
    return windows

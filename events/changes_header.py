"""The header `X-Changes` of a response: what its request has changed, so that a page knows what to load again.

It has the events that the stream sends to this user, separated by spaces: `id:entity:uuid:subject:changed,changed`.
The subject may be empty; nothing is left in `changed` of what was deleted. `*` stands for more than a header holds.
"""

import logging
from collections.abc import Callable, Iterable
from typing import Final
from uuid import UUID

from django.db import Error
from django.http import HttpRequest, HttpResponse

from core.access import access_of
from events import outbox, recipients
from events.outbox import Change

logger = logging.getLogger(__name__)

HEADER: Final = "X-Changes"
MUCH: Final = "*"
_MAX_BYTES: Final = 2_000  # nginx reads the head of a response into 4 kB
_MAX_CHANGES: Final = 100


class ChangesMiddleware:
    """Adds the header to responses to users, once the request has committed a change of which they may know.

    As for transient changes, limited tokens have none: their objects would have to be compared with the limits.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if outbox.committed_in(request) and request.user.is_authenticated and access_of(request.user).limits is None:
            value = _value(request, request.user.pk)
            if value:
                response[HEADER] = value
        return response


def _value(request: HttpRequest, user_id: UUID) -> str:
    changes = outbox.committed_in(request)
    if len(changes) > _MAX_CHANGES:
        return MUCH
    try:
        value = " ".join(_entries(recipients.known_to(user_id, changes)))
    except Error:  # what was asked for is done
        logger.warning("events.recipients_unknown", exc_info=True)
        return MUCH
    return value if len(value) <= _MAX_BYTES else MUCH


def _entries(changes: Iterable[Change]) -> Iterable[str]:
    """Return one entry for changes that are alike, with the id of the last."""
    alike = {(each.entity, each.uuid, each.subject, each.changed): each.id for each in changes}
    for (entity, uuid, subject, changed), key in alike.items():
        yield f"{key}:{entity}:{uuid}:{subject or ''}:{','.join(changed)}"

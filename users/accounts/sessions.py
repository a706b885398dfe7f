"""Sessions of browsers: they end some days after the last request, and in any case some weeks after the sign-in.

`SESSION_COOKIE_AGE` is the time without requests, `SESSION_LIFETIME` that since the sign-in; an identity provider can
set an earlier end. The expiry of a session
that is in use is postponed once an hour, because writing it with every request would cost more than it gains. For each
session of a user there is a `BrowserSession`, so that users see where they are signed in.
"""

import time
from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from audit import origin
from core.db.compiled_lookup import CompiledLookup
from users.accounts.models import BrowserSession

_BEGAN: Final = "began"
_RENEWED: Final = "renewed"
_CONFIRMED: Final = "confirmed"  # when the user entered the password again
_ENDS: Final = "ends"  # by an identity provider, in seconds since 1970
_LISTED: Final = "listed"  # what the `BrowserSession` was written for
_RENEWAL_SECONDS: Final = 3_600
_SESSION: Final = CompiledLookup(Session.objects.all, "session_key", "expire_date__gt")


class SessionStore(DatabaseStore):
    """Django's sessions in the database, of which those of users have a maximum age."""

    def load(self) -> dict[str, Any]:
        """Return the data of the session; none if the user has to sign in again."""
        data: dict[str, Any] = super().load()
        if SESSION_KEY not in data:
            return data
        now = int(time.time())
        if data.setdefault(_BEGAN, now) + settings.SESSION_LIFETIME.total_seconds() <= now:
            self.delete(self.session_key)
            self._session_key = None
            return {}
        if data.get(_RENEWED, 0) + _RENEWAL_SECONDS <= now:
            data[_RENEWED] = now
            self.modified = True
        return data

    def _get_session_from_db(self) -> Session | None:
        session = _SESSION.get(self.session_key, timezone.now()) if self.session_key else None
        if session is None:
            self._session_key = None
        return session

    def get_expiry_date(self, **values: Any) -> datetime:
        """Return when the session ends if it is not used again."""
        expiry = super().get_expiry_date(**values)
        return min(expiry, datetime.fromtimestamp(self[_ENDS], tz=UTC)) if _ENDS in self else expiry

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002  # the signature is Django's
        """Save; remember when and where the user has signed in."""
        data = self._get_session(no_load=must_create)  # type: ignore[attr-defined]  # the stubs lack it
        if SESSION_KEY not in data or self.session_key is None:  # without a key, `create` calls this again
            super().save(must_create)
            return
        now = int(time.time())
        data.setdefault(_BEGAN, now)
        data.setdefault(_RENEWED, now)
        # A change of the password replaces the key first, and then the hash.
        current = [self.session_key, data.get(HASH_SESSION_KEY, "")]
        is_new, data[_LISTED] = data.get(_LISTED) != current, current
        with transaction.atomic():
            super().save(must_create)
            if is_new:
                _list_session(*current, user_id=data[SESSION_KEY])


def _list_session(key: str, session_auth_hash: str, *, user_id: str) -> None:
    # Not `origin.current()`: while Django reads the user of a session of an earlier SECRET_KEY, it stores the session.
    request = origin.current_request()
    address, agent = (None, "") if request is None else (origin.address_of(request), origin.user_agent_of(request))
    values = {"address": address, "user_agent": agent, "session_auth_hash": session_auth_hash}
    BrowserSession.objects.update_or_create(session_id=key, defaults={"user_id": user_id, **values})


def replace_previous(request: HttpRequest, **_: object) -> None:
    """Begin the session of a user who signs in once more anew; Django does so for other users only."""
    if _BEGAN in request.session:
        for name in (_BEGAN, _RENEWED, _CONFIRMED, _ENDS):
            request.session.pop(name, None)
        request.session.cycle_key()


def end_at(session: SessionBase, seconds: int) -> None:
    """Let a session end at a time, in seconds since 1970, at the latest."""
    session[_ENDS] = seconds


def note_confirmation(session: SessionBase) -> None:
    """Remember that the user has just entered the password again."""
    session[_CONFIRMED] = int(time.time())


def last_confirmation(session: SessionBase) -> datetime:
    """Return when the user of a session signed in, or entered the password again."""
    return datetime.fromtimestamp(session.get(_CONFIRMED, session.get(_BEGAN, 0)), tz=UTC)

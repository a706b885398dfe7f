"""API tokens: a person's keys for programs. The token itself is shown once; what stands here is its SHA-256."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from core.access.actors import require_staff
from core.access.scopes import TokenScope
from core.errors import Invalid, NotFound
from users.accounts.errors import InvalidToken, TooManyTokens
from users.accounts.models import ApiToken
from users.models import User

PREFIX: Final = "cty_"
MOST_PER_PERSON: Final = 50
_SECRET_BYTES: Final = 30
_SHOWN: Final = 8
_LONGEST_NAME: Final = 100
_LAST_USED_STEP: Final = timedelta(minutes=1)


def create_token(
    *, owner: User, name: str, scopes: Collection[str], expires: datetime | None = None
) -> tuple[ApiToken, str]:
    """Make a token; give its row, and the token itself, which is told nowhere else."""
    wanted = _checked(owner, scopes)
    if not 0 < len(name.strip()) <= _LONGEST_NAME:
        raise Invalid(f"Give the token a name of at most {_LONGEST_NAME} characters.", field="name")
    if expires is not None and expires <= timezone.now():
        raise Invalid("That moment is in the past.", field="expires")
    User.objects.select_for_update().get(pk=owner.pk)  # one after the other, or the count would mean nothing
    if tokens_of(owner).count() >= MOST_PER_PERSON:
        raise TooManyTokens(maximum=MOST_PER_PERSON)
    text = PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
    row = ApiToken.objects.create(
        owner=owner,
        name=name.strip(),
        scopes=wanted,
        start=text[:_SHOWN],
        digest=_digest(text),
        expires=expires,
    )
    return row, text


def _checked(owner: User, scopes: Collection[str]) -> list[str]:
    known = [scope.value for scope in TokenScope if scope.value in scopes]
    if not known or len(known) != len(set(scopes)):
        raise Invalid(f"Choose from {', '.join(TokenScope)}.", field="scopes")
    if TokenScope.ADMIN in known:
        require_staff(owner)
    return known


def tokens_of(owner: User) -> QuerySet[ApiToken]:
    """Give the tokens of a person, those that have expired too."""
    return ApiToken.objects.filter(owner=owner)


def token_of(owner: User, key: UUID) -> ApiToken:
    """Give one of a person's tokens; `NotFound` when they have none of that key."""
    found = tokens_of(owner).filter(pk=key).first()
    if found is None:
        raise NotFound
    return found


def revoke_token(key: UUID, *, owner: User) -> None:
    """End a token; `NotFound` when the person has none of that key."""
    deleted, _ = tokens_of(owner).filter(pk=key).delete()
    if not deleted:
        raise NotFound


def person_of(text: str) -> User:
    """Give who a token stands for, limited to its scopes; `InvalidToken` when it does not count."""
    now = timezone.now()
    row = ApiToken.objects.select_related("owner").filter(digest=_digest(text), owner__is_active=True).first()
    if row is None or (row.expires is not None and row.expires <= now):
        raise InvalidToken
    if row.last_used is None or now - row.last_used >= _LAST_USED_STEP:
        ApiToken.objects.filter(pk=row.pk).update(last_used=now)
    row.owner.token_scopes = frozenset(row.scopes)
    return row.owner


def _digest(text: str) -> str:
    # A hundred and more random bits: nothing has to slow down guessing.
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()

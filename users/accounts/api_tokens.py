"""API tokens for scripts and integrations. The token itself is shown once; only its SHA-256 is stored."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record, record_all, record_first
from core.access.actors import require_staff
from core.access.scopes import TokenScope
from core.errors import Invalid, NotFound
from users.accounts.errors import InvalidToken, TooManyTokens
from users.accounts.models import ApiToken
from users.models import User

PREFIX: Final = "cty_"
MAX_PER_USER: Final = 50
_SECRET_BYTES: Final = 30
_START_LENGTH: Final = 8
_MAX_NAME_LENGTH: Final = 100
_LAST_USED_STEP: Final = timedelta(minutes=1)


def create_token(
    *, owner: User, name: str, scopes: Collection[str], expires: datetime | None = None
) -> tuple[ApiToken, str]:
    """Create a token; return its row and the token itself, which is stored nowhere."""
    valid_scopes = _validated(owner, scopes)
    if not 0 < len(name.strip()) <= _MAX_NAME_LENGTH:
        raise Invalid(f"The name must have 1 to {_MAX_NAME_LENGTH} characters.", field="name")
    if expires is not None and expires <= timezone.now():
        raise Invalid("The expiry must be in the future.", field="expires")
    User.objects.select_for_update().get(pk=owner.pk)  # concurrent requests must not exceed the maximum
    if tokens_of(owner).count() >= MAX_PER_USER:
        raise TooManyTokens(maximum=MAX_PER_USER)
    text = PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
    row = ApiToken.objects.create(
        owner=owner,
        name=name.strip(),
        scopes=valid_scopes,
        start=text[:_START_LENGTH],
        digest=_digest(text),
        expires=expires,
    )
    record(Action.TOKEN_CREATED, row, actor=owner, scopes=valid_scopes)
    return row, text


def _validated(owner: User, scopes: Collection[str]) -> list[str]:
    known = [scope.value for scope in TokenScope if scope.value in scopes]
    if not known or len(known) != len(set(scopes)):
        raise Invalid(f"Choose from {', '.join(TokenScope)}.", field="scopes")
    if TokenScope.ADMIN in known:
        require_staff(owner)
    return known


def tokens_of(owner: User) -> QuerySet[ApiToken]:
    """Return the tokens of a user, including expired ones."""
    return ApiToken.objects.filter(owner=owner)


def get_token(owner: User, key: UUID) -> ApiToken:
    """Return a token of a user; raise `NotFound` if there is none with this key."""
    token = tokens_of(owner).filter(pk=key).first()
    if token is None:
        raise NotFound
    return token


@transaction.atomic
def revoke_token(key: UUID, *, owner: User) -> None:
    """Delete a token; raise `NotFound` if the user has none with this key."""
    if not revoke_tokens(tokens_of(owner).filter(pk=key)):
        raise NotFound


def revoke_tokens(tokens: QuerySet[ApiToken]) -> bool:
    """Delete tokens of a user; return whether there were any."""
    found = list(tokens.select_for_update())
    tokens.filter(pk__in=[token.pk for token in found]).delete()
    record_all(Action.TOKEN_REVOKED, found)
    return bool(found)


def authenticate(text: str) -> User:
    """Return the owner of a token, limited to its scopes; raise `InvalidToken` if it is unknown or has expired."""
    now = timezone.now()
    row = ApiToken.objects.select_related("owner").filter(digest=_digest(text), owner__is_active=True).first()
    if row is None or (row.expires is not None and row.expires <= now):
        raise InvalidToken
    if row.last_used is None or now - row.last_used >= _LAST_USED_STEP:
        ApiToken.objects.filter(pk=row.pk).update(last_used=now)
    row.owner.token_scopes, row.owner.token_id = frozenset(row.scopes), row.pk
    record_first(Action.TOKEN_USED_FROM_NEW_ADDRESS, row, actor=row.owner)
    return row.owner


def _digest(text: str) -> str:
    # A fast hash is enough: the secret has 240 random bits.
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()

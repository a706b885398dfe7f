"""API tokens for scripts and integrations. The token itself is shown once; only its SHA-256 is stored."""

import hashlib
import secrets
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record, record_all, record_first
from core.access import Access, Permission, TokenScope, require_administrator, require_staff, visible_keys
from core.access.rules import CORPORA, TEAMS, model_of_limit
from core.db.compiled_lookup import CompiledLookup
from core.db.rows import get_row
from core.errors import Invalid, NotFound
from users.accounts.errors import InvalidToken, TokenExpired, TooManyTokens
from users.accounts.models import ApiToken
from users.models import User
from users.secrets import LastingSecret, SecretKind, end_secrets_made_with, lock_owner

PREFIX: Final = "cty_"
MAX_PER_USER: Final = 50
MAX_LIMITS: Final = 100  # corpora, and teams, that a token is limited to
_MAX_DAYS: Final = 36_500
_CLOCK_TOLERANCE: Final = timedelta(minutes=5)  # of a client that computes the expiry
_SECRET_BYTES: Final = 30
_START_LENGTH: Final = 8
_MAX_NAME_LENGTH: Final = 100
_LAST_USED_STEP: Final = timedelta(minutes=1)
_TOKEN: Final = CompiledLookup(lambda: ApiToken.objects.select_related("owner").filter(owner__is_active=True), "digest")


@transaction.atomic
def create_token(
    *,
    owner: User,
    name: str,
    scopes: Collection[str],
    expires: datetime | None = None,
    lifetime_days: int | None = None,
    corpora: Collection[UUID] = (),
    teams: Collection[UUID] = (),
    actor: User | None = None,
) -> tuple[ApiToken, str]:
    """Create a token; return its row and the token itself, which is stored nowhere.

    With `corpora` or `teams`, which must be visible to the owner, it reaches only what is in them. Without a lifetime
    it has the longest one that the settings allow. `actor` creates it, if that is not the owner.
    """
    valid_scopes = _validated(owner, scopes)
    if not 0 < len(name.strip()) <= _MAX_NAME_LENGTH:
        raise Invalid(f"The name must have 1 to {_MAX_NAME_LENGTH} characters.", field="name")
    limits = {CORPORA: _visible(owner, CORPORA, corpora), TEAMS: _visible(owner, TEAMS, teams)}
    if {TokenScope.ADMIN, TokenScope.PROVISIONING} & {*valid_scopes} and any(limits.values()):
        raise Invalid("A token for operations of staff cannot be limited to corpora or teams.", field="scopes")
    expiry = _expiry(expires, lifetime_days)
    lock_owner(owner)  # concurrent requests must not exceed the maximum
    if actor is not None and actor.pk != owner.pk:
        lock_owner(actor)
    if tokens_of(owner).count() >= MAX_PER_USER:
        raise TooManyTokens(maximum=MAX_PER_USER)
    text = PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
    row = ApiToken.objects.create(
        owner=owner,
        name=name.strip(),
        scopes=valid_scopes,
        start=text[:_START_LENGTH],
        digest=_digest(text),
        expires=expiry,
        **limits,
    )
    record(Action.TOKEN_CREATED, row, actor=actor or owner, scopes=valid_scopes)
    return row, text


def _expiry(expires: datetime | None, lifetime_days: int | None) -> datetime | None:
    """Return when a new token expires; `None` only if the settings do not limit it."""
    now, maximum = timezone.now(), settings.API_TOKEN_MAX_DAYS
    if expires is not None and lifetime_days is not None:
        raise Invalid("Send only one of `expires` and `lifetime_days`.", field="lifetime_days")
    if lifetime_days is not None:
        if not 0 < lifetime_days <= (maximum or _MAX_DAYS):
            raise Invalid(f"Choose 1 to {maximum or _MAX_DAYS} days.", field="lifetime_days")
        return now + timedelta(days=lifetime_days)
    longest = now + timedelta(days=maximum) if maximum else None
    if expires is None:
        return longest
    if timezone.is_naive(expires):
        expires = expires.replace(tzinfo=UTC)
    if expires <= now:
        raise Invalid("The expiry must be in the future.", field="expires")
    if longest is not None and expires > longest + _CLOCK_TOLERANCE:
        raise Invalid(f"A token can be valid for at most {maximum} days.", field="expires")
    return expires


def _visible(owner: User, name: str, keys: Collection[UUID]) -> list[UUID]:
    """Return the keys of corpora or teams; raise `Invalid` if one of them is not visible to the owner."""
    if not keys:
        return []
    if len(keys) > MAX_LIMITS:
        raise Invalid(f"Choose at most {MAX_LIMITS}.", field=name)
    model = model_of_limit(name)
    live = model._default_manager  # noqa: SLF001  # a name of Django's documentation
    visible = live.filter(pk__in=visible_keys(model, owner, Permission.VIEW))
    found = set(visible.filter(pk__in=keys).values_list("pk", flat=True))
    if found != set(keys):
        raise Invalid("Not all of these were found.", field=name)
    return sorted(found)


def _validated(owner: User, scopes: Collection[str]) -> list[str]:
    known = [scope.value for scope in TokenScope if scope.value in scopes]
    if not known or len(known) != len(set(scopes)):
        raise Invalid(f"Choose from {', '.join(TokenScope)}.", field="scopes")
    if TokenScope.ADMIN in known:
        require_staff(owner)
    if TokenScope.PROVISIONING in known:
        require_administrator(owner)
        if len(known) > 1:
            raise Invalid("A token of a directory has the scope `provisioning` alone.", field="scopes")
    return known


def tokens_of(owner: User) -> QuerySet[ApiToken]:
    """Return the tokens of a user, including expired ones."""
    return ApiToken.objects.filter(owner=owner)


def get_token(owner: User, key: UUID) -> ApiToken:
    """Return a token of a user; raise `NotFound` if there is none with this key."""
    return get_row(tokens_of(owner), pk=key)


@transaction.atomic
def revoke_token(key: UUID, *, owner: User) -> None:
    """Delete a token; raise `NotFound` if the user has none with this key."""
    if not revoke_tokens(tokens_of(owner).filter(pk=key)):
        raise NotFound


def revoke_tokens(tokens: QuerySet[ApiToken]) -> bool:
    """Delete tokens of a user and what was made with them; return whether there were any."""
    found = list(tokens.select_related("owner").select_for_update(of=("self",)))
    if found:
        end_secrets_made_with(found[0].owner, [token.pk for token in found])
    tokens.filter(pk__in=[token.pk for token in found]).delete()
    record_all(Action.TOKEN_REVOKED, found)
    return bool(found)


class TokenSecrets:
    """The API tokens among the secrets of a user."""

    def list_secrets(self, user: User) -> Iterator[LastingSecret]:
        for row in tokens_of(user):
            yield LastingSecret(
                id=row.pk,
                kind=SecretKind.API_TOKEN,
                title=row.name,
                created=row.created,
                last_used=row.last_used,
                expires=row.expires,
            )

    def end(self, user: User, keys: Collection[UUID]) -> None:
        revoke_tokens(tokens_of(user).filter(pk__in=keys))


def authenticate(text: str) -> User:
    """Return the owner of a token, limited as the token is; raise `InvalidToken`, or `TokenExpired`."""
    now = timezone.now()
    row = _TOKEN.get(_digest(text))
    if row is None:
        raise InvalidToken
    if row.is_expired:
        raise TokenExpired
    if row.last_used is None or now - row.last_used >= _LAST_USED_STEP:
        ApiToken.objects.filter(pk=row.pk).update(last_used=now)
    row.owner.access = Access(
        row.owner.pk, scopes=frozenset(row.scopes), limits=row.limits, token_id=row.pk, token_expires=row.expires
    )
    record_first(Action.TOKEN_USED_FROM_NEW_ADDRESS, row, actor=row.owner)
    return row.owner


def _digest(text: str) -> str:
    # A fast hash is enough: the secret has 240 random bits.
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()

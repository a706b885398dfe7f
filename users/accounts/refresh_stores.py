"""Stores of refresh tokens: the database; memory for tests."""

from dataclasses import replace
from datetime import datetime
from threading import Lock
from uuid import UUID

from django.db import transaction

from audit import origin
from users.accounts import models
from users.accounts.refresh_tokens import Decision, IssuedToken, Rotation, TokenFamily, decide

_BATCH = 1_000


class DatabaseStore:
    """Rows of `RefreshFamily` and `RefreshToken`; the family's row is locked while one of its tokens is used."""

    def begin(self, family: TokenFamily, token: IssuedToken) -> None:
        with transaction.atomic():
            found = origin.current()
            models.RefreshFamily.objects.create(
                id=family.id,
                user_id=family.user_id,
                session_auth_hash=family.session_auth_hash,
                began=family.began,
                expires=token.expires,
                address=found.address,
                user_agent=found.user_agent,
            )
            _write(token)

    @transaction.atomic
    def rotate(self, token_id: UUID, *, now: datetime) -> Rotation | None:
        families = models.RefreshFamily.objects.filter(tokens=token_id)
        row = families.select_for_update(no_key=True, of=("self",)).first()
        if row is None:
            return None
        # After the lock: another request may have used the token in the meantime.
        token = models.RefreshToken.objects.select_related("successor").get(pk=token_id)
        family = TokenFamily(
            id=row.pk,
            user_id=row.user_id,
            session_auth_hash=row.session_auth_hash,
            began=row.began,
            revoked=row.revoked,
        )
        successor = _read(token.successor) if token.successor else None
        return self._apply(family, decide(family, _read(token), successor, now=now), now=now)

    def _apply(self, family: TokenFamily, decision: Decision, *, now: datetime) -> Rotation:
        if decision.used is not None and decision.token is not None:
            _write(decision.token)
            models.RefreshToken.objects.filter(pk=decision.used.id).update(
                used=decision.used.used, successor=decision.used.successor
            )
            models.RefreshFamily.objects.filter(pk=family.id).update(expires=decision.token.expires)
        if decision.revokes_family:
            self.revoke(family.id, now=now)
        return Rotation(family, decision.token, is_reuse=decision.revokes_family)

    def revoke(self, family: UUID, *, now: datetime) -> None:
        models.RefreshFamily.objects.filter(pk=family, revoked=None).update(revoked=now)

    @transaction.atomic
    def delete_expired(self, *, now: datetime) -> int:
        expired = models.RefreshFamily.objects.filter(expires__lte=now).select_for_update(skip_locked=True)
        batch = list(expired.values_list("pk", flat=True)[:_BATCH])
        models.RefreshFamily.objects.filter(pk__in=batch).delete()
        return len(batch)


def _read(row: models.RefreshToken) -> IssuedToken:
    return IssuedToken(
        id=row.pk,
        family=row.family_id,
        issued=row.issued,
        expires=row.expires,
        used=row.used,
        successor=row.successor_id,
    )


def _write(token: IssuedToken) -> None:
    models.RefreshToken.objects.create(id=token.id, family_id=token.family, issued=token.issued, expires=token.expires)


class MemoryStore:
    """Families and tokens in memory, for tests without a database."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._families: dict[UUID, TokenFamily] = {}
        self._tokens: dict[UUID, IssuedToken] = {}

    def begin(self, family: TokenFamily, token: IssuedToken) -> None:
        self._families[family.id] = family
        self._tokens[token.id] = token

    def rotate(self, token_id: UUID, *, now: datetime) -> Rotation | None:
        with self._lock:
            token = self._tokens.get(token_id)
            if token is None:
                return None
            family = self._families[token.family]
            successor = self._tokens[token.successor] if token.successor else None
            decision = decide(family, token, successor, now=now)
            for each in (decision.token, decision.used):
                if each is not None:
                    self._tokens[each.id] = each
            if decision.revokes_family:
                self.revoke(family.id, now=now)
            return Rotation(family, decision.token, is_reuse=decision.revokes_family)

    def revoke(self, family: UUID, *, now: datetime) -> None:
        stored = self._families.get(family)
        if stored is not None and stored.revoked is None:
            self._families[family] = replace(stored, revoked=now)

    def delete_expired(self, *, now: datetime) -> int:
        newest: dict[UUID, datetime] = {}
        for token in self._tokens.values():
            newest[token.family] = max(token.expires, newest.get(token.family, token.expires))
        expired = {family for family, expires in newest.items() if expires <= now}
        self._families = {key: family for key, family in self._families.items() if key not in expired}
        self._tokens = {key: token for key, token in self._tokens.items() if token.family not in expired}
        return len(expired)

"""Where refresh tokens are kept: in the database; in memory for tests."""

from dataclasses import replace
from datetime import datetime
from threading import Lock
from uuid import UUID

from django.db import transaction

from users.accounts import models
from users.accounts.refreshing import Decision, Family, Issued, Rotation, decide

_AT_ONCE = 1_000


class DatabaseStore:
    """Rows of `RefreshFamily` and `RefreshToken`; the family's row is locked while one of its tokens is used."""

    def begin(self, family: Family, token: Issued) -> None:
        with transaction.atomic():
            models.RefreshFamily.objects.create(
                id=family.id,
                user_id=family.user_id,
                stamp=family.stamp,
                began=family.began,
                expires=token.expires,
            )
            _write(token)

    @transaction.atomic
    def rotate(self, token_id: UUID, *, now: datetime) -> Rotation | None:
        families = models.RefreshFamily.objects.filter(tokens=token_id)
        row = families.select_for_update(no_key=True, of=("self",)).first()
        if row is None:
            return None
        # Only now: what a rival did while this waited for the family has to be seen.
        token = models.RefreshToken.objects.select_related("successor").get(pk=token_id)
        family = Family(id=row.pk, user_id=row.user_id, stamp=row.stamp, began=row.began, revoked=row.revoked)
        successor = _read(token.successor) if token.successor else None
        return self._keep(family, decide(family, _read(token), successor, now=now), now=now)

    def _keep(self, family: Family, decision: Decision, *, now: datetime) -> Rotation:
        if decision.used is not None and decision.answer is not None:
            _write(decision.answer)
            models.RefreshToken.objects.filter(pk=decision.used.id).update(
                used=decision.used.used, successor=decision.used.successor
            )
            models.RefreshFamily.objects.filter(pk=family.id).update(expires=decision.answer.expires)
        if decision.ends_family:
            self.revoke(family.id, now=now)
        return Rotation(family, decision.answer, is_reuse=decision.ends_family)

    def revoke(self, family: UUID, *, now: datetime) -> None:
        models.RefreshFamily.objects.filter(pk=family, revoked=None).update(revoked=now)

    @transaction.atomic
    def forget_expired(self, *, now: datetime) -> int:
        expired = models.RefreshFamily.objects.filter(expires__lte=now).select_for_update(skip_locked=True)
        batch = list(expired.values_list("pk", flat=True)[:_AT_ONCE])
        models.RefreshFamily.objects.filter(pk__in=batch).delete()
        return len(batch)


def _read(row: models.RefreshToken) -> Issued:
    return Issued(
        id=row.pk,
        family=row.family_id,
        issued=row.issued,
        expires=row.expires,
        used=row.used,
        successor=row.successor_id,
    )


def _write(token: Issued) -> None:
    models.RefreshToken.objects.create(id=token.id, family_id=token.family, issued=token.issued, expires=token.expires)


class MemoryStore:
    """The same for tests that need no database."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._families: dict[UUID, Family] = {}
        self._tokens: dict[UUID, Issued] = {}

    def begin(self, family: Family, token: Issued) -> None:
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
            for each in (decision.answer, decision.used):
                if each is not None:
                    self._tokens[each.id] = each
            if decision.ends_family:
                self.revoke(family.id, now=now)
            return Rotation(family, decision.answer, is_reuse=decision.ends_family)

    def revoke(self, family: UUID, *, now: datetime) -> None:
        found = self._families.get(family)
        if found is not None and found.revoked is None:
            self._families[family] = replace(found, revoked=now)

    def forget_expired(self, *, now: datetime) -> int:
        newest: dict[UUID, datetime] = {}
        for token in self._tokens.values():
            newest[token.family] = max(token.expires, newest.get(token.family, token.expires))
        gone = {family for family, expires in newest.items() if expires <= now}
        self._families = {key: family for key, family in self._families.items() if key not in gone}
        self._tokens = {key: token for key, token in self._tokens.items() if token.family not in gone}
        return len(gone)

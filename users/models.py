"""People and the tenants that fairness and quota are measured over."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac

from core.db.ids import uuid7
from core.models import Keyed


class Tenant(Keyed):
    """The group that fairness and quota are measured over. Belonging to one gives no sight of anything."""

    class Kind(models.TextChoices):
        PERSONAL = "personal"
        GROUP = "group"
        SYSTEM = "system"

    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.GROUP)
    quota_bytes = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="Of all its files; empty: as the installation says; 0: no limit."
    )
    quota_documents = models.PositiveIntegerField(
        null=True, blank=True, help_text="Empty: as the installation says; 0: no limit."
    )

    def __str__(self) -> str:
        return self.name


class User(AbstractUser):
    """A person. Everyone has a personal tenant, made with the row."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tenant = models.OneToOneField(Tenant, on_delete=models.PROTECT, related_name="user", editable=False)
    # One name, as the person writes it: not every name has a first and a last part.
    first_name = None  # type: ignore[assignment]  # removes the column of the base class
    last_name = None  # type: ignore[assignment]  # the same
    name = models.CharField(max_length=150, blank=True, db_default="")
    language = models.CharField(max_length=16, blank=True, db_default="", help_text="Empty: as the browser wishes.")
    time_zone = models.CharField(max_length=64, blank=True, db_default="", help_text="Empty: as the browser says.")
    # What an operator writes down counts; what a person says about themselves counts once the letter was answered.
    email_confirmed = models.BooleanField(default=True, db_default=True)
    pending_email = models.EmailField(blank=True, db_default="", help_text="Takes the place of the other if answered.")
    generation = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="Grows when everything that was given out has to end."
    )

    # What the token of this request may be used for; None when the person is here themselves.
    token_scopes: frozenset[str] | None = None
    # The hashes of the share links that came with this request.
    share_links: frozenset[str] = frozenset()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("email"), condition=Q(email_confirmed=True) & ~Q(email=""), name="confirmed_email_once"
            )
        ]

    @transaction.atomic
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, making the personal tenant first where there is none."""
        if self._state.adding and not hasattr(self, "tenant"):
            self.tenant = Tenant.objects.create(name=self.get_username(), kind=Tenant.Kind.PERSONAL)
        elif not self._state.adding and not self.is_active:
            self._end_everything(kwargs)
        super().save(*args, **kwargs)

    def _end_everything(self, options: dict[str, Any]) -> None:
        """Nothing that was given out comes back to life when the person may sign in again."""
        self.generation += 1
        if options.get("update_fields") is not None:
            options["update_fields"] = {*options["update_fields"], "generation"}

    def get_full_name(self) -> str:
        return self.name or self.get_username()

    def get_short_name(self) -> str:
        return self.get_full_name()

    def stamp(self) -> str:
        """What sessions and tokens carry: it changes with the password, whoever changed that, and the generation."""
        return self._stamp(settings.SECRET_KEY)

    def _stamp(self, secret: str) -> str:
        facts = f"{self.password}:{self.generation}"
        return salted_hmac("users.stamp", facts, secret=secret, algorithm="sha256").hexdigest()

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What Django compares sessions with."""
        return self._stamp(secret or settings.SECRET_KEY)


class TenantMembership(Keyed):
    """A person's belonging to a tenant besides their own."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tenant_memberships")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "user"], name="tenant_member_once")]


class IdempotencyKey(Keyed):
    """What a person's request with this key made (see `users.idempotency`); forgotten when it expires."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=255)
    route = models.CharField(max_length=200, db_default="")
    fingerprint = models.CharField(
        max_length=64, db_default="", help_text="SHA-256 of the route and the whole request."
    )
    object_id = models.UUIDField(null=True, help_text="What was made; empty only inside the transaction that makes it.")
    expires = models.DateTimeField(db_index=True)

    # Said aloud: the checker of types does not find the default one of a model that stands behind the user's.
    objects: ClassVar["models.Manager[IdempotencyKey]"] = models.Manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="one_request_per_key")]

    def __str__(self) -> str:
        return self.key

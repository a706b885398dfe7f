"""Users, and tenants: the groups that fair scheduling and quotas apply to."""

import hmac
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac
from django.utils.functional import cached_property

from audit.actions import Action
from audit.log import record
from core.access import Access
from core.db.ids import uuid7
from core.errors import Invalid
from core.models import Keyed
from users.identifiers import UsernameValidator, normalize, parse_address
from users.signals import email_confirmed


class Tenant(Keyed):
    """The group that fair scheduling and quotas apply to. Membership grants access to nothing."""

    class Kind(models.TextChoices):
        PERSONAL = "personal"
        GROUP = "group"
        SYSTEM = "system"

    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.GROUP)
    quota_bytes = models.PositiveBigIntegerField(
        null=True,
        blank=True,
        help_text="Size of all its files. Empty: the default; 0: no limit.",
    )
    quota_documents = models.PositiveIntegerField(null=True, blank=True, help_text="Empty: the default; 0: no limit.")

    def __str__(self) -> str:
        return self.name


class User(AbstractUser):
    """A user. Each has a personal tenant, created with the row; service accounts share that of their creator."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    username_validator = UsernameValidator()  # type: ignore[assignment]  # Django's allows `@`
    username = models.CharField(
        max_length=150,
        unique=True,
        validators=[username_validator],
        error_messages={"unique": "This user name is taken."},
        help_text="Alphabetic characters, digits and . + - _ only.",
    )
    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="users", editable=False)
    # One full name: not every name has a first and a last part.
    first_name = None  # type: ignore[assignment]  # removes the column of the base class
    last_name = None  # type: ignore[assignment]  # the same
    name = models.CharField(max_length=150, blank=True, db_default="")
    language = models.CharField(
        max_length=16, blank=True, db_default="", help_text="Empty: the language of the browser."
    )
    time_zone = models.CharField(
        max_length=64, blank=True, db_default="", help_text="Empty: the time zone of the browser."
    )
    # True by default: addresses that staff enter count at once, those of users after confirmation.
    email_confirmed = models.BooleanField(default=True, db_default=True)
    pending_email = models.EmailField(blank=True, db_default="", help_text="Replaces `email` once it is confirmed.")
    generation = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="Incremented to revoke all sessions and tokens."
    )

    # A program of a team, which acts only through API tokens (`users.sharing.service_accounts`).
    is_service_account = models.BooleanField(default=False, db_default=False, editable=False)
    service_team = models.ForeignKey(
        "users.Team", on_delete=models.PROTECT, null=True, editable=False, related_name="service_accounts"
    )

    # When the user of the request signed in, or confirmed the password later. None with an API token.
    confirmed: datetime | None = None

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("email"), condition=Q(email_confirmed=True) & ~Q(email=""), name="confirmed_email_once"
            ),
            # Names that differ only in case would be confused.
            models.UniqueConstraint(
                Lower("username"), name="username_once", violation_error_message="This user name is taken."
            ),
            models.CheckConstraint(condition=~Q(username__contains="@"), name="username_is_no_address"),
            models.CheckConstraint(
                condition=Q(is_service_account=False, service_team=None)
                | Q(
                    is_service_account=True,
                    password__startswith=UNUSABLE_PASSWORD_PREFIX,
                    email="",
                    pending_email="",
                    is_staff=False,
                    is_superuser=False,
                ),
                name="service_account_cannot_sign_in",
            ),
        ]

    def clean(self) -> None:
        """Normalize the user name and the address of a form of the admin."""
        self.username = normalize(self.username)
        if self.email:
            try:
                self.email = parse_address(self.email)
            except Invalid as error:
                raise ValidationError({"email": error.message}) from None

    @transaction.atomic
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; create the personal tenant of a new user, revoke all sessions of an inactive one."""
        is_new = self._state.adding
        if is_new and not hasattr(self, "tenant"):
            self.tenant = Tenant.objects.create(name=self.get_username(), kind=Tenant.Kind.PERSONAL)
        elif not is_new and not self.is_active:
            self._increment_generation(kwargs)
        super().save(*args, **kwargs)
        if is_new:
            record(Action.USER_CREATED, self)
        changed = kwargs.get("update_fields")
        if self.email and self.email_confirmed and (changed is None or {"email", "email_confirmed"} & {*changed}):
            email_confirmed.send(sender=User, user=self)

    @transaction.atomic
    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete the account. Of what the audit log says about it, a trigger keeps the id only."""
        record(Action.USER_DELETED, self)
        return super().delete(*args, **kwargs)

    def _increment_generation(self, options: dict[str, Any]) -> None:
        self.generation += 1
        if options.get("update_fields") is not None:
            options["update_fields"] = {*options["update_fields"], "generation"}

    @cached_property
    def access(self) -> Access:
        """The reach of the request; authentication sets it if a token or links came with it."""
        return Access(self.pk)

    def lacks_second_factor(self) -> bool:
        """Check whether this installation demands a second factor of an administrator who has none.

        Users without a password sign in with their provider, which asks for its own.
        """
        is_demanded = settings.SECOND_FACTOR_FOR_STAFF and self.is_staff and self.has_usable_password()
        return is_demanded and not hasattr(self, "second_factor")

    def get_full_name(self) -> str:
        return self.name or self.get_username()

    def get_short_name(self) -> str:
        return self.get_full_name()

    def session_auth_hashes(self) -> list[str]:
        """Return the valid hashes: the current one, and those of the earlier keys in SECRET_KEY_FALLBACKS."""
        return [self.get_session_auth_hash(), *self.get_session_auth_fallback_hash()]

    def has_session_auth_hash(self, value: str) -> bool:
        """Check whether the hash of a token is valid: the password is the same as when it was issued."""
        return any(hmac.compare_digest(each, value) for each in self.session_auth_hashes())

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return the hash that sessions and tokens contain; unlike Django's, it also changes with the generation."""
        value, secret = f"{self.password}:{self.generation}", secret or settings.SECRET_KEY
        return salted_hmac("users.session_auth_hash", value, secret=secret, algorithm="sha256").hexdigest()


class TenantMembership(Keyed):
    """The membership of a user in a tenant other than their personal one."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tenant_memberships")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "user"], name="tenant_member_once")]


class IdempotencyKey(Keyed):
    """The object that a request with an `Idempotency-Key` created (see `users.idempotency`)."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=255)
    route = models.CharField(max_length=200, db_default="")
    fingerprint = models.CharField(
        max_length=64, db_default="", help_text="SHA-256 of the route and the whole request."
    )
    object_id = models.UUIDField(null=True, help_text="The created object; null only within its transaction.")
    expires = models.DateTimeField(db_index=True)

    # Explicit: mypy does not find the default manager of a model that is declared after the user model.
    objects: ClassVar["models.Manager[IdempotencyKey]"] = models.Manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="one_request_per_key")]

    def __str__(self) -> str:
        return self.key

"""Tokens, second factors and invitations. Secrets are stored as SHA-256, or encrypted if they have to be read."""

from typing import ClassVar, Final

from django.contrib.postgres.fields import ArrayField
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone

from core.access import AccessLimits
from core.db.encrypted_field import EncryptedField
from core.models import Keyed
from users.models import User

SECOND_FACTOR_PURPOSE: Final = "users.second_factors"


class UserSession(Keyed):
    """A session of a user, and where it began. It is valid while the user has the same `session_auth_hash`."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    session_auth_hash = models.CharField(max_length=64, help_text="`User.get_session_auth_hash()` at the sign-in.")
    address = models.GenericIPAddressField(null=True)
    user_agent = models.CharField(max_length=200, blank=True, db_default="")

    class Meta:
        abstract = True


class BrowserSession(UserSession):
    """A session of Django in which a user is signed in; deleted with it.

    Without a foreign key in the database: processes of the previous release delete sessions without these rows.
    """

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+", db_constraint=False)

    objects: ClassVar["models.Manager[BrowserSession]"] = models.Manager()


class RefreshFamily(UserSession):
    """All refresh tokens of one sign-in of a program; revoked as a whole."""

    began = models.DateTimeField()
    revoked = models.DateTimeField(null=True)
    expires = models.DateTimeField(db_index=True, help_text="When its newest token expires.")

    objects: ClassVar["models.Manager[RefreshFamily]"] = models.Manager()


class RefreshToken(Keyed):
    """A token of a family; its key is the `jti`."""

    family = models.ForeignKey(RefreshFamily, on_delete=models.CASCADE, related_name="tokens")
    issued = models.DateTimeField()
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True)
    successor = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, related_name="+")

    objects: ClassVar["models.Manager[RefreshToken]"] = models.Manager()


class ApiToken(Keyed):
    """A token for scripts and integrations, limited to its scopes, and if there are any, to some corpora and teams.

    What was deleted stays in `corpora` and `teams`: a token never reaches more than when it was created.
    """

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100)
    scopes = ArrayField(models.CharField(max_length=16))
    corpora = ArrayField(models.UUIDField(), default=list, db_default=[])
    teams = ArrayField(models.UUIDField(), default=list, db_default=[])
    start = models.CharField(max_length=12, help_text="The first characters, so that its owner recognizes it.")
    digest = models.CharField(max_length=64, unique=True)
    expires = models.DateTimeField(null=True)
    last_used = models.DateTimeField(null=True, help_text="Accurate to the minute.")
    token: str | None = None  # the token itself, which is stored nowhere: only its hash

    objects: ClassVar["models.Manager[ApiToken]"] = models.Manager()

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_expired(self) -> bool:
        """Check whether the token can no longer be used."""
        return self.expires is not None and self.expires <= timezone.now()

    @property
    def limits(self) -> AccessLimits | None:
        """Return the limits of the token; `None` if it has none."""
        if not (self.corpora or self.teams):
            return None
        return AccessLimits(corpora=frozenset(self.corpora), teams=frozenset(self.teams))


class SecondFactor(Keyed):
    """The user's password alone does not sign in: the authenticator app, if there is one, and the recovery codes."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_factor")
    encrypted_secret = EncryptedField(
        purpose=SECOND_FACTOR_PURPOSE, null=True, help_text="shared with the app; null without one"
    )
    last_step = models.PositiveBigIntegerField(
        default=0, db_default=0, help_text="the time step of the last code, which counts once"
    )
    recovery_codes = ArrayField(models.CharField(max_length=64), help_text="SHA-256 of those that are unused")
    last_used = models.DateTimeField(null=True)

    objects: ClassVar["models.Manager[SecondFactor]"] = models.Manager()

    def __str__(self) -> str:
        return f"second factor of {self.user_id}"

    @property
    def has_app(self) -> bool:
        """Check whether there is an authenticator app; the recovery codes exist for passkeys, too."""
        return self.encrypted_secret is not None


class Passkey(Keyed):
    """The public key of a passkey, with which a user signs in."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=100)
    credential_id = models.BinaryField(max_length=1023, unique=True)
    credential = models.BinaryField(help_text="attested credential data (WebAuthn, section 6.5.1): id and public key")
    sign_count = models.BigIntegerField(help_text="of its last signature; 0 of those that do not count")
    is_synced = models.BooleanField(help_text="whether it is kept on several devices")
    last_challenge = models.BigIntegerField(help_text="when the last one was made, in microseconds; each counts once")
    last_used = models.DateTimeField(null=True)

    objects: ClassVar["models.Manager[Passkey]"] = models.Manager()

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.name


class Invitation(Keyed):
    """An invitation by e-mail to create one account."""

    email = models.EmailField()
    digest = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    expires = models.DateTimeField()
    accepted_by = models.OneToOneField(User, on_delete=models.SET_NULL, null=True, related_name="+")
    accepted = models.DateTimeField(null=True)

    objects: ClassVar["models.Manager[Invitation]"] = models.Manager()

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.email

"""What proves who somebody is, as far as it has to be remembered. Secrets stand here as SHA-256 only."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from core.models import Keyed
from users.models import User


class RefreshFamily(Keyed):
    """All refresh tokens that follow from one sign-in. It ends as a whole."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    stamp = models.CharField(max_length=64, help_text="The person's stamp at the sign-in (`User.stamp`).")
    began = models.DateTimeField()
    revoked = models.DateTimeField(null=True)
    expires = models.DateTimeField(db_index=True, help_text="When its newest token expires.")

    objects: ClassVar["models.Manager[RefreshFamily]"] = models.Manager()


class RefreshToken(Keyed):
    """One token of a family; its key is the token's `jti`."""

    family = models.ForeignKey(RefreshFamily, on_delete=models.CASCADE, related_name="tokens")
    issued = models.DateTimeField()
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True)
    successor = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, related_name="+")

    objects: ClassVar["models.Manager[RefreshToken]"] = models.Manager()


class ApiToken(Keyed):
    """A person's key for programs, limited to what its scopes allow."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100)
    scopes = ArrayField(models.CharField(max_length=16))
    start = models.CharField(max_length=12, help_text="How the token begins, so that its owner knows it again.")
    digest = models.CharField(max_length=64, unique=True)
    expires = models.DateTimeField(null=True)
    last_used = models.DateTimeField(null=True, help_text="To the minute.")

    objects: ClassVar["models.Manager[ApiToken]"] = models.Manager()

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.name


class Invitation(Keyed):
    """A letter with which one person may make an account."""

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

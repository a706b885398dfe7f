"""Users of a directory: its names for them, which no other part of the system needs."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from core.models import Keyed
from users.models import User

MAX_USER_NAME_LENGTH = 254


class ProvisionedUser(Keyed):
    """An account that a directory has created or changed.

    A directory names users as it likes, often by an e-mail address, which a user name of ours cannot be.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="provisioned")
    user_name = models.CharField(max_length=MAX_USER_NAME_LENGTH)
    external_id = models.CharField(max_length=255, blank=True, db_default="", default="")
    given_name = models.CharField(max_length=150, blank=True, db_default="", default="")
    family_name = models.CharField(max_length=150, blank=True, db_default="", default="")
    formatted_name = models.CharField(max_length=300, blank=True, db_default="", default="")
    email_is_primary = models.BooleanField(
        default=True, db_default=True, help_text="As the directory marks the address."
    )
    is_removed = models.BooleanField(
        default=False, db_default=False, help_text="The directory has deleted the user; the account is inactive."
    )

    objects: ClassVar["models.Manager[ProvisionedUser]"] = models.Manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("user_name"), name="provisioned_user_name_once"),
            models.UniqueConstraint(
                fields=["external_id"], condition=~Q(external_id=""), name="provisioned_external_id_once"
            ),
        ]

    def __str__(self) -> str:
        return self.user_name

"""Teams, and the abstract model of shares. Its subclasses are declared beside the models that they refer to."""

from enum import StrEnum
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.access import Role
from core.models import Keyed


class ShareRole(StrEnum):
    """A role that a share can grant."""

    VIEWER = Role.VIEWER
    REVIEWER = Role.REVIEWER
    ANNOTATOR = Role.ANNOTATOR
    EDITOR = Role.EDITOR


class TeamRole(models.TextChoices):
    """The role of a user in a team."""

    ADMIN = "admin"
    MEMBER = "member"


class Team(Keyed):
    """Users with whom objects are shared under one name. Members do not see each other's objects."""

    name = models.CharField(max_length=200)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    is_provisioned = models.BooleanField(
        default=False, db_default=False, help_text="Whether a directory made it (`users.provisioning`)."
    )
    external_id = models.CharField(
        max_length=255, blank=True, default="", db_default="", help_text="How the directory identifies it."
    )

    objects: ClassVar["models.Manager[Team]"] = models.Manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="team_has_name"),
            models.UniqueConstraint(fields=["external_id"], condition=~Q(external_id=""), name="team_external_id_once"),
        ]

    def __str__(self) -> str:
        return self.name


class TeamMembership(Keyed):
    """The membership of a user in a team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="team_memberships")
    role = models.CharField(max_length=8, choices=TeamRole.choices, default=TeamRole.MEMBER)
    is_provisioned = models.BooleanField(default=False, db_default=False, help_text="Whether a directory made it.")

    objects: ClassVar["models.Manager[TeamMembership]"] = models.Manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "user"], name="team_member_once_each"),
            models.CheckConstraint(condition=Q(role__in=["admin", "member"]), name="team_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.team_id}"


class TeamInvitation(Keyed):
    """An invitation to a team, of a user or of the account that has confirmed an address (see `Share`)."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    email = models.CharField(max_length=254, db_default="", default="")
    role = models.CharField(max_length=8, choices=TeamRole.choices, default=TeamRole.MEMBER)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    objects: ClassVar["models.Manager[TeamInvitation]"] = models.Manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "user"], condition=Q(email=""), name="team_invitation_user_once"),
            models.UniqueConstraint(
                fields=["team", "email"], condition=~Q(email=""), name="team_invitation_email_once"
            ),
            models.CheckConstraint(condition=Q(user__isnull=False) | ~Q(email=""), name="team_invitation_has_grantee"),
            models.CheckConstraint(condition=Q(role__in=["admin", "member"]), name="team_invitation_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.email or self.user_id} to {self.team_id}"


class Share(Keyed):
    """A role on an object, granted to a user, an address, a team, or the holders of a link. Subclasses add `target`.

    A share with an address belongs to the user who has confirmed it, once there is one. Only that user may learn so.
    """

    role = models.CharField(max_length=16, choices=[(role.value, role.value) for role in ShareRole])
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    email = models.CharField(
        max_length=254, blank=True, db_default="", default="", help_text="The address that this is shared with."
    )
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    token_hash = models.CharField(
        max_length=64, null=True, blank=True, unique=True, editable=False, help_text="SHA-256 of a link's token"
    )  # null, so that it is unique among links only
    expires = models.DateTimeField(null=True, blank=True)
    last_used = models.DateTimeField(null=True, editable=False, help_text="When a link was last opened.")
    token = models.ForeignKey(
        "users.ApiToken", on_delete=models.CASCADE, null=True, editable=False, related_name="+",
        help_text="The API token that a link was created with, and ends with.",
    )  # fmt: skip
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    objects: ClassVar[Any] = models.Manager()

    class Meta:
        abstract = True
        ordering: ClassVar = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, email="", team__isnull=True, token_hash__isnull=True)
                | (~Q(email="") & Q(team__isnull=True, token_hash__isnull=True))
                | Q(user__isnull=True, email="", team__isnull=False, token_hash__isnull=True)
                | Q(user__isnull=True, email="", team__isnull=True, token_hash__isnull=False),
                name="%(class)s_has_one_grantee",
            ),
            models.CheckConstraint(
                condition=Q(role__in=[role.value for role in ShareRole]), name="%(class)s_role_known"
            ),
            models.UniqueConstraint(fields=["target", "user"], condition=Q(email=""), name="%(class)s_user_once"),
            models.UniqueConstraint(fields=["target", "email"], condition=~Q(email=""), name="%(class)s_email_once"),
            models.UniqueConstraint(fields=["target", "team"], name="%(class)s_team_once"),
        ]

    def __str__(self) -> str:
        return f"{self.role} by {'link' if self.token_hash else self.email or self.user_id or self.team_id}"

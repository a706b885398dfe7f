"""Teams, and the shape of every table of shares. The tables themselves stand beside what is shared."""

from datetime import datetime
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.access.roles import Role
from core.models import Keyed

SHARED_ROLES = (Role.VIEWER, Role.REVIEWER, Role.ANNOTATOR, Role.EDITOR)


class Team(Keyed):
    """People with whom things are shared by one name. Being in a team gives no sight of what the others own."""

    name = models.CharField(max_length=200)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    objects: ClassVar["models.Manager[Team]"] = models.Manager()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="team_has_name")]

    def __str__(self) -> str:
        return self.name


class TeamMembership(Keyed):
    """A person's place in a team."""

    class Role(models.TextChoices):
        ADMIN = "admin"
        MEMBER = "member"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="team_memberships")
    role = models.CharField(max_length=8, choices=Role.choices, default=Role.MEMBER)

    objects: ClassVar["models.Manager[TeamMembership]"] = models.Manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "user"], name="team_member_once_each"),
            models.CheckConstraint(condition=Q(role__in=["admin", "member"]), name="team_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.team_id}"


class ShareQuerySet(models.QuerySet["Share"]):
    """Shares, by whom they reach."""

    def in_force(self, now: datetime) -> Self:
        """Keep those that have not expired."""
        return self.filter(Q(expires=None) | Q(expires__gt=now))


class Share(Keyed):
    """A role on a thing, given to a person, to a team, or to whoever has a link. Subclasses add `thing`."""

    role = models.CharField(max_length=16, choices=[(role.value, role.value) for role in SHARED_ROLES])
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    token_hash = models.CharField(
        max_length=64, null=True, blank=True, unique=True, editable=False, help_text="SHA-256 of a link's token"
    )  # null, so that many rows have none and each that has one is unique
    expires = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    objects: ClassVar[Any] = ShareQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering: ClassVar = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, team__isnull=True, token_hash__isnull=True)
                | Q(user__isnull=True, team__isnull=False, token_hash__isnull=True)
                | Q(user__isnull=True, team__isnull=True, token_hash__isnull=False),
                name="%(class)s_has_one_grantee",
            ),
            models.CheckConstraint(
                condition=Q(role__in=[role.value for role in SHARED_ROLES]), name="%(class)s_role_known"
            ),
            models.UniqueConstraint(fields=["target", "user"], name="%(class)s_user_once"),
            models.UniqueConstraint(fields=["target", "team"], name="%(class)s_team_once"),
        ]

    def __str__(self) -> str:
        return f"{self.role} by {'link' if self.token_hash else self.user_id or self.team_id}"

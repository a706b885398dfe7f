"""What REST takes and says about shares, links and teams."""

from typing import Any

from rest_framework import serializers

from core.api.rest.serializers import StrictSerializer
from users.sharing.models import SHARED_ROLES, TeamMembership

_ROLES = [role.value for role in SHARED_ROLES]
_SHARE = "01990c6e-0b11-7c22-8d33-1f2e3d4c5b6a"
_PERSON = {"id": "01990c6e-0c11-7c22-8d33-1f2e3d4c5b6a", "username": "grace", "name": "Grace Hopper"}
_TEAM = {"id": "01990c6e-0d11-7c22-8d33-1f2e3d4c5b6a", "name": "Readers"}
_MOMENT = "2026-11-20T08:30:00.000000Z"
_SHARED: dict[str, Any] = {
    "id": _SHARE,
    "role": "annotator",
    "user": _PERSON,
    "team": None,
    "link": None,
    "created": _MOMENT,
    "created_by": {**_PERSON, "username": "ada", "name": "Ada Lovelace"},
    "expires": None,
    "version": "0cc175b9c0f1b6a8",
}
_LANDING: dict[str, Any] = {
    "kind": "document",
    "title": "Lease of 12 Harbour Street",
    "shared_by": "Ada Lovelace",
    "role": "viewer",
    "expires": None,
}
_MEMBER: dict[str, Any] = {"user": _PERSON, "role": "member"}


class NamedPersonShape(StrictSerializer):
    """A person, as those see them who deal with them."""

    id = serializers.UUIDField()
    username = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    example = _PERSON


class NamedTeamShape(StrictSerializer):
    """A team, by name."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    example = _TEAM


class ShareLinkShape(StrictSerializer):
    """A link. Its address is told once, in the answer to the request that makes it."""

    expires = serializers.DateTimeField(allow_null=True)
    url = serializers.CharField(allow_null=True)


class ShareShape(StrictSerializer):
    """A role that was given to a person, a team, or whoever has the link: one of the three is not null."""

    id = serializers.UUIDField()
    role = serializers.ChoiceField(choices=_ROLES)
    user = NamedPersonShape(allow_null=True)
    team = NamedTeamShape(allow_null=True)
    link = ShareLinkShape(allow_null=True)
    created = serializers.DateTimeField()
    created_by = NamedPersonShape(allow_null=True)
    expires = serializers.DateTimeField(allow_null=True, help_text="When it ends by itself; null: never.")
    version = serializers.CharField(help_text="Of what can be edited; also the `ETag`.")
    example = _SHARED


class NewShare(StrictSerializer):
    """Whom to share with: one of `user`, `team` and `link`."""

    role = serializers.ChoiceField(choices=_ROLES)
    user = serializers.CharField(required=False, max_length=254, help_text="A user name or an e-mail address, exact.")
    team = serializers.UUIDField(required=False, help_text="A team that you are in.")
    link = serializers.BooleanField(default=False, help_text="True: for whoever has the link that is made.")
    expires = serializers.DateTimeField(required=False, allow_null=True)
    example = {"role": "annotator", "user": "grace@example.org"}


class ShareChanges(StrictSerializer):
    """What changes; the rest stays as it is."""

    role = serializers.ChoiceField(choices=_ROLES, required=False)
    expires = serializers.DateTimeField(required=False, allow_null=True, help_text="null: never")
    example = {"role": "viewer", "expires": "2030-01-01T00:00:00Z"}


class PublicShape(StrictSerializer):
    """Whether everybody may look at it."""

    id = serializers.UUIDField()
    is_public = serializers.BooleanField()
    example = {"id": _SHARE, "is_public": True}


class LandingShape(StrictSerializer):
    """What a link says about itself before it is opened."""

    kind = serializers.ChoiceField(choices=["document", "corpus"])
    title = serializers.CharField()
    shared_by = serializers.CharField()
    role = serializers.ChoiceField(choices=_ROLES, help_text="For people who sign in; others only look.")
    expires = serializers.DateTimeField(allow_null=True)
    example = _LANDING


class OpenedShape(LandingShape):
    """What a link has opened."""

    id = serializers.UUIDField()
    example = {**_LANDING, "id": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"}


class MemberShape(StrictSerializer):
    """A person's place in a team."""

    user = NamedPersonShape()
    role = serializers.ChoiceField(choices=TeamMembership.Role.choices)
    example = _MEMBER


class TeamShape(StrictSerializer):
    """A team that you are in."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    version = serializers.CharField(help_text="Of its name; also the `ETag`.")
    created = serializers.DateTimeField()
    my_role = serializers.ChoiceField(choices=TeamMembership.Role.choices)
    members = MemberShape(many=True)
    example = {
        **_TEAM, "version": _SHARED["version"], "created": _MOMENT, "my_role": "admin", "members": [_MEMBER],
    }  # fmt: skip


class TeamName(StrictSerializer):
    """What a team is called."""

    name = serializers.CharField(max_length=200)
    example = {"name": "Readers"}


class NewMember(StrictSerializer):
    """Whom to take in, as what."""

    user = serializers.CharField(max_length=254, help_text="A user name or an e-mail address, exact.")
    role = serializers.ChoiceField(choices=TeamMembership.Role.choices, default=TeamMembership.Role.MEMBER)
    example = {"user": "grace", "role": "member"}

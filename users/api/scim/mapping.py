"""Accounts as SCIM users and teams as SCIM groups, and the other way round."""

from collections.abc import Callable, Iterable
from uuid import UUID

from scim2_models import GroupMembership, Meta, Reference

from users import models
from users.api.scim.errors import ScimError
from users.api.scim.resources import Email, Group, GroupMember, Name, User
from users.provisioning.groups import DirectoryGroup
from users.provisioning.users import DirectoryUser, provisioned
from users.sharing.models import Team, TeamMembership

Locate = Callable[[str], str]  # from a path below `/scim/v2/` to its URL


def user_resource(user: models.User, groups: Iterable[TeamMembership], *, locate: Locate) -> User:
    """Return an account as a directory sees it."""
    known = provisioned(user)
    name = Name(
        formatted=known.formatted_name or None,
        family_name=known.family_name or None,
        given_name=known.given_name or None,
    )
    has_name = known.formatted_name or known.family_name or known.given_name
    has_address = user.email and user.email_confirmed
    return User(
        id=str(user.pk),
        external_id=known.external_id or None,
        user_name=known.user_name,
        name=name if has_name else None,
        display_name=user.name or None,
        emails=[Email(value=user.email, type="work", primary=known.email_is_primary)] if has_address else None,
        preferred_language=user.language or None,
        active=user.is_active,
        groups=[
            GroupMembership(
                value=str(each.team_id),
                ref=Reference(locate(f"Groups/{each.team_id}")),
                display=each.team.name,
                type="direct",
            )
            for each in groups
        ]
        or None,
        meta=Meta(resource_type="User", created=user.date_joined, location=locate(f"Users/{user.pk}")),
    )


def directory_user(resource: User, *, is_whole: bool = False) -> DirectoryUser:
    """Return what a directory says about a user. Of several addresses, the primary one is kept.

    What a request may leave out is left as it is, unless the resource `is_whole`.
    """
    if is_whole and resource.active is None:
        raise ScimError("`active` cannot be removed.", scim_type="mutability")
    name = resource.name or Name()
    addresses = [each for each in resource.emails or () if each.value]
    primary = next((each for each in addresses if each.primary), None)
    chosen = primary or next((each for each in addresses if each.type == "work"), next(iter(addresses), None))
    language = resource.preferred_language or ("" if is_whole else None)
    return DirectoryUser(
        user_name=resource.user_name or "",
        external_id=resource.external_id or "",
        display_name=resource.display_name or "",
        given_name=name.given_name or "",
        family_name=name.family_name or "",
        formatted_name=name.formatted or "",
        email=(chosen.value or "") if chosen else "",
        email_is_primary=chosen is None or chosen.primary is not False,
        language=None if language is None else language.replace("_", "-"),
        is_active=resource.active,
    )


def group_resource(team: Team, members: Iterable[TeamMembership], *, locate: Locate) -> Group:
    """Return a team as a directory sees it."""
    return Group(
        id=str(team.pk),
        external_id=team.external_id or None,
        display_name=team.name,
        members=[
            GroupMember(
                value=str(each.user_id),
                ref=Reference(locate(f"Users/{each.user_id}")),
                type="User",
            )
            for each in members
        ]
        or None,
        meta=Meta(resource_type="Group", created=team.created, location=locate(f"Groups/{team.pk}")),
    )


def directory_group(resource: Group) -> DirectoryGroup:
    """Return what a directory says about a group; raise `ScimError` for members that are no users."""
    try:
        members = frozenset(UUID(each.value or "") for each in resource.members or ())
    except ValueError:
        raise ScimError("The value of a member must be the id of a user.", scim_type="invalidValue") from None
    return DirectoryGroup(name=resource.display_name or "", external_id=resource.external_id or "", members=members)

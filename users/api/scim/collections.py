"""The two collections, users and groups, with the services that read and change them."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet
from scim2_models import Resource, ResponseParameters

from users import models
from users.api.scim import mapping
from users.api.scim.filters import OF_GROUPS, OF_USERS
from users.api.scim.mapping import Locate
from users.api.scim.resources import Group, User
from users.provisioning import groups, users
from users.sharing.models import Team, TeamMembership

Row = TypeVar("Row", models.User, Team)
R = TypeVar("R", bound=Resource[Any])


class Collection(Protocol, Generic[Row, R]):
    """Resources of one kind."""

    name: str
    model: type[R]
    columns: Mapping[str, Callable[[str], Q]]

    def rows(self, condition: Q) -> QuerySet[Row]:
        """Return the rows that fit a filter."""

    def get(self, key: UUID) -> Row:
        """Return one; raise `NotFound`."""

    def resources(self, rows: Sequence[Row], parameters: "ResponseParameters[Any]", locate: Locate) -> list[R]:
        """Return rows as resources; a constant number of queries."""

    def create(self, resource: R, actor: models.User) -> Row:
        """Create one; return its row."""

    def replace(self, key: UUID, resource: R, actor: models.User) -> Row:
        """Replace one; return its row."""

    def change(self, key: UUID, change: Callable[[R], R], actor: models.User, locate: Locate) -> Row:
        """Replace one by what `change` makes of it; return its row."""

    def remove(self, key: UUID, actor: models.User) -> None:
        """Remove one."""


class _Users:
    name, model, columns = "Users", User, OF_USERS

    def rows(self, condition: Q) -> QuerySet[models.User]:
        return users.directory_users().filter(condition)

    def get(self, key: UUID) -> models.User:
        return users.get_user(key)

    def resources(
        self, rows: Sequence[models.User], parameters: "ResponseParameters[Any]", locate: Locate
    ) -> list[User]:
        found: defaultdict[UUID, list[TeamMembership]] = defaultdict(list)
        memberships = TeamMembership.objects.filter(user__in=rows, is_provisioned=True, team__is_provisioned=True)
        for each in memberships.select_related("team").order_by("id"):
            found[each.user_id].append(each)
        return [mapping.user_resource(row, found[row.pk], locate=locate) for row in rows]

    def create(self, resource: User, actor: models.User) -> models.User:
        return users.create_user(mapping.directory_user(resource), actor=actor)

    def replace(self, key: UUID, resource: User, actor: models.User) -> models.User:
        return users.change_user(key, lambda _: mapping.directory_user(resource), actor=actor)

    def change(self, key: UUID, change: Callable[[User], User], actor: models.User, locate: Locate) -> models.User:
        def described(row: models.User) -> users.DirectoryUser:
            current = mapping.user_resource(row, (), locate=locate)
            return mapping.directory_user(change(current), is_whole=True)

        return users.change_user(key, described, actor=actor)

    def remove(self, key: UUID, actor: models.User) -> None:
        users.remove_user(key, actor=actor)


class _Groups:
    name, model, columns = "Groups", Group, OF_GROUPS

    def rows(self, condition: Q) -> QuerySet[Team]:
        return groups.directory_groups().filter(condition)

    def get(self, key: UUID) -> Team:
        return groups.get_group(key)

    def resources(self, rows: Sequence[Team], parameters: "ResponseParameters[Any]", locate: Locate) -> list[Group]:
        # Entra asks for groups without their members, which may be many.
        excluded = {str(each).lower() for each in parameters.excluded_attributes or ()}
        members = groups.members_of([] if "members" in excluded else rows)
        return [mapping.group_resource(row, members.get(row.pk, ()), locate=locate) for row in rows]

    def create(self, resource: Group, actor: models.User) -> Team:
        return groups.create_group(mapping.directory_group(resource), actor=actor)

    def replace(self, key: UUID, resource: Group, actor: models.User) -> Team:
        return groups.change_group(key, lambda _: mapping.directory_group(resource), actor=actor)

    def change(self, key: UUID, change: Callable[[Group], Group], actor: models.User, locate: Locate) -> Team:
        def described(row: Team) -> groups.DirectoryGroup:
            current = mapping.group_resource(row, groups.members_of([row]).get(row.pk, ()), locate=locate)
            return mapping.directory_group(change(current))

        return groups.change_group(key, described, actor=actor)

    def remove(self, key: UUID, actor: models.User) -> None:
        groups.remove_group(key, actor=actor)


USERS = _Users()
GROUPS = _Groups()

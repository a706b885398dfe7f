"""Roles and the permissions that each of them includes."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final


class Permission(StrEnum):
    """An operation on a document or a corpus."""

    VIEW = "view"
    ANNOTATE = "annotate"
    REVIEW = "review"
    EDIT = "edit"
    SHARE = "share"
    DELETE = "delete"


class Role(StrEnum):
    """The relation of a user to a document or a corpus. All roles but the owner's can be granted by a share."""

    VIEWER = "viewer"
    REVIEWER = "reviewer"
    ANNOTATOR = "annotator"
    EDITOR = "editor"
    OWNER = "owner"


PERMISSIONS: Final[Mapping[Role, frozenset[Permission]]] = {
    Role.VIEWER: frozenset({Permission.VIEW}),
    Role.REVIEWER: frozenset({Permission.VIEW, Permission.REVIEW}),
    Role.ANNOTATOR: frozenset({Permission.VIEW, Permission.ANNOTATE}),
    Role.EDITOR: frozenset({Permission.VIEW, Permission.ANNOTATE, Permission.REVIEW, Permission.EDIT}),
    Role.OWNER: frozenset(Permission),
}


def permissions_of(roles: Iterable[Role]) -> frozenset[Permission]:
    """Return the permissions that at least one of the roles includes."""
    return frozenset().union(*(PERMISSIONS[role] for role in roles))


def roles_with(permission: Permission) -> list[Role]:
    """Return the roles that include a permission."""
    return [role for role, permissions in PERMISSIONS.items() if permission in permissions]

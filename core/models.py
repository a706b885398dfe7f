"""Abstract models: keys, ownership, and querysets of visible rows. `core` has no tables of its own."""

from collections.abc import Callable, Sequence
from copy import copy
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.access.compiler import Part
from core.access.permissions import IsVisible, VisibleKeys, limit_condition, visible_keys
from core.access.roles import Permission
from core.db.ids import uuid7
from core.db.statements import Statement

if TYPE_CHECKING:
    from core.access.actors import Actor

M = TypeVar("M", bound=models.Model)


class Keyed(models.Model):
    """A row with a public UUIDv7 key and its creation time."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class ListScope(StrEnum):
    """The part of the visible rows that a list shows. What is public has a list of its own."""

    MINE = "mine"
    SHARED = "shared"
    ALL = "all"  # the own ones and the shared ones
    PUBLIC = "public"


def list_scope(scope: str | None, *, within: object = None) -> ListScope | None:
    """Return the scope of a list, a search or an answer.

    By default the own rows and the shared ones, so that no one is shown, or answered from, what other users publish;
    within a corpus or a document that was named, all that are visible.
    """
    if scope:
        return ListScope(scope)
    return None if within else ListScope.ALL


class LiveManager(models.Manager[M]):
    """The rows that are not in the bin."""

    def get_queryset(self) -> models.QuerySet[M]:
        return super().get_queryset().filter(deleted_at=None)


class VisibleQuerySet(models.QuerySet[M]):
    """Every read starts here: rows are visible by ownership, shares and publication, never by tenant."""

    def visible_to(self, actor: "Actor", *, without: str = "") -> Self:
        """Keep the rows that `actor` may see."""
        return self._visible_by(actor, Part.ALL, without=without)

    def permitting(self, actor: "Actor", permission: Permission) -> Self:
        """Keep the rows on which `actor` has the permission."""
        return self.filter(pk__in=visible_keys(self.model, actor, permission))

    def in_scope(self, actor: "Actor", scope: ListScope | None, *, without: str = "") -> Self:
        """Keep the rows of `actor`, those that others have shared with `actor`, both, or those that are public.

        `None` keeps all that `actor` may see. A caller that leaves out the rows of a subset (`Grant.subset`) names it
        in `without`: the query is planned faster.
        """
        match scope:
            case None:
                return self.visible_to(actor, without=without)
            case ListScope.MINE:
                own = self.filter(limit_condition(actor, "pk"), owner=actor.pk)
                return own if actor.is_authenticated else self.none()
            case ListScope.SHARED:
                shared = self._visible_by(actor, Part.SHARED, without=without)
                return shared.exclude(owner=actor) if actor.is_authenticated else shared
            case ListScope.ALL:
                return self._visible_by(actor, Part.GRANTED, without=without).read_whole()
            case ListScope.PUBLIC:
                return self._visible_by(actor, Part.PUBLIC, without=without)

    def among(self, keys: Sequence[UUID] | Statement) -> Self:
        """Keep the rows with one of these keys. It is looked up whether they are visible, not what else is.

        A statement of the keys is executed several times, so it should read what is found already.
        """
        has_key = Q(pk__in=keys.as_subquery({})) if isinstance(keys, Statement) else Q(pk__any=list(keys))
        return self._with_visible(lambda visible: visible.among(keys)).filter(has_key)

    def read_whole(self) -> Self:
        """Return the same rows for a query that reads all of them, not a page (`core.access.compiler.visible_keys`)."""
        return self._with_visible(VisibleKeys.distinct)

    def read_in_order(self) -> Self:
        """Return the same rows for a query of the first ones in an order: each is looked up when it is read."""
        rows = self.all()
        rows.query.where.children = [_looked_up_alone(child) for child in rows.query.where.children]
        return rows

    def of_member(self, actor: "Actor") -> Self:
        """Keep the rows to which a signed-in `actor` was granted access (`core.access.permissions.is_member`)."""
        return self._visible_by(actor, Part.GRANTED) if actor.is_authenticated else self.none()

    def _visible_by(self, actor: "Actor", part: Part, *, without: str = "") -> Self:
        return self.filter(pk__in=visible_keys(self.model, actor, Permission.VIEW, part, without=without))

    def _with_visible(self, change: Callable[[VisibleKeys], VisibleKeys]) -> Self:
        """Change the subquery of the visible keys."""
        rows = self.all()
        rows.query.where.children = [_with_visible(child, change) for child in rows.query.where.children]
        return rows


def _with_visible(condition: Any, change: Callable[[VisibleKeys], VisibleKeys]) -> Any:
    """Return a condition of a query; if it is that a row is visible, with another subquery."""
    if not isinstance(visible := getattr(condition, "rhs", None), VisibleKeys):
        return condition
    changed = copy(condition)
    changed.rhs = change(visible)
    return changed


def _looked_up_alone(condition: Any) -> Any:
    """Return a condition of a query; if it is that a row is visible, one that is checked row by row."""
    is_of_keys = isinstance(getattr(condition, "rhs", None), VisibleKeys)
    return IsVisible(condition.lhs, condition.rhs) if is_of_keys else condition


LiveVisibleManager = LiveManager.from_queryset(VisibleQuerySet)


class Deletable(models.Model):
    """A row that is moved to the bin when it is deleted, and purged later (`corpuses.bin`).

    `objects` has the rows that are not in the bin; `with_deleted` has all, and so have foreign keys and cascades.
    What is deleted together has the same `deleted_at`, so that it can be restored together.
    """

    deleted_at = models.DateTimeField(null=True, editable=False)
    deleted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )

    class Meta:
        abstract = True


class Owned(Keyed):
    """A row that belongs to a user and counts against a tenant's quota."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    tenant = models.ForeignKey("users.Tenant", on_delete=models.PROTECT, related_name="+")
    is_public = models.BooleanField(default=False)

    class Meta:
        abstract = True

"""The audit log in GraphQL."""

import json
from datetime import datetime
from typing import Any
from uuid import UUID

import graphene

from audit.entries import EntryFilter, get_visible_entry, visible_entries
from audit.models import AuditEntry as Entry
from audit.models import AuditOutcome
from core.api.graphql.connections import connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key, parse_uuid, split_global_id
from core.api.graphql.keyset import Order, Window
from core.api.graphql.loaders import load_for_batch
from core.api.graphql.resource_types import ResourceType, enum_type
from core.api.rest.parsers import require_storable
from users import models
from users.api.graphql.users import User
from users.api.rest.audit_log import AuditEntrySerializer, actors_of


def _actor(entry: Entry, _: Info) -> models.User | None:
    return load_for_batch(entry, "actor", actors_of, None)


class AuditEntry(ResourceType):
    class Meta:
        resource = AuditEntrySerializer
        model = Entry
        exclude = ("actor",)

    actor = graphene.Field(
        User, resolver=_actor, description="null: the system, an anonymous request, or a deleted account"
    )
    details = graphene.String(
        required=True, resolver=lambda entry, _: json.dumps(entry.details), description="JSON; depends on the action"
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> Entry:
        """Return a visible entry."""
        return get_visible_entry(info.context.user, parse_uuid(key))


def _key(value: str | None) -> UUID | None:
    return parse_uuid(split_global_id(value)[1]) if value else None


def _audit_log(
    _root: object,
    info: Info,
    *,
    window: Window,
    object: str | None = None,  # the name of the argument in GraphQL
    actor: str | None = None,
    action: str | None = None,
    outcome: Any = None,
    created_after: datetime | None = None,
    created_before: datetime | None = None,
    everyone: bool = False,
) -> object:
    require_storable(action)
    wanted = EntryFilter(
        object=_key(object),
        actor=parse_key(actor, "User") if actor else None,
        action=action,
        outcome=outcome and outcome.value,
        created_after=created_after,
        created_before=created_before,
    )
    return page(visible_entries(info.context.user, wanted, everyone=everyone), Order(("-id",)), window)


class AuditQueries(graphene.ObjectType):
    """The queries about the audit log."""

    audit_log = connection_field(
        connection_of(AuditEntry),
        _audit_log,
        object=graphene.Argument(graphene.ID, description="the object, or the corpus or document of the entry"),
        actor=graphene.Argument(graphene.ID),
        action=graphene.Argument(graphene.String, description="`document.opened`, or a kind: `document.`"),
        outcome=graphene.Argument(enum_type(AuditOutcome)),
        created_after=graphene.Argument(graphene.DateTime, description="at this time or later"),
        created_before=graphene.Argument(graphene.DateTime),
        everyone=graphene.Argument(graphene.Boolean, default_value=False, description="all entries, for staff"),
        description="the entries about your account and what you own, newest first",
    )

"""The audit log in GraphQL."""

import json

import graphene

from audit.entries import get_visible_entry
from audit.models import AuditEntry as Entry
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.loaders import load_for_batch
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.graphql.view_queries import list_of
from users import models
from users.api.graphql.users import User
from users.api.rest.audit_log import AuditEntrySerializer, AuditLogView, actors_of


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


class AuditQueries(RootQueries):
    """The queries about the audit log."""

    audit_log = list_of(AuditEntry, AuditLogView)

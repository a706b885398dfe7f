"""Labels in GraphQL."""

import graphene
from graphene import relay

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from corpuses.annotations import models
from corpuses.annotations.editing import version_of_label
from corpuses.api.selectors import get_visible_label


class Label(graphene.ObjectType):
    """A word of a corpus's vocabulary."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (models.Label,)

    uuid = graphene.UUID(required=True, resolver=lambda label, _: label.pk)
    name = graphene.String(required=True)
    color = graphene.String(required=True, description="#rrggbb")
    version = graphene.String(
        required=True, resolver=lambda label, _: version_of_label(label), description="of what can be edited"
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Label:
        """Find a label of a corpus in sight."""
        return get_visible_label(info.context.actor, parse_uuid(key))

"""Labels in GraphQL."""

import graphene
from graphene import relay

from core.api.graphql.context import Info
from core.api.graphql.keys import uuid_of
from core.errors import NotFound
from corpuses.annotations import models
from corpuses.annotations.editing import version_of_label
from corpuses.api.reading import corpora_seen_by


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
        seen = corpora_seen_by(info.context.user)
        found = models.Label.objects.filter(corpus__in=seen, pk=uuid_of(key)).first()
        if found is None:
            raise NotFound
        return found

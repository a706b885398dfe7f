"""Suggestions of passages for a label in GraphQL."""

import graphene

from core.access import require_user
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key_for
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from corpuses.annotations import models
from corpuses.recommender import services
from corpuses.recommender.api.rest import LabelSuggestionsSerializer, LabelSuggestionsView
from corpuses.visible_rows import get_visible_row


class LabelSuggestions(ResourceType):
    """The examples and suggestions of a label, and the newest job that suggests passages for it."""

    class Meta:
        resource = LabelSuggestionsSerializer
        views = (LabelSuggestionsView,)


def _suggestions(_root: object, info: Info, *, label_id: str) -> services.LabelSuggestions:
    actor = info.context.actor
    label = get_visible_row(models.Label, actor, parse_key_for(actor, label_id, "Label"))
    return services.state_of(label, actor=require_user(actor))


class SuggestionQueries(RootQueries):
    """Fields of the root."""

    label_suggestions = graphene.Field(
        LabelSuggestions,
        required=True,
        resolver=_suggestions,
        label_id=graphene.ID(required=True),
        description="The state of the suggestions of a label, for those who may annotate in the corpus.",
    )

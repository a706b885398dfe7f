"""The users who have a document open, in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.resource_types import ResourceType
from documents.api.graphql.boxes import AnnotationBox
from documents.api.graphql.spans import TokenSpan, spans_field
from documents.api.rest.presence import PresenceView, PresentUserSerializer
from documents.services import presence
from users.api.graphql.users import User


def _selection(present: presence.PresentUser, _: Info) -> list[TokenSpan]:
    return [TokenSpan(page=page, first=first, last=last) for page, first, last in present.selection]


class PresentUser(ResourceType):
    """A user who has the document open, the page that they see, and the words or the box that they select."""

    class Meta:
        resource = PresentUserSerializer
        exclude = ("user", "box")
        views = (PresenceView,)

    user = graphene.Field(User, required=True)
    selection = spans_field(_selection)
    box = graphene.Field(AnnotationBox, description="The box that they draw, move or resize; null without one.")

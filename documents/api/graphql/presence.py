"""The users who have a document open, in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType
from core.errors import Invalid
from documents.api.rest.presence import PresentUserSerializer
from documents.api.selectors import get_visible_document
from documents.services import presence
from users.api.graphql.users import User


class PresentUser(ResourceType):
    """A user who has the document open, and the page that they see."""

    class Meta:
        resource = PresentUserSerializer
        exclude = ("user",)

    user = graphene.Field(User, required=True)


@mutation(users=graphene.List(graphene.NonNull(PresentUser)))
def report_presence(info: Info, *, document_id: ID, page: int) -> Payload:
    """Report that you have a document open at a page; the others who have are returned."""
    if page < 1:
        raise Invalid("Pages are counted from 1.", field="page")
    document = get_visible_document(info.context.user, parse_key(document_id, "Document"))
    return {"users": presence.report_presence(document, page=page, actor=info.context.user)}

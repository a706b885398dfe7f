"""The users who have a document open, in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType
from core.errors import Invalid
from documents.api.graphql.spans import Spans, TokenSpan, spans_field
from documents.api.rest.presence import PresentUserSerializer
from documents.api.selectors import get_visible_document
from documents.services import presence
from documents.services.presence import TokenRange
from users.api.graphql.users import User


def _selection(present: presence.PresentUser, _: Info) -> list[TokenSpan]:
    return [TokenSpan(page=page, first=first, last=last) for page, first, last in present.selection]


class PresentUser(ResourceType):
    """A user who has the document open, the page that they see, and the words that they select."""

    class Meta:
        resource = PresentUserSerializer
        exclude = ("user",)

    user = graphene.Field(User, required=True)
    selection = spans_field(_selection)


@mutation(users=graphene.List(graphene.NonNull(PresentUser)))
def report_presence(info: Info, *, document_id: ID, page: int, selection: Spans = []) -> Payload:  # noqa: B006  # read only
    """Report that you have a document open at a page, and what you select; the others who have are returned."""
    if page < 1:
        raise Invalid("Pages are counted from 1.", field="page")
    document = get_visible_document(info.context.user, parse_key(document_id, "Document"))
    ranges = [TokenRange(each.page, each.first, each.last) for each in selection]
    return {"users": presence.report_presence(document, page=page, selection=ranges, actor=info.context.user)}

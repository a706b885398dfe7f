"""Pages in GraphQL. Tokens are available in REST, in a binary format."""

import re

import graphene
from django.db.models import F, QuerySet
from graphene import relay

from core.access.permissions import has_permission
from core.access.roles import Permission
from core.api.graphql.connections import connection_of
from core.api.graphql.context import Info
from core.api.ordering import Order
from core.errors import NotFound
from documents import models
from documents.api.urls_of import ViewerUrls

_KEY = re.compile(r"\d{1,18}", re.ASCII)
MAXIMUM_PAGES = 2_000
BY_NUMBER = Order(("number",))


def page_rows() -> QuerySet[models.Page]:
    """Return pages without their tokens, with the fields that their URLs need."""
    return models.Page.objects.defer("tokens").annotate(
        document_key=F("revision__document_id"), revision_number=F("revision__number")
    )


class Page(graphene.ObjectType):
    """A page: its size in points, and its range of the text."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (models.Page,)

    number = graphene.Int(required=True, description="counted from 1")
    label = graphene.String(required=True, description='the label in the file ("iv", "A-3"); empty if it is the number')
    width = graphene.Float(required=True)
    height = graphene.Float(required=True)
    token_count = graphene.Int(required=True)
    text_start = graphene.Int(required=True)
    text_end = graphene.Int(required=True)
    tokens_url = graphene.String(
        required=True,
        resolver=lambda page, info: ViewerUrls.of(info.context.request).tokens(
            page.document_key, page.number, page.revision_number
        ),
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Page:
        rows = page_rows().select_related("revision__document").defer("revision__text")
        page = rows.filter(pk=int(key)).first() if _KEY.fullmatch(key) else None
        if page is None or not has_permission(info.context.actor, Permission.VIEW, page.revision.document):
            raise NotFound
        return page


PageConnection = connection_of(Page)

"""Documents that were found inside others: in REST and GraphQL."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import graphene
from django.db.models import F, Model, QuerySet, Value
from django.db.models.functions import Concat
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_reader
from core.api.graphql.connections import Children, Connection, Slice, connection_field, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.keyset import Order, Window
from core.api.graphql.loaders import load_for_batch, visible_related_object
from core.api.openapi.operations import operation
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.parsers import require_storable
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import page_of
from documents import models
from documents.api.selectors import get_visible_document, visible_documents
from documents.api.serializers import documents_body
from documents.api.shapes import DocumentShape
from documents.services.children import counts_of, found_in

BY_PLACE = Order(("place", "id"))


class PlacePagination(KeyCursorPagination):
    """By place: what lies in a folder, or in a letter, stands together."""

    ordering = ("place", "id")

    def parse_position(self, text: str) -> object:
        require_storable(text)
        return text


class ChildrenView(APIView):
    """`/documents/{id}/children`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "listDocumentChildren",
        "List what was found inside a document, by place",
        response=page_of(DocumentShape),
    )
    def get(self, request: Request, document_id: UUID) -> Response:
        """Also what was found in these; a document of the list may have been found in another one of it."""
        actor = require_reader(request.user)
        below = found_in(get_visible_document(actor, document_id)).order_by()
        paginator = PlacePagination()
        page = paginator.page_of(visible_documents(actor).filter(pk__in=below), request)
        return Response(paginator.body(documents_body(page, actor)))


@dataclass(frozen=True, slots=True)
class _Below(Children[models.Document]):
    """What was found in documents that were themselves found in another: they are siblings, told by their places."""

    def of(self, rows: Iterable[Model]) -> QuerySet[Any]:
        inside = Concat(F("parent__children__place"), Value("/"))
        found: QuerySet[Any] = Children.of(self, rows).annotate(inside=inside)
        return found.filter(place__startswith=F("inside"))


def _children(document: models.Document, info: Info, *, window: Window) -> Slice[models.Document]:
    seen = visible_documents(info.context.actor)
    if document.parent_id is None:
        return related_page(document, "children", Children(seen, "parent_id", BY_PLACE), window)
    return related_page(document, "below", _Below(seen, "parent__children", BY_PLACE), window)


def _child_count(document: models.Document, _: Info) -> int:
    return load_for_batch(document, "child_count", counts_of, 0)


def _parent(document: models.Document, info: Info) -> models.Document | None:
    return visible_related_object(document, "parent_id", visible_documents(info.context.actor))


def found_inside_argument() -> graphene.Argument:
    """Narrows a list of documents."""
    said = "true: only what was found inside other documents; false: only the others"
    return graphene.Argument(graphene.Boolean, description=said)


def add_inside(document: type[graphene.ObjectType], connection: type[Connection]) -> None:
    """Give documents what was found in them, and where they were found."""
    parent = graphene.Field(document, resolver=_parent, description="the upload in which it was found, if you see it")
    place = graphene.Field(graphene.String, required=True, description="where in it, with slashes between the names")
    children = connection_field(connection, _children, description="what was found in it, or deeper, by place")
    count = graphene.Field(graphene.Int, required=True, resolver=_child_count, description="how many were found in it")
    fields = {"parent": parent, "place": place, "children": children, "child_count": count}
    for name, field in fields.items():
        extend(document, name, field)
